/** What of a conversion is owed to the publisher whose visitor it was. */
import { multiplyMoney, sumMoney } from '@signpost/contract/money.ts';
import type { PublisherTerms } from '../work/terms.ts';
import { inBase, type RateOf } from './rates.ts';

export interface Owed {
  /** Base currency. */
  amount: string;
  because: string;
}

/** The narrowest terms that hold on the click's day: product and geo > product > geo > the general commission. */
export function commissionOf(
  conversion: { revenue: string; isFirstDeposit: boolean; day: string },
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
        (it.validFrom === null || it.validFrom <= conversion.day) &&
        (it.validTo === null || it.validTo >= conversion.day),
    )
    .sort((a, b) => narrow(b) - narrow(a) || (b.validFrom ?? '').localeCompare(a.validFrom ?? ''));
  if (own === undefined) return null;
  const percent = own.commissionPercent ?? '0';
  const share = inBase(multiplyMoney(conversion.revenue, percent), '0.01');
  const rate = rateOf(own.currency, conversion.day) ?? '0';
  const fixed = conversion.isFirstDeposit && own.perFirstDeposit !== null ? inBase(own.perFirstDeposit, rate) : '0';
  const amount = sumMoney([share, fixed]);
  if (Number(amount) === 0) return null;
  const parts = [
    ...(Number(share) === 0 ? [] : [`${Number(percent)} % of ${conversion.revenue}`]),
    ...(Number(fixed) === 0 ? [] : [`${own.perFirstDeposit} ${own.currency} for a first deposit`]),
  ];
  return { amount, because: `commission: ${parts.join(' and ')}` };
}
