/** Compares a partner's list with ours: only ours, only theirs and different rows, each with its likely cause. */

import { reconcileTransactions } from '@signpost/contract/calls/conversions.ts';
import { FILE_COLUMNS, type FileColumn, type Reconciliation } from '@signpost/contract/conversions/reconcile.ts';
import { dayIn } from '@signpost/contract/dates/dates.ts';
import { DECIMAL_MARKS, type DecimalMark } from '@signpost/contract/reading/amount.ts';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { send } from '../../api/calls.ts';
import { ApiError } from '../../api/error.ts';
import { errorDataOf } from '../../api/error-data.ts';
import { useUser } from '../../api/session.ts';
import classes from '../../features/conversions/conversions.module.css';
import { NumberField } from '../../fields/number-field.tsx';
import { ReferenceInput } from '../../fields/reference-input.tsx';
import { DateRange } from '../../stats/date-range.tsx';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/fields/choice.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { Additions, type MissingLines } from './add-missing.tsx';
import { Found } from './reconciliation.tsx';

const LABELS: Readonly<Record<FileColumn, string>> = {
  reference: 'Transaction id',
  amount: 'Amount',
  status: 'Status',
  clickId: 'Click id',
  time: 'Time',
  currency: 'Currency',
};
const LINES = 8;

interface ChosenFile {
  name: string;
  base64: string;
}

/** The bytes of a file, because the server reads its encoding. */
async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

interface Problem {
  path: string;
  message: string;
}

type ChosenColumns = Partial<Record<FileColumn, string>>;

/** The chosen columns that this header has. Those of another header do not apply to it. */
function columnsIn(headers: readonly string[], columns: ChosenColumns): ChosenColumns {
  return Object.fromEntries(Object.entries(columns).filter(([, name]) => headers.includes(name)));
}

function withColumn(columns: ChosenColumns, field: FileColumn, name: string | null): ChosenColumns {
  const { [field]: _before, ...others } = columns;
  return name === null ? others : { ...others, [field]: name };
}

const columnPath = (column: FileColumn) => `columns.${column}`;
const MARK_PATH = 'decimalMark';
const HEADER_PATH = 'headerRow';
const isChoicePath = (at: string) =>
  at === MARK_PATH || at === HEADER_PATH || FILE_COLUMNS.some((column) => columnPath(column) === at);

/** The header of the file that a refusal carries, to choose the columns from. */
function headerIn(error: ApiError): { headers: string[]; headerRow?: number | undefined } | null {
  const file = errorDataOf(error, 'VALIDATION');
  return file !== null && 'headers' in file ? file : null;
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

/** The mapping of the file's columns, and its decimal mark. */
function FileForm(props: FileFormProps) {
  const { headers, columns, onColumns, decimalMark, onDecimalMark, headerRow, onHeaderRow, found, problem } = props;
  const errorsAt = (path: string) => (problem?.path === path ? [problem.message] : []);
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
        placeholder={
          found?.decimalMark == null
            ? 'Detect from the file'
            : `Detect from the file: ${found.decimalMark === ',' ? 'comma' : 'point'}`
        }
        errors={errorsAt(MARK_PATH)}
        clearable
      />
    </>
  );
}

/** The result of a comparison, and the request that asked for it. */
interface Compared {
  result: Reconciliation;
  body: Omit<MissingLines, 'references'>;
}

