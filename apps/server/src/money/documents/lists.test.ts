import type { CallInput } from '@signpost/contract/calls/define-call.ts';
import * as rules from '@signpost/contract/calls/document-rules.ts';
import * as calls from '@signpost/contract/calls/documents.ts';
import { exportDocuments, sendDocument } from '@signpost/contract/calls/documents.ts';
import { exportMyDocuments } from '@signpost/contract/calls/my-invoices.ts';
import * as payments from '@signpost/contract/calls/payments.ts';
import { recordPayment } from '@signpost/contract/calls/payments.ts';
import { IDEMPOTENCY_HEADER } from '@signpost/contract/envelope.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { openMail } from '../../platform/mail.ts';
import { outgoing } from '../../platform/outgoing.ts';
import { deliverDue } from '../../workplace/notifications/deliver.ts';
import { testSmtp } from '../../workplace/notifications/testing/smtp.ts';
import { readVatRows } from './rules.ts';
import { VAT_ROWS } from './testing/vat-cases.ts';
import { documentWorld } from './testing/world.ts';

const world = await documentWorld();
const { author, approver, db, view, tell, draft, issue, setNow } = world;
const smtp = await testSmtp();
const publicUrl = new URL('https://signpost.example.test');
const mail = openMail({ url: smtp.url, from: undefined, publicUrl });
afterAll(async () => {
  mail.close();
  await smtp.close();
});

const deliverAll = async () => {
  const log = createLog({ level: 'silent', name: 'test' });
  const deps = { db, log, send: outgoing({ allowPrivate: true }), mail, vault: world.deps.vault, publicUrl };
  while ((await deliverDue({ ...deps, mayRead: async () => true }, new Date('2100-01-01'))) > 0);
};

const revenue = (amount: string, more = {}) => ({ partnerId: 951, amount, revenue: amount, firstDeposits: 1, ...more });
type Ask = CallInput<typeof calls.listDocuments>['query'];
const idsOf = async (query: Ask): Promise<number[]> =>
  (await call(author, calls.listDocuments, { query })).map(({ id }) => id);

const ids = { september: 0, october: 0, publisher: 0 };

describe('The list of documents', () => {
  it('is filtered by party, legal entity and month, and sums all rows that match per side and currency', async () => {
    await tell([
      revenue('100', { at: '2026-09-15T12:00:00.000Z' }),
      revenue('50'),
      { kind: 'publisher_cost', publisherId: 910, amount: '30', publisherCost: '30' },
    ]);
    ids.september = await draft('receivable', 951, 'EUR', '2026-09');
    ids.october = await draft('receivable', 951, 'EUR', '2026-10');
    ids.publisher = await draft('payable', 910, 'EUR', '2026-10');
    await issue(ids.september);
    expect(await idsOf({ partnerId: 951, month: '2026-09' })).toEqual([ids.september]);
    expect(await idsOf({ publisherId: 910 })).toEqual([ids.publisher]);
    expect(await idsOf({ legalEntityId: 2 })).toEqual([]);
    expect((await attempt(author, calls.listDocuments, { query: { partnerId: 951 } })).body.meta.sums).toEqual([
      { side: 'receivable', currency: 'EUR', count: 2, total: '180.00', open: '120.00' },
    ]);
  });

  it('shows what is overdue, whatever its age', async () => {
    expect(await idsOf({ age: 'overdue' })).toEqual([]);
    await setNow('2026-12-20T10:00:00Z');
    expect(await idsOf({ age: 'overdue' })).toEqual([ids.september]);
    await setNow('2027-06-01T10:00:00Z');
    expect(await idsOf({ age: 'overdue' })).toEqual([ids.september]);
    await setNow('2026-11-05T10:00:00Z');
  });
});

describe('The file of a list of documents', () => {
  const linesOf = (text: string) => text.replace('\uFEFF', '').trimEnd().split('\r\n');

  it('has all documents that match, in the order of the list, with exact amounts and harmless names', async () => {
    await sql`UPDATE partners SET name = '=Acme' WHERE id = 951`.execute(db);
    const { text } = await attempt(author, exportDocuments, { query: { format: 'csv', partnerId: 951 } });
    await sql`UPDATE partners SET name = 'Acme' WHERE id = 951`.execute(db);
    expect(linesOf(text)).toEqual([
      'Id,Number,Side,Kind,Party,Month,Currency,Total,Open,State,Issued,Due,Overdue,Disputes,Legal entity,Credits invoice',
      `${ids.october},Draft ${ids.october},Receivable,Invoice,'=Acme,2026-10,EUR,60.00,,Draft,,,,0,Signpost,`,
      `${ids.september},SP-INV-2026-00001,Receivable,Invoice,'=Acme,2026-09,EUR,120.00,120.00,Issued,2026-11-05,2026-12-05,,0,Signpost,`,
    ]);
    const xlsx = await attempt(author, exportDocuments, { query: { format: 'xlsx', partnerId: 951 } });
    expect([xlsx.status, xlsx.text.slice(0, 2)]).toEqual([200, 'PK']);
  });

  it('has only the viewer’s own documents for a publisher, who cannot export those of others', async () => {
    const publisher = await world.signIn('Publisher', { publisherId: 910 });
    const { text } = await attempt(publisher, exportMyDocuments, { query: { format: 'csv' } });
    expect(
      linesOf(text)
        .slice(1)
        .map((line) => line.split(',')[0]),
    ).toEqual([String(ids.publisher)]);
    const other = await attempt(publisher, exportMyDocuments, { query: { format: 'csv', partnerId: 951 } });
    expect(linesOf(other.text)).toHaveLength(1);
    expect((await refusal(publisher, exportDocuments, { query: { format: 'csv' } })).status).toBe(403);
    expect((await refusal(author, exportDocuments, { query: { format: 'pdf' } })).status).toBe(400);
  });
});

