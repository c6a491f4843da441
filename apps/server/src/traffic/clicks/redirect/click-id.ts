import { randomUUID } from 'node:crypto';

/** Many clicks share a millisecond, so its text is computed once. */
let known = { at: Number.NaN, iso: '', prefix: '' };

function timeOf(at: number): typeof known {
  if (known.at === at) return known;
  const time = at.toString(16).padStart(12, '0');
  known = { at, iso: new Date(at).toISOString(), prefix: `${time.slice(0, 8)}-${time.slice(8)}-7` };
  return known;
}

/** A UUID of version 7 for `at`. It is cheap, because Node caches the random bits of `randomUUID`. */
export function clickIdAt(at: number): string {
  return timeOf(at).prefix + randomUUID().slice(15);
}

/** ISO 8601, UTC, with milliseconds. */
export function isoTime(at: number): string {
  return timeOf(at).iso;
}
