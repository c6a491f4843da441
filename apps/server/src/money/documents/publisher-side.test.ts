/** A publisher reads, disputes and accepts the documents that our staff makes in its name, and does nothing else with them. */
import * as approvals from '@signpost/contract/calls/document-approvals.ts';
import * as calls from '@signpost/contract/calls/documents.ts';
import { acceptDocument, changeDraft, deleteDraft, holdBilledFacts } from '@signpost/contract/calls/documents.ts';
import * as myInvoices from '@signpost/contract/calls/my-invoices.ts';
import { listMyDocuments, readMyStatements } from '@signpost/contract/calls/my-invoices.ts';
import { recordPayment, writeOffDocument } from '@signpost/contract/calls/payments.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { documentWorld } from './testing/world.ts';

const world = await documentWorld();
const { author, approver, admin, app, db, tell, view, draft, issue } = world;
const publisher = await world.signIn('Publisher', { publisherId: 910 });
const colleague = await world.signIn('Publisher', { publisherId: 910 });
const stranger = await world.signIn('Publisher', { publisherId: 911 });

const SECRET = 'INTERNAL: suspected fraud, ask Eve';
const IBAN = 'AT611904300234573201';
const cost = (amount: string) => ({ kind: 'publisher_cost' as const, publisherId: 910, amount, publisherCost: amount });

const readHeld = (id: number, person = author) => call(person, calls.listHeldFacts, { params: { id } });
const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;

