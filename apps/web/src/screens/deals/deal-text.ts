import type { OpenDeal } from '@signpost/contract/records/deals.ts';
import { formatMoney, formatPercent } from '../../ui/format.ts';

/** What a deal pays, in one line: "120.00 EUR", "30 %", "50.00 EUR + 20 %". */
export function dealText({
  deal,
  currency,
  sharePercent,
}: Pick<OpenDeal, 'deal' | 'currency' | 'sharePercent'>): string {
  const parts = [
    ...(deal === null ? [] : [formatMoney(deal, currency)]),
    ...(sharePercent === null ? [] : [formatPercent(Number(sharePercent) / 100, 0)]),
  ];
  return parts.length === 0 ? '–' : parts.join(' + ');
}
