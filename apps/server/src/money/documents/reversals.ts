/** Takes payments and settlements back that were entered wrongly, once each, by entries with the opposite amount. */
import { dayIn } from '@signpost/contract/dates/dates.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { multiplyMoney, subtractMoney } from '@signpost/contract/money/money.ts';
import { paymentPostings, writeOffPostings } from '@signpost/contract/money/postings.ts';
import { ALLOCATION_KINDS } from '@signpost/contract/money/state.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../database.ts';
import { idRow, readRow, readRows } from '../../platform/rows.ts';
import { nextShare, readOpen, storeAllocation } from './allocations.ts';
import { storeCredit } from './apply-credit.ts';
import { postJournal } from './ledger.ts';
import { readLegalEntity } from './parties.ts';
import { lockPayment, type Payment, settlePart } from './payments.ts';
import { partyOf } from './sides.ts';
import { addEvent, type By, readDocument, type StoredDocument } from './store.ts';

const minus = (amount: string): string => multiplyMoney(amount, '-1');
const conflict = (message: string) => new AppError('CONFLICT', { message });

const allocationRow = z.object({
  id: z.number(),
  documentId: z.number(),
  kind: z.enum(ALLOCATION_KINDS),
  paymentId: z.number().nullable(),
  creditNoteId: z.number().nullable(),
  amount: z.string(),
  taken: z.string().nullable(),
});
type StoredAllocation = z.infer<typeof allocationRow>;
const ALLOCATION = sql`a.id, a.document_id, a.kind, a.payment_id, a.credit_note_id, a.amount, a.taken`;
/** Neither taken back nor taking something back. */
const STANDS = sql`a.reverses_id IS NULL AND NOT EXISTS (SELECT 1 FROM allocations r WHERE r.reverses_id = a.id)`;

/** Takes a part of what was written off of an invoice back. The invoice is locked. */
export async function takeBackWriteOff(
  trx: Trx,
  invoice: StoredDocument,
  { amount, day, reason, reversesId }: { amount: string; day: string; reason: string; reversesId?: number | undefined },
  by: By,
): Promise<void> {
  const { id: documentId, side, currency, legalEntityId } = invoice;
  const before = subtractMoney(invoice.total, await readOpen(trx, invoice));
  const back = minus(amount);
  const allocation = { document: invoice, kind: 'writeOff', day, amount: back, reason } as const;
  const allocationId = await storeAllocation(trx, { ...allocation, reversesId }, by);
  const baseAmount = nextShare(
    { amount: invoice.total, base: invoice.baseTotal },
    { before, amount: back },
    invoice.payload.rounding,
  );
  const postings = writeOffPostings({ side, currency, amount: back, baseAmount });
  const journal = { legalEntityId, day, kind: 'writeOff', text: reason, documentId, allocationId } as const;
  await postJournal(trx, { ...journal, ...partyOf(invoice), postings }, by.at);
}

async function takeBackPart(
  trx: Trx,
  { payment, allocation }: { payment: Payment; allocation: StoredAllocation },
  reason: string,
  by: By,
): Promise<void> {
  const document = await readDocument(trx, allocation.documentId, { lock: true });
  const { functionalCurrency: base, rounding } = await readLegalEntity(trx, payment.legalEntityId);
  const part = {
    amount: minus(allocation.amount),
    taken: minus(allocation.taken ?? '0'),
    day: dayIn(by.at, 'UTC'),
    reason,
    reversesId: allocation.id,
  };
  await settlePart(trx, { payment, document }, part, { base, rounding, by });
  const detail = { amount: allocation.amount, currency: document.currency, payment: payment.id, reason };
  await addEvent(trx, document.id, by, { what: 'payment taken back', detail });
}

