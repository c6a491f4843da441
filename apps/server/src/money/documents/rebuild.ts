/** Computes the content of a draft again: with later facts, other terms, or facts that are held back or taken. */
import { byCount } from '@signpost/contract/define/words.ts';
import { AppError } from '@signpost/contract/errors.ts';
import type { DocumentPayload } from '@signpost/contract/money/document.ts';
import { sql } from 'kysely';
import type { Trx } from '../../database.ts';
import type { FactRange } from './billable.ts';
import { readBegins } from './billing-begins.ts';
import { type ClaimException, isInRanges, rangesToClaim, readClaims, readExceptions } from './claims.ts';
import { buildContent } from './content.ts';
import { Changed, compareExceptions, type DraftDeps, dayOf, exempt, retried } from './drafts.ts';
import { keysDue, readDue } from './due.ts';
import { findFacts } from './facts.ts';
import { type By, readDocument, refuseIssued, replaceContent, type StoredDocument } from './store.ts';

interface Rebuild {
  id: number;
  what: string;
  detail?: Record<string, unknown>;
  note?: string | undefined;
  paymentTermsDays?: number | undefined;
  /** Whether facts up to today's cut-off are claimed as well. */
  isRenewed?: boolean;
  /** Facts to hold back from now on. */
  holds?: readonly ClaimException[];
  /** Held facts that the document bills from now on. */
  takes?: readonly string[];
}

/** The exceptions of the party after the change. Errors: VALIDATION if a fact to take is not held back. */
function exceptionsAfter(exceptions: readonly ClaimException[], { id, holds = [], takes = [] }: Rebuild) {
  const missing = takes.find((factId) => !exceptions.some((one) => one.factId === factId && one.documentId === null));
  if (missing !== undefined)
    throw new AppError('VALIDATION', {
      message: `The fact ${missing} is not held back for this party and currency.`,
      errors: [{ path: 'factIds', message: 'This fact is not held back.' }],
    });
  const held = new Set(holds.map(({ factId }) => factId));
  const taken = new Set(takes);
  return [
    ...exceptions
      .filter(({ factId }) => !held.has(factId))
      .map((one) => (taken.has(one.factId) ? { ...one, documentId: id } : one)),
    ...holds,
  ];
}

async function storeExceptions(trx: Trx, { id, holds = [], takes = [] }: Rebuild, by: By): Promise<void> {
  for (const fact of holds)
    await sql`INSERT INTO claim_exceptions (fact_id, side, party_id, currency, contract, month, position, exact, base,
        description, reason, created_by, created_at)
      VALUES (${fact.factId}, ${fact.side}, ${fact.partyId}, ${fact.currency}, ${fact.contract},
        ${`${fact.month}-01`}::date, ${fact.position}, ${fact.exact}, ${fact.base}, ${fact.description},
        ${fact.reason}, ${by.userId}, ${by.at})
      ON CONFLICT (fact_id, side) DO UPDATE SET document_id = NULL, reason = excluded.reason`.execute(trx);
  if (takes.length > 0)
    await sql`UPDATE claim_exceptions SET document_id = ${id} WHERE fact_id = ANY(${[...takes]}::uuid[])
      AND document_id IS NULL`.execute(trx);
}

async function rangesOf(deps: DraftDeps, document: StoredDocument, isRenewed: boolean): Promise<FactRange[]> {
  const { payload, partyId, side } = document;
  const own = payload.claims.map(({ contract, month, from, to }) => ({ contract, month, from, to }));
  if (!isRenewed) return own;
  const { month } = monthOf(payload);
  const due = await readDue(deps, { side, month, partyIds: [partyId] });
  const claims = await readClaims(deps.db, { side, partyId });
  const added = rangesToClaim(claims, {
    currency: document.currency,
    keys: keysDue(due.rows, { partyId, currency: document.currency }),
    cutOff: due.cutOff,
  });
  return [...own, ...added].sort((one, next) =>
    one.month + one.contract < next.month + next.contract ? -1 : one.from - next.from,
  );
}

