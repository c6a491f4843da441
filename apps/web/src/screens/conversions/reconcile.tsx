/** Compares a partner's list with ours: only ours, only theirs and different rows, each with its likely cause. */

import { reconcileTransactions } from '@signpost/contract/calls/conversions.ts';
import {
  CAUSES,
  FILE_COLUMNS,
  type FileColumn,
  type ReconciledRow,
  type Reconciliation,
} from '@signpost/contract/conversions/reconcile.ts';
import { dayIn } from '@signpost/contract/dates/dates.ts';
import { DECIMAL_MARKS, type DecimalMark } from '@signpost/contract/reading/amount.ts';
import { toCsv } from '@signpost/contract/records/csv.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { hashHref } from '@signpost/contract/routes/paths.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { send } from '../../api/calls.ts';
import { ApiError } from '../../api/error.ts';
import { errorDataOf } from '../../api/error-data.ts';
import { useUser } from '../../api/session.ts';
import { ReferenceInput } from '../../fields/reference-input.tsx';
import { DateRange } from '../../stats/date-range.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { DataColumn } from '../../ui/data-table/types.ts';
import { downloadBlob } from '../../ui/download.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Choice } from '../../ui/fields/choice.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { EMPTY, formatMoney, formatNumber } from '../../ui/values/format.ts';
import { IdText } from '../../ui/values/values.tsx';
import classes from './conversions.module.css';

const LABELS: Readonly<Record<FileColumn, string>> = {
  reference: 'Transaction id',
  amount: 'Amount',
  status: 'Status',
};
const LINES = 8;

type Kind = 'different' | 'onlyTheirs' | 'onlyOurs';
const KINDS: readonly { kind: Kind; title: string; description: string }[] = [
  { kind: 'different', title: 'Different', description: 'Both lists have it, with different amounts.' },
  {
    kind: 'onlyTheirs',
    title: 'Only theirs',
    description: 'In the partner’s list, but not counted here on these days.',
  },
  { kind: 'onlyOurs', title: 'Only ours', description: 'Reported to us, but not in the partner’s list.' },
];

const amount = (value: string | null | undefined): string =>
  value === null || value === undefined ? EMPTY : formatNumber(value, 2);

const COLUMNS: DataColumn<ReconciledRow>[] = [
  {
    id: 'reference',
    header: 'Reference',
    width: 200,
    value: (row) => row.reference,
    render: (row) =>
      row.ours === null ? (
        <IdText value={row.reference} />
      ) : (
        <a href={`${hashHref(ROUTES.affiliateTransactions.path)}?open=${row.ours.id}&ids[0]=${row.ours.id}`}>
          <IdText value={row.reference} />
        </a>
      ),
  },
  {
    id: 'ours',
    header: 'Ours',
    kind: 'number',
    width: 110,
    value: (row) => Number(row.ours?.amount),
    render: (row) => amount(row.ours?.amount),
  },
  {
    id: 'theirs',
    header: 'Theirs',
    kind: 'number',
    width: 110,
    value: (row) => Number(row.theirs?.amount),
    render: (row) => amount(row.theirs?.amount),
  },
  { id: 'ourStatus', header: 'Our status', width: 130, value: (row) => row.ours?.status ?? null },
  { id: 'theirStatus', header: 'Their status', width: 130, value: (row) => row.theirs?.status ?? null },
  { id: 'day', header: 'Day', width: 110, value: (row) => row.ours?.day ?? null },
  { id: 'cause', header: 'Likely cause', width: 420, value: (row) => CAUSES[row.cause] },
];

function download(found: Reconciliation): void {
  const lines = KINDS.flatMap(({ kind, title }) =>
    found[kind].map((row) => [
      title,
      row.reference,
      row.ours?.amount,
      row.theirs?.amount,
      row.ours?.status,
      row.theirs?.status,
      CAUSES[row.cause],
    ]),
  );
  const head = ['What', 'Reference', 'Ours', 'Theirs', 'Our status', 'Their status', 'Likely cause'];
  downloadBlob('reconciliation.csv', new Blob([toCsv([head, ...lines])], { type: 'text/csv' }));
}

