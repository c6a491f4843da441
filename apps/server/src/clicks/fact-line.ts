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

const keyOf = new Map<string, string>(columns.map((column) => [column, `,"${snakeCase(column)}":`]));

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
  for (const name in fact) {
    if (name === 'at') continue;
    const value = fact[name as keyof Fact];
    if (value === 0 || value === '' || value === undefined) continue;
    const key = keyOf.get(name);
    if (key !== undefined) line += typeof value === 'number' ? key + value : key + JSON.stringify(value);
  }
  return `${line}}`;
}

const atBytes = Buffer.from(AT);

/** The month (`2026-11`) of a line that lies at `start` in a buffer, or '' when it is not a fact's line. */
export function monthOfLine(buffer: Buffer, start: number, end: number): string {
  const from = start + atBytes.length;
  if (end < from + MONTH_LENGTH || buffer.compare(atBytes, 0, atBytes.length, start, from) !== 0) return '';
  const month = buffer.toString('latin1', from, from + MONTH_LENGTH);
  return /^\d{4}-\d{2}$/.test(month) ? month : '';
}