/** The month that a document is for. */
export const monthOf = (payload: DocumentPayload): { month: string } => ({
  month: payload.period.end.slice(0, 'YYYY-MM'.length),
});

/**
 * Computes the content of an invoice that is not issued again and stores it, together with facts that are held back or
 * taken. It is a draft afterwards, because approvals are bound to the content.
 */
export async function rebuildDraft(deps: DraftDeps, ask: Rebuild, by: By): Promise<void> {
  await retried(async () => {
    const before = await readDocument(deps.db, ask.id);
    refuseIssued(before);
    const { payload, side, partyId, currency, legalEntityId } = before;
    if (payload.kind === 'creditNote')
      throw new AppError('CONFLICT', { message: 'Delete this credit note and make a new one instead.' });
    const exceptions = await readExceptions(deps.db, { side, partyId, currency });
    const ranges = await rangesOf(deps, before, ask.isRenewed ?? false);
    const begins = await readBegins(deps.db, { side, partyIds: [partyId] });
    const next = await buildContent(deps, {
      kind: payload.kind,
      side,
      partyId,
      currency,
      legalEntityId,
      ...monthOf(payload),
      ranges,
      ...exempt(exceptionsAfter(exceptions, ask), ranges, ask.id),
      beginsWith: begins.get(partyId),
      note: ask.note ?? payload.note,
      externalNumber: payload.externalNumber,
      fileHash: payload.fileHash,
      paymentTermsDays: ask.paymentTermsDays ?? payload.paymentTermsDays,
      today: dayOf(by.at),
    });
    await deps.db.transaction().execute(async (trx) => {
      await compareExceptions(trx, { side, partyId, currency }, exceptions);
      const now = await readDocument(trx, ask.id, { lock: true });
      if (now.version !== before.version) throw new Changed();
      await storeExceptions(trx, ask, by);
      await replaceContent(trx, now, next, { ...by, what: ask.what, detail: ask.detail });
    });
  });
}

/** Errors: VALIDATION for facts that the document does not bill. */
async function factsOf(deps: DraftDeps, document: StoredDocument, factIds: readonly string[]) {
  const facts = await findFacts(deps.clickhouse, { side: document.side, factIds });
  const ranges = document.payload.claims;
  const foreign = factIds.filter(
    (id) =>
      !facts.some(
        (fact) =>
          fact.factId === id &&
          fact.partyId === document.partyId &&
          fact.currency === document.currency &&
          isInRanges(fact, ranges),
      ),
  );
  if (foreign.length > 0)
    throw new AppError('VALIDATION', {
      message: `The document does not bill ${byCount(foreign.length, 'this fact', 'these facts')}: ${foreign.join(', ')}.`,
      errors: [{ path: 'factIds', message: 'The document does not bill this fact.' }],
    });
  return facts;
}

/** Holds single facts back from a document that is not issued; they wait until another document takes them. */
export async function holdFacts(
  deps: DraftDeps,
  ask: { id: number; factIds: readonly string[]; reason: string },
  by: By,
): Promise<void> {
  const document = await readDocument(deps.db, ask.id);
  refuseIssued(document);
  const { side, partyId, currency } = document;
  const facts = await factsOf(deps, document, ask.factIds);
  const holds = facts.map(
    ({ factId, contract, month, position, exact, base, kind, txid }): ClaimException => ({
      factId,
      side,
      partyId,
      currency,
      contract,
      month,
      position,
      exact,
      base,
      description: [kind, txid].filter(Boolean).join(' '),
      reason: ask.reason,
      documentId: null,
    }),
  );
  const detail = { facts: ask.factIds, reason: ask.reason };
  await rebuildDraft(deps, { id: ask.id, what: 'held back', detail, holds }, by);
}
