/** Open amounts of invoices that are given up. */
import { AppError, invalid } from '@signpost/contract/errors.ts';
import { amountText } from '@signpost/contract/money/document-texts.ts';
import { compareMoney, subtractMoney } from '@signpost/contract/money/money.ts';
import { writeOffPostings } from '@signpost/contract/money/postings.ts';
import type { Trx } from '../../database.ts';
import { nextShare, readOpen, storeAllocation } from './allocations.ts';
import { refuseFiner } from './amounts.ts';
import { type Journal, postJournal } from './ledger.ts';
import { partyOf } from './sides.ts';
import { addEvent, type By, readDocument } from './store.ts';

/** Gives up an open amount of an invoice, with a reason. */
export async function writeOff(
  trx: Trx,
  ask: { documentId: number; amount: string; reason: string; day: string },
  by: By,
): Promise<void> {
  const document = await readDocument(trx, ask.documentId, { lock: true });
  if (document.state !== 'issued' || document.kind === 'creditNote')
    throw new AppError('CONFLICT', { message: 'Only an issued invoice can be written off.' });
  const open = await readOpen(trx, document);
  refuseFiner('amount', ask.amount, document);
  if (compareMoney(ask.amount, '0') <= 0) throw invalid('amount', 'Enter an amount above zero.');
  if (compareMoney(ask.amount, open) > 0)
    throw invalid('amount', `At most ${amountText(open, document.currency)} are open.`);
  const { documentId, amount, reason, day } = ask;
  const allocationId = await storeAllocation(trx, { document, kind: 'writeOff', day, amount, reason }, by);
  const baseAmount = nextShare(
    { amount: document.total, base: document.baseTotal },
    { before: subtractMoney(document.total, open), amount },
    document.payload.rounding,
  );
  const { side, currency, legalEntityId } = document;
  const journal: Journal = {
    legalEntityId,
    day,
    kind: 'writeOff',
    text: reason,
    documentId,
    allocationId,
    ...partyOf(document),
    postings: writeOffPostings({ side, currency, amount, baseAmount }),
  };
  await postJournal(trx, journal, by.at);
  await addEvent(trx, documentId, by, { what: 'written off', detail: { amount, reason } });
}
