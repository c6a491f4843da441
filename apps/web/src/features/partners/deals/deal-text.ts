import { dealTypeLabel, REPORTED } from '@signpost/contract/partners/conversions/deal-types.ts';
import type { OpenDeal } from '@signpost/contract/records/deals.ts';
import { formatMoney, formatPercent } from '../../../ui/values/format.ts';
import { listOf } from '../../../ui/values/list-of.ts';

/** Shows as many decimal places as needed: a share of 12.5 % is not 13 %. */
const placesOf = (percent: string): number => (/\.(\d*[1-9])/.exec(percent)?.[1] ?? '').length;

/** The days on which a deal is valid: "Always", "from 2026-10-02", "until 2026-12-31", or both days. */
export function validText({ validFrom, validTo }: Pick<OpenDeal, 'validFrom' | 'validTo'>): string {
  if (validFrom === null) return validTo === null ? 'Always' : `until ${validTo}`;
  if (validTo === null) return `from ${validFrom}`;
  return `${validFrom} – ${validTo}`;
}

/** The payment terms of a deal. `dealType` is given where the deal may be of a type without an amount of its own. */
export interface DealPay extends Pick<OpenDeal, 'fixedAmount' | 'currency' | 'sharePercent'> {
  dealType?: string | undefined;
}

/** Describes what a deal pays: "120.00 EUR", "30 %", "50.00 EUR + 20 %", "As reported". */
export function dealText({ fixedAmount, currency, sharePercent, dealType }: DealPay): string {
  if (dealType === REPORTED) return dealTypeLabel(REPORTED);
  const parts = listOf(
    fixedAmount !== null && formatMoney(fixedAmount, currency),
    sharePercent !== null && formatPercent(Number(sharePercent) / 100, placesOf(sharePercent)),
  );
  if (parts.length === 0) return '–';
  return parts.join(' + ');
}

/** A deal in one line: "CPA · €8.00", "RevShare · 30 %", "As reported". */
export const dealInWords = (deal: DealPay & { dealType: string }): string => {
  if (deal.dealType === REPORTED) return dealText(deal);
  return `${dealTypeLabel(deal.dealType)} · ${dealText(deal)}`;
};
