/** Sends what is due, keeps every attempt, and comes back later where it failed. */
import { sql } from 'kysely';
import type { Db } from '../../database.ts';
import { type OutgoingAnswer, OutgoingError, type Send } from '../../platform/outgoing.ts';

const AT_ONCE = 10;
/** Seconds to wait after each failed try; after the last one a person may send again. */
const WAITS = [30, 120, 600, 3_600, 21_600] as const;
/** A sender that dies leaves its deliveries to others after this long. */
const LEASE_SECONDS = 120;
const KEPT_ANSWER = 500;

interface Due {
  id: number;
  url: string;
  method: 'GET' | 'POST';
  tries: number;
}

/** Sends one batch of what is due; answers how many there were. */
export async function deliverDue(deps: { db: Db; send: Send }, now: Date): Promise<number> {
  const { rows } = await sql<Due>`
    UPDATE outgoing_deliveries SET tries = tries + 1, last_tried_at = ${now},
      next_try_at = ${new Date(now.getTime() + LEASE_SECONDS * 1000)}
    WHERE id IN (SELECT id FROM outgoing_deliveries WHERE next_try_at <= ${now} ORDER BY next_try_at
      LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
    RETURNING id, url, method, tries`.execute(deps.db);
  await Promise.all(rows.map((due) => deliver(deps, due, now)));
  return rows.length;
}

async function deliver({ db, send }: { db: Db; send: Send }, due: Due, now: Date): Promise<void> {
  const tried = await attempt(send, due);
  const delivered = tried.http !== null && tried.http >= 200 && tried.http < 300;
  const wait = WAITS[due.tries - 1];
  const state = delivered ? 'delivered' : wait === undefined ? 'failed' : 'waiting';
  const next = state === 'waiting' && wait !== undefined ? new Date(now.getTime() + wait * 1000) : null;
  await db.transaction().execute(async (trx) => {
    await sql`INSERT INTO outgoing_attempts (delivery_id, at, ms, http, problem, answer)
      VALUES (${due.id}, ${now}, ${tried.ms}, ${tried.http}, ${tried.problem}, ${tried.answer})`.execute(trx);
    await sql`UPDATE outgoing_deliveries SET state = ${state}, http = ${tried.http}, problem = ${tried.problem},
      next_try_at = ${next}, updated_at = ${now} WHERE id = ${due.id}`.execute(trx);
  });
}

interface Tried {
  ms: number;
  http: number | null;
  problem: string | null;
  answer: string;
}

async function attempt(send: Send, { url, method }: Due): Promise<Tried> {
  let answer: OutgoingAnswer;
  try {
    answer = await send({ url, method, headers: { 'user-agent': 'Signpost' } });
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return { ms: error.ms, http: null, problem: error.problem, answer: '' };
  }
  const { http, ms, body } = answer;
  return { ms, http, problem: null, answer: body.replaceAll('\0', '').slice(0, KEPT_ANSWER) };
}
