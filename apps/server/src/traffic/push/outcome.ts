/** The meaning of a push service's answer (RFC 8030, 5 and 8.4). Pure. */
import { isRefusal, type OutgoingAnswer, type OutgoingProblem } from '../../platform/outgoing.ts';
import { retryAfter } from '../../platform/retry-after.ts';

export type Outcome =
  | { kind: 'accepted' }
  /** The subscription has ended. */
  | { kind: 'gone' }
  /** Refused. With `needsRenewal` the key is the reason, so the browser has to subscribe again. */
  | { kind: 'refused'; needsRenewal: boolean }
  /** Our fault: the message was too large. */
  | { kind: 'tooLarge' }
  /** Tried again, at the earliest after so many seconds. */
  | { kind: 'retry'; afterS: number | null };

const NEEDS_RENEWAL = new Set([400, 401, 403]);

export function outcomeOf({ http, headers }: Pick<OutgoingAnswer, 'http' | 'headers'>, now: Date): Outcome {
  if (http >= 200 && http < 300) return { kind: 'accepted' };
  if (http === 404 || http === 410) return { kind: 'gone' };
  if (http === 413) return { kind: 'tooLarge' };
  if (http === 429 || http === 408 || http >= 500)
    return { kind: 'retry', afterS: retryAfter(headers['retry-after'], now) };
  return { kind: 'refused', needsRenewal: NEEDS_RENEWAL.has(http) };
}

/** The outcome if there was no answer. A subscription whose address may never be opened has ended. */
export const outcomeOfProblem = (problem: OutgoingProblem): Outcome => {
  if (isRefusal(problem)) return { kind: 'gone' };
  return { kind: 'retry', afterS: null };
};

/** Seconds to wait before each retry. A longer Retry-After of the push service wins. */
const WAITS_S = [30, 120, 600, 1_800, 7_200] as const;

/** When a message is tried again after its n-th attempt; null if it is given up. */
export function nextTry(attempts: number, afterS: number | null, now: Date): Date | null {
  const wait = WAITS_S[attempts - 1];
  if (wait === undefined) return null;
  return new Date(now.getTime() + Math.max(wait, afterS ?? 0) * 1000);
}
