/** Credit notes against issued invoices. Everything is checked while the invoice's row is locked. */
import { AppError, invalid } from '@signpost/contract/errors.ts';
import { type CreditableLine, type CreditedLine, creditOf } from '@signpost/contract/money/credit.ts';
import type { DocumentLine, DocumentPayload, Settlement, Side, VatGroup } from '@signpost/contract/money/document.ts';
import { compareMoney, maxMoney, minMoney, subtractMoney, sumMoney } from '@signpost/contract/money/money.ts';
import { writeOffPostings } from '@signpost/contract/money/postings.ts';
import { priceOf, roundingOf, wholeUnits } from '@signpost/contract/money/rounding.ts';
import { placesOf } from '@signpost/contract/reading/minor-units.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable, Trx } from '../../database.ts';
import { readRow, readRows } from '../../platform/rows.ts';
import { nextShare, readAllocated, readOpen, storeAllocation } from './allocations.ts';
import { functionalTotals } from './content.ts';
import { creditError } from './credit-error.ts';
import { postJournal } from './ledger.ts';
import { nationalVatOfNote } from './national-vat.ts';
import { takeBackWriteOff } from './reversals.ts';
import { partyOf } from './sides.ts';
import { addEvent, type By, insertDraft, readDocument, type StoredDocument } from './store.ts';

export interface CreditAsk {
  invoiceId: number;
  lines: readonly CreditedLine[];
  reason: string;
  settlement: Settlement;
  /** Whether the invoice's facts are billed again; only with the credit that completes it. */
  releasesFacts: boolean;
}

/** A settlement outside is written off like an invoice of the other side, on the account that the note itself is open on. */
const OPPOSITE = {
  receivable: { side: 'payable', account: 'receivables' },
  payable: { side: 'receivable', account: 'payables' },
} as const satisfies Record<Side, unknown>;

const creditedRow = z.object({
  position: z.number(),
  net: z.string(),
  vatCategory: z.string(),
  vatRate: z.string(),
  credited: z.string(),
});

/** The lines of an invoice with what its issued credit notes have taken of each. */
export async function readCreditable(db: Queryable, invoiceId: number): Promise<CreditableLine[]> {
  return await readRows(
    db,
    creditedRow,
    sql`SELECT l.position, l.net, l.vat_category, trim_scale(l.vat_rate)::text AS vat_rate, coalesce((
          SELECT sum(n.net) FROM document_lines n JOIN documents d ON d.id = n.document_id
          WHERE d.credits_id = ${invoiceId} AND d.state = 'issued' AND n.credits_position = l.position), 0)::text AS credited
      FROM document_lines l WHERE l.document_id = ${invoiceId} ORDER BY l.position`,
  );
}

const openRow = z.object({ open: z.number() });

/** VAT must be computed from everything credited before, so notes on one invoice are made one after the other. */
async function refuseSecondNote(trx: Trx, invoiceId: number): Promise<void> {
  const { open } = await readRow(
    trx,
    openRow,
    sql`SELECT count(*)::integer AS open FROM documents WHERE credits_id = ${invoiceId} AND state <> 'issued'`,
  );
  if (open > 0)
    throw new AppError('CONFLICT', {
      message: 'Another credit note for this invoice is not issued yet. Issue or delete it first.',
    });
}

/** The groups of the note, with the treatment of the invoice's groups. */
function groupsOf(
  invoice: DocumentPayload,
  groups: readonly { category: string; rate: string; net: string; vat: string }[],
) {
  const { places } = roundingOf(invoice);
  return groups.flatMap(({ category, rate, net, vat }): VatGroup[] => {
    const own = invoice.groups.find((one) => one.category === category && compareMoney(one.rate, rate) === 0);
    if (own === undefined) return [];
    return [{ ...own, exact: net, net: wholeUnits(net, places), vat: wholeUnits(vat, places) }];
  });
}

