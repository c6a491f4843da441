/**
 * POSTs that can be repeated. A key is stored with the effect in one transaction, so that the effect happens once, even
 * if the call is repeated at the same time (docs/decisions/0031).
 */
import { createHash } from 'node:crypto';
import { IDEMPOTENCY_HEADER, IDEMPOTENCY_REPLAYED_HEADER } from '@signpost/contract/envelope.ts';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Queryable, Trx } from '../../database.ts';
import type { Deps } from '../../deps.ts';
import { viewerOf } from '../../http/access.ts';
import { ok } from '../../http/envelope.ts';
import { markOnce } from '../../http/repeated.ts';
import { canonical } from './audit-values.ts';

const KEPT_MS = 7 * 24 * 60 * 60 * 1000;
/** How many expired keys a call with a new key deletes. */
const FORGOTTEN = 20;
const KEY = /^[\x21-\x7e]{8,200}$/;

/** The idempotency key of a call, if it has one. */
function keyOf(request: FastifyRequest): string | null {
  const key = request.headers[IDEMPOTENCY_HEADER];
  if (key === undefined) return null;
  if (typeof key === 'string' && KEY.test(key)) return key;
  const message = 'An Idempotency-Key has 8 to 200 letters, digits or symbols, without spaces.';
  throw invalid('', message);
}

/** Identifies the content of the request, because using a key again for another request is a mistake. */
function hashOf({ method, url }: FastifyRequest, said: unknown): Buffer {
  return createHash('sha256').update(`${method} ${url}\n`).update(canonical(said)).digest();
}

async function forgetOld(trx: Trx, before: Date): Promise<void> {
  await sql`DELETE FROM idempotency WHERE (user_id, key) IN (SELECT user_id, key FROM idempotency
    WHERE created_at < ${before} ORDER BY created_at LIMIT ${FORGOTTEN} FOR UPDATE SKIP LOCKED)`.execute(trx);
}

interface Kept {
  data: unknown;
  isFirst: boolean;
}

interface KeyedCall {
  userId: number;
  key: string;
  bodyHash: Buffer;
}

/** The call of a request that has a key. */
function keyedCall(request: FastifyRequest, said: unknown): KeyedCall | null {
  const key = keyOf(request);
  if (key === null) return null;
  return { key, userId: viewerOf(request).id, bodyHash: hashOf(request, said) };
}

/** The first answer under this key, if there is one. Errors: IDEMPOTENCY, with that answer, if the content differs. */
async function findKept(db: Queryable, { userId, key, bodyHash }: KeyedCall): Promise<Kept | null> {
  const kept = await db
    .selectFrom('idempotency')
    .where('userId', '=', userId)
    .where('key', '=', key)
    .select(['bodyHash', 'answer'])
    .executeTakeFirst();
  if (kept === undefined) return null;
  if (kept.bodyHash.equals(bodyHash)) return { data: kept.answer, isFirst: false };
  const message = 'This request was already processed with different content.';
  throw new AppError('IDEMPOTENCY', { errors: [{ path: '', message }], data: kept.answer });
}

async function keptOr<T>(
  trx: Trx,
  now: Date,
  call: KeyedCall & { status: number },
  work: (trx: Trx) => Promise<T>,
): Promise<Kept> {
  await forgetOld(trx, new Date(now.getTime() - KEPT_MS));
  // A second call waits here until the first has ended, and runs itself if the first failed.
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('idempotency')
    .values({ ...call, answer: 'null', createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) {
    const kept = await findKept(trx, call);
    if (kept === null) throw new Error('An idempotency key disappeared while its call was repeated.');
    return kept;
  }
  const data = await work(trx);
  await trx
    .updateTable('idempotency')
    .set({ answer: JSON.stringify(data ?? null) })
    .where('userId', '=', call.userId)
    .where('key', '=', call.key)
    .execute();
  return { data, isFirst: true };
}

function reply(to: FastifyReply, { data, isFirst }: Kept, status: number): FastifyReply {
  if (!isFirst) to.header(IDEMPOTENCY_REPLAYED_HEADER, 'true');
  return to.code(status).send(ok(data));
}

interface OnceOptions {
  status?: number;
  said?: unknown;
}

/**
 * Runs `work` in a transaction and answers with its result. A call with an Idempotency-Key that the same person has
 * used gets the first answer again, marked by a header, and `work` does not run. `said` is the content that must be the
 * same in both calls. A failed call leaves its key free. Errors: IDEMPOTENCY, with the first answer, if the content
 * differs.
 */
export async function answerOnce<T>(
  deps: Pick<Deps, 'db' | 'clock'>,
  { request, reply: to }: { request: FastifyRequest; reply: FastifyReply },
  work: (trx: Trx) => Promise<T>,
  { status = 201, said = request.body }: OnceOptions = {},
): Promise<FastifyReply> {
  if (request.routeOptions.config.repeat !== 'key')
    throw new Error(`${request.routeOptions.url} does not declare that it takes a key.`);
  markOnce(request);
  const call = keyedCall(request, said);
  const answer = await deps.db.transaction().execute(async (trx): Promise<Kept> => {
    if (call === null) return { data: await work(trx), isFirst: true };
    return await keptOr(trx, deps.clock.now(), { ...call, status }, work);
  });
  return reply(to, answer, status);
}

interface PreparedWork<P, T> {
  /** Runs before the transaction, because it takes long or asks the engine. */
  prepare: () => Promise<P>;
  work: (trx: Trx, prepared: P) => Promise<T>;
}

/**
 * {@link answerOnce} with 200 for work that is prepared outside its transaction. The first call can leave a state in
 * which nothing can be prepared any more; a repeated call gets the first answer all the same.
 */
export async function answerPrepared<P, T>(
  deps: Pick<Deps, 'db' | 'clock'>,
  request: FastifyRequest,
  to: FastifyReply,
  { prepare, work }: PreparedWork<P, T>,
): Promise<FastifyReply> {
  const status = 200;
  try {
    const prepared = await prepare();
    return await answerOnce(deps, { request, reply: to }, (trx) => work(trx, prepared), { status });
  } catch (error) {
    const call = keyedCall(request, request.body);
    const kept = call && (await findKept(deps.db, call));
    if (kept === null) throw error;
    markOnce(request);
    return reply(to, kept, status);
  }
}
