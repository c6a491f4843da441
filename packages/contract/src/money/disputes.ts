/** The sentence that warns of disputed events before a document is proposed, approved or issued. */
import { formatCents } from './document-texts.ts';
import { sumMoney } from './money.ts';

/** For example `2 events, €156.00, are disputed.`; empty without any. Disputes of before amounts were kept have none. */
export function disputedText(amounts: readonly (string | null)[], currency: string): string {
  if (amounts.length === 0) return '';
  const known = amounts.filter((amount) => amount !== null);
  const sum = known.length === amounts.length ? `, ${formatCents(sumMoney(known), currency)},` : '';
  if (amounts.length === 1) return `1 event${sum} is disputed.`;
  return `${amounts.length} events${sum} are disputed.`;
}
