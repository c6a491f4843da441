import { DECIMAL_MARKS, readAmount } from '@signpost/contract/reading/amount.ts';
import { DAY_ORDERS, readDay } from '@signpost/contract/reading/day.ts';
import { withoutCellMark } from '@signpost/contract/reading/workbook-cell.ts';
import {
  type GamblingImport,
  IMPORT_FIELD_NAMES,
  IMPORT_FIELDS,
  type ImportField,
  type ImportMapping,
} from '@signpost/contract/records/gambling-import.ts';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Toggle } from '../../../ui/fields/toggle.tsx';
import { Form } from '../../../ui/form.tsx';
import classes from './import.module.css';

const NUMBER_FIELDS: ReadonlySet<ImportField> = new Set<ImportField>([
  'registrations',
  'firstDeposits',
  'deposits',
  'depositAmount',
  'revenue',
]);

interface Props {
  one: GamblingImport;
  busy: boolean;
  onCheck: (mapping: ImportMapping) => void;
}

/** Describes where the order of day and month comes from. */
function dayHelp({ detected: { days } }: GamblingImport, { dayOrder }: ImportMapping): string {
  if (days?.example != null && dayOrder === null)
    return `“${days.example}” can be read in two ways. Choose one; otherwise rows like this are refused.`;
  if (days?.isMixed && dayOrder === null)
    return 'The file uses both formats. Each day with one meaning is read; choose a format to refuse the other.';
  if (days?.order != null && days.order === dayOrder) return 'Detected from the dates in this file.';
  return dayOrder === null ? 'No date in this file depends on it.' : 'Chosen by you.';
}

/** Describes where the decimal mark comes from. */
function markHelp({ detected: { decimal } }: GamblingImport, { decimalMark }: ImportMapping): string {
  if (decimal?.example != null && decimalMark === null)
    return `“${decimal.example}” can be read in two ways. Choose one; otherwise rows like this are refused.`;
  if (decimal?.isMixed && decimalMark === null)
    return 'The file uses both formats. Each number with one meaning is read; choose a format to refuse the other.';
  if (decimal?.mark != null && decimal.mark === decimalMark) return 'Detected from the numbers in this file.';
  return decimalMark === null ? 'No number in this file depends on it.' : 'Chosen by you.';
}

/** How a cell is read, if that differs from its text. */
function readAs(field: ImportField, text: string, { dayOrder, decimalMark }: ImportMapping): string {
  if (field === 'day') {
    const reading = readDay(text, { today: null, order: dayOrder });
    if (reading.kind === 'day') return reading.day;
    return '?';
  }
  if (!NUMBER_FIELDS.has(field)) return withoutCellMark(text);
  const reading = readAmount(text, { mark: decimalMark });
  if (reading.kind === 'amount') return reading.amount;
  return '?';
}

/** The column mapping, with sample values and the mapping of this partner's last file as default. */
export function Mapping({ one, busy, onCheck }: Props) {
  const [mapping, setMapping] = useState<ImportMapping>(one.mapping);
  const set = (part: Partial<ImportMapping>) => setMapping({ ...mapping, ...part });
  const setColumn = (field: ImportField, column: string | null) => {
    const { [field]: _was, ...rest } = mapping.columns;
    set({ columns: column === null ? rest : { ...rest, [field]: column } });
  };
  const samplesOf = (field: ImportField, column: string | undefined) => {
    if (column === undefined) return '';
    return one.sample
      .map((row) => row[one.columns.indexOf(column)] ?? '')
      .filter((text) => text !== '')
      .slice(0, 3)
      .map((text) => {
        const read = readAs(field, text, mapping);
        const shown = withoutCellMark(text);
        if (read === shown) return shown;
        return `${shown} → ${read}`;
      })
      .join(' · ');
  };
  return (
    <Form className={classes.mapping} onSubmit={() => onCheck(mapping)}>
      <div className={classes.columns}>
        {IMPORT_FIELD_NAMES.map((field) => (
          <Choice
            key={field}
            label={IMPORT_FIELDS[field]}
            required={field === 'day'}
            clearable={field !== 'day'}
            value={mapping.columns[field] ?? null}
            onChange={(column) => setColumn(field, column)}
            options={one.columns.map((column) => ({ value: column, label: column }))}
            help={samplesOf(field, mapping.columns[field]) || undefined}
          />
        ))}
        <Choice
          label="Date format, such as 05/06/2026"
          value={mapping.dayOrder}
          clearable
          placeholder="Not decided"
          help={dayHelp(one, mapping)}
          onChange={(order) => set({ dayOrder: DAY_ORDERS.find((it) => it === order) ?? null })}
          options={[
            { value: 'dayFirst', label: 'Day first: 5 June' },
            { value: 'monthFirst', label: 'Month first: 6 May' },
          ]}
        />
        <Choice
          label="Decimal mark"
          value={mapping.decimalMark}
          clearable
          placeholder="Not decided"
          help={markHelp(one, mapping)}
          onChange={(mark) => set({ decimalMark: DECIMAL_MARKS.find((it) => it === mark) ?? null })}
          options={[
            { value: '.', label: 'Point: 1,234.50' },
            { value: ',', label: 'Comma: 1.234,50' },
          ]}
        />
        <TextInput
          label="Currency of rows without one"
          value={mapping.currency}
          maxLength={3}
          errors={/^[A-Z]{3}$/.test(mapping.currency) ? [] : ['Three capital letters, such as EUR.']}
          onChange={(currency) => set({ currency })}
        />
      </div>
      <Toggle
        label="Add up rows of the same day, geo and source"
        help="Otherwise the first of them is imported, and the others are refused."
        value={mapping.addsUp}
        onChange={(addsUp) => set({ addsUp })}
      />
      <div>
        <Button
          kind="primary"
          type="submit"
          loading={busy}
          disabled={mapping.columns.day === undefined || !/^[A-Z]{3}$/.test(mapping.currency)}
        >
          Check the file
        </Button>
      </div>
    </Form>
  );
}
