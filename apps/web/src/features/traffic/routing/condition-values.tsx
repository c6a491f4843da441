/** The inputs for the values of a condition, by kind. */

import type { EntityName } from '@signpost/contract/define/entity-names.ts';
import { addressEntries } from '@signpost/contract/reading/address-list.ts';
import { filterOptions } from '@signpost/contract/records/metadata.ts';
import type { ConditionTest, TextConditionField } from '@signpost/contract/traffic/clicks/conditions.ts';
import { BROWSERS, DEVICES, SYSTEMS } from '@signpost/contract/traffic/clicks/vocabulary.ts';
import { useState } from 'react';
import { useMetadata } from '../../../api/use-metadata.ts';
import { DateField } from '../../../fields/date-field.tsx';
import { NumberField } from '../../../fields/number-field.tsx';
import { ReferencesInput } from '../../../fields/reference-input.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import { MultiSelect } from '../../../ui/fields/multi-select.tsx';
import { TagsInput } from '../../../ui/fields/tags-input.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { TimeZoneInput } from '../../../ui/fields/time-zone-input.tsx';
import { WeekdaysInput } from '../../../ui/fields/weekdays-input.tsx';
import { textOrNull } from '../../../ui/values/optional.ts';

const SUGGESTIONS = {
  language: ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'no', 'da', 'fi', 'pl', 'cs', 'ja'],
  device: [...DEVICES],
  os: [...SYSTEMS],
  browser: [...BROWSERS],
};
const ENTITY = {
  source: 'trafficSource',
  category: 'category',
  publisher: 'publisher',
  website: 'website',
} satisfies Record<string, EntityName>;
const VISITORS = [
  { value: 'new', label: 'New' },
  { value: 'returning', label: 'Returning' },
];
const HOURS = 24;

export interface ConditionValuesProps<T extends ConditionTest = ConditionTest> {
  test: T;
  /** The accessible name of the condition: "condition 1.2". */
  place: string;
  onChange: (test: ConditionTest) => void;
  errors: readonly string[];
  disabled: boolean;
}
type Of<F> = ConditionValuesProps<Extract<ConditionTest, { field: F }>>;

function GeoValues({
  test,
  place,
  onChange,
  errors,
  disabled,
}: ConditionValuesProps<Extract<ConditionTest, { field: TextConditionField }>>) {
  const geos = useMetadata('geos') ?? [];
  const options = geos.map((geo) => ({
    value: String(geo.code),
    label: `${String(geo.country)} (${String(geo.code)})`,
  }));
  return (
    <MultiSelect
      label={`Values, ${place}`}
      hideLabel
      errors={errors}
      disabled={disabled}
      options={options}
      placeholder={test.values.length === 0 ? 'Countries' : ''}
      value={test.values}
      onChange={(values) => onChange({ ...test, values })}
      find={filterOptions}
    />
  );
}

function Hours({ test, place, onChange, errors, disabled }: Of<'hours'>) {
  return (
    <>
      <WeekdaysInput
        label={`Days, ${place}`}
        hideLabel
        errors={errors}
        disabled={disabled}
        value={test.days}
        onChange={(days) => onChange({ ...test, days: [...days] })}
      />
      <NumberField
        label={`From hour, ${place}`}
        hideLabel
        disabled={disabled}
        min={0}
        max={HOURS - 1}
        unit="h"
        value={test.from}
        onChange={(from) => from !== null && onChange({ ...test, from })}
      />
      <NumberField
        label={`To hour, ${place}`}
        hideLabel
        disabled={disabled}
        min={0}
        max={HOURS}
        unit="h"
        value={test.to}
        onChange={(to) => to !== null && onChange({ ...test, to })}
      />
      <Zone test={test} place={place} onChange={onChange} errors={errors} disabled={disabled} />
    </>
  );
}

function Zone({ test, place, onChange, disabled }: Of<'hours' | 'dates'>) {
  return (
    <TimeZoneInput
      label={`Time zone, ${place}`}
      hideLabel
      disabled={disabled}
      placeholder="Time zone"
      value={textOrNull(test.timeZone)}
      onChange={(timeZone) => onChange({ ...test, timeZone: timeZone ?? '' })}
    />
  );
}

/**
 * The field for a list of addresses, which can be pasted as it is kept elsewhere. The typed text stays as it is until
 * the form is opened again.
 */
function Addresses({ test, place, onChange, errors, disabled }: Of<'address'>) {
  const [typed, setTyped] = useState(test.values.join('\n'));
  return (
    <TextInput
      label={`Values, ${place}`}
      hideLabel
      mono
      lines={4}
      errors={errors}
      disabled={disabled}
      placeholder={'203.0.113.7\n203.0.113.0/24\n203.0.113.4-203.0.113.9\n2001:db8::/32'}
      help="One per line, or separated by commas. Comments behind # are not kept."
      value={typed}
      onChange={(text) => {
        setTyped(text);
        onChange({ ...test, values: addressEntries(text) });
      }}
    />
  );
}

/** The inputs for a kind of condition. */
export function ConditionValues({ test, ...rest }: ConditionValuesProps) {
  const { place, onChange, errors, disabled } = rest;
  const common = { label: `Values, ${place}`, hideLabel: true, errors, disabled };
  switch (test.field) {
    case 'geo':
      return <GeoValues test={test} {...rest} />;
    case 'language':
    case 'device':
    case 'os':
    case 'browser':
      return (
        <TagsInput
          {...common}
          placeholder={test.values.length === 0 ? 'Type or choose' : ''}
          suggestions={SUGGESTIONS[test.field]}
          value={test.values}
          onChange={(values) => onChange({ ...test, values })}
        />
      );
    case 'address':
      return <Addresses test={test} {...rest} />;
    case 'source':
    case 'category':
    case 'publisher':
    case 'website':
      return (
        <ReferencesInput
          {...common}
          to={ENTITY[test.field]}
          value={test.values}
          onChange={(values) => onChange({ ...test, values })}
        />
      );
    case 'hours':
      return <Hours test={test} {...rest} />;
    case 'dates':
      return (
        <>
          <DateField
            {...common}
            label={`First day, ${place}`}
            placeholder="First day"
            value={test.from}
            onChange={(from) => onChange({ ...test, from })}
          />
          <DateField
            {...common}
            errors={[]}
            label={`Last day, ${place}`}
            placeholder="Last day"
            value={test.to}
            onChange={(to) => onChange({ ...test, to })}
          />
          <Zone test={test} {...rest} />
        </>
      );
    case 'visitor':
      return (
        <Choice
          {...common}
          options={VISITORS}
          value={test.values[0] ?? null}
          onChange={(value) => onChange({ ...test, values: [value === 'returning' ? 'returning' : 'new'] })}
        />
      );
    case 'share':
      return (
        <NumberField
          {...common}
          min={1}
          max={99}
          unit="%"
          value={test.percent}
          onChange={(percent) => percent !== null && onChange({ ...test, percent })}
        />
      );
    default:
      return (
        <TagsInput
          {...common}
          placeholder={test.values.length === 0 ? 'Type and press Enter' : ''}
          value={test.values}
          onChange={(values) => onChange({ ...test, values })}
        />
      );
  }
}
