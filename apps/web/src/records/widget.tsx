/** The widget of each field kind. A kind without one does not compile. */

import { dayIn } from '@signpost/contract/dates/dates.ts';
import type { Field, RowsField } from '@signpost/contract/define/field.ts';
import { LEDGER_FIRST_DAY, LEDGER_ZONE } from '@signpost/contract/limits.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { filterOptions } from '@signpost/contract/records/metadata.ts';
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
import { textOrNull } from '../ui/values/optional.ts';
import { readIds, readNumber, readText, readTextOrNull, readTexts } from './field-values.ts';
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

/** The properties that all inputs share. */
function commonProps({ name, field, errors, disabled = false, hideLabel = false, onBlur }: WidgetProps) {
  return {
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
}

/** The properties of a widget whose field has this kind. */
type Of<Kind extends SingleField['kind']> = Omit<WidgetProps, 'field'> & {
  field: Extract<SingleField, { kind: Kind }>;
};

function TextWidget(props: Of<'text'>) {
  const { field, value, onChange } = props;
  const common = { ...commonProps(props), onChange: (next: string) => onChange(textOrNull(next)) };
  const text = readText(value);
  if (field.format === 'timeZone')
    return <TimeZoneInput {...common} value={text || null} onChange={onChange} clearable={!field.required} />;
  if (field.format === 'timeOfDay') return <TimeInput {...common} value={text} />;
  if (field.format === 'targetUrl' || field.format === 'campaignTarget')
    return <LinkInput {...common} value={text} maxLength={field.max} mono />;
  return (
    <TextInput
      {...common}
      value={text}
      maxLength={field.max}
      mono={field.mono === true}
      type={field.format === 'email' ? ('email' as const) : undefined}
      lines={field.multiline ? LONG_TEXT_LINES : undefined}
    />
  );
}

function IntegerWidget(props: Of<'integer'>) {
  const { field, value, onChange } = props;
  return (
    <NumberField
      {...commonProps(props)}
      {...typedValue(value, onChange)}
      value={readNumber(value)}
      onChange={onChange}
      min={field.min}
      max={field.max}
      unit={field.unit}
    />
  );
}

/** The value is text, so that a decimal never passes through a binary float. */
function DecimalWidget(props: Of<'decimal'>) {
  const { field, value, onChange, values, hideLabel } = props;
  const own = field.inBase ? baseCurrency() : field.unit;
  const unit = own ?? (field.currencyField ? readText(values[field.currencyField]) : '');
  return (
    <DecimalField
      {...commonProps(props)}
      {...typedValue(value, onChange)}
      label={unit && !hideLabel ? `${field.label} (${unit})` : field.label}
      value={readTextOrNull(value)}
      onChange={onChange}
      min={field.min}
      max={field.max}
      unit={own}
      currency={unit === '%' ? undefined : unit}
    />
  );
}

function DateWidget(props: Of<'date'>) {
  const { field, value, onChange } = props;
  const today = dayIn(new Date(), LEDGER_ZONE);
  const ledger = field.ledger ? { min: LEDGER_FIRST_DAY, max: today, today } : {};
  return (
    <DateField
      {...commonProps(props)}
      {...typedValue(value, onChange)}
      {...ledger}
      value={readTextOrNull(value)}
      onChange={onChange}
    />
  );
}

function InstantWidget(props: Of<'instant'>) {
  const { field, value, onChange } = props;
  const common = commonProps(props);
  if (field.readOnly !== true) return <InstantField {...common} value={readText(value) || null} onChange={onChange} />;
  return <TextInput {...common} value={readText(value)} onChange={(next) => onChange(textOrNull(next))} mono />;
}

function ChoiceWidget(props: Of<'choice'>) {
  const { field, value, onChange } = props;
  return (
    <Choice
      {...commonProps(props)}
      value={readTextOrNull(value)}
      onChange={onChange}
      options={field.options}
      clearable={!field.required}
    />
  );
}

function ChoicesWidget(props: Of<'choices'>) {
  const { field, value, onChange } = props;
  return (
    <MultiSelect
      {...commonProps(props)}
      value={readTexts(value)}
      onChange={onChange}
      options={field.options}
      find={filterOptions}
    />
  );
}

function ColorWidget(props: Of<'color'>) {
  return (
    <Choice
      {...commonProps(props)}
      value={readText(props.value)}
      onChange={props.onChange}
      options={TAG_COLORS.map((color) => ({ value: color, label: color }))}
    />
  );
}

function ReferenceWidget(props: Of<'reference'>) {
  const { field, value, onChange } = props;
  return <ReferenceInput {...commonProps(props)} creates to={field.to} value={readNumber(value)} onChange={onChange} />;
}

function JsonWidget(props: Of<'json'>) {
  const { value, onChange } = props;
  return (
    <JsonInput
      {...commonProps(props)}
      errors={props.errors.map(({ path, message }) => {
        if (path === '') return message;
        return `${path}: ${message}`;
      })}
      value={value}
      onChange={onChange}
    />
  );
}

/** One field of a form, by its kind. */
export function Widget({ field, ...props }: WidgetProps): ReactNode {
  const { value, onChange } = props;
  const common = commonProps({ field, ...props });
  switch (field.kind) {
    case 'text':
      return <TextWidget {...props} field={field} />;
    case 'integer':
      return <IntegerWidget {...props} field={field} />;
    case 'decimal':
      return <DecimalWidget {...props} field={field} />;
    case 'toggle':
      return <Toggle {...common} value={value === true} onChange={onChange} />;
    case 'choice':
      return <ChoiceWidget {...props} field={field} />;
    case 'choices':
      return <ChoicesWidget {...props} field={field} />;
    case 'reference':
      return <ReferenceWidget {...props} field={field} />;
    case 'references':
      return <ReferencesInput {...common} creates to={field.to} value={readIds(value)} onChange={onChange} />;
    case 'tags':
      return <ReferencesInput {...common} creates to="tag" value={readIds(value)} onChange={onChange} />;
    case 'date':
      return <DateWidget {...props} field={field} />;
    case 'instant':
      return <InstantWidget {...props} field={field} />;
    case 'color':
      return <ColorWidget {...props} field={field} />;
    case 'images':
      return <ImagesInput {...common} field={field} value={value} onChange={onChange} />;
    case 'json':
      return <JsonWidget {...props} field={field} />;
  }
}
