import { decideDocument } from '@signpost/contract/calls/document-approvals.ts';
import { listDisputedLines } from '@signpost/contract/calls/document-credit.ts';
import * as calls from '@signpost/contract/calls/documents.ts';
import {
  changeDraft,
  decideDispute,
  deleteDraft,
  disputeFact,
  holdBilledFacts,
  issueDocument,
  proposeDocument,
  showDocument,
} from '@signpost/contract/calls/documents.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import * as myInvoices from '@signpost/contract/calls/my-invoices.ts';
import { createMyDraft } from '@signpost/contract/calls/my-invoices.ts';
import * as payments from '@signpost/contract/calls/payments.ts';
import { closePeriod } from '@signpost/contract/calls/payments.ts';
import { manualTransaction } from '@signpost/contract/entities/manual-transaction.ts';
import { partnerRevenue } from '@signpost/contract/entities/partner-revenue.ts';
import { compareMoney, sumMoney } from '@signpost/contract/money/money.ts';
import { roundMoney } from '@signpost/contract/money/rounding.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { documentWorld } from './testing/world.ts';
import { verifyDocuments } from './verify.ts';

const manualTransactionCalls = entityCalls(manualTransaction);
const partnerRevenueCalls = entityCalls(partnerRevenue);

const world = await documentWorld();
const { author, approver, second, admin, db, view, tell, draft, drafts, issue } = world;

const revenue = (amount: string, more = {}) => ({ partnerId: 951, amount, revenue: amount, firstDeposits: 1, ...more });
const cost = (amount: string, more = {}) => ({
  kind: 'publisher_cost' as const,
  publisherId: 910,
  amount,
  publisherCost: amount,
  ...more,
});
/** The cell of the statistics: revenue of a partner in October. */
async function cell(partnerId: number): Promise<string> {
  const [sum = '0'] = await world.clickhouse.query(
    `SELECT toString(sum(revenue)) AS revenue FROM facts WHERE partner_id = {partnerId:UInt32} AND toYYYYMM(at) = 202610`,
    { partnerId },
    { parse: (row) => String(row.revenue) },
  );
  return sum;
}
const due = (side: 'receivable' | 'payable', month = '2026-10') =>
  call(author, calls.listDue, { query: { side, month } });

describe('A draft', () => {
  it('equals the cell of the statistics, line by line and to the cent', async () => {
    await tell([revenue('100.333333'), revenue('50.333333', { geoId: 57 }), revenue('20.111111', { productId: 1 })]);
    await tell([revenue('900', { at: '2026-11-02T08:00:00.000Z' })]);
    const [acme] = await due('receivable');
    expect(acme).toMatchObject({ partyId: 951, exact: '170.777777', facts: 3, problem: '' });
    const { payload, total } = await view(await draft('receivable', 951));
    expect(payload.totals).toEqual({
      net: roundMoney(await cell(951), { mode: 'halfUp', places: 2 }),
      vat: '34.16',
      total: '204.94',
    });
    expect(total).toBe('204.94');
    expect(sumMoney(payload.lines.map(({ net }) => net))).toBe('170.78');
    expect(payload.lines).toHaveLength(3);
    expect(payload.groups).toMatchObject([{ category: 'S', rate: '20', treatment: 'domestic', version: '2026-01' }]);
    expect(payload.seller).toMatchObject({ name: 'Signpost GmbH', bank: { iban: 'AT611904300234573201' } });
    expect(await due('receivable')).toEqual([]);
  });

  it('gives its facts back when it is deleted, and is refused while nothing is due', async () => {
    const [own] = await call(author, calls.listDocuments, { query: { state: 'draft' } });
    const id = own?.id ?? 0;
    await expect(draft('receivable', 951)).rejects.toThrow('Nothing is due for Acme GmbH in EUR.');
    await call(author, calls.deleteDraft, { params: { id } });
    expect((await due('receivable')).map(({ exact }) => exact)).toEqual(['170.777777']);
  });

  it('is not made for a party without a country, or for more corrections than revenue', async () => {
    await tell([revenue('5', { partnerId: 953 }), revenue('-7', { partnerId: 952, kind: 'correction' })]);
    await expect(draft('receivable', 953)).rejects.toThrow('Coil has no country yet.');
    await expect(draft('receivable', 952)).rejects.toThrow('exceed what is due');
    expect((await due('receivable')).map(({ problem }) => problem).sort()).toEqual([
      '',
      'Corrections exceed what is due.',
      'The country is missing under Billing.',
    ]);
  });

  it('claims each fact once when ten people bill the same party at once', async () => {
    const asked = {
      legalEntityId: 1,
      month: '2026-10',
      items: [{ side: 'receivable' as const, partyId: 951, currency: 'EUR' }],
    };
    const made = await Promise.all(Array.from({ length: 10 }, () => drafts(asked)));
    const ids = made.flat().flatMap(({ documentId }) => documentId ?? []);
    expect(ids).toHaveLength(1);
    await call(author, calls.deleteDraft, { params: { id: ids[0] ?? 0 } });
  });
});

