import { randomUUID } from 'node:crypto';
import { type Clock, systemClock } from './clock.ts';

/** Where the random part of a UUID begins that a version 7 keeps: after its time and its version. */
const RANDOM_FROM = 'xxxxxxxx-xxxx-4'.length;

/**
 * Makes a UUID version 7: 48 bits of milliseconds, then random bits. The ids sort by creation time (to the millisecond)
 * and index well in both PostgreSQL and ClickHouse. The random bits are those of a UUID version 4, because Node draws
 * these in advance for many ids.
 */
export function newId(clock: Clock = systemClock): string {
  const time = clock.now().getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(RANDOM_FROM)}`;
}
