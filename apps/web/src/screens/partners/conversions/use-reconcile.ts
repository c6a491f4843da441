/** The state of a comparison of a partner's list with ours. */
import { useSetState } from '@mantine/hooks';
import { reconcileTransactions } from '@signpost/contract/calls/conversions.ts';
import { dayIn } from '@signpost/contract/dates/dates.ts';
import {
  FILE_COLUMNS,
  type FileColumn,
  type Reconciliation,
} from '@signpost/contract/partners/conversions/reconcile.ts';
import type { DecimalMark } from '@signpost/contract/reading/amount.ts';
import { ENCODING_PATH, type EncodingName, type ReadAs } from '@signpost/contract/reading/encodings.ts';
import { send } from '../../../api/calls.ts';
import type { ApiError } from '../../../api/error.ts';
import { errorDataOf } from '../../../api/error-data.ts';
import { useUser } from '../../../api/session.ts';
import { useAction } from '../../../api/use-action.ts';
import { defined } from '../../../ui/defined.ts';
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

/** The list that is compared, the choices about it, and what the comparison has found. */
interface ListState {
  partnerId: number | null;
  dateRange: { start: string; end: string };
  csv: string;
  file: ChosenFile | null;
  columns: ChosenColumns;
  headers: readonly string[];
  headerRow: number | null;
  /** Whether the person has chosen the line of the header. The one that was found is shown, but not asked for. */
  isRowChosen: boolean;
  decimalMark: DecimalMark | null;
  /** The encoding that the person has chosen. */
  encoding: EncodingName | null;
  /** The encoding in which the list was read. */
  readAs: ReadAs | null;
  found: Compared | null;
  problem: Problem | null;
}

/** Another list may have another header, decimal mark and encoding. */
const NO_CHOICES = { decimalMark: null, isRowChosen: false, encoding: null, readAs: null };

/** The changes of the state after a refusal: the problem, and the header to choose the columns from. */
function refused(error: ApiError, { columns }: ListState): Partial<ListState> {
  const problem = error.errors[0] ?? { path: '', message: error.message };
  const header = headerIn(error);
  const shown = { found: null, problem, readAs: header?.encoding ?? null };
  if (header !== null) {
    const { headers, headerRow = null } = header;
    return { ...shown, headers, headerRow, columns: columnsIn(headers, columns) };
  }
  // If the chosen line cannot be a header, the columns of the earlier one stay to choose from.
  if (problem.path === HEADER_PATH) return shown;
  return { ...shown, headers: [], headerRow: null };
}

/** The list and its choices, and the comparison with ours. */
export function useReconcile() {
  const { timeZone } = useUser();
  const today = dayIn(new Date(), timeZone);
  const [list, set] = useSetState<ListState>({
    partnerId: null,
    dateRange: { start: `${today.slice(0, 8)}01`, end: today },
    csv: '',
    file: null,
    columns: {},
    headers: [],
    headerRow: null,
    ...NO_CHOICES,
    found: null,
    problem: null,
  });
  const comparison = useAction(
    ({ fileName: _name, ...body }: Compared['body']) => send(reconcileTransactions, { body }),
    {
      refresh: [],
      onDone: (result, body) => {
        const { headers, headerRow, columns, encoding } = result;
        set({ found: { result, body: { ...body, columns } }, headers, headerRow, columns, readAs: encoding });
      },
      onRefused: (error) => {
        set((now) => refused(error, now));
        return true;
      },
    },
  );
  return {
    ...list,
    set,
    timeZone,
    busy: comparison.isPending,
    compare() {
      const { partnerId, dateRange, csv, file, columns, decimalMark, isRowChosen, headerRow, encoding } = list;
      if (partnerId === null) return;
      set({ problem: null });
      comparison.mutate({
        partnerId,
        dateRange,
        ...(file === null ? { csv } : { csv: '', file: file.base64 }),
        columns,
        fileName: file?.name ?? '',
        ...defined({ decimalMark: decimalMark ?? undefined, encoding: encoding ?? undefined }),
        ...(isRowChosen && headerRow !== null && { headerRow }),
      });
    },
    chooseText: (csv: string) => set({ csv, file: null, ...NO_CHOICES }),
    chooseFile(chosen: File) {
      set({ csv: '', ...NO_CHOICES });
      void base64Of(chosen).then((base64) => set({ file: { name: chosen.name, base64 } }));
    },
    chooseHeaderRow: (headerRow: number | null) => set({ headerRow, isRowChosen: headerRow !== null }),
  };
}

export type ReconcileState = ReturnType<typeof useReconcile>;
