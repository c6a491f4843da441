/** Sends due deliveries, records every attempt, and retries failed ones later (docs/product/conversions.md#outgoing-postbacks). */
import { fillPlaces } from '@signpost/contract/partners/conversions/outgoing.ts';
import { judgeAnswer } from '@signpost/contract/partners/conversions/receiver-answer.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../database.ts';
import { type OutgoingAnswer, OutgoingError, type Send } from '../../../platform/outgoing.ts';
import { retryAfter } from '../../../platform/retry-after.ts';
import { readRows } from '../../../platform/rows.ts';

const AT_ONCE = 10;
/** Seconds to wait after each failed attempt; after the last one a person may send again. */
const WAITS = [30, 120, 600, 3_600, 21_600] as const;
/** After this long, others take over the deliveries of a sender that died. */
const LEASE_SECONDS = 120;
const KEPT_ANSWER = 500;

const claimedRow = z.object({
  id: z.number(),
  url: z.string(),
  method: z.enum(['GET', 'POST']),
  /** How many attempts have a known outcome. An attempt does not count if its sender died (docs/decisions/0150). */
  tries: z.number(),
  /** The values for the address; null for old deliveries that were created before values were stored. */
  places: z.record(z.string(), z.string()).nullable(),
  /** The current address, which may have been corrected since the delivery was created. */
  template: z.string(),
  successText: z.string().nullable(),
  failureText: z.string().nullable(),
});
type Due = Omit<z.infer<typeof claimedRow>, 'places' | 'template'>;

/** Sends one batch of due deliveries and returns how many there were. Paused and archived receivers wait. */
export async function deliverDue(deps: { db: Db; send: Send }, now: Date): Promise<number> {
  const rows = await readRows(
    deps.db,
    claimedRow,
    sql`UPDATE outgoing_deliveries d SET last_tried_at = ${now},
        next_try_at = ${new Date(now.getTime() + LEASE_SECONDS * 1000)}
      FROM outgoing_postbacks p WHERE p.id = d.outgoing_postback_id AND d.id IN (
        SELECT o.id FROM outgoing_deliveries o JOIN outgoing_postbacks r ON r.id = o.outgoing_postback_id
        WHERE o.next_try_at <= ${now} AND r.status = 'active' AND r.archived_at IS NULL
        ORDER BY o.next_try_at LIMIT ${AT_ONCE} FOR UPDATE OF o SKIP LOCKED)
      RETURNING d.id, d.url, p.method, d.tries, d.places, p.url AS template, p.success_text, p.failure_text`,
  );
  await Promise.all(
    rows.map(({ places, template, ...due }) =>
      deliver(deps, { ...due, url: places === null ? due.url : fillPlaces(template, places) }, now),
    ),
  );
  return rows.length;
}

async function deliver({ db, send }: { db: Db; send: Send }, due: Due, now: Date): Promise<void> {
  const tried = await attempt(send, due, now);
  const { state, next } = stateAfter(tried, due.tries, now);
  await db.transaction().execute(async (trx) => {
    await sql`INSERT INTO outgoing_attempts (delivery_id, at, ms, http, problem, answer)
      VALUES (${due.id}, ${now}, ${tried.ms}, ${tried.http}, ${tried.problem}, ${tried.answer})`.execute(trx);
    await sql`UPDATE outgoing_deliveries SET state = ${state}, tries = tries + 1, url = ${due.url}, method = ${due.method}, http = ${tried.http}, problem = ${tried.problem},
      next_try_at = ${next}, updated_at = ${now}
      WHERE id = ${due.id} AND last_tried_at = ${now}`.execute(trx);
  });
}

function stateAfter({ isDelivered, asksSeconds }: Tried, tries: number, now: Date) {
  if (isDelivered) return { state: 'delivered', next: null };
  const wait = waitAfter(tries, asksSeconds);
  if (wait === undefined) return { state: 'failed', next: null };
  return { state: 'waiting', next: new Date(now.getTime() + wait * 1000) };
}

/** The seconds until the next attempt: the longer of ours and what the receiver asks for; undefined for no attempt. */
function waitAfter(tries: number, asked: number): number | undefined {
  const own = WAITS[tries];
  if (own === undefined) return undefined;
  return Math.max(own, asked);
}

interface Tried {
  ms: number;
  http: number | null;
  problem: string | null;
  answer: string;
  isDelivered: boolean;
  /** How long the receiver wants us to wait; 0 if it does not say. */
  asksSeconds: number;
}

/** The same host and address under `https`, to which a receiver that left `http` sends; null for any other place. */
function securedAddress(url: string, { http, location }: OutgoingAnswer): string | null {
  if (!REDIRECTS.has(http) || location === null) return null;
  const from = URL.parse(url);
  const to = URL.parse(location, url);
  if (from === null || to === null || from.protocol !== 'http:') return null;
  if (to.protocol !== 'https:' || to.hostname !== from.hostname) return null;
  if (to.pathname === from.pathname && to.search === from.search) return to.href;
  return null;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

async function attempt(send: Send, { url, method, successText, failureText }: Due, now: Date): Promise<Tried> {
  let answer: OutgoingAnswer;
  // A receiver that answered 200 and then broke off has counted the postback. Sent again, it would count twice.
  const headDecides = [successText, failureText].every((text) => (text ?? '').trim() === '');
  const ask = (address: string) => send({ url: address, method, headers: { 'user-agent': 'Signpost' }, headDecides });
  try {
    answer = await ask(url);
    const secured = securedAddress(url, answer);
    if (secured !== null) answer = await ask(secured);
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return { ms: error.ms, http: null, problem: error.problem, answer: '', isDelivered: false, asksSeconds: 0 };
  }
  const { http, ms, body } = answer;
  const judged = judgeAnswer(answer, { successText, failureText });
  return {
    ms,
    http,
    problem: judged.verdict === 'delivered' ? null : judged.problem,
    answer: body.replaceAll('\0', '').slice(0, KEPT_ANSWER),
    isDelivered: judged.verdict !== 'failed',
    asksSeconds: http === 429 || http === 503 ? (retryAfter(answer.headers['retry-after'], now) ?? 0) : 0,
  };
}
