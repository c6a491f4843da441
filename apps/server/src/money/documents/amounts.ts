/** Refuses amounts that a document or payment cannot take. */
import { invalid } from '@signpost/contract/errors.ts';
import { decimalsOf, placesOf, placesProblem } from '@signpost/contract/reading/minor-units.ts';

/**
 * Errors: VALIDATION for an amount with more decimals than its currency, or than the document or payment of which it is a
 * part: documents from before minor units were supported have two in every currency.
 */
export function refuseFiner(path: string, amount: string, whole: { currency: string; total?: string }): void {
  const places = Math.max(placesOf(whole.currency), decimalsOf(whole.total ?? ''));
  const problem = placesProblem(amount, whole.currency, places);
  if (problem !== '') throw invalid(path, problem);
}
