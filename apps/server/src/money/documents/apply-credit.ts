/** Settles another invoice of the same party with what is left of a credit note: its customer credit. */
import { AppError, invalid } from '@signpost/contract/errors.ts';
import { amountText } from '@signpost/contract/money/document-texts.ts';
import { compareMoney, subtractMoney } from '@signpost/contract/money/money.ts';
import { creditPostings } from '@signpost/contract/money/postings.ts';
import type { Trx } from '../../database.ts';
import { nextShare, readOpen, storeAllocation } from './allocations.ts';
import { refuseFiner } from './amounts.ts';
import { postJournal } from './ledger.ts';
import { partyOf } from './sides.ts';
import { addEvent, type By, readDocument, type StoredDocument } from './store.ts';

/** Errors: VALIDATION if this credit note cannot settle this invoice. */
function refusePair(note: StoredDocument, invoice: StoredDocument): void {
  if (note.kind !== 'creditNote' || note.state !== 'issued')
    throw new AppError('CONFLICT', { message: 'Only an issued credit note can be applied.' });
  if (invoice.kind === 'creditNote' || invoice.state !== 'issued')
    throw invalid('documentId', 'Only an issued invoice can be settled.');
  if (invoice.side !== note.side || invoice.partyId !== note.partyId || invoice.legalEntityId !== note.legalEntityId)
    throw invalid('documentId', 'The invoice belongs to somebody else.');
  if (invoice.currency !== note.currency)
    throw invalid('documentId', `The credit is in ${note.currency}. Choose an invoice in that currency.`);
}

/**
 * Applies an amount of a credit note to an invoice. Both rows are locked in the order of their ids. The difference
 * between the exchange rates of the two documents is posted as realised. Errors: CONFLICT for a note that is not
 * issued; VALIDATION for another party's invoice, another currency, or more than is open of either.
 */
export async function applyCredit(
  trx: Trx,
  ask: { creditNoteId: number; documentId: number; amount: string; day: string },
  by: By,
): Promise<void> {
  const { creditNoteId, documentId, amount, day } = ask;
  const locked = new Map<number, StoredDocument>();
  for (const id of [creditNoteId, documentId].sort((one, other) => one - other))
    locked.set(id, await readDocument(trx, id, { lock: true }));
  const note = locked.get(creditNoteId);
  const invoice = locked.get(documentId);
  if (note === undefined || invoice === undefined) throw new AppError('ITEM_NOT_FOUND');
  refusePair(note, invoice);
  const [credit, open] = await Promise.all([readOpen(trx, note), readOpen(trx, invoice)]);
  refuseFiner('amount', amount, invoice);
  if (compareMoney(amount, '0') <= 0) throw invalid('amount', 'Enter an amount above zero.');
  if (compareMoney(amount, credit) > 0)
    throw invalid('amount', `Only ${amountText(credit, note.currency)} of the credit note are left.`);
  if (compareMoney(amount, open) > 0) throw invalid('amount', `At most ${amountText(open, note.currency)} are open.`);
  await storeCredit(trx, { note, invoice }, { amount, day, reason: `credit of ${note.number}` }, by);
  const detail = { amount, currency: note.currency };
  await addEvent(trx, documentId, by, { what: 'credited', detail: { ...detail, note: creditNoteId } });
  await addEvent(trx, creditNoteId, by, { what: 'applied', detail: { ...detail, document: documentId } });
}

/** Stores and posts that an amount of a note settles an invoice; a negative amount takes it back. Both are locked. */
export async function storeCredit(
  trx: Trx,
  { note, invoice }: { note: StoredDocument; invoice: StoredDocument },
  part: { amount: string; day: string; reason: string; reversesId?: number },
  by: By,
): Promise<void> {
  const { amount, day } = part;
  const [credit, open] = await Promise.all([readOpen(trx, note), readOpen(trx, invoice)]);
  const allocationId = await storeAllocation(
    trx,
    { document: invoice, kind: 'credit', creditNoteId: note.id, ...part },
    by,
  );
  const shareOf = ({ total, baseTotal, payload }: StoredDocument, left: string): string =>
    nextShare({ amount: total, base: baseTotal }, { before: subtractMoney(total, left), amount }, payload.rounding);
  const postings = creditPostings({
    side: note.side,
    currency: note.currency,
    base: note.payload.functionalCurrency,
    invoice: shareOf(invoice, open),
    note: shareOf(note, credit),
  });
  if (postings.length > 0)
    await postJournal(
      trx,
      {
        legalEntityId: note.legalEntityId,
        day,
        kind: 'allocation',
        text: `credit note ${note.number} settles ${invoice.number}`,
        documentId: invoice.id,
        allocationId,
        ...partyOf(note),
        postings,
      },
      by.at,
    );
}
