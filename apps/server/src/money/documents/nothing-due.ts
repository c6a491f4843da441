/** Why no document can be made over a sum that is not more than nothing. */
import { amountText } from '@signpost/contract/money/document-texts.ts';
import { compareMoney } from '@signpost/contract/money/money.ts';
import { placesOf } from '@signpost/contract/reading/minor-units.ts';

/** The sentence for amounts that cancel each other out. */
export const ADDS_UP_TO_NOTHING = 'The amounts add up to 0, so there is nothing to bill.';

/** The sentence for a sum whose total is nothing or less. `exact` is the sum as it is stored, `net` as a document has it. */
export function nothingDueOver({ exact, net, currency }: { exact: string; net: string; currency: string }): string {
  const sign = compareMoney(exact, '0');
  if (sign === 0) return ADDS_UP_TO_NOTHING;
  const smallest = amountText(smallestUnit(currency), currency);
  if (sign > 0) return `The sum is below ${smallest}, so there is nothing to bill.`;
  const later = 'They stay open and reduce a later document.';
  if (compareMoney(net, '0') === 0) return `Corrections exceed what is due by less than ${smallest}. ${later}`;
  return `Corrections of ${amountText(net, currency)} exceed what is due. ${later}`;
}

/** The smallest amount of a currency: 0.01 of EUR, 1 of JPY. */
function smallestUnit(currency: string): string {
  const places = placesOf(currency);
  if (places === 0) return '1';
  return `0.${'1'.padStart(places, '0')}`;
}
