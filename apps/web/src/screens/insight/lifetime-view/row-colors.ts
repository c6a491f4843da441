/** Which rows have a curve, and the colour that a curve shares with the row of the table. */
import type { LifetimeData, LifetimeRow } from '@signpost/contract/insight/stats/lifetime.ts';
import { HUES } from '../../../stats/plot-style.ts';
import { colors } from '../../../theme/colors.ts';

const MOST_LINES = 12;
/** From the oldest month to the newest. */
const BY_AGE = ['series8', 'series1', 'series7', 'series3', 'series5'] as const;

/** Mixes two colours `#rrggbb`. */
function mixed(one: string, other: string, share: number): string {
  const part = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  const channel = (at: number) => Math.round(part(one, at) * (1 - share) + part(other, at) * share);
  return `rgb(${channel(1)}, ${channel(3)}, ${channel(5)})`;
}

/** The colour of a row among all rows, by its age. */
function colorByAge(palette: (typeof colors)['dark' | 'light'], at: number, count: number): string {
  const place = count < 2 ? BY_AGE.length - 1 : (at / (count - 1)) * (BY_AGE.length - 1);
  const [one = 'series1', other = one] = BY_AGE.slice(Math.floor(place));
  return mixed(palette[one], palette[other], place % 1);
}

/**
 * The rows that have a curve, in the order of the table, with their colours: the first items, each with a colour of its
 * own; or the newest months, which go through the colours from violet to yellow, the newest last.
 */
export function rowColors(
  { rows, by }: Pick<LifetimeData, 'rows'> & { by: string },
  scheme: 'dark' | 'light',
): ReadonlyMap<LifetimeRow, string> {
  const palette = colors[scheme];
  if (by !== 'month')
    return new Map(rows.slice(0, HUES.length).map((row, at) => [row, palette[HUES[at] ?? 'series1']]));
  const newest = rows.slice(-MOST_LINES);
  return new Map(newest.map((row, at) => [row, colorByAge(palette, at, newest.length)]));
}
