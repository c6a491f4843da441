/** The state of a comparison of a partner's list with ours. */
import { reconcileTransactions } from '@signpost/contract/calls/conversions.ts';
import { dayIn } from '@signpost/contract/dates/dates.ts';
import {
  FILE_COLUMNS,
  type FileColumn,
  type Reconciliation,
} from '@signpost/contract/partners/conversions/reconcile.ts';
import type { DecimalMark } from '@signpost/contract/reading/amount.ts';
import { ENCODING_PATH, type EncodingName, type ReadAs } from '@signpost/contract/reading/encodings.ts';
import { useState } from 'react';
import { send } from '../../../api/calls.ts';
import { ApiError } from '../../../api/error.ts';
import { errorDataOf } from '../../../api/error-data.ts';
import { useUser } from '../../../api/session.ts';
import type { MissingLines } from './add-missing.tsx';

interface ChosenFile {
  name: string;
  base64: string;
}

/** The bytes of a file, because the server reads its encoding. */
async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

export interface Problem {
  path: string;
  message: string;
}

export type ChosenColumns = Partial<Record<FileColumn, string>>;

/** The chosen columns that this header has. Those of another header do not apply to it. */
function columnsIn(headers: readonly string[], columns: ChosenColumns): ChosenColumns {
  return Object.fromEntries(Object.entries(columns).filter(([, name]) => headers.includes(name)));
}

export const columnPath = (column: FileColumn) => `columns.${column}`;
export const MARK_PATH = 'decimalMark';
export const HEADER_PATH = 'headerRow';
export const isChoicePath = (at: string) =>
  at === MARK_PATH ||
  at === HEADER_PATH ||
  at === ENCODING_PATH ||
  FILE_COLUMNS.some((column) => columnPath(column) === at);

/** The header of the file that a refusal carries, to choose the columns from. */
function headerIn(
  error: ApiError,
): { headers: string[]; headerRow?: number | undefined; encoding?: ReadAs | null | undefined } | null {
  const file = errorDataOf(error, 'VALIDATION');
  if (file !== null && 'headers' in file) return file;
  return null;
}

/** The result of a comparison, and the request that asked for it. */
interface Compared {
  result: Reconciliation;
  body: Omit<MissingLines, 'references'>;
}

const UNKNOWN_ENCODING = { chosen: null, readAs: null };

/** The encoding of the list: the one that a person has chosen, and the one in which it was read. Null if there is none. */
function useEncoding() {
  const [encoding, setEncoding] = useState<{ chosen: EncodingName | null; readAs: ReadAs | null }>(UNKNOWN_ENCODING);
  return {
    ...encoding,
    choose: (chosen: EncodingName) => setEncoding((before) => ({ ...before, chosen })),
    noteReadAs: (readAs: ReadAs | null) => setEncoding((before) => ({ ...before, readAs })),
    forget: () => setEncoding(UNKNOWN_ENCODING),
  };
}

/** The list and its choices, and the comparison with ours. */
export function useReconcile() {
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
  const encoding = useEncoding();

  /** Another list may have another header and decimal mark. */
  function forgetChoices() {
    setDecimalMark(null);
    setRowChosen(false);
    encoding.forget();
  }

  function showRefusal(error: ApiError) {
    setFound(null);
    setProblem(error.errors[0] ?? { path: '', message: error.message });
    const header = headerIn(error);
    encoding.noteReadAs(header?.encoding ?? null);
    // If the chosen line cannot be a header, the columns of the earlier one stay to choose from.
    if (header === null && error.errors[0]?.path === HEADER_PATH) return;
    setHeaders(header?.headers ?? []);
    if (header !== null) setColumns(columnsIn(header.headers, columns));
    setHeaderRow(header?.headerRow ?? null);
  }

  async function compare() {
    if (partnerId === null) return;
    setBusy(true);
    setProblem(null);
    try {
      const list = file === null ? { csv } : { csv: '', file: file.base64 };
      const row = isRowChosen && headerRow !== null ? { headerRow } : {};
      const mark = decimalMark === null ? {} : { decimalMark };
      const ofEncoding = encoding.chosen === null ? {} : { encoding: encoding.chosen };
      const body = { partnerId, dateRange, ...list, columns, ...mark, ...row, ...ofEncoding };
      const { data } = await send(reconcileTransactions, { body });
      setFound({ result: data, body: { ...body, columns: data.columns, fileName: file?.name ?? '' } });
      setHeaders(data.headers);
      setHeaderRow(data.headerRow);
      setColumns(data.columns);
      encoding.noteReadAs(data.encoding);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showRefusal(error);
    } finally {
      setBusy(false);
    }
  }

  const chooseText = (text: string) => {
    setCsv(text);
    setFile(null);
    forgetChoices();
  };
  const chooseFile = (chosen: File) => {
    forgetChoices();
    setCsv('');
    void base64Of(chosen).then((base64) => setFile({ name: chosen.name, base64 }));
  };
  const chooseHeaderRow = (row: number | null) => {
    setHeaderRow(row);
    setRowChosen(row !== null);
  };
  return {
    timeZone,
    partnerId,
    setPartnerId,
    dateRange,
    setDateRange,
    csv,
    file,
    chooseText,
    chooseFile,
    columns,
    setColumns,
    headers,
    headerRow,
    chooseHeaderRow,
    decimalMark,
    setDecimalMark,
    encoding,
    found,
    problem,
    busy,
    compare,
  };
}

export type ReconcileState = ReturnType<typeof useReconcile>;