function noteLines(invoice: DocumentPayload, lines: readonly CreditedLine[]): DocumentLine[] {
  const { places } = roundingOf(invoice);
  return lines
    .filter(({ amount }) => compareMoney(amount, '0') !== 0)
    .flatMap(({ position, amount }, index): DocumentLine[] => {
      const own = invoice.lines.find((line) => line.position === position);
      if (own === undefined) return [];
      return [
        {
          ...own,
          position: index + 1,
          ...priceOf(amount, 0, places),
          exact: amount,
          base: '0',
          net: wholeUnits(amount, places),
          creditsPosition: position,
        },
      ];
    });
}

/** Makes the draft of a credit note and returns its id. It is approved and issued like any other document. */
export async function createCreditNote(trx: Trx, ask: CreditAsk, by: By): Promise<number> {
  const invoice = await readDocument(trx, ask.invoiceId, { lock: true });
  if (
    invoice.state !== 'issued' ||
    invoice.kind === 'creditNote' ||
    invoice.number === null ||
    invoice.issueDate === null
  )
    throw new AppError('CONFLICT', { message: 'Only an issued invoice can be credited.' });
  await refuseSecondNote(trx, invoice.id);
  const creditable = await readCreditable(trx, invoice.id);
  const rounding = roundingOf(invoice.payload);
  const result = creditOf(creditable, ask.lines, rounding);
  if ('refusals' in result)
    throw new AppError('VALIDATION', {
      errors: result.refusals.map((refusal) => creditError(ask.lines, refusal, invoice)),
    });
  const groups = groupsOf(invoice.payload, result.groups);
  const { places } = rounding;
  const net = wholeUnits(sumMoney(groups.map((group) => group.net)), places);
  const vat = wholeUnits(sumMoney(groups.map((group) => group.vat)), places);
  const totals = { net, vat, total: wholeUnits(sumMoney([net, vat]), places) };
  if (compareMoney(totals.total, '0') <= 0) throw invalid('lines', 'Credit more than nothing.');
  const credited = sumMoney([...creditable.map((line) => line.credited), net]);
  if (ask.releasesFacts && compareMoney(credited, invoice.net) !== 0)
    throw invalid('releasesFacts', 'Facts are billed again only after the whole invoice is credited.');
  const { payload } = invoice;
  const before = await readCredited(trx, invoice.id);
  const note: DocumentPayload = {
    ...payload,
    kind: 'creditNote',
    lines: noteLines(payload, ask.lines),
    groups,
    totals,
    functional: functionalOfNote(payload, { before, totals }),
    ...nationalVatOfNote(payload, { before, totals }),
    claims: [],
    heldFacts: [],
    movedFacts: [],
    statistics: { ...payload.statistics, base: '0' },
    paymentTermsDays: 0,
    note: ask.reason,
    externalNumber: '',
    fileHash: '',
    credits: {
      id: invoice.id,
      number: invoice.number,
      issueDate: invoice.issueDate,
      reason: ask.reason,
      settlement: ask.settlement,
      releasesFacts: ask.releasesFacts,
    },
  };
  return await insertDraft(trx, { payload: note, legalEntityId: invoice.legalEntityId, partyId: invoice.partyId }, by);
}

const beforeRow = z.object({ net: z.string(), vat: z.string(), total: z.string() });

/** The sum of the issued notes of an invoice. */
const readCredited = (trx: Trx, invoiceId: number) =>
  readRow(
    trx,
    beforeRow,
    sql`SELECT coalesce(sum(net), 0)::text AS net, coalesce(sum(vat), 0)::text AS vat,
        coalesce(sum(total), 0)::text AS total FROM documents WHERE credits_id = ${invoiceId} AND state = 'issued'`,
  );

type Totals = DocumentPayload['totals'];

/** The totals of the note at the invoice's rate, so that all notes together are worth as much as the invoice. */
function functionalOfNote(payload: DocumentPayload, { before, totals }: { before: Totals; totals: Totals }): Totals {
  const { rate, functionalCurrency } = payload;
  const places = placesOf(functionalCurrency);
  const rounding = { mode: payload.rounding, places };
  const upTo = functionalTotals(
    {
      net: sumMoney([before.net, totals.net]),
      vat: sumMoney([before.vat, totals.vat]),
      total: sumMoney([before.total, totals.total]),
    },
    rate.rate,
    rounding,
  );
  const until = functionalTotals(before, rate.rate, rounding);
  return {
    net: wholeUnits(subtractMoney(upTo.net, until.net), places),
    vat: wholeUnits(subtractMoney(upTo.vat, until.vat), places),
    total: wholeUnits(subtractMoney(upTo.total, until.total), places),
  };
}

