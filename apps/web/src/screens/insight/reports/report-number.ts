/** Formats the numbers of a report for screens; its files contain plain decimals. */

import type { NumberColumn } from '@signpost/contract/insight/reports/downloads.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { EMPTY, formatMoney, formatNumber } from '../../../ui/values/format.ts';

const placesOf = (text: string): number => (text.split('.')[1] ?? '').length;

/** Such as `€12,530.69`, `12.30 %` or `1,234`. Older reports have no formats: all their decimals are shown. */
export function reportNumber(text: string, column: NumberColumn | undefined): string {
  if (text === '') return EMPTY;
  switch (column?.format) {
    case 'money':
      return formatMoney(text, baseCurrency(), column.places);
    case 'percent':
      return `${formatNumber(text, column.places)} %`;
    case 'integer':
      return formatNumber(text, column.places);
    case 'number':
    case undefined:
      return formatNumber(text, Math.min(placesOf(text), column?.places ?? Number.POSITIVE_INFINITY));
  }
}

/** The title of a column without its unit, if each number shows it. */
export const reportTitle = (title: string, column: NumberColumn | undefined): string => {
  if (column?.format === 'percent') return title.replace(' (%)', '');
  return title;
};
