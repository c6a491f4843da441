/** Holds a partner's own list against what it reported, and says what the likely cause of each difference is. */
import {
  type Cause,
  type FileColumn,
  findColumns,
  type ReconcileBody,
  type ReconciledRow,
  type Reconciliation,
} from '@signpost/contract/conversions/reconcile.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { compareMoney, divideMoney, multiplyMoney, subtractMoney, sumMoney } from '@signpost/contract/money.ts';
import { sql } from 'kysely';
import Papa from 'papaparse';
import type { Queryable } from '../database.ts';

/** A reference as our side has it: all its events together. */
interface Ours {
  id: number;
  reference: string;
  status: string;
  day: string;
  amount: string;
  currency: string;
  /** The states of its events. */
  states: string[];
  isPriced: boolean;
  isChargedBack: boolean;
  /** Whether it happened within the range asked for. */
  isInside: boolean;
  isAtEdge: boolean;
}

interface Theirs {
  reference: string;
  line: number;
  /** How many lines name it. */
  lines: number;
  status: string;
  /** Null where no line says one. */
  amount: string | null;
  /** A line says one that is none. */
  isUnreadable: boolean;
}

const ROUNDING = '0.05';
const EXACT = '0.005';
const absolute = (amount: string): string => amount.replace(/^-/, '');

/** Compares; throws VALIDATION where the file cannot be read. */
export async function reconcile(db: Queryable, body: ReconcileBody): Promise<Reconciliation> {
  const { headers, columns, theirs, unread } = readFile(body);
  const refused = await readRefused(db, body.partnerId);
  const ours = new Map((await readOurs(db, body, [...theirs.keys()])).map((row) => [row.reference, row]));
  const result: Reconciliation = {
    ...{ headers, columns, unread, matched: 0, onlyOurs: [], onlyTheirs: [], different: [] },
    sums: {
      ours: sumMoney([...ours.values()].filter(({ isInside }) => isInside).map(({ amount }) => amount)),
      theirs: sumMoney([...theirs.values()].map(({ amount }) => amount ?? '0')),
    },
  };
  for (const [reference, their] of theirs) {
    const our = ours.get(reference);
    const missing = our === undefined ? missingCause(refused.has(reference)) : uncountedCause(our);
    if (missing !== null) {
      result.onlyTheirs.push(rowOf(reference, our, their, missing));
      continue;
    }
    const difference = our === undefined ? null : differenceCause(our, their);
    if (difference === null) result.matched += 1;
    else result.different.push(rowOf(reference, our, their, difference));
  }
  for (const [reference, our] of ours) {
    if (theirs.has(reference) || !our.isInside) continue;
    const cause = our.states.includes('counted') ? (our.isAtEdge ? 'edge_of_range' : 'not_reported') : 'unmatched';
    result.onlyOurs.push(rowOf(reference, our, undefined, cause));
  }
  return result;
}

function rowOf(reference: string, ours: Ours | undefined, theirs: Theirs | undefined, cause: Cause): ReconciledRow {
  return {
    reference,
    ours:
      ours === undefined
        ? null
        : { id: ours.id, status: ours.status, day: ours.day, amount: ours.amount, currency: ours.currency },
    theirs: theirs === undefined ? null : { line: theirs.line, status: theirs.status, amount: theirs.amount },
    cause,
  };
}

const missingCause = (refused: boolean): Cause => (refused ? 'refused' : 'never_arrived');

/** Why what we have of it does not count; null where it does. */
function uncountedCause({ states, isInside }: Ours): Cause | null {
  if (states.includes('counted')) return isInside ? null : 'outside_range';
  if (states.includes('unassigned')) return 'unassigned';
  return states.every((state) => state === 'ignored') ? 'ignored' : 'unmatched';
}

function differenceCause(ours: Ours, theirs: Theirs): Cause | null {
  if (theirs.isUnreadable) return 'unreadable';
  if (theirs.amount === null) return null;
  const apart = absolute(subtractMoney(ours.amount, theirs.amount));
  if (compareMoney(apart, EXACT) < 0) return null;
  if (compareMoney(apart, ROUNDING) <= 0) return 'rounding';
  if (ours.isChargedBack || compareMoney(theirs.amount, '0') === 0) return 'charged_back';
  if (!ours.isPriced) return 'unpriced';
  if (theirs.lines > 1 && compareMoney(multiplyMoney(ours.amount, String(theirs.lines)), theirs.amount) === 0)
    return 'listed_twice';
  const ratio = divideMoney(theirs.amount, ours.amount, 4);
  return ratio !== null && isCurrencyRatio(ratio) ? 'currency' : 'terms';
}

/** The usual pairs (USD, GBP, CHF against EUR) lie this near to one, and deals seldom differ by so little. */
const isCurrencyRatio = (ratio: string): boolean =>
  [
    ['1.03', '1.25'],
    ['0.80', '0.97'],
  ].some(([low = '', high = '']) => compareMoney(ratio, low) >= 0 && compareMoney(ratio, high) <= 0);