describe('Approval', () => {
  it('is refused to authors, Admins included, and voided by every edit', async () => {
    const id = await draft('receivable', 951);
    const { payloadHash } = await view(id);
    const decide = (person: typeof author, hash = payloadHash) =>
      attempt(person, decideDocument, { params: { id }, body: { payloadHash: hash, verdict: 'approved' } });
    expect((await decide(approver)).status).toBe(409);
    await call(admin, calls.proposeDocument, { params: { id }, body: { payloadHash } });
    expect((await decide(author)).status).toBe(403);
    expect((await decide(admin)).status).toBe(403);
    expect((await decide(approver)).status).toBe(200);
    expect((await view(id)).state).toBe('approved');
    await call(second, calls.changeDraft, { params: { id }, body: { note: 'For October.' } });
    expect((await view(id)).state).toBe('draft');
    await call(second, calls.changeDraft, { params: { id }, body: { note: '' } });
    // The content is the same as before, but nothing of what was approved counts, whoever proposes it.
    const back = await view(id);
    expect([back.payload.note, back.verdicts]).toEqual(['', []]);
    const unapproved = await attempt(author, issueDocument, { params: { id }, body: { payloadHash } });
    expect(unapproved.status).toBe(409);
    await call(author, calls.proposeDocument, { params: { id }, body: { payloadHash: back.payloadHash } });
    expect((await view(id)).state).toBe('proposed');
    const editor = await world.signIn('Management');
    for (const note of ['x', '']) await call(editor, calls.changeDraft, { params: { id }, body: { note } });
    const last = (await view(id)).payloadHash;
    await call(author, calls.proposeDocument, { params: { id }, body: { payloadHash: last } });
    expect((await decide(editor, last)).status).toBe(403);
    await call(second, calls.changeDraft, { params: { id }, body: { note: 'For October.' } });
    const edited = await view(id);
    expect(edited.payloadHash).not.toBe(payloadHash);
    const refused = await attempt(author, issueDocument, { params: { id }, body: { payloadHash: edited.payloadHash } });
    expect(refused.body.message).toBe('The document still needs one approval.');
    await call(author, calls.proposeDocument, { params: { id }, body: { payloadHash: edited.payloadHash } });
    expect((await decide(approver)).body.message).toMatch('changed since you opened it');
    expect((await decide(second, edited.payloadHash)).status).toBe(403);
    const rejected = { payloadHash: edited.payloadHash, verdict: 'rejected' as const };
    expect((await refusal(approver, decideDocument, { params: { id }, body: rejected })).errors[0]?.path).toBe(
      'reason',
    );
    await call(approver, decideDocument, { params: { id }, body: { ...rejected, reason: 'Wrong note' } });
    const again = await attempt(author, proposeDocument, { params: { id }, body: { payloadHash: edited.payloadHash } });
    expect(again.body.message).toMatch('was rejected');
    for (const note of ['x', 'For October.']) await call(author, calls.changeDraft, { params: { id }, body: { note } });
    const same = { payloadHash: (await view(id)).payloadHash };
    expect((await attempt(author, proposeDocument, { params: { id }, body: same })).body.message).toMatch(
      'was rejected',
    );
    await call(author, calls.deleteDraft, { params: { id } });
  });

  it.each(['Default User', 'Publisher', 'Seo User', 'Cost User', 'Operations', 'Starter Profile'] as const)(
    'and the lists of all documents are refused to %s',
    async (grade) => {
      const person = await world.signIn(grade, { publisherId: 910 });
      for (const [method, path] of [
        ['GET', 'documents'],
        ['GET', 'documents/due?side=payable&month=2026-10'],
        ['POST', 'documents/drafts'],
        ['POST', 'payments'],
        ['GET', 'approvals'],
        ['POST', 'approvals/documents/1'],
        ['POST', 'documents/1/issue'],
        ['PUT', 'approvals/tiers'],
      ] as const)
        expect([path, (await person(method, `/api/${path}`, method === 'GET' ? undefined : {})).status]).toEqual([
          path,
          403,
        ]);
    },
  );
});

