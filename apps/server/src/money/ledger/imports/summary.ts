/** The sums of a file's accepted rows, shown before they count. */
import { sumMoney } from '@signpost/contract/money/money.ts';
import type { ImportSum, ImportSummary } from '@signpost/contract/records/gambling-import.ts';
import type { GoodRow } from './rows.ts';

function sumOf(currency: string, rows: readonly GoodRow[]): ImportSum {
  const count = (field: string): number => rows.reduce((sum, row) => sum + Number(row[field]), 0);
  const money = (field: string): string => sumMoney(rows.map((row) => String(row[field])));
  return {
    currency,
    rows: rows.length,
    registrations: count('registrations'),
    firstDeposits: count('firstDeposits'),
    deposits: count('deposits'),
    depositAmount: money('depositAmount'),
    revenue: money('revenue'),
  };
}

/** The sums of these rows by currency; null if there are no rows. */
export function summaryOf(rows: readonly GoodRow[]): ImportSummary | null {
  const [first] = rows;
  if (first === undefined) return null;
  let from = first.day;
  let to = first.day;
  for (const { day } of rows) {
    if (day < from) from = day;
    if (day > to) to = day;
  }
  const byCurrency = [...Map.groupBy(rows, (row) => String(row.currency))].sort(([a], [b]) => a.localeCompare(b));
  return { from, to, sums: byCurrency.map(([currency, own]) => sumOf(currency, own)) };
}