describe('A self-billed document that staff made', () => {
  it('is changed by the publisher in no way: every call but disputing and accepting is refused', async () => {
    const [fact = ''] = await tell([cost('200'), cost('40')]);
    const id = await draft('payable', 910);
    await call(author, calls.holdBilledFacts, { params: { id }, body: { factIds: [fact], reason: SECRET } });
    const before = await view(id);
    expect(before.payload.totals.net).toBe('40.00');

    const { payloadHash } = before;
    const bodies: Readonly<Record<string, object>> = {
      'PATCH /api/documents/:id': { takes: [fact] },
      'POST /api/documents/:id/hold': { factIds: [fact], reason: 'x' },
      'POST /api/documents/:id/propose': { payloadHash },
      'POST /api/documents/:id/issue': { payloadHash },
      'POST /api/documents/:id/send': { to: 'me@bugle.example.test' },
      'POST /api/documents/:id/credit': { lines: [{ position: 1, amount: '1' }], reason: 'x' },
    };
    const MEANT = ['POST /api/documents/:id/accept', 'POST /api/documents/:id/disputes'];
    const writing = app.apiRoutes.filter(
      ({ method, url }) => url.startsWith('/api/documents/:id') && !['GET', 'HEAD', 'OPTIONS'].includes(method),
    );
    const answers: [string, number][] = [];
    for (const { method, url } of writing) {
      const name = `${method} ${url}`;
      if (MEANT.includes(name) || (method !== 'POST' && method !== 'PATCH' && method !== 'DELETE')) continue;
      const { status } = await publisher(
        method,
        url.replace(':id', String(id)),
        method === 'DELETE' ? undefined : (bodies[name] ?? {}),
      );
      answers.push([name, status]);
    }
    expect(answers.filter(([, status]) => status !== 403)).toEqual([]);
    expect(answers.length).toBeGreaterThan(7);
    for (const body of [{ note: 'Pay at once to IBAN XX00' }, { paymentTermsDays: 0 }, { isRenewed: true }])
      expect(await statusOf(attempt(publisher, changeDraft, { params: { id }, body }))).toBe(403);
    expect(await view(id)).toEqual(before);
    expect((await view(id, publisher)).may).toEqual({
      edit: false,
      hold: false,
      propose: false,
      decide: false,
      issue: false,
      credit: false,
      settle: false,
      reverse: false,
      dispute: true,
      accept: false,
      attach: false,
      send: false,
    });

    await call(author, calls.proposeDocument, { params: { id }, body: { payloadHash } });
    await call(approver, approvals.decideDocument, { params: { id }, body: { payloadHash, verdict: 'approved' } });
    expect((await view(id)).state).toBe('approved');
    expect(await statusOf(attempt(publisher, deleteDraft, { params: { id } }))).toBe(403);
    expect((await view(id)).state).toBe('approved');
    await call(author, calls.deleteDraft, { params: { id } });
  });

  it('is read by the publisher without reasons and names of staff, and without our account', async () => {
    await tell([cost('10'), cost('20')]);
    const id = await draft('payable', 910);
    const [fact, other] = await call(author, calls.listBilledFacts, { params: { id }, query: {} });
    const byStaff = { factId: fact?.factId ?? '', reason: SECRET };
    await call(author, calls.disputeFact, { params: { id }, body: byStaff });
    await call(publisher, calls.disputeFact, { params: { id }, body: { factId: other?.factId ?? '', reason: 'Ours' } });
    const { payloadHash } = await view(id);
    await call(author, calls.proposeDocument, { params: { id }, body: { payloadHash } });
    const rejection = { payloadHash, verdict: 'rejected', reason: SECRET } as const;
    await call(approver, approvals.decideDocument, { params: { id }, body: rejection });
    const whole = JSON.stringify(await view(id));
    expect(whole).toContain(SECRET);
    expect(whole).toContain(IBAN);

    const pages = ['', '/held', '/facts', '/today'].map((page) => `/api/documents/${id}${page}`);
    for (const page of [...pages, `/api/disputes?documentId=${id}`, '/api/my-invoices']) {
      const { status, body } = await publisher('GET', page);
      expect([page, status]).toEqual([page, 200]);
      for (const inner of [SECRET, IBAN, 'Test Management', 'Test Admin'])
        expect([page, JSON.stringify(body).includes(inner)]).toEqual([page, false]);
    }
    const seen = await view(id, publisher);
    expect(seen.history.map(({ what }) => what)).toEqual((await view(id)).history.map(({ what }) => what));
    expect(new Set(seen.history.map(({ user }) => user)).has('Staff')).toBe(true);
  });

  it('is due to the publisher once it is issued, as far as it is unpaid', async () => {
    await tell([cost('25')]);
    const id = await draft('payable', 910);
    const open = async (): Promise<number> => {
      const { body } = await attempt(publisher, listMyDocuments, { query: { currency: 'EUR' } });
      const [sum] = body.meta.sums as { side: string; open: string }[];
      return Number(sum?.open);
    };
    const before = await open();
    await issue(id);
    const { total } = await view(id);
    expect(Number(total)).toBeGreaterThan(0);
    expect(await open()).toBeCloseTo(before + Number(total), 2);
    const paid = { legalEntityId: 1, side: 'payable', partyId: 910, day: '2026-11-05', currency: 'EUR', reference: '' };
    const allocations = [{ documentId: id, amount: '10', taken: '10' }];
    expect(await statusOf(attempt(author, recordPayment, { body: { ...paid, amount: '10', allocations } }))).toBe(201);
    expect(await open()).toBeCloseTo(before + Number(total) - 10, 2);
  });

  it('is accepted once by the publisher when it is issued and nothing in it is disputed', async () => {
    await tell([cost('15')]);
    const id = await draft('payable', 910);
    const accept = (person = publisher) => attempt(person, acceptDocument, { params: { id }, body: {} });
    expect(await statusOf(accept())).toBe(409);
    await issue(id);
    expect(await statusOf(accept(author))).toBe(403);
    expect(await statusOf(accept(stranger))).toBe(404);
    const [fact] = await call(publisher, calls.listBilledFacts, { params: { id }, query: {} });
    await call(publisher, calls.disputeFact, { params: { id }, body: { factId: fact?.factId ?? '', reason: 'Twice' } });
    expect((await view(id, publisher)).may.accept).toBe(false);
    expect(await statusOf(accept())).toBe(409);
    const [dispute] = await call(author, calls.listDisputes, { query: { documentId: id } });
    const answer = { state: 'rejected', answer: 'Counted once.' } as const;
    await call(author, calls.decideDispute, { params: { id: dispute?.id ?? 0 }, body: answer });
    expect((await view(id, publisher)).may.accept).toBe(true);
    expect([await statusOf(accept()), await statusOf(accept(colleague))]).toEqual([200, 409]);
    expect((await view(id)).history.at(-1)).toMatchObject({
      what: 'accepted by the publisher',
      user: 'Test Publisher',
    });
    expect((await view(id, publisher)).may.accept).toBe(false);
    const seen = await call(publisher, calls.listDisputes, { query: { documentId: id } });
    expect(seen).toMatchObject([{ openedBy: 'Test Publisher', reason: 'Twice', answer: 'Counted once.' }]);
  });
});