describe('An issued invoice', () => {
  it('has the next number, is part of the chain, and is never changed', async () => {
    const id = await draft('receivable', 951);
    expect(await issue(id)).toBe('SP-INV-2026-00001');
    const document = await view(id);
    expect(document).toMatchObject({ state: 'issued', issueDate: '2026-11-05', dueDate: '2026-12-05', open: '204.94' });
    for (const change of [
      sql`UPDATE documents SET total = 1 WHERE id = ${id}`,
      sql`DELETE FROM documents WHERE id = ${id}`,
      sql`UPDATE document_lines SET net = 1 WHERE document_id = ${id}`,
      sql`DELETE FROM claims WHERE document_id = ${id}`,
      sql`DELETE FROM document_authors WHERE document_id = ${id}`,
      sql`UPDATE number_series SET last_number = 0`,
      sql`DELETE FROM postings`,
    ])
      await expect(change.execute(db)).rejects.toThrow(/never|append-only|counts up/);
    expect((await refusal(author, deleteDraft, { params: { id } })).status).toBe(409);
    expect(await verifyDocuments(db)).toEqual({ documents: 1, problems: [] });
  });

  it('keeps both parties as they were after they were renamed', async () => {
    const [row] = await call(author, calls.listDocuments, { query: { state: 'issued' } });
    const before = await view(row?.id ?? 0);
    await sql`UPDATE partners SET legal_name = 'Other GmbH', city = 'Graz' WHERE id = 951`.execute(db);
    expect((await view(before.id)).payload).toEqual(before.payload);
  });

  it('leaves late facts of its month to the next document, as an earlier period', async () => {
    await tell([revenue('11.11'), revenue('2', { at: '2026-11-03T08:00:00.000Z' })]);
    const id = await draft('receivable', 951, 'EUR', '2026-11');
    const { payload } = await view(id);
    expect(payload.lines.map(({ month, isEarlier, exact }) => [month, isEarlier, exact])).toEqual([
      ['2026-11', false, '902'],
      ['2026-10', true, '11.11'],
    ]);
    const [issued] = await call(author, calls.listDocuments, { query: { state: 'issued' } });
    const today = await call(author, calls.compareDocument, { params: { id: issued?.id ?? 0 } });
    expect(today).toMatchObject({ difference: '11.11', causes: [{ cause: 'late', facts: 1 }] });
    await call(author, calls.deleteDraft, { params: { id } });
  });

  it('explains each line by exactly its facts', async () => {
    const [issued] = await call(author, calls.listDocuments, { query: { state: 'issued' } });
    const id = issued?.id ?? 0;
    const { payload } = await view(id);
    for (const line of payload.lines) {
      const facts = await call(author, calls.listBilledFacts, { params: { id }, query: { line: line.position } });
      expect(facts).toHaveLength(line.facts);
      expect(compareMoney(sumMoney(facts.map(({ exact }) => exact)), line.exact)).toBe(0);
    }
  });
});

describe('Single facts', () => {
  it('are held back from a draft and billed by a later one, once', async () => {
    const [held = ''] = await tell([revenue('70', { at: '2026-10-20T08:00:00.000Z' })]);
    const id = await draft('receivable', 951);
    const total = (await view(id)).payload.totals.net;
    await call(author, calls.holdBilledFacts, { params: { id }, body: { factIds: [held], reason: 'Partner asks' } });
    const after = await view(id);
    expect(compareMoney(after.payload.totals.net, total)).toBeLessThan(0);
    expect(after.payload.heldFacts).toEqual([held]);
    await issue(id);
    const [next = ''] = await tell([revenue('3', { at: '2026-10-21T08:00:00.000Z' })]);
    const later = await draft('receivable', 951);
    expect((await view(later)).payload.totals.net).toBe('3.00');
    await call(author, calls.changeDraft, { params: { id: later }, body: { takes: [held] } });
    const taken = await view(later);
    expect(taken.payload).toMatchObject({ totals: { net: '73.00' }, movedFacts: [held] });
    expect((await refusal(author, changeDraft, { params: { id: later }, body: { takes: [next] } })).status).toBe(400);
    expect(
      (await refusal(author, holdBilledFacts, { params: { id }, body: { factIds: [held], reason: 'x' } })).status,
    ).toBe(409);
    await issue(later);
    expect((await due('receivable')).filter(({ partyId }) => partyId === 951)).toEqual([]);
  });
});

