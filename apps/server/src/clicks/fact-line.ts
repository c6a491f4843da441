/** A fact as one line of JSON, as the click log keeps it and as ClickHouse takes it. */
import {
  COUNT_MEASURES,
  FACT_FREE_TEXTS,
  FACT_IDS,
  FACT_TEXTS,
  type Fact,
  MONEY_MEASURES,
} from '@signpost/contract/stats/fact.ts';
import { snakeCase } from '../platform/names.ts';

const columns = [
  ...(['factId', 'kind', 'at', 'clickAt', 'recordedAt', 'clickId', 'visitorId', 'dealVersion'] as const),
  ...(['allocationVersion', 'amount', 'rate'] as const),
  ...FACT_IDS,
  ...FACT_TEXTS,
  ...FACT_FREE_TEXTS,
  ...COUNT_MEASURES,
  ...MONEY_MEASURES,
] satisfies (keyof Fact)[];

/** The columns a fact's line may have, as the table names them. */
export const FACT_COLUMNS: readonly string[] = columns.map(snakeCase);

/** What a click knows; everything else is "none" or zero. */
export type KnownFact = Pick<Fact, 'factId' | 'kind' | 'at'> & Partial<Fact>;

const AT = '{"at":"';
const MONTH_LENGTH = 'YYYY-MM'.length;

/**
 * The line of a fact: `at` first, so that its month can be read without parsing; zeros and blanks left out, since the
 * table's own defaults are the same.
 */
export function factLine(fact: KnownFact): string {
  const { at } = fact;
  let line = `${AT}${at}"`;
  if (fact.clickAt === undefined) line += `,"click_at":"${at}"`;
  if (fact.recordedAt === undefined) line += `,"recorded_at":"${at}"`;
  if (fact.rate === undefined) line += ',"rate":"1"';
  return `${line}${columnsOf(fact)}}`;
}

/** What every click's line has; `trace` is JSON of the trace's own text (`traceText`). */
interface ClickHead {
  readonly id: string;
  readonly kind: 'visit' | 'bot_visit';
  readonly at: string;
  readonly visitorId: string;
  readonly trace: string;
}

/**
 * The same for a click; `rest` is its other columns. What cannot need an escape is not looked at, and what is the same for
 * every click (its own id, its own moment, no other currency) is the table's default.
 */
export function clickLine({ id, kind, at, visitorId, trace }: ClickHead, rest: string): string {
  return `${AT}${at}","fact_id":"${id}","kind":"${kind}","visitor_id":"${visitorId}"${rest},"trace":${trace}}`;
}

type Column = (typeof columns)[number];

/** What stands before each column's value. With {@link number} and {@link text} a line is written that is written often. */
export const KEYS = Object.fromEntries(columns.map((column) => [column, `,"${snakeCase(column)}":`])) as Readonly<
  Record<Column, string>
>;

/** One column's piece of a line; nothing where it is the table's own default. */
export const number = (key: string, value: number): string => (value === 0 ? '' : key + value);

/** The same of a text. */
export const text = (key: string, value: string): string => (value === '' ? '' : key + JSON.stringify(value));

function columnsOf(fact: Partial<Fact>): string {
  let line = '';
  for (const name in fact) {
    const value = fact[name as keyof Fact];
    if (value === 0 || value === '' || value === undefined || name === 'at') continue;
    if (!(name in KEYS)) continue;
    const key = KEYS[name as Column];
    line += typeof value === 'number' ? key + value : key + JSON.stringify(value);
  }
  return line;
}

const atBytes = Buffer.from(AT);

/** The month (`2026-11`) of a line that lies at `start` in a buffer, or '' when it is not a fact's line. */
export function monthOfLine(buffer: Buffer, start: number, end: number): string {
  const from = start + atBytes.length;
  if (end < from + MONTH_LENGTH || buffer.compare(atBytes, 0, atBytes.length, start, from) !== 0) return '';
  const month = buffer.toString('latin1', from, from + MONTH_LENGTH);
  return /^\d{4}-\d{2}$/.test(month) ? month : '';
}