describe('Payments', () => {
  it('are listed with what is left of them and what they settle', async () => {
    const allocations = [{ documentId: ids.september, amount: '20', taken: '20' }];
    await call(author, recordPayment, {
      body: {
        legalEntityId: 1,
        side: 'receivable',
        partyId: 951,
        day: '2026-11-04',
        currency: 'EUR',
        amount: '70',
        reference: 'Wire 9',
        allocations,
      },
    });
    const [payment] = await call(author, payments.listPayments, { query: { side: 'receivable', isOpen: 'true' } });
    expect(payment).toMatchObject({ party: 'Acme', amount: '70.00', left: '50.00', settles: ['SP-INV-2026-00001'] });
    const rest = [{ documentId: ids.september, amount: '50', taken: '50' }];
    await call(author, payments.allocatePayment, { params: { id: payment?.id ?? 0 }, body: { allocations: rest } });
    expect(await call(author, payments.listPayments, { query: { partyId: 951, isOpen: 'true' } })).toEqual([]);
  });
});

describe('Facts that are held back', () => {
  it('are listed for the documents of their party until one takes them', async () => {
    const [fact] = await call(author, calls.listBilledFacts, { params: { id: ids.october }, query: {} });
    await tell([revenue('7')]);
    const changed = { params: { id: ids.october }, body: { isRenewed: true } };
    await call(author, calls.changeDraft, changed);
    const factId = fact?.factId ?? '';
    const held = () => call(author, calls.listHeldFacts, { params: { id: ids.october } });
    const body = { factIds: [factId], reason: 'The partner asks' };
    await call(author, calls.holdBilledFacts, { params: { id: ids.october }, body });
    expect(await held()).toMatchObject([{ factId, reason: 'The partner asks', month: '2026-10' }]);
    expect((await view(ids.october)).payload.totals.net).toBe('7.00');
    await call(author, calls.changeDraft, { params: { id: ids.october }, body: { takes: [factId] } });
    expect(await held()).toEqual([]);
    expect((await view(ids.october)).payload.totals.net).toBe('57.00');
  });
});

describe('A document sent by e-mail', () => {
  it('arrives once with its PDF and XML, in the name of the legal entity, and its history says so', async () => {
    const id = ids.september;
    const key = { [IDEMPOTENCY_HEADER]: 'send-the-invoice-once' };
    const send = (body: object) => attempt(author, calls.sendDocument, { params: { id }, body }, key);
    const body = { to: 'billing@acme.example.test', message: 'Dear colleagues,\n\nas agreed.', hasXml: true };
    expect([(await send(body)).status, (await send(body)).status]).toEqual([201, 201]);
    await deliverAll();
    const arrived = await Promise.all(smtp.mails.map((one) => one.read()));
    expect(arrived).toHaveLength(1);
    expect(arrived[0]?.subject).toBe('Invoice SP-INV-2026-00001 · Signpost GmbH');
    expect(arrived[0]?.text).toContain('as agreed.');
    expect(arrived[0]?.text).toContain('Invoice SP-INV-2026-00001 over 120.00 EUR is attached.');
    const files = arrived[0]?.attachments.map(({ filename, content }) => [
      filename,
      Buffer.from(content instanceof ArrayBuffer ? content : new ArrayBuffer(0))
        .subarray(0, 5)
        .toString(),
    ]);
    expect(files).toEqual([
      ['SP-INV-2026-00001.pdf', '%PDF-'],
      ['SP-INV-2026-00001.xml', '<?xml'],
    ]);
    expect((await view(id)).history.at(-1)).toMatchObject({ what: 'sent', detail: { to: body.to } });
  });

  it('is refused for a draft, for something that is no address, and for a person who only sees own documents', async () => {
    const to = 'billing@acme.example.test';
    expect((await refusal(author, sendDocument, { params: { id: ids.october }, body: { to } })).status).toBe(409);
    const bad = await attempt(author, sendDocument, { params: { id: ids.september }, body: { to: 'nobody' } });
    expect(bad.body.errors).toEqual([{ path: 'to', message: 'This is not an e-mail address.' }]);
    const publisher = await world.signIn('Publisher');
    expect((await refusal(publisher, sendDocument, { params: { id: ids.september }, body: { to } })).status).toBe(403);
  });
});

describe('The rules of documents', () => {
  it('list the VAT table and the series with their last numbers', async () => {
    const rows = await call(approver, rules.listVatRows, {});
    expect(rows.find(({ treatment, country }) => treatment === 'domestic' && country === 'AT')).toMatchObject({
      rate: '20',
      category: 'S',
    });
    expect(await call(approver, rules.listSeries, {})).toMatchObject([
      { legalEntity: 'Signpost', kind: 'invoice', fiscalYear: 2026, lastNumber: 1, lastIssueDate: '2026-11-05' },
    ]);
  });
});

describe('The VAT table', () => {
  it('has the rows with which every case is tested, and no other treatment', async () => {
    const tested = new Set(VAT_ROWS.map(({ treatment, country }) => `${treatment} ${country}`));
    const stored = await readVatRows(db);
    const own = stored.filter(({ treatment, country }) => tested.has(`${treatment} ${country}`));
    const inOrder = (rows: typeof own) => rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
    expect(inOrder(own)).toEqual(inOrder([...VAT_ROWS]));
    expect(stored.filter(({ country }) => country === null).length).toBe(
      VAT_ROWS.filter(({ country }) => country === null).length,
    );
    expect(new Set(stored.map(({ treatment }) => treatment))).toEqual(new Set(VAT_ROWS.map((row) => row.treatment)));
  });
});