/** By what their file names them: our reference or, where their file goes by clicks, the click id. */
async function readOurs(db: Queryable, body: ReconcileBody, references: readonly string[]): Promise<Ours[]> {
  const { partnerId, dateRange } = body;
  const { rows } = await sql<Ours>`
    SELECT min(id) AS id, name AS reference, string_agg(DISTINCT status, ', ') AS status, min(day)::text AS day,
      coalesce(sum((price ->> 'amount')::numeric), 0)::text AS amount, coalesce(max(price ->> 'currency'), '') AS currency,
      array_agg(DISTINCT state) AS states, bool_or(coalesce(priced_by, 'none') <> 'none') AS is_priced,
      bool_or(meaning = 'chargeback') AS is_charged_back, bool_or(day BETWEEN start AND until) AS is_inside,
      bool_or(day IN (start, until)) AS is_at_edge
    FROM (SELECT t.*, CASE WHEN t.reference = ANY(${[...references]}::text[]) THEN t.reference
          WHEN lower(t.click_text) = ANY(${[...references]}::text[]) THEN lower(t.click_text)
          ELSE t.reference END AS name, (t.occurred_at AT TIME ZONE 'UTC')::date AS day, ${dateRange.start}::date AS start,
        ${dateRange.end}::date AS until
      FROM affiliate_transactions t WHERE t.partner_id = ${partnerId} AND t.state <> 'duplicate') t
    WHERE (day BETWEEN start AND until AND meaning IS DISTINCT FROM 'ignore') OR name = ANY(${[...references]}::text[])
    GROUP BY name`.execute(db);
  return rows;
}

/** What a partner's refused postbacks named. */
async function readRefused(db: Queryable, partnerId: number): Promise<Set<string>> {
  const { rows } = await sql<{ value: string }>`
    SELECT DISTINCT p ->> 1 AS value FROM postback_refusals r, jsonb_array_elements(r.raw -> 'parameters') p
    WHERE r.partner_id = ${partnerId} AND length(p ->> 1) >= 4`.execute(db);
  return new Set(rows.map(({ value }) => value));
}

interface ReadFile {
  headers: string[];
  columns: Partial<Record<FileColumn, string>>;
  theirs: Map<string, Theirs>;
  unread: number;
}

function readFile({ csv, columns: chosen }: ReconcileBody): ReadFile {
  const [headers = [], ...lines] = linesOf(csv);
  // What was chosen for another file says nothing of this one.
  const known = Object.fromEntries(Object.entries(chosen).filter(([, header]) => headers.includes(header)));
  const columns: Partial<Record<FileColumn, string>> = { ...findColumns(headers), ...known };
  const at = (column: FileColumn): number => headers.indexOf(columns[column] ?? '');
  if (at('reference') === -1)
    throw new AppError('VALIDATION', {
      errors: [{ path: 'columns.reference', message: 'Choose the column that names a transaction.' }],
      data: { headers },
    });
  const theirs = new Map<string, Theirs>();
  const mark = decimalMarkOf(lines.map((line) => line[at('amount')] ?? ''));
  let unread = 0;
  for (const [index, line] of lines.entries()) {
    const given = line[at('reference')]?.trim() ?? '';
    // Click ids are kept in small letters.
    const reference = UUID.test(given) ? given.toLowerCase() : given;
    if (reference === '') {
      unread += 1;
      continue;
    }
    const text = line[at('amount')] ?? '';
    const amount = amountOf(text, mark);
    const before = theirs.get(reference);
    theirs.set(reference, {
      reference,
      // The header is the first line.
      line: before?.line ?? index + 2,
      lines: (before?.lines ?? 0) + 1,
      status: line[at('status')]?.trim() ?? before?.status ?? '',
      amount: before?.amount == null ? amount : sumMoney([before.amount, amount ?? '0']),
      isUnreadable: before?.isUnreadable === true || (amount === null && /\d/.test(text)),
    });
  }
  return { headers, columns, theirs, unread };
}

function linesOf(csv: string): string[][] {
  const { data, errors } = Papa.parse<string[]>(csv, {
    skipEmptyLines: 'greedy',
    delimitersToGuess: [';', '\t', ',', '|'],
  });
  const broken = errors.find(({ type }) => type === 'Quotes');
  if (broken !== undefined)
    throw new AppError('VALIDATION', {
      errors: [{ path: 'csv', message: `Line ${(broken.row ?? 0) + 1}: ${broken.message}` }],
    });
  return data.map((line) => line.map((cell) => cell.trim()));
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What stands before the cents in a column: told by the cells that can be read in one way only; a point otherwise. */
export function decimalMarkOf(cells: readonly string[]): ',' | '.' {
  for (const cell of cells) {
    const [commas, points] = [cell.split(',').length - 1, cell.split('.').length - 1];
    if (commas > 0 && points > 0) return cell.lastIndexOf(',') > cell.lastIndexOf('.') ? ',' : '.';
    if (commas > 1 || points > 1) return commas > 1 ? '.' : ',';
    // Three digits behind a lone mark may be thousands.
    const mark = commas > 0 ? ',' : '.';
    const rest = points + commas === 0 ? undefined : /^(\d*)\D*$/.exec(cell.slice(cell.indexOf(mark) + 1))?.[1];
    if (rest !== undefined && rest.length !== 3) return mark;
  }
  return '.';
}

/** `€1,234.50`, `1.234,50`, `-12`, `−12`, `12-` and `(12.00)` as decimal strings; null for what is none. */
export function amountOf(text = '', mark: ',' | '.' = decimalMarkOf([text])): string | null {
  if (/\de[+-]?\d/i.test(text)) return null;
  const digits = text.replaceAll(/[^\d.,]/g, '');
  const isNegative = /^[^\d]*[-−–(]/.test(text) || /\d\s*[-−–]\s*$/.test(text);
  const plain = mark === ',' ? digits.replaceAll('.', '').replace(',', '.') : digits.replaceAll(',', '');
  const amount = /^\d{1,12}(\.\d{1,6})?$/.test(plain) ? multiplyMoney(plain, '1') : null;
  return amount !== null && isNegative ? subtractMoney('0', amount) : amount;
}
