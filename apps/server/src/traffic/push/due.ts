/** When a message is due for a visitor. Pure. */
import { later } from '@signpost/contract/dates/dates.ts';
import { runInstant } from '@signpost/contract/workplace/jobs/schedule.ts';
import { type QuietHours, quietUntil } from '../../workplace/notifications/quiet.ts';

export interface Timing {
  timing: 'now' | 'at' | 'local';
  sendAt: Date | null;
  localDay: string | null;
  localTime: string | null;
  quiet: QuietHours | null;
}

function wantedAt({ timing, sendAt, localDay, localTime }: Timing, zone: string, now: Date): Date {
  if (timing === 'at' && sendAt !== null) return sendAt;
  if (timing === 'local' && localDay !== null && localTime !== null)
    return runInstant({ time: localTime, zone }, localDay);
  return now;
}

/** The last time zone in which a day ends (UTC−12). */
const LAST_ZONE = 'Etc/GMT+12';

/** The field of a time that has passed for everybody; null if there is still somebody for whom it has not. */
export function passedField(timing: Timing, now: Date): 'sendAt' | 'localDay' | null {
  if (timing.timing === 'now' || wantedAt(timing, LAST_ZONE, now) >= now) return null;
  if (timing.timing === 'at') return 'sendAt';
  return 'localDay';
}

/** The first instant at or after `at` outside the quiet hours of a zone. */
export const outsideQuiet = (quiet: QuietHours | null, zone: string, at: Date): Date =>
  (quiet && quietUntil(quiet, zone, at)) ?? at;

/**
 * The first instant, not before now, at which a visitor of this zone gets the message. A time that has passed already is
 * now; what falls into the quiet hours waits for their end.
 */
export function dueAt(timing: Timing, zone: string, now: Date): Date {
  return outsideQuiet(timing.quiet, zone, later(wantedAt(timing, zone, now), now));
}
