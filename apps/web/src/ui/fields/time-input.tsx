import { TimeInput as MantineTimeInput } from '@mantine/dates';
import { type FieldProps, inputProps } from './field.ts';

/** A time of day as `HH:MM`; empty while it is incomplete. */
export function TimeInput({ value, onChange, ...field }: FieldProps<string>) {
  return (
    <MantineTimeInput {...inputProps(field)} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
  );
}
