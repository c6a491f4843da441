/** The sentence that warns of disputed events before a document is proposed, approved or issued. */

import { placesOf } from '../reading/minor-units.ts';
import { amountText } from './document-texts.ts';
import { sumMoney } from './money.ts';
import { roundMoney } from './rounding.ts';

/** For example `2 events, €156.00, are disputed.`; empty without any. Disputes from before amounts were kept have none. */
export function disputedText(amounts: readonly (string | null)[], currency: string): string {
  if (amounts.length === 0) return '';
  const known = amounts.filter((amount) => amount !== null);
  const rounded = roundMoney(sumMoney(known), { mode: 'halfUp', places: placesOf(currency) });
  const sum = known.length === amounts.length ? `, ${amountText(rounded, currency)},` : '';
  if (amounts.length === 1) return `1 event${sum} is disputed.`;
  return `${amounts.length} events${sum} are disputed.`;
}
