/** Money that was received or paid, and what it settles. */
import { dayIn } from '@signpost/contract/dates/dates.ts';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import type { Side } from '@signpost/contract/money/document.ts';
import { currencyProblem } from '@signpost/contract/money/document-currency.ts';
import { amountText } from '@signpost/contract/money/document-texts.ts';
import { compareMoney, multiplyMoney, subtractMoney, sumMoney } from '@signpost/contract/money/money.ts';
import { allocationPostings, type Posting, paymentPostings } from '@signpost/contract/money/postings.ts';
import { atLeastPlaces, convertMoney, type RoundingMode } from '@signpost/contract/money/rounding.ts';
import { decimalsOf, placesOf } from '@signpost/contract/reading/minor-units.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../database.ts';
import { holdClosedThrough, refuseClosedMonths } from '../../platform/closed-months.ts';
import { idRow, readRow, readRows } from '../../platform/rows.ts';
import { nextShare, readAllocated, storeAllocation } from './allocations.ts';
import { refuseFiner } from './amounts.ts';
import { type Journal, postJournal } from './ledger.ts';
import { readLegalEntity, refuseUnknownEntity, refuseUnknownParty } from './parties.ts';
import { readRate } from './rules.ts';
import { partyOf } from './sides.ts';
import { addEvent, type By, readDocument, type StoredDocument } from './store.ts';

export interface AllocationAsk {
  documentId: number;
  /** In the document's currency. */
  amount: string;
  /** In the payment's currency; the same as `amount` where the currencies are the same. */
  taken: string;
}

export interface PaymentAsk {
  legalEntityId: number;
  side: Side;
  partyId: number;
  day: string;
  currency: string;
  /** Negative for a refund. */
  amount: string;
  reference: string;
  allocations: readonly AllocationAsk[];
}

export interface Payment extends Omit<PaymentAsk, 'allocations' | 'reference'> {
  id: number;
  baseAmount: string;
}

/** Postings of a credit note have the opposite sign. */
const opposite = (postings: readonly Posting[]): Posting[] =>
  postings.map((posting) => ({
    ...posting,
    amount: multiplyMoney(posting.amount, '-1'),
    baseAmount: multiplyMoney(posting.baseAmount, '-1'),
  }));

/** The size of a part of a payment on a document. A credit note is settled by a negative payment. */
function sizeOn({ kind }: StoredDocument, part: string): string {
  if (kind === 'creditNote') return multiplyMoney(part, '-1');
  return part;
}

/** Errors: VALIDATION if this part of the payment cannot settle this part of the document. */
function refuseAllocation(
  payment: Payment,
  document: StoredDocument,
  { open, left, amount, taken, at }: { open: string; left: string; amount: string; taken: string; at: number },
): void {
  const path = `allocations.${at}`;
  const isCredit = document.kind === 'creditNote';
  const size = sizeOn(document, taken);
  if (document.state !== 'issued') throw invalid(`${path}.documentId`, 'Only issued documents can be settled.');
  if (
    document.partyId !== payment.partyId ||
    document.side !== payment.side ||
    document.legalEntityId !== payment.legalEntityId
  )
    throw invalid(`${path}.documentId`, 'The document belongs to somebody else.');
  refuseFiner(`${path}.amount`, amount, document);
  if (document.currency !== payment.currency)
    refuseFiner(`${path}.taken`, taken, { currency: payment.currency, total: payment.amount });
  if (compareMoney(amount, '0') <= 0) throw invalid(`${path}.amount`, 'Enter an amount above zero.');
  if (compareMoney(amount, open) > 0)
    throw invalid(`${path}.amount`, `At most ${amountText(open, document.currency)} are open.`);
  if (compareMoney(size, '0') <= 0)
    throw invalid(`${path}.taken`, isCredit ? 'A refund is a negative payment.' : 'Enter an amount above zero.');
  if (compareMoney(size, sizeOn(document, left)) > 0)
    throw invalid(`${path}.taken`, `Only ${amountText(left, payment.currency)} of the payment are left.`);
  if (document.currency === payment.currency && compareMoney(amount, size) !== 0)
    throw invalid(`${path}.taken`, 'Payment and document have the same currency, so the amounts are the same.');
}