/**
 * An amount that was written off is not owed, so a credit note that exceeds the open amount reduces the write-off
 * before anything is paid back. Returns the amount of the reduction.
 */
async function reduceWriteOff(
  trx: Trx,
  invoice: StoredDocument,
  { note, day }: { note: StoredDocument; day: string },
  by: By,
): Promise<string> {
  const allocated = await readAllocated(trx, invoice.id);
  const writtenOff = sumMoney(allocated.filter(({ kind }) => kind === 'writeOff').map(({ amount }) => amount));
  const over = subtractMoney(note.total, await readOpen(trx, invoice));
  const amount = minMoney(over, writtenOff);
  if (compareMoney(amount, '0') <= 0) return '0';
  const reason = `credited by a note instead: ${note.payload.note}`;
  await takeBackWriteOff(trx, invoice, { amount, day, reason }, by);
  return amount;
}

/**
 * Settles the invoice of a credit note that is issued. The note reduces the open amount first. The remainder is a
 * customer credit or a refund to be paid, or was settled outside.
 */
export async function settleCreditNote(
  trx: Trx,
  note: StoredDocument,
  { day, by }: { day: string; by: By },
): Promise<void> {
  const { credits, rounding, functionalCurrency } = note.payload;
  if (credits === null) return;
  const invoice = await readDocument(trx, credits.id, { lock: true });
  const before = sumMoney((await readCreditable(trx, invoice.id)).map(({ credited }) => credited));
  if (compareMoney(sumMoney([before, note.net]), invoice.net) > 0)
    throw new AppError('CONFLICT', { message: 'The credit notes would exceed the invoice. Delete this one.' });
  const reduced = await reduceWriteOff(trx, invoice, { note, day }, by);
  const open = await readOpen(trx, invoice);
  if (compareMoney(reduced, '0') > 0)
    await addEvent(trx, invoice.id, by, { what: 'write-off taken back', detail: { amount: reduced, note: note.id } });
  const used = compareMoney(open, note.total) < 0 ? open : note.total;
  if (compareMoney(used, '0') > 0)
    await storeAllocation(
      trx,
      { document: invoice, kind: 'credit', creditNoteId: note.id, day, amount: used, reason: credits.reason },
      by,
    );
  await addEvent(trx, invoice.id, by, { what: 'credited', detail: { amount: note.total, note: note.id } });
  const rest = subtractMoney(note.total, maxMoney(used, '0'));
  if (credits.settlement === 'outside' && compareMoney(rest, '0') > 0) {
    const share = nextShare(
      { amount: note.total, base: note.baseTotal },
      { before: subtractMoney(note.total, rest), amount: rest },
      rounding,
    );
    const reason = `settled outside, in ${functionalCurrency} ${share}`;
    const allocationId = await storeAllocation(
      trx,
      { document: note, kind: 'writeOff', day, amount: rest, reason },
      by,
    );

    await postJournal(
      trx,
      {
        legalEntityId: note.legalEntityId,
        day,
        kind: 'writeOff',
        text: reason,
        documentId: note.id,
        allocationId,
        ...partyOf(note),
        postings: writeOffPostings({
          side: OPPOSITE[note.side].side,
          currency: note.currency,
          amount: rest,
          baseAmount: share,
        }).map((posting) => ({
          ...posting,
          account: posting.account === 'writtenOff' ? 'writtenOff' : OPPOSITE[note.side].account,
        })),
      },
      by.at,
    );
  }
  if (credits.releasesFacts)
    await sql`UPDATE claims SET released_by = ${note.id} WHERE document_id = ${invoice.id}`.execute(trx);
}
