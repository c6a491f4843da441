/** Makes drafts. Their content is computed first; what it was computed from is compared when it is stored. */
import { AppError } from '@signpost/contract/errors.ts';
import type { DocumentPayload, Side } from '@signpost/contract/money/document.ts';
import type { Trx } from '../../database.ts';
import type { Deps } from '../../deps.ts';
import { hasCode } from '../../platform/files.ts';
import { canonical } from '../../workplace/records/audit-values.ts';
import type { FactRange } from './billable.ts';
import { beginOf, storeBegin } from './billing-begins.ts';
import { type ClaimException, isInRanges, lockParty, rangesToClaim, readExceptions } from './claims.ts';
import { buildContent, type ContentAsk } from './content.ts';
import { keysDue, readDue } from './due.ts';
import { refuseUnknownParty } from './parties.ts';
import { type By, insertDraft } from './store.ts';

export type DraftDeps = Pick<Deps, 'db' | 'clickhouse'>;

export interface DraftAsk
  extends Pick<
    ContentAsk,
    'kind' | 'side' | 'partyId' | 'currency' | 'legalEntityId' | 'month' | 'note' | 'externalNumber'
  > {
  /** The first month that is billed, for a party that was never billed. */
  beginsWith?: string | undefined;
}

const OVERLAP = '23P01';
const NOT_UNIQUE = '23505';
const ATTEMPTS = 3;

/** Somebody changed what a draft was computed from; it is computed again. */
export class Changed extends Error {}

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The facts of these ranges that the document must not bill, and those that it bills by themselves. */
export function exempt(exceptions: readonly ClaimException[], ranges: readonly FactRange[], documentId: number | null) {
  const own = exceptions.filter((fact) => documentId !== null && fact.documentId === documentId);
  const held = exceptions.filter((fact) => !own.includes(fact) && isInRanges(fact, ranges));
  return { heldFacts: held.map(({ factId }) => factId), movedFacts: own.map(({ factId }) => factId) };
}

/** Whether somebody else billed the same facts, or changed what a draft was computed from, at the same moment. */
export const isRace = (error: unknown): boolean => error instanceof Changed || hasCode(error, OVERLAP);

export const RACE_TEXT = 'Somebody else bills the same facts at this moment. Look at the new documents and try again.';

export async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isRace(error)) throw error;
      if (attempt === ATTEMPTS) throw new AppError('CONFLICT', { message: RACE_TEXT, cause: error });
    }
  }
}

/** Errors: {@link Changed} unless the exceptions of the party are still those that the content was computed from. */
export async function compareExceptions(
  trx: Trx,
  ask: { side: Side; partyId: number; currency: string },
  known: unknown,
) {
  await lockParty(trx, ask);
  if (canonical(await readExceptions(trx, ask)) !== canonical(known)) throw new Changed();
}

const externalTaken = (externalNumber: string) =>
  new AppError('VALIDATION', {
    message: `A received invoice has the number ${externalNumber} already.`,
    errors: [{ path: 'externalNumber', message: 'This number has been used already.' }],
  });

/** The content that a draft will have, and the data from which it was computed. */
export interface PreparedDraft {
  ask: DraftAsk;
  payload: DocumentPayload;
  begin: { month: string; isNew: boolean };
  exceptions: readonly ClaimException[];
}

/**
 * Computes a draft of everything that is due for a party in a currency up to a month. Errors: VALIDATION if nothing is due
 * or data is missing.
 */
export async function prepareDraft(deps: DraftDeps, ask: DraftAsk, at: Date): Promise<PreparedDraft> {
  const { side, partyId, currency, month } = ask;
  if (month > dayOf(at).slice(0, 'YYYY-MM'.length))
    throw new AppError('VALIDATION', {
      message: `${month} has not begun.`,
      errors: [{ path: 'month', message: 'This month has not begun.' }],
    });
  await refuseUnknownParty(deps.db, { side, partyId, path: 'partyId' });
  const begin = await beginOf(deps.db, ask);
  const due = await readDue(deps, { side, month, partyIds: [partyId], beginsWith: begin.month });
  const keys = keysDue(due.rows, ask);
  const claims = due.claims.filter((claim) => claim.partyId === partyId);
  const ranges = rangesToClaim(claims, { currency, keys, cutOff: due.cutOff });
  const exceptions = await readExceptions(deps.db, { side, partyId, currency });
  const payload = await buildContent(deps, {
    ...ask,
    ranges,
    ...exempt(exceptions, ranges, null),
    beginsWith: begin.month,
    fileHash: '',
    paymentTermsDays: null,
    today: dayOf(at),
  });
  return { ask, payload, begin, exceptions };
}

/**
 * Stores a prepared draft and returns its id. Errors: one that {@link isRace} knows if somebody else has billed some of its
 * facts or changed what it was computed from; VALIDATION if its external number is taken.
 */
export async function storeDraft(
  trx: Trx,
  { ask, payload, begin, exceptions }: PreparedDraft,
  by: By,
): Promise<number> {
  const { side, partyId, currency, legalEntityId, externalNumber } = ask;
  await compareExceptions(trx, { side, partyId, currency }, exceptions);
  if (begin.isNew) await storeBegin(trx, { side, partyId, month: begin.month }, by);
  try {
    return await insertDraft(trx, { payload, legalEntityId, partyId }, by);
  } catch (error) {
    if (externalNumber !== '' && hasCode(error, NOT_UNIQUE)) throw externalTaken(externalNumber);
    throw error;
  }
}

/**
 * Makes a draft of everything that is due for a party in a currency up to a month, and returns its id. Errors: VALIDATION
 * if nothing is due or data is missing; CONFLICT if others bill the same facts again and again.
 */
export async function createDraft(deps: DraftDeps, ask: DraftAsk, by: By): Promise<number> {
  return await retried(async () => {
    const prepared = await prepareDraft(deps, ask, by.at);
    return await deps.db.transaction().execute(async (trx) => await storeDraft(trx, prepared, by));
  });
}