function Found({ found }: { found: Reconciliation }) {
  const isClean = KINDS.every(({ kind }) => found[kind].length === 0);
  return (
    <>
      <p className={classes.sums} role="status">
        <span>
          <b>{formatNumber(found.matched)}</b> match
        </span>
        {KINDS.map(({ kind, title }) => (
          <span key={kind}>
            <b>{formatNumber(found[kind].length)}</b> {title.toLowerCase()}
          </span>
        ))}
        <span>
          ours <b>{formatMoney(found.sums.ours, found.currency)}</b>, theirs{' '}
          <b>{formatMoney(found.sums.theirs, found.currency)}</b>
          {found.decimalMark !== null && `, read with a decimal ${found.decimalMark === ',' ? 'comma' : 'point'}`}
        </span>
        {found.unread > 0 && <span>{formatNumber(found.unread)} lines have no transaction id</span>}
        {!isClean && (
          <Button kind="quiet" icon={<IconDownload size={16} aria-hidden />} onClick={() => download(found)}>
            CSV
          </Button>
        )}
      </p>
      {isClean && <EmptyState title="The lists match">{TEXT.nothingToShow}</EmptyState>}
      {KINDS.filter(({ kind }) => found[kind].length > 0).map(({ kind, title, description }) => (
        <Panel key={kind} title={`${title} (${found[kind].length})`} description={description} flush>
          <DataTable
            label={title}
            columns={COLUMNS}
            rows={found[kind]}
            rowId={(row) => row.reference}
            cardNumbers={['ours', 'theirs']}
            maxHeight="420px"
          />
        </Panel>
      ))}
    </>
  );
}

interface Problem {
  path: string;
  message: string;
}

type ChosenColumns = Partial<Record<FileColumn, string>>;

function withColumn(columns: ChosenColumns, field: FileColumn, name: string | null): ChosenColumns {
  const { [field]: _before, ...others } = columns;
  return name === null ? others : { ...others, [field]: name };
}

const columnPath = (column: FileColumn) => `columns.${column}`;
const MARK_PATH = 'decimalMark';
const isChoicePath = (at: string) => at === MARK_PATH || FILE_COLUMNS.some((column) => columnPath(column) === at);

/** The headers of the file that a refusal carries, to choose the columns from. */
function headersIn(error: ApiError): string[] {
  const file = errorDataOf(error, 'VALIDATION');
  return file !== null && 'headers' in file ? file.headers : [];
}

interface FileFormProps {
  headers: readonly string[];
  columns: ChosenColumns;
  onColumns: (columns: ChosenColumns) => void;
  decimalMark: DecimalMark | null;
  onDecimalMark: (mark: DecimalMark | null) => void;
  found: Reconciliation | null;
  problem: Problem | null;
}

/** The mapping of the file's columns, and its decimal mark. */
function FileForm({ headers, columns, onColumns, decimalMark, onDecimalMark, found, problem }: FileFormProps) {
  const errorsAt = (path: string) => (problem?.path === path ? [problem.message] : []);
  return (
    <>
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

export function Reconcile() {
  const { timeZone } = useUser();
  const today = dayIn(new Date(), timeZone);
  const [partnerId, setPartnerId] = useState<number | null>(null);
  const [dateRange, setDateRange] = useState({ start: `${today.slice(0, 8)}01`, end: today });
  const [csv, setCsv] = useState('');
  const [columns, setColumns] = useState<ChosenColumns>({});
  const [headers, setHeaders] = useState<string[]>([]);
  const [decimalMark, setDecimalMark] = useState<DecimalMark | null>(null);
  const [found, setFound] = useState<Reconciliation | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);

  async function compare() {
    if (partnerId === null) return;
    setBusy(true);
    setProblem(null);
    try {
      const body = { partnerId, dateRange, csv, columns, ...(decimalMark === null ? {} : { decimalMark }) };
      const { data } = await send(reconcileTransactions, { body });
      setFound(data);
      setHeaders(data.headers);
      setColumns(data.columns);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFound(null);
      setProblem(error.errors[0] ?? { path: '', message: error.message });
      setHeaders(headersIn(error));
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
        <DateRange label="Days" value={dateRange} timeZone={timeZone} onChange={setDateRange} />
        <div className={classes.wide}>
          <TextInput
            label="The partner’s list as CSV"
            help="Paste the list or choose a file. The first line must name the columns."
            value={csv}
            onChange={(next) => {
              setCsv(next);
              setDecimalMark(null);
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
            found={found}
            problem={problem}
          />
        )}
      </div>
      <div className={classes.buttons}>
        <Button
          kind="primary"
          loading={busy}
          disabled={partnerId === null || csv.trim() === ''}
          onClick={() => void compare()}
        >
          Compare
        </Button>
        <FileButton
          accept=".csv,text/csv,text/plain"
          icon={<IconUpload size={16} aria-hidden />}
          onFile={(file) => {
            setDecimalMark(null);
            void file.text().then(setCsv);
          }}
        >
          Choose a file
        </FileButton>
      </div>
      {found && <Found found={found} />}
    </div>
  );
}
