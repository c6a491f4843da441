/** The mapping of a list's columns, once its header is known. */
import {
  FILE_COLUMNS,
  type FileColumn,
  type Reconciliation,
} from '@signpost/contract/partners/conversions/reconcile.ts';
import { DECIMAL_MARKS, type DecimalMark } from '@signpost/contract/reading/amount.ts';
import { NumberField } from '../../../fields/number-field.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import { type ChosenColumns, columnPath, HEADER_PATH, MARK_PATH, type Problem } from './use-reconcile.ts';

const LABELS: Readonly<Record<FileColumn, string>> = {
  reference: 'Transaction id',
  amount: 'Amount',
  status: 'Status',
  clickId: 'Click id',
  time: 'Time',
  currency: 'Currency',
};
function withColumn(columns: ChosenColumns, field: FileColumn, name: string | null): ChosenColumns {
  const { [field]: _before, ...others } = columns;
  if (name === null) return others;
  return { ...others, [field]: name };
}

interface FileFormProps {
  headers: readonly string[];
  columns: ChosenColumns;
  onColumns: (columns: ChosenColumns) => void;
  decimalMark: DecimalMark | null;
  onDecimalMark: (mark: DecimalMark | null) => void;
  headerRow: number | null;
  onHeaderRow: (row: number | null) => void;
  found: Reconciliation | null;
  problem: Problem | null;
}

function detectionText(found: Reconciliation | null): string {
  if (found?.decimalMark == null) return 'Detect from the file';
  return `Detect from the file: ${found.decimalMark === ',' ? 'comma' : 'point'}`;
}

/** The mapping of the file's columns, and its decimal mark. */
export function FileForm(props: FileFormProps) {
  const { headers, columns, onColumns, decimalMark, onDecimalMark, headerRow, onHeaderRow, found, problem } = props;
  const errorsAt = (path: string) => {
    if (problem?.path === path) return [problem.message];
    return [];
  };
  return (
    <>
      <NumberField
        label="Line with the columns’ names"
        min={0}
        max={1_000}
        value={headerRow}
        onChange={onHeaderRow}
        errors={errorsAt(HEADER_PATH)}
      />
      {FILE_COLUMNS.map((column) => (
        <Choice
          key={column}
          label={LABELS[column]}
          value={columns[column] ?? null}
          onChange={(value) => onColumns(withColumn(columns, column, value))}
          options={[...new Set(headers)].map((value) => ({ value, label: value }))}
          errors={errorsAt(columnPath(column))}
          clearable
        />
      ))}
      <Choice
        label="Decimal mark"
        value={decimalMark}
        onChange={(value) => onDecimalMark(DECIMAL_MARKS.find((mark) => mark === value) ?? null)}
        options={[
          { value: '.', label: 'Point: 1,234.50' },
          { value: ',', label: 'Comma: 1.234,50' },
        ]}
        placeholder={detectionText(found)}
        errors={errorsAt(MARK_PATH)}
        clearable
      />
    </>
  );
}