const takenRow = z.object({ taken: z.string() });

async function takenOf(trx: Trx, paymentId: number): Promise<string> {
  const { taken } = await readRow(
    trx,
    takenRow,
    sql`SELECT coalesce(sum(taken), 0)::text AS taken FROM allocations WHERE payment_id = ${paymentId}`,
  );
  return taken;
}

/** Settles one document, whose row is locked, and posts what the exchange rates realised. */
async function allocate(
  trx: Trx,
  payment: Payment,
  ask: AllocationAsk & { at: number },
  { rounding, base, by }: Books,
): Promise<void> {
  const document = await readDocument(trx, ask.documentId, { lock: true });
  // A later settlement does not change a closed month, so that a statement at a date stays as it was.
  const isClosed = payment.day.slice(0, 'YYYY-MM'.length) <= (await holdClosedThrough(trx));
  const day = isClosed ? dayIn(by.at, 'UTC') : payment.day;
  const settled = sumMoney((await readAllocated(trx, document.id)).map(({ amount }) => amount));
  const taken = await takenOf(trx, payment.id);
  const open = subtractMoney(document.total, settled);
  const left = subtractMoney(payment.amount, taken);
  refuseAllocation(payment, document, { ...ask, open, left });
  const { amount, taken: size } = ask;
  await settlePart(trx, { payment, document }, { amount, taken: size, day }, { rounding, base, by });
  const detail = { amount, currency: document.currency, payment: payment.id };
  await addEvent(trx, document.id, by, { what: 'paid', detail });
}

export interface Books {
  rounding: RoundingMode;
  base: string;
  by: By;
}

/**
 * Stores and posts that a part of a payment settles a part of a document; negative amounts take such a part back. Base
 * amounts are differences of rounded cumulative values, so a document that is settled completely is worth exactly its
 * original amount, whatever was settled and taken back before.
 */
export async function settlePart(
  trx: Trx,
  { payment, document }: { payment: Payment; document: StoredDocument },
  part: { amount: string; taken: string; day: string; reason?: string; reversesId?: number },
  { rounding, base, by }: Books,
): Promise<void> {
  const { day } = part;
  const settled = sumMoney((await readAllocated(trx, document.id)).map(({ amount }) => amount));
  const taken = await takenOf(trx, payment.id);
  const allocationId = await storeAllocation(
    trx,
    {
      document,
      kind: 'payment',
      paymentId: payment.id,
      ...part,
      taken: atLeastPlaces(part.taken, decimalsOf(payment.amount)),
    },
    by,
  );
  const documentBase = nextShare(
    { amount: document.total, base: document.baseTotal },
    { before: settled, amount: part.amount },
    rounding,
  );
  const paid = nextShare(
    { amount: payment.amount, base: payment.baseAmount },
    { before: taken, amount: part.taken },
    rounding,
  );
  const postings = allocationPostings({
    side: payment.side,
    base,
    document: { currency: document.currency, amount: part.amount, baseAmount: documentBase },
    paid: sizeOn(document, paid),
  });
  const journal: Journal = {
    legalEntityId: payment.legalEntityId,
    day,
    kind: 'allocation',
    text: part.reason ?? `payment ${payment.id} settles ${document.number}`,
    documentId: document.id,
    paymentId: payment.id,
    allocationId,
    ...partyOf(payment),
    postings: document.kind === 'creditNote' ? opposite(postings) : postings,
  };
  await postJournal(trx, journal, by.at);
}

/** Documents are locked in the order of their ids, so that two payments never wait for each other. */
const inOrder = (allocations: readonly AllocationAsk[]) =>
  allocations.map((one, at) => ({ ...one, at })).sort((one, other) => one.documentId - other.documentId);

/** Errors: VALIDATION for a day that has not come, neither in UTC nor where the legal entity is. */
function refuseFuture(day: string, timeZone: string, now: Date): void {
  if (day > dayIn(now, 'UTC') && day > dayIn(now, timeZone))
    throw invalid('day', 'This day has not come yet. Record the payment when the money has moved.');
}