export function Reconcile() {
  const { timeZone } = useUser();
  const today = dayIn(new Date(), timeZone);
  const [partnerId, setPartnerId] = useState<number | null>(null);
  const [dateRange, setDateRange] = useState({ start: `${today.slice(0, 8)}01`, end: today });
  const [csv, setCsv] = useState('');
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [columns, setColumns] = useState<ChosenColumns>({});
  const [headers, setHeaders] = useState<string[]>([]);
  const [headerRow, setHeaderRow] = useState<number | null>(null);
  /** Whether the person has chosen the line of the header. The one that was found is shown, but not asked for. */
  const [isRowChosen, setRowChosen] = useState(false);
  const [decimalMark, setDecimalMark] = useState<DecimalMark | null>(null);
  const [found, setFound] = useState<Compared | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);

  /** Another list may have another header and decimal mark. */
  function forgetChoices() {
    setDecimalMark(null);
    setRowChosen(false);
  }

  async function compare() {
    if (partnerId === null) return;
    setBusy(true);
    setProblem(null);
    try {
      const list = file === null ? { csv } : { csv: '', file: file.base64 };
      const row = isRowChosen && headerRow !== null ? { headerRow } : {};
      const mark = decimalMark === null ? {} : { decimalMark };
      const body = { partnerId, dateRange, ...list, columns, ...mark, ...row };
      const { data } = await send(reconcileTransactions, { body });
      setFound({ result: data, body: { ...body, columns: data.columns, fileName: file?.name ?? '' } });
      setHeaders(data.headers);
      setHeaderRow(data.headerRow);
      setColumns(data.columns);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFound(null);
      setProblem(error.errors[0] ?? { path: '', message: error.message });
      const header = headerIn(error);
      // If the chosen line cannot be a header, the columns of the earlier one stay to choose from.
      if (header === null && error.errors[0]?.path === HEADER_PATH) return;
      setHeaders(header?.headers ?? []);
      if (header !== null) setColumns(columnsIn(header.headers, columns));
      setHeaderRow(header?.headerRow ?? null);
    } finally {
      setBusy(false);
    }
  }

  // A problem with a column or the decimal mark is shown there, once there is something to choose from.
  const isAtChoice = headers.length > 0 && problem !== null && isChoicePath(problem.path);

  return (
    <div className={classes.stack}>
      <div className={classes.form}>
        <ReferenceInput label="Partner" to="partner" required value={partnerId} onChange={setPartnerId} />
        <DateRange restricted hasLabel label="Days" value={dateRange} timeZone={timeZone} onChange={setDateRange} />
        <div className={classes.wide}>
          <TextInput
            label="The partner’s list as CSV"
            help={
              file === null
                ? 'Paste the list, or choose a file: CSV, XLSX, or packed by gzip. Titles above the columns’ names are left out.'
                : `The file ${file.name} is compared. Text that you type or paste here takes its place.`
            }
            value={csv}
            onChange={(next) => {
              setCsv(next);
              setFile(null);
              forgetChoices();
            }}
            lines={LINES}
            mono
            errors={problem === null || isAtChoice ? [] : [problem.message]}
          />
        </div>
        {headers.length > 0 && (
          <FileForm
            headers={headers}
            columns={columns}
            onColumns={setColumns}
            decimalMark={decimalMark}
            onDecimalMark={setDecimalMark}
            headerRow={headerRow}
            onHeaderRow={(row) => {
              setHeaderRow(row);
              setRowChosen(row !== null);
            }}
            found={found?.result ?? null}
            problem={problem}
          />
        )}
      </div>
      <div className={classes.buttons}>
        <Button
          kind="primary"
          loading={busy}
          disabled={partnerId === null || (file === null && csv.trim() === '')}
          onClick={() => void compare()}
        >
          Compare
        </Button>
        <FileButton
          accept=".csv,.txt,.tsv,.xlsx,.gz,text/csv,text/plain"
          icon={<IconUpload size={16} aria-hidden />}
          onFile={(file) => {
            forgetChoices();
            setCsv('');
            void base64Of(file).then((base64) => setFile({ name: file.name, base64 }));
          }}
        >
          Choose a file
        </FileButton>
      </div>
      {partnerId !== null && (
        <Additions
          partnerId={partnerId}
          onTakenOut={() => {
            if (found !== null) void compare();
          }}
        />
      )}
      {found && <Found found={found.result} list={found.body} onAdded={() => void compare()} />}
    </div>
  );
}
