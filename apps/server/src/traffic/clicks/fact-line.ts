/** A fact as one line of JSON, as the click log stores it and as ClickHouse accepts it. */
import { isKeyOf, recordOf } from '@signpost/contract/objects.ts';
import {
  COUNT_MEASURES,
  FACT_FREE_TEXTS,
  FACT_IDS,
  FACT_TEXTS,
  type Fact,
  MONEY_MEASURES,
} from '@signpost/contract/traffic/clicks/fact.ts';
import { snakeCase } from '../../platform/names.ts';

const columns = [
  'factId',
  'kind',
  'at',
  'clickAt',
  'recordedAt',
  'clickId',
  'visitorId',
  'dealVersion',
  'allocationVersion',
  'amount',
  'rate',
  ...FACT_IDS,
  ...FACT_TEXTS,
  ...FACT_FREE_TEXTS,
  ...COUNT_MEASURES,
  ...MONEY_MEASURES,
] satisfies (keyof Fact)[];

/** The columns that a fact's line may have, by their names in the table. */
export const FACT_COLUMNS: readonly string[] = columns.map(snakeCase);

/** The known columns of a click; all others are "none" or zero. */
export type KnownFact = Pick<Fact, 'factId' | 'kind' | 'at'> & Partial<Fact>;

const AT = '{"at":"';
const MONTH_LENGTH = 'YYYY-MM'.length;

/**
 * Writes the line of a fact. `at` comes first, so that its month can be read without parsing; zeros and empty texts are
 * left out, because they are the table's defaults.
 */
export function factLine(fact: KnownFact): string {
  const { at } = fact;
  let line = `${AT}${at}"`;
  if (fact.clickAt === undefined) line += `,"click_at":"${at}"`;
  if (fact.recordedAt === undefined) line += `,"recorded_at":"${at}"`;
  if (fact.rate === undefined) line += ',"rate":"1"';
  return `${line}${columnsOf(fact)}}`;
}

/** The columns of every click's line. `trace` is the trace's text (`traceText`) as a JSON string. */
interface ClickHead {
  readonly id: string;
  readonly kind: 'visit' | 'bot_visit';
  readonly at: string;
  readonly visitorId: string;
  readonly trace: string;
}

/**
 * Writes the line of a click; `rest` is its other columns. Values that never need escaping are not checked, and values that
 * are the same for every click (its own id, its own time, no other currency) are left to the table's defaults.
 */
export function clickLine({ id, kind, at, visitorId, trace }: ClickHead, rest: string): string {
  return `${AT}${at}","fact_id":"${id}","kind":"${kind}","visitor_id":"${visitorId}"${rest},"trace":${trace}}`;
}

type Column = (typeof columns)[number];

/** The text before each column's value. {@link number} and {@link text} use it to write lines fast. */
export const KEYS: Readonly<Record<Column, string>> = recordOf(columns, (column) => `,"${snakeCase(column)}":`);

/** A numeric column of a line; '' if the value is the table's default. */
export const number = (key: string, value: number): string => {
  if (value === 0) return '';
  return key + value;
};

/** A text column of a line; '' if the value is the table's default. */
export const text = (key: string, value: string): string => {
  if (value === '') return '';
  return key + JSON.stringify(value);
};

function columnsOf(fact: Partial<Fact>): string {
  let line = '';
  for (const name in fact) {
    if (name === 'at' || !isKeyOf(KEYS, name)) continue;
    const value = fact[name];
    if (value === 0 || value === '' || value === undefined) continue;
    const key = KEYS[name];
    line += typeof value === 'number' ? key + value : key + JSON.stringify(value);
  }
  return line;
}

const atBytes = Buffer.from(AT);

/** The month (`2026-11`) of the line at `start` in a buffer, or '' if it is not a fact's line. */
export function monthOfLine(buffer: Buffer, start: number, end: number): string {
  const from = start + atBytes.length;
  if (end < from + MONTH_LENGTH || buffer.compare(atBytes, 0, atBytes.length, start, from) !== 0) return '';
  const month = buffer.toString('latin1', from, from + MONTH_LENGTH);
  if (/^\d{4}-\d{2}$/.test(month)) return month;
  return '';
}