describe('A disputed document', () => {
  it('says how much is disputed at every step, and whoever opened a dispute does not decide it', async () => {
    const [fact = ''] = await tell([revenue('156', { at: '2026-11-03T10:00:00.000Z' })]);
    const id = await draft('receivable', 951, 'EUR', '2026-11');
    await call(author, calls.disputeFact, { params: { id }, body: { factId: fact, reason: 'Twice' } });
    const disputed = '1 event, €156.00, is disputed.';
    expect((await refusal(author, deleteDraft, { params: { id } })).status).toBe(409);
    const { payloadHash, ...shown } = await view(id);
    expect(shown.disputed).toBe(disputed);
    const [dispute] = await call(author, calls.listDisputes, { query: { documentId: id } });
    expect(dispute).toMatchObject({ kind: 'first_deposit', exact: '156.000000', openedById: author.userId });
    const answer = { state: 'rejected', answer: 'It is right' } as const;
    expect((await refusal(author, decideDispute, { params: { id: dispute?.id }, body: answer })).status).toBe(403);
    const body = { payloadHash };
    expect((await call(author, calls.proposeDocument, { params: { id }, body })).disputed).toBe(disputed);
    const approved = await attempt(approver, decideDocument, {
      params: { id },
      body: { payloadHash, verdict: 'approved' },
    });
    expect(approved.body.data).toMatchObject({ disputed });
    expect((await call(author, calls.issueDocument, { params: { id }, body })).disputed).toBe(disputed);
    expect((await attempt(approver, decideDispute, { params: { id: dispute?.id }, body: answer })).status).toBe(200);
    expect((await view(id)).disputed).toBe('');
    // Nothing is left to credit of a dispute that was rejected.
    expect(await call(author, listDisputedLines, { params: { id } })).toEqual([]);
  });

  it('begins a credit note with the disputed amount of each line that is not credited yet', async () => {
    const at = '2026-11-03T11:00:00.000Z';
    const [first = '', second = ''] = await tell(
      ['30.004', '20', '50'].map((amount) => revenue(amount, { at, geoId: 57 })),
    );
    const [back = ''] = await tell([revenue('-10', { at, geoId: 57 })]);
    await tell([revenue('5', { at, geoId: 12 })]);
    const id = await draft('receivable', 951, 'EUR', '2026-11');
    await issue(id);
    const offered = () => call(author, listDisputedLines, { params: { id } });
    expect(await offered()).toEqual([]);
    for (const factId of [first, second, back])
      await call(author, calls.disputeFact, { params: { id }, body: { factId, reason: 'Not ours' } });
    const { lines } = (await view(id)).payload;
    const lineOf = (exact: string) => lines.find((line) => compareMoney(line.exact, exact) === 0)?.position ?? 0;
    const earned = lineOf('100.004');
    const takenBack = lineOf('-10');
    expect(await offered()).toEqual([
      { position: earned, amount: '50.00' },
      { position: takenBack, amount: '-10.00' },
    ]);
    const body = { lines: [{ position: earned, amount: '45.00' }], reason: 'Not theirs' };
    const { id: note } = await call(author, calls.creditDocument, { params: { id }, body });
    await issue(note);
    expect(await offered()).toEqual([
      { position: earned, amount: '5.00' },
      { position: takenBack, amount: '-10.00' },
    ]);
  });
});

describe('A document with a character that no font has', () => {
  it('is not proposed, and the answer names the character', async () => {
    await tell([revenue('12', { at: '2026-11-03T10:00:00.000Z' })]);
    const id = await draft('receivable', 951, 'EUR', '2026-11');
    await call(author, calls.changeDraft, { params: { id }, body: { note: 'Good luck 🍀' } });
    const { payloadHash } = await view(id);
    const refused = await attempt(author, proposeDocument, { params: { id }, body: { payloadHash } });
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain('A document cannot print “🍀” (U+1F340).');
    await call(author, calls.deleteDraft, { params: { id } });
  });
});

