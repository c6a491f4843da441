import { Choice } from './choice.tsx';
import type { FieldProps } from './field.ts';

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

export interface TimeZoneInputProps extends FieldProps<string | null> {
  /** Time zones listed first, such as the viewer's own. */
  first?: readonly string[] | undefined;
  clearable?: boolean | undefined;
}

/** A time zone by its IANA name, found by typing a part of it. A zone that this browser does not know is kept. */
export function TimeZoneInput({ first = [], ...field }: TimeZoneInputProps) {
  const zones = [...new Set([...first, ...(field.value ? [field.value] : []), ...ZONES])];
  return <Choice {...field} options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))} />;
}