describe('A document that the publisher sent in or made', () => {
  it('stays writable for the publisher, but for facts that staff holds back and the agreed terms', async () => {
    const [held = ''] = await tell([cost('30'), cost('50')]);
    const byStaff = await draft('payable', 910);
    await call(author, calls.holdBilledFacts, { params: { id: byStaff }, body: { factIds: [held], reason: SECRET } });
    await call(author, calls.deleteDraft, { params: { id: byStaff } });
    const ask = { partyId: 910, currency: 'EUR', month: '2026-10' };
    for (const externalNumber of ['', 'B-7']) {
      const { id } = await call(publisher, myInvoices.createMyDraft, { body: { ...ask, externalNumber } });
      const mine = await view(id, publisher);
      expect(mine.may).toMatchObject({ edit: true, propose: true, hold: false, attach: externalNumber !== '' });
      expect(mine.payload.totals.net).toBe('50.00');
      const change = (body: object) => statusOf(attempt(publisher, changeDraft, { params: { id }, body }));
      const { paymentTermsDays } = mine.payload;
      expect(await change({ note: 'Ours', paymentTermsDays })).toBe(200);
      expect(await change({ paymentTermsDays: paymentTermsDays + 1 })).toBe(403);
      expect(await change({ takes: [held] })).toBe(403);
      const hold = { factIds: [held], reason: 'x' };
      expect(await statusOf(attempt(publisher, holdBilledFacts, { params: { id }, body: hold }))).toBe(403);
      const reasonFor = async (person: typeof author) =>
        (await readHeld(id, person)).find(({ factId }) => factId === held)?.reason;
      expect([await reasonFor(publisher), await reasonFor(author)]).toEqual(['', SECRET]);
      const { payloadHash } = await view(id, publisher);
      await call(colleague, calls.proposeDocument, { params: { id }, body: { payloadHash } });
      expect(await statusOf(attempt(publisher, deleteDraft, { params: { id } }))).toBe(200);
    }
  });

  it('does not become writable for a publisher because the person who made it is of another publisher now', async () => {
    const { id } = await call(colleague, myInvoices.createMyDraft, {
      body: { partyId: 910, currency: 'EUR', month: '2026-10' },
    });
    await sql`UPDATE users SET grade = 'Default User', publisher_id = NULL WHERE id = ${colleague.userId}`.execute(db);
    expect(await statusOf(attempt(publisher, changeDraft, { params: { id }, body: { note: 'x' } }))).toBe(403);
    await call(admin, calls.deleteDraft, { params: { id } });
  });
});

describe('The statement of a publisher', () => {
  it('has no reason that staff gave for a write-off', async () => {
    const id = await draft('payable', 910);
    await issue(id);
    const { open: amount } = await view(id);
    expect(
      await statusOf(attempt(author, writeOffDocument, { params: { id }, body: { amount, reason: SECRET } })),
    ).toBe(200);
    const data = await call(publisher, readMyStatements, { query: { from: '2026-01-01', to: '2026-12-31' } });
    expect(JSON.stringify(data)).toContain('writeOff');
    expect(JSON.stringify(data)).not.toContain(SECRET);
    const shown = await view(id, publisher);
    expect(shown.allocations).toMatchObject([{ kind: 'writeOff', text: '' }]);
    expect((await view(id)).allocations).toMatchObject([{ text: SECRET }]);
  });
});