/** Stores a payment with what it settles at once, and returns its id. */
export async function recordPayment(trx: Trx, ask: PaymentAsk, by: By): Promise<number> {
  if (compareMoney(ask.amount, '0') === 0) throw invalid('amount', 'Enter an amount other than zero.');
  const problem = currencyProblem(ask.currency);
  if (problem !== '') throw invalid('currency', problem);
  refuseFiner('amount', ask.amount, ask);
  await refuseUnknownEntity(trx, ask.legalEntityId);
  await refuseUnknownParty(trx, { ...ask, path: 'partyId' });
  const entity = await readLegalEntity(trx, ask.legalEntityId);
  const { functionalCurrency: base, rounding } = entity;
  refuseFuture(ask.day, entity.timeZone, by.at);
  await refuseClosedMonths(trx, { from: ask.day, path: 'day' });
  const rate = await readRate(trx, { currency: ask.currency, to: base, day: ask.day });
  const amount = atLeastPlaces(ask.amount, placesOf(ask.currency));
  const baseAmount = convertMoney(amount, rate.rate, { mode: rounding, places: placesOf(base) });
  const { partnerId, publisherId } = partyOf(ask);
  const { id } = await readRow(
    trx,
    idRow,
    sql`INSERT INTO payments (legal_entity_id, side, partner_id, publisher_id, day, currency, amount, base_amount, rate,
        reference, created_by, created_at)
      VALUES (${ask.legalEntityId}, ${ask.side}, ${partnerId}, ${publisherId}, ${ask.day}::date, ${ask.currency},
        ${amount}, ${baseAmount}, ${JSON.stringify(rate)}::jsonb, ${ask.reference}, ${by.userId}, ${by.at})
      RETURNING id`,
  );
  const postings = paymentPostings({ side: ask.side, currency: ask.currency, amount, baseAmount });
  const { legalEntityId, day } = ask;
  await postJournal(
    trx,
    { legalEntityId, day, kind: 'payment', text: ask.reference, paymentId: id, partnerId, publisherId, postings },
    by.at,
  );
  for (const one of inOrder(ask.allocations))
    await allocate(trx, { ...ask, id, amount, baseAmount }, one, { rounding, base, by });
  return id;
}

const paymentRow = z.object({
  id: z.number(),
  legalEntityId: z.number(),
  side: z.enum(['receivable', 'payable']),
  partyId: z.number(),
  day: z.string(),
  currency: z.string(),
  amount: z.string(),
  baseAmount: z.string(),
  /** It was reversed, or reverses another one. */
  isVoid: z.boolean(),
});

/** One payment, locked, so that what happens to it happens one after the other. Errors: ITEM_NOT_FOUND. */
export async function lockPayment(trx: Trx, id: number): Promise<z.infer<typeof paymentRow>> {
  const [payment] = await readRows(
    trx,
    paymentRow,
    sql`SELECT id, legal_entity_id, side, coalesce(partner_id, publisher_id) AS party_id, day::text AS day, currency,
        amount, base_amount, reverses_id IS NOT NULL
          OR EXISTS (SELECT 1 FROM payments r WHERE r.reverses_id = payments.id) AS is_void
      FROM payments WHERE id = ${id} FOR UPDATE`,
  );
  if (payment === undefined) throw new AppError('ITEM_NOT_FOUND');
  return payment;
}

/** Settles documents with what is left of an earlier payment. */
export async function allocatePayment(
  trx: Trx,
  ask: { paymentId: number; allocations: readonly AllocationAsk[] },
  by: By,
): Promise<void> {
  const payment = await lockPayment(trx, ask.paymentId);
  if (payment.isVoid) throw new AppError('CONFLICT', { message: 'This payment was reversed.' });
  const { functionalCurrency: base, rounding } = await readLegalEntity(trx, payment.legalEntityId);
  for (const one of inOrder(ask.allocations)) await allocate(trx, payment, one, { rounding, base, by });
}
