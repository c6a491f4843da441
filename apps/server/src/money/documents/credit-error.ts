/** The sentences for credits that cannot be made. */
import type { CreditedLine, CreditRefusal } from '@signpost/contract/money/credit.ts';
import { roundingOf, wholeUnits } from '@signpost/contract/money/rounding.ts';
import { placesProblem } from '@signpost/contract/reading/minor-units.ts';
import type { StoredDocument } from './store.ts';

/** `left` has the decimals of the invoice. */
const REASONS: Readonly<Record<Exclude<CreditRefusal['reason'], 'tooFine'>, (left: string) => string>> = {
  unknownLine: () => 'The invoice has no such line.',
  wrongSign: (left) => `The amount has the wrong sign; ${left} can be credited.`,
  tooMuch: (left) => `At most ${left} can still be credited.`,
  tooMuchInAll: (left) =>
    `All lines together can still be credited by ${left}, because some are negative. Credit those too.`,
  twice: () => 'The line appears twice. Enter its whole amount once.',
};

/** The sentence of a refusal, at the line that was asked for. */
export function creditError(
  lines: readonly CreditedLine[],
  { position, reason, left }: CreditRefusal,
  { currency, payload }: StoredDocument,
) {
  const { places } = roundingOf(payload);
  const at = lines.findIndex((line) => line.position === position);
  const path = `lines.${at}.amount`;
  if (reason === 'tooFine') return { path, message: placesProblem(lines[at]?.amount ?? '0', currency, places) };
  return { path, message: REASONS[reason](wholeUnits(left, places)) };
}