describe('VAT of self-billed invoices', () => {
  it('is refused with what is missing, in the list of what is due as well', async () => {
    await tell([{ ...cost('11'), publisherId: 911, at: '2026-11-03T10:00:00.000Z' }]);
    await sql`UPDATE publishers SET tax_number = NULL WHERE id = 911`.execute(db);
    const missing = 'Planet OG has neither a VAT id of the right format nor a tax number. Enter one under Billing.';
    const row = (await due('payable', '2026-11')).find(({ partyId }) => partyId === 911);
    expect(row?.problem).toBe(missing);
    await expect(draft('payable', 911, 'EUR', '2026-11')).rejects.toThrow(missing);
    await sql`UPDATE publishers SET is_consumer = true WHERE id = 911`.execute(db);
    const { payload } = await view(await draft('payable', 911, 'EUR', '2026-11'));
    expect(payload.groups).toMatchObject([{ category: 'O', treatment: 'privateSeller', vat: '0.00' }]);
  });
});

describe('Publishers and their managers', () => {
  it('see and bill only their own, and dispute single facts', async () => {
    const [fact = ''] = await tell([cost('40'), cost('60', { publisherId: 911 })]);
    const publisher = await world.signIn('Publisher', { publisherId: 910 });
    const manager = await world.signIn('Default User');
    await sql`UPDATE publishers SET manager_id = ${manager.userId} WHERE id = 911`.execute(db);
    const dueOf = (person: typeof publisher) => call(person, myInvoices.listMyDue, { query: { month: '2026-10' } });
    expect((await dueOf(publisher)).map(({ partyId, exact }) => [partyId, exact])).toEqual([[910, '40']]);
    expect((await dueOf(manager)).map(({ partyId, exact }) => [partyId, exact])).toEqual([[911, '60']]);
    const ask = { partyId: 910, currency: 'EUR', month: '2026-10', externalNumber: 'B-7' };
    expect((await refusal(manager, createMyDraft, { body: ask })).status).toBe(404);
    const { id } = await call(publisher, myInvoices.createMyDraft, { body: ask });
    const seen = await view(id, publisher);
    expect(seen).toMatchObject({ kind: 'received', externalNumber: 'B-7', may: { attach: true, issue: false } });
    expect(seen.payload.groups).toMatchObject([{ category: 'E', treatment: 'smallBusiness', vat: '0.00' }]);
    expect((await refusal(manager, showDocument, { params: { id } })).status).toBe(404);
    expect((await refusal(manager, disputeFact, { params: { id }, body: { factId: fact, reason: 'x' } })).status).toBe(
      404,
    );
    await call(publisher, calls.disputeFact, { params: { id }, body: { factId: fact, reason: 'Two deposits' } });
    expect(
      (await refusal(publisher, disputeFact, { params: { id }, body: { factId: fact, reason: 'x' } })).status,
    ).toBe(409);
    const [dispute] = await call(author, calls.listDisputes, { query: {} });
    expect(dispute).toMatchObject({ documentId: id, factId: fact, state: 'open', party: 'Daily Bugle' });
    const answer = { state: 'rejected', answer: 'Counted once.' } as const;
    expect((await refusal(publisher, decideDispute, { params: { id: dispute?.id }, body: answer })).status).toBe(403);
    await call(author, calls.decideDispute, { params: { id: dispute?.id ?? 0 }, body: answer });
    expect(await call(manager, calls.listDisputes, { query: {} })).toEqual([]);
  });
});

describe('A closed month', () => {
  it('takes no more manual entries, and cannot be closed before it is over', async () => {
    const close = (month: string) => attempt(author, closePeriod, { body: { month } });
    expect((await close('2026-11')).body.errors[0]).toEqual({ path: 'month', message: 'The month is not over yet.' });
    expect((await close('2026-09')).status).toBe(200);
    const months = await call(author, payments.listPeriods, {});
    expect(months.slice(0, 3)).toMatchObject([
      { month: '2026-10', state: 'next', closedBy: null },
      { month: '2026-09', state: 'closed', closedBy: 'Test Management' },
      { month: '2026-08', state: 'closed', closedBy: null },
    ]);
    const entry = (day: string) =>
      attempt(author, manualTransactionCalls.create, {
        body: {
          reason: 'Bonus',
          entryKind: 'revenue',
          day,
          amount: '10',
          currency: 'EUR',
          partnerId: 951,
        },
      });
    expect((await entry('2026-09-30')).body.errors[0]).toMatchObject({ path: 'day' });
    expect((await entry('2026-10-01')).status).toBe(201);
    const range = { partnerId: 951, fromDay: '2026-08-20', toDay: '2026-10-02', amount: '10', currency: 'EUR' };
    expect((await refusal(author, partnerRevenueCalls.create, { body: range })).errors[0]).toMatchObject({
      path: 'fromDay',
    });
  });
});
