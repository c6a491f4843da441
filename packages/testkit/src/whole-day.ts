/** Tests that compare a day of their own with "today" of the product, which are wrong when midnight passes between them. */
import { setTimeout as delay } from 'node:timers/promises';

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long to wait until at least `neededMs` are left of the day in UTC: nothing, or until midnight has passed. */
export function untilWholeDay(now: number, neededMs: number): number {
  const left = DAY_MS - (now % DAY_MS);
  return left < neededMs ? left : 0;
}

/** Waits until at least `neededMs` are left of the day, so that work which starts now does not see two days. */
export async function wholeDay(neededMs: number): Promise<void> {
  const waitMs = untilWholeDay(Date.now(), neededMs);
  if (waitMs > 0) await delay(waitMs);
}
