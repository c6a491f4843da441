/** The effect of new weights in words. */

import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { REPLAY_ENOUGH } from '@signpost/contract/traffic/clicks/replay.ts';
import type { WaterfallPreview } from '@signpost/contract/traffic/clicks/waterfall.ts';
import { PREVIEW_DAYS } from '@signpost/contract/traffic/clicks/waterfall.ts';
import { formatMoney, formatNumber } from '../../../ui/values/format.ts';

const perDay = (clicks: number): string => formatNumber(clicks, clicks < 10 ? 1 : 0);

/** The shift of clicks: "≈ 120 clicks a day move from A to B". */
export function shiftWords({ clicks, moved, deals }: WaterfallPreview): string {
  if (clicks === 0) return `There was no click-out in this geo in the last ${PREVIEW_DAYS} days to try this with.`;
  if (moved === 0) return `No click-out of the last ${PREVIEW_DAYS} days would have gone elsewhere.`;
  const losing = deals.filter(({ before, after }) => after < before);
  const gaining = deals.filter(({ before, after }) => after > before);
  const from = losing[0]?.name;
  const to = gaining[0]?.name;
  const ends = losing.length === 1 && gaining.length === 1 ? ` from ${from} to ${to}` : '';
  return `≈ ${perDay(moved)} clicks a day move${ends}`;
}

/** The clicks a day of one deal: "Amber 200 → 320". */
export const dealWords = ({ name, before, after }: WaterfallPreview['deals'][number]): string =>
  `${name} ${perDay(before)} → ${perDay(after)}`;

/** The deals whose clicks would change, those that change most first. */
export const changedDeals = ({ deals }: WaterfallPreview): WaterfallPreview['deals'] =>
  deals
    .filter(({ before, after }) => perDay(before) !== perDay(after))
    .sort((one, other) => Math.abs(other.after - other.before) - Math.abs(one.after - one.before));

/** An amount that leaves out more than this share of the moved clicks would say nothing. */
const MOST_UNKNOWN = 0.5;

const isTooLittle = ({ moved, unknown }: WaterfallPreview): boolean => unknown > MOST_UNKNOWN * moved;

/** The effect in money with its sign; null if it is not known. */
export function valueWords(preview: WaterfallPreview): string | null {
  const { value, moved } = preview;
  if (value === null || moved === 0 || isTooLittle(preview)) return null;
  const text = formatMoney(value, baseCurrency(), Math.abs(Number(value)) < 100 ? 2 : 0);
  if (Number(value) > 0) return `+${text}`;
  return text;
}

/** The clicks that the amount leaves out, or the reason why there is no amount; null if all clicks are valued. */
export function unknownWords(preview: WaterfallPreview): string | null {
  const { value, moved, unknown } = preview;
  if (unknown === 0) return null;
  if (value !== null && moved > 0 && isTooLittle(preview))
    return `Too little data for an amount: most of these clicks go from or to deals with fewer than ${REPLAY_ENOUGH} click-outs in that time.`;
  return `${perDay(unknown)} of these clicks are not valued: a deal had fewer than ${REPLAY_ENOUGH} click-outs in that time.`;
}
