/** The demo's exchange rates of the dollar, week by week. */

import type { Row } from './row.ts';
import { DAYS } from './traffic.ts';

const DAY_MS = 86_400_000;
const WEEK = 7;
/** The first year of facts copies half years of the second one, so rates repeat from one half year to the next. */
const PERIOD = DAYS / 4;

/** One rate for every week of the demo's two years, up to `now`. */
export function makeRates(now: Date): Row[] {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  return Array.from({ length: DAYS / WEEK + 1 }, (_, week) => {
    const phase = (((week * WEEK) % PERIOD) / PERIOD) * 2 * Math.PI;
    return {
      currency: 'USD',
      day: new Date(today - (DAYS - week * WEEK) * DAY_MS).toISOString().slice(0, 10),
      perEuro: (1.13 + 0.03 * Math.sin(phase) + 0.008 * Math.sin(phase * 5)).toFixed(4),
    };
  });
}
