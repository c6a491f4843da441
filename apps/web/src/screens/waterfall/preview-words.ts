/** The effect of new weights in words. */
import { REPLAY_ENOUGH } from '@signpost/contract/clicks/replay.ts';
import type { WaterfallPreview } from '@signpost/contract/clicks/waterfall.ts';
import { PREVIEW_DAYS } from '@signpost/contract/clicks/waterfall.ts';
import { BASE_CURRENCY } from '@signpost/contract/stats/fact.ts';
import { formatMoney, formatNumber } from '../../ui/values/format.ts';

const perDay = (clicks: number): string => formatNumber(clicks, clicks < 10 ? 1 : 0);

/** The shift of clicks: "≈ 120 clicks a day move from A to B". */
export function shiftWords({ clicks, moved, deals }: WaterfallPreview): string {
  if (clicks === 0) return `There was no click-out in this geo in the last ${PREVIEW_DAYS} days to try this with.`;
  if (moved === 0) return `No click-out of the last ${PREVIEW_DAYS} days would have gone elsewhere.`;
  const losing = deals.filter(({ before, after }) => after < before);
  const gaining = deals.filter(({ before, after }) => after > before);
  const [from, to] = [losing[0]?.name, gaining[0]?.name];
  const ends = losing.length === 1 && gaining.length === 1 ? ` from ${from} to ${to}` : '';
  return `≈ ${perDay(moved)} clicks a day move${ends}`;
}

/** The clicks a day of one deal: "Amber 200 → 320". */
export const dealWords = ({ name, before, after }: WaterfallPreview['deals'][number]): string =>
  `${name} ${perDay(before)} → ${perDay(after)}`;

/** The effect in money with its sign; null if it is not known. */
export function valueWords({ value, moved, unknown }: WaterfallPreview): string | null {
  if (value === null || moved === 0 || unknown >= moved) return null;
  const text = formatMoney(value, BASE_CURRENCY, Math.abs(Number(value)) < 100 ? 2 : 0);
  return Number(value) > 0 ? `+${text}` : text;
}

/** What the amount leaves out. */
export function unknownWords({ unknown }: WaterfallPreview): string | null {
  if (unknown === 0) return null;
  return `${perDay(unknown)} of these clicks are not valued: a deal had fewer than ${REPLAY_ENOUGH} click-outs in that time.`;
}
