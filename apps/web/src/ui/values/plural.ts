import { formatNumber } from './format.ts';

/** The word that fits a number: "row" for 1, "rows" for any other. */
export function plural(count: number, one: string, many = `${one}s`): string {
  if (count === 1) return one;
  return many;
}

/** A number with its word: "1 row", "1,234 rows". */
export function counted(count: number, one: string, many?: string): string {
  return `${formatNumber(count)} ${plural(count, one, many)}`;
}
