/** The VAT of a document in the national currency of its seller (docs/decisions/0322). */
import type { DocumentPayload } from '@signpost/contract/money/document.ts';
import { compareMoney, subtractMoney, sumMoney } from '@signpost/contract/money/money.ts';
import { nationalCurrencyOf } from '@signpost/contract/money/national-vat.ts';
import { convertMoney, wholeUnits } from '@signpost/contract/money/rounding.ts';
import { placesOf } from '@signpost/contract/reading/minor-units.ts';
import type { Queryable } from '../../database.ts';
import { readRate } from './rules.ts';

type Stated = NonNullable<DocumentPayload['nationalVat']>;
type Amounts = Pick<DocumentPayload['totals'], 'net' | 'vat'>;

function converted({ net, vat }: Amounts, rate: Stated['rate'], mode: DocumentPayload['rounding']): Amounts {
  const rounding = { mode, places: placesOf(rate.to) };
  return { net: convertMoney(net, rate.rate, rounding), vat: convertMoney(vat, rate.rate, rounding) };
}

/**
 * Net amount and VAT in the seller's national currency; nothing if no VAT is charged, or if the document is in it. Errors:
 * VALIDATION if a rate is missing.
 */
export async function nationalVatOf(
  db: Queryable,
  {
    seller,
    currency,
    totals,
    rounding,
    rate,
  }: Pick<DocumentPayload, 'seller' | 'currency' | 'totals' | 'rounding' | 'rate'>,
): Promise<{ nationalVat?: Stated }> {
  const to = nationalCurrencyOf(seller);
  if (to === null || to === currency || compareMoney(totals.vat, '0') === 0) return {};
  const used = await readRate(db, { currency, to, day: rate.agreedOn });
  return { nationalVat: { ...converted(totals, used, rounding), rate: used } };
}

/** The same of a credit note: at the rate of its invoice, so that all notes together state what the invoice did. */
export function nationalVatOfNote(
  { nationalVat, rounding }: DocumentPayload,
  { before, totals }: { before: Amounts; totals: Amounts },
): { nationalVat?: Stated } {
  if (nationalVat === undefined) return {};
  const { rate } = nationalVat;
  const until = converted(before, rate, rounding);
  const upTo = converted(
    { net: sumMoney([before.net, totals.net]), vat: sumMoney([before.vat, totals.vat]) },
    rate,
    rounding,
  );
  const part = (of: keyof Amounts) => wholeUnits(subtractMoney(upTo[of], until[of]), placesOf(rate.to));
  return { nationalVat: { net: part('net'), vat: part('vat'), rate } };
}
