/** Computes the amount a conversion owes to the publisher of its visitor (docs/product/deals.md#what-publishers-earn). */

import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { multiplyMoney, subtractMoney, sumMoney } from '@signpost/contract/money/money.ts';
import { isValidOn } from '@signpost/contract/traffic/clicks/validity.ts';
import { inBase, type RateOf } from './rates.ts';
import type { PublisherTerms } from './terms.ts';

export interface Owed {
  /** In base currency. */
  amount: string;
  /** The part that is a fixed amount instead of a share; negative for a reversal. */
  fixed: string;
  because: string;
}

/**
 * The narrowest terms that are valid on the click's day apply: product and geo > product > geo > the general
 * commission. `paidFixed` is the sum of fixed amounts owed for the same click so far, which a chargeback takes back.
 */
export function commissionOf(
  conversion: { revenue: string; isFirstDeposit: boolean; paidFixed?: string | undefined; day: string },
  click: { publisherId: number; productId: number; geoId: number },
  terms: readonly PublisherTerms[],
  rateOf: RateOf,
): Owed | null {
  const fits = (own: number | null, asked: number): boolean => own === null || own === asked;
  const narrow = ({ productId, geoId, validFrom }: PublisherTerms): number =>
    (productId === null ? 0 : 4) + (geoId === null ? 0 : 2) + (validFrom === null ? 0 : 1);
  const [own] = terms
    .filter(
      (it) =>
        it.publisherId === click.publisherId &&
        fits(it.productId, click.productId) &&
        fits(it.geoId, click.geoId) &&
        isValidOn(it, conversion.day),
    )
    .sort((a, b) => narrow(b) - narrow(a) || (b.validFrom ?? '').localeCompare(a.validFrom ?? ''));
  const paidFixed = conversion.paidFixed ?? '0';
  const percent = own?.commissionPercent ?? '0';
  const share = inBase(multiplyMoney(conversion.revenue, percent), '0.01');
  const perDeposit = conversion.isFirstDeposit ? (own?.perFirstDeposit ?? '0') : '0';
  const rate = (own && rateOf(own.currency, conversion.day)) ?? '0';
  const fixed = subtractMoney(inBase(perDeposit, rate), paidFixed);
  const amount = sumMoney([share, fixed]);
  if (Number(amount) === 0 && Number(fixed) === 0) return null;
  const parts: string[] = [];
  if (Number(share) !== 0) parts.push(`${Number(percent)} % of ${conversion.revenue}`);
  if (Number(perDeposit) !== 0) parts.push(`${perDeposit} ${own?.currency} for a first deposit`);
  if (Number(paidFixed) !== 0) parts.push(`${Number(paidFixed)} ${baseCurrency()} for the first deposit taken back`);
  return { amount, fixed, because: `commission: ${parts.join(' and ')}` };
}