/** Errors: CONFLICT for the part of an invoice that its own credit note reduced. */
async function takeBackCredit(trx: Trx, allocation: StoredAllocation, reason: string, by: By): Promise<void> {
  const { documentId, creditNoteId, amount } = allocation;
  const locked = new Map<number, StoredDocument>();
  for (const id of [documentId, creditNoteId ?? documentId].sort((one, other) => one - other))
    locked.set(id, await readDocument(trx, id, { lock: true }));
  const invoice = locked.get(documentId);
  const note = locked.get(creditNoteId ?? 0);
  if (invoice === undefined || note === undefined || note.creditsId === invoice.id)
    throw conflict('A credit note always reduces its own invoice. This is never taken back.');
  const part = { amount: minus(amount), day: dayIn(by.at, 'UTC'), reason, reversesId: allocation.id };
  await storeCredit(trx, { note, invoice }, part, by);
  const detail = { amount, currency: note.currency, reason };
  await addEvent(trx, invoice.id, by, { what: 'credit taken back', detail: { ...detail, note: note.id } });
  await addEvent(trx, note.id, by, { what: 'credit taken back', detail: { ...detail, document: invoice.id } });
}

/** Takes one settlement back, once. Errors: ITEM_NOT_FOUND; CONFLICT if it was taken back or never can be. */
export async function reverseAllocation(trx: Trx, ask: { id: number; reason: string }, by: By): Promise<void> {
  const [seen] = await readRows(
    trx,
    allocationRow,
    sql`SELECT ${ALLOCATION} FROM allocations a WHERE a.id = ${ask.id}`,
  );
  if (seen === undefined) throw new AppError('ITEM_NOT_FOUND');
  const payment = seen.paymentId === null ? null : await lockPayment(trx, seen.paymentId);
  const document = payment === null ? await readDocument(trx, seen.documentId, { lock: true }) : null;
  const [allocation] = await readRows(
    trx,
    allocationRow,
    sql`SELECT ${ALLOCATION} FROM allocations a WHERE a.id = ${ask.id} AND ${STANDS}`,
  );
  if (allocation === undefined) throw conflict('This settlement was taken back already.');
  const reason = `Taken back: ${ask.reason}`;
  if (payment !== null) await takeBackPart(trx, { payment, allocation }, reason, by);
  else if (allocation.kind === 'credit') await takeBackCredit(trx, allocation, reason, by);
  else if (document !== null && document.kind !== 'creditNote') {
    const { amount } = allocation;
    await takeBackWriteOff(trx, document, { amount, day: dayIn(by.at, 'UTC'), reason, reversesId: ask.id }, by);
    await addEvent(trx, document.id, by, { what: 'write-off taken back', detail: { amount, reason } });
  } else throw conflict('What a credit note settled outside is never taken back.');
}

/**
 * Reverses a payment with everything that it settles, once, and returns the id of the payment with the opposite amount.
 * Errors: ITEM_NOT_FOUND; CONFLICT if it was reversed or is a reversal itself.
 */
export async function reversePayment(trx: Trx, ask: { id: number; reason: string }, by: By): Promise<number> {
  const payment = await lockPayment(trx, ask.id);
  if (payment.isVoid) throw conflict('This payment was reversed already.');
  const reason = `Reversal of payment ${ask.id}: ${ask.reason}`;
  const settled = await readRows(
    trx,
    allocationRow,
    sql`SELECT ${ALLOCATION} FROM allocations a WHERE a.payment_id = ${ask.id} AND ${STANDS} ORDER BY a.document_id, a.id`,
  );
  for (const allocation of settled) await takeBackPart(trx, { payment, allocation }, reason, by);
  const day = dayIn(by.at, 'UTC');
  const { id } = await readRow(
    trx,
    idRow,
    sql`INSERT INTO payments (legal_entity_id, side, partner_id, publisher_id, day, currency, amount, base_amount, rate,
        reference, reverses_id, created_by, created_at)
      SELECT legal_entity_id, side, partner_id, publisher_id, ${day}::date, currency, -amount, -base_amount, rate,
        ${reason}, id, ${by.userId}, ${by.at} FROM payments WHERE id = ${ask.id} RETURNING id`,
  );
  const { side, currency, legalEntityId } = payment;
  const opposite = { amount: minus(payment.amount), baseAmount: minus(payment.baseAmount) };
  const journal = { legalEntityId, day, kind: 'payment', text: reason, paymentId: id } as const;
  await postJournal(
    trx,
    { ...journal, ...partyOf(payment), postings: paymentPostings({ side, currency, ...opposite }) },
    by.at,
  );
  return id;
}
