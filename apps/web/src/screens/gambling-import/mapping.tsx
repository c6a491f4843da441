import {
  DATE_FORMATS,
  type GamblingImport,
  IMPORT_FIELD_NAMES,
  IMPORT_FIELDS,
  type ImportField,
  type ImportMapping,
} from '@signpost/contract/records/gambling-import.ts';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/fields/choice.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { Toggle } from '../../ui/fields/toggle.tsx';
import classes from './import.module.css';

interface Props {
  one: GamblingImport;
  busy: boolean;
  onCheck: (mapping: ImportMapping) => void;
}

/** Which column is what, with what stands in the first rows; as it was for this partner's last file. */
export function Mapping({ one, busy, onCheck }: Props) {
  const [mapping, setMapping] = useState<ImportMapping>(one.mapping);
  const set = (part: Partial<ImportMapping>) => setMapping({ ...mapping, ...part });
  const setColumn = (field: ImportField, column: string | null) => {
    const { [field]: _was, ...rest } = mapping.columns;
    set({ columns: column === null ? rest : { ...rest, [field]: column } });
  };
  const samplesOf = (column: string | undefined) =>
    column === undefined
      ? ''
      : one.sample
          .map((row) => row[one.columns.indexOf(column)] ?? '')
          .filter((text) => text !== '')
          .slice(0, 3)
          .join(' · ');
  return (
    <form
      className={classes.mapping}
      onSubmit={(event) => {
        event.preventDefault();
        onCheck(mapping);
      }}
    >
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
            help={samplesOf(mapping.columns[field]) || undefined}
          />
        ))}
        <Choice
          label="Dates look like"
          value={mapping.dateFormat}
          onChange={(format) => set({ dateFormat: DATE_FORMATS.find((it) => it === format) ?? 'YYYY-MM-DD' })}
          options={DATE_FORMATS.map((format) => ({ value: format, label: format }))}
        />
        <Toggle
          label="Decimal comma"
          help="1.234,50 instead of 1,234.50"
          value={mapping.decimalComma}
          onChange={(decimalComma) => set({ decimalComma })}
        />
        <TextInput
          label="Currency of rows that name none"
          value={mapping.currency}
          maxLength={3}
          errors={/^[A-Z]{3}$/.test(mapping.currency) ? [] : ['Three capital letters, such as EUR.']}
          onChange={(currency) => set({ currency })}
        />
      </div>
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
    </form>
  );
}
