/** The widget of each field kind. A kind without one does not compile. */

import { dayIn } from '@signpost/contract/dates/dates.ts';
import type { Field, RowsField } from '@signpost/contract/define/field.ts';
import { LEDGER_FIRST_DAY, LEDGER_ZONE } from '@signpost/contract/limits.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { filterOptions } from '@signpost/contract/records/metadata.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import type { ReactNode } from 'react';
import { DateField } from '../fields/date-field.tsx';
import { DecimalField } from '../fields/decimal-field.tsx';
import { InstantField } from '../fields/instant-field.tsx';
import { LinkInput } from '../fields/link-input.tsx';
import { NumberField } from '../fields/number-field.tsx';
import { typedValue } from '../fields/read.ts';
import { ReferenceInput, ReferencesInput } from '../fields/reference-input.tsx';
import { Choice } from '../ui/fields/choice.tsx';
import { MultiSelect } from '../ui/fields/multi-select.tsx';
import { TextInput } from '../ui/fields/text-input.tsx';
import { TimeInput } from '../ui/fields/time-input.tsx';
import { TimeZoneInput } from '../ui/fields/time-zone-input.tsx';
import { Toggle } from '../ui/fields/toggle.tsx';
import { readIds, readText, readTexts } from './field-values.ts';
import { ImagesInput } from './images-input.tsx';
import { JsonInput } from './json-input.tsx';
import type { Values } from './screen.ts';

/** The widget of a field with one value. Child rows use `RowsInput`, which consists of these widgets. */
export type SingleField = Exclude<Field, RowsField>;

export interface WidgetProps {
  name: string;
  field: SingleField;
  value: unknown;
  onChange: (value: unknown) => void;
  onBlur?: (() => void) | undefined;
  /** Errors of this field and below it; `path` is relative to the field. */
  errors: readonly { path: string; message: string }[];
  /** The other values of the form. */
  values: Values;
  disabled?: boolean | undefined;
  hideLabel?: boolean | undefined;
}

const TAG_COLORS = ['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet', 'pink'];
const LONG_TEXT_LINES = 4;

const orNull = (value: string) => (value === '' ? null : value);

/** One field of a form, by its kind. */
export function Widget({
  name,
  field,
  value,
  onChange,
  errors,
  values,
  disabled = false,
  hideLabel = false,
  onBlur,
}: WidgetProps): ReactNode {
  const common = {
    name,
    label: field.label,
    help: hideLabel ? undefined : field.help,
    required: field.required,
    isFilled: 'default' in field && field.default !== undefined,
    errors: errors.filter(({ path }) => path === '').map(({ message }) => message),
    disabled: disabled || field.readOnly === true,
    hideLabel,
    onBlur,
  };
  const ledgerToday = dayIn(new Date(), LEDGER_ZONE);
  switch (field.kind) {
    case 'text':
      if (field.format === 'timeZone')
        return (
          <TimeZoneInput {...common} value={readText(value) || null} onChange={onChange} clearable={!field.required} />
        );
      if (field.format === 'timeOfDay')
        return <TimeInput {...common} value={readText(value)} onChange={(next) => onChange(orNull(next))} />;
      if (field.format === 'targetUrl' || field.format === 'campaignTarget')
        return (
          <LinkInput
            {...common}
            value={readText(value)}
            onChange={(next) => onChange(orNull(next))}
            maxLength={field.max}
            mono
          />
        );
      return (
        <TextInput
          {...common}
          value={readText(value)}
          onChange={(next) => onChange(orNull(next))}
          maxLength={field.max}
          mono={field.mono === true}
          type={field.format === 'email' ? ('email' as const) : undefined}
          lines={field.multiline ? LONG_TEXT_LINES : undefined}
        />
      );
    case 'integer':
      return (
        <NumberField
          {...common}
          {...typedValue(value, onChange)}
          value={typeof value === 'number' ? value : null}
          onChange={onChange}
          min={field.min}
          max={field.max}
          unit={field.unit}
        />
      );
    case 'decimal': {
      // The value is text, so that a decimal never passes through a binary float.
      const own = field.inBase ? baseCurrency() : field.unit;
      const unit = own ?? (field.currencyField ? readText(values[field.currencyField]) : '');
      return (
        <DecimalField
          {...common}
          {...typedValue(value, onChange)}
          label={unit && !hideLabel ? `${field.label} (${unit})` : field.label}
          value={typeof value === 'string' ? value : null}
          onChange={onChange}
          min={field.min}
          max={field.max}
          unit={own}
          currency={unit === '%' ? undefined : unit}
        />
      );
    }
    case 'toggle':
      return <Toggle {...common} value={value === true} onChange={onChange} />;
    case 'choice':
      return (
        <Choice
          {...common}
          value={typeof value === 'string' ? value : null}
          onChange={onChange}
          options={field.options}
          clearable={!field.required}
        />
      );
    case 'choices':
      return (
        <MultiSelect
          {...common}
          value={readTexts(value)}
          onChange={onChange}
          options={field.options}
          find={(options, typed) => filterOptions(options, typed)}
          cappedText={TEXT.optionsCapped}
        />
      );
    case 'reference':
      return (
        <ReferenceInput
          {...common}
          creates
          to={field.to}
          value={typeof value === 'number' ? value : null}
          onChange={onChange}
        />
      );
    case 'references':
      return <ReferencesInput {...common} creates to={field.to} value={readIds(value)} onChange={onChange} />;
    case 'tags':
      return <ReferencesInput {...common} creates to="tag" value={readIds(value)} onChange={onChange} />;
    case 'date':
      return (
        <DateField
          {...common}
          {...typedValue(value, onChange)}
          value={typeof value === 'string' ? value : null}
          onChange={onChange}
          min={field.ledger ? LEDGER_FIRST_DAY : undefined}
          max={field.ledger ? ledgerToday : undefined}
          today={field.ledger ? ledgerToday : undefined}
        />
      );
    case 'instant':
      if (field.readOnly !== true)
        return <InstantField {...common} value={readText(value) || null} onChange={onChange} />;
      return <TextInput {...common} value={readText(value)} onChange={(next) => onChange(orNull(next))} mono />;
    case 'color':
      return (
        <Choice
          {...common}
          value={readText(value)}
          onChange={onChange}
          options={TAG_COLORS.map((color) => ({ value: color, label: color }))}
        />
      );
    case 'images':
      return <ImagesInput {...common} field={field} value={value} onChange={onChange} />;
    case 'json':
      return (
        <JsonInput
          {...common}
          errors={errors.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))}
          value={value}
          onChange={onChange}
        />
      );
  }
}
