/** Closing a month accrues what stands on no issued document, and the journals pass the checks of hledger. */
import { spawnSync } from 'node:child_process';
import * as calls from '@signpost/contract/calls/documents.ts';
import { listBilledFacts } from '@signpost/contract/calls/documents.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import * as myInvoices from '@signpost/contract/calls/my-invoices.ts';
import * as payments from '@signpost/contract/calls/payments.ts';
import { closePeriod, exportJournals, readStatement, recordPayment } from '@signpost/contract/calls/payments.ts';
import { manualTransaction } from '@signpost/contract/entities/manual-transaction.ts';
import { compareMoney, sumMoney } from '@signpost/contract/money/money.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readRows } from '../../platform/rows.ts';
import { journalFile } from './render/hledger.ts';
import { documentWorld } from './testing/world.ts';

const manualTransactionCalls = entityCalls(manualTransaction);

const world = await documentWorld();
const { author, db, tell, draft, issue, setNow } = world;
const hasHledger = spawnSync('hledger', ['--version']).status === 0;

const postingRow = z.object({
  day: z.string(),
  account: z.string(),
  party: z.number(),
  currency: z.string(),
  amount: z.string(),
  base: z.string(),
});
const accruals = (month: string) =>
  readRows(
    db,
    postingRow,
    sql`SELECT j.day::text AS day, p.account, coalesce(p.partner_id, p.publisher_id) AS party, p.currency,
        p.amount::text AS amount, p.base_amount::text AS base
      FROM journals j JOIN postings p ON p.journal_id = j.id WHERE j.kind = 'accrual' AND j.text LIKE ${`%${month}`}
      ORDER BY j.day, p.account, party, p.currency`,
  );
const close = async (month: string) => await attempt(author, closePeriod, { body: { month } });

await tell([
  { partnerId: 951, amount: '100', revenue: '100', publisherId: 911, publisherCost: '20.005' },
  { partnerId: 952, amount: '1000', currency: 'USD', rate: '0.8', revenue: '800' },
  { partnerId: 953, amount: '5.55', revenue: '5.55' },
]);
const billed = await draft('receivable', 951);
await issue(billed);
/** Claimed by a draft, which is not issued when the month is closed. */
const waiting = await draft('receivable', 952, 'USD');
await tell([{ partnerId: 951, amount: '7', revenue: '7' }]);

describe('Closing a month', () => {
  it('accrues what no document bills that was issued by its end, in both currencies, and reverses it on the next day', async () => {
    expect((await close('2026-10')).status).toBe(200);
    const posted = await accruals('2026-10');
    const october = posted.filter(({ day }) => day === '2026-10-31');
    expect(
      october.map(({ account, party, currency, amount, base }) => [account, party, currency, amount, base]),
    ).toEqual([
      ['accruedPayables', 911, 'EUR', '-20.01', '-20.01'],
      // Its invoice of 100.00 was issued after the month's end, so it accrues as if it did not exist yet.
      ['accruedReceivables', 951, 'EUR', '107.00', '107.00'],
      ['accruedReceivables', 952, 'USD', '1000.00', '800.00'],
      ['accruedReceivables', 953, 'EUR', '5.55', '5.55'],
      ['publisherCost', 911, 'EUR', '20.01', '20.01'],
      ['revenue', 951, 'EUR', '-107.00', '-107.00'],
      ['revenue', 952, 'USD', '-1000.00', '-800.00'],
      ['revenue', 953, 'EUR', '-5.55', '-5.55'],
    ]);
    const reversed = posted.filter(({ day }) => day === '2026-11-01');
    expect(reversed).toHaveLength(october.length);
    for (const part of ['amount', 'base'] as const)
      expect(compareMoney(sumMoney(posted.map((posting) => posting[part])), '0')).toBe(0);
  });

  it('refuses payments and keeps statements of its days as they were', async () => {
    const payment = { legalEntityId: 1, side: 'receivable', partyId: 951, currency: 'EUR', amount: '10.00' };
    const allocations = [{ documentId: billed, amount: '10.00', taken: '10.00' }];
    const refused = await attempt(author, recordPayment, { body: { ...payment, day: '2026-10-31', allocations } });
    expect(refused.body.errors).toEqual([
      { path: 'day', message: '2026-10 is closed. Enter the amount on a day of an open month.' },
    ]);
    expect(
      (await attempt(author, recordPayment, { body: { ...payment, day: '2026-11-05', allocations } })).status,
    ).toBe(201);
  });

  it('counts what becomes known later in the open month, where the next document names it as of an earlier period', async () => {
    const october = { partnerId: 951, amount: '33', revenue: '33', at: '2026-10-20T12:00:00.000Z' };
    const november = { partnerId: 951, amount: '11', revenue: '11', at: '2026-11-03T12:00:00.000Z' };
    await setNow('2026-11-05T12:00:00Z');
    await tell([october, november]);
    const months = await world.clickhouse.query(
      `SELECT toString(toYYYYMM(at)) AS month FROM facts WHERE partner_id = 951 AND revenue = 33`,
      {},
      { parse: (row) => String(row.month) },
    );
    expect(months).toEqual(['202611']);
    const today = await call(author, calls.compareDocument, { params: { id: billed } });
    expect(today).toMatchObject({ asMade: '100', difference: '40', causes: [{ cause: 'late', facts: 2 }] });
    const id = await draft('receivable', 951, 'EUR', '2026-11');
    const { lines } = (await world.view(id)).payload;
    expect(lines.map(({ month, isEarlier, net, description }) => [month, isEarlier, net, description])).toEqual([
      ['2026-11', false, '11.00', 'CPA Commission · Austria · November 2026'],
      ['2026-10', true, '7.00', 'CPA Commission · Austria · October 2026'],
      ['2026-10', true, '33.00', 'CPA Commission · Austria · October 2026'],
    ]);
    for (const { position, net } of lines) {
      const { body } = await attempt(author, listBilledFacts, { params: { id }, query: { line: position } });
      expect([body.meta.total, Number(body.meta.exact)]).toEqual([1, Number(net)]);
    }
    await call(author, calls.deleteDraft, { params: { id } });
    const second = await draft('receivable', 951, 'EUR', '2026-10');
    expect((await world.view(second)).payload.lines).toMatchObject([
      { month: '2026-10', isEarlier: true, net: '7.00' },
    ]);
    await call(author, calls.deleteDraft, { params: { id: second } });
  });

  it('leaves no month before it open, and closes none before its turn', async () => {
    await setNow('2027-01-02T10:00:00Z');
    expect((await close('2026-12')).body.errors).toEqual([
      { path: 'month', message: 'Close 2026-11 first. Months are closed one after the other.' },
    ]);
    const entry = { reason: 'Bonus', entryKind: 'revenue', amount: '1', currency: 'EUR', partnerId: 951 };
    const late = await attempt(author, manualTransactionCalls.create, { body: { ...entry, day: '2026-09-10' } });
    expect(late.body.errors[0]).toMatchObject({ path: 'day', message: expect.stringContaining('2026-09 is closed') });
    const before = (await accruals('2026-09')).length;
    expect((await close('2026-09')).status).toBe(200);
    expect(await accruals('2026-09')).toHaveLength(before);
    await setNow('2026-11-05T12:00:00Z');
  });

  it('again posts nothing, and the next month accrues only what is still not issued', async () => {
    const before = (await accruals('2026-10')).length;
    expect((await close('2026-10')).status).toBe(200);
    expect(await accruals('2026-10')).toHaveLength(before);
    await issue(waiting);
    await setNow('2026-12-02T10:00:00Z');
    expect((await close('2026-12')).body.errors[0]?.path).toBe('month');
    expect((await close('2026-11')).status).toBe(200);
    const november = (await accruals('2026-11')).filter(({ account }) => account === 'accruedReceivables');
    expect(november.filter(({ day }) => day === '2026-11-30').map(({ party, amount }) => [party, amount])).toEqual([
      [951, '51.00'],
      [953, '5.55'],
    ]);
    // Each month shows its own result: the ledger has what the statistics show, whenever documents were issued.
    const result = await readRows(
      db,
      z.object({ month: z.string(), revenue: z.string() }),
      sql`SELECT to_char(j.day, 'YYYY-MM') AS month, sum(-p.base_amount)::text AS revenue
        FROM postings p JOIN journals j ON j.id = p.journal_id WHERE p.account = 'revenue' AND p.partner_id = 951
        GROUP BY 1 ORDER BY 1`,
    );
    expect(result).toEqual([
      { month: '2026-10', revenue: '107.00' },
      { month: '2026-11', revenue: '44.00' },
      { month: '2026-12', revenue: '-51.00' },
    ]);
  });
});

describe('The file of journals', () => {
  it('has every journal of its days, and hledger accepts it by its strict checks', async ({ skip }) => {
    const { text, status, headers } = await attempt(author, exportJournals, {
      query: { from: '2026-01-01', to: '2026-12-31' },
    });
    expect(status).toBe(200);
    expect(headers['content-disposition']).toContain('journals-2026-01-01-2026-12-31.journal');
    const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM journals`.execute(db);
    expect(text.match(/^\d{4}-\d{2}-\d{2} \(\d+\)/gm)).toHaveLength(rows[0]?.count ?? 0);
    expect(text).toContain('1000.00 USD @@ 800.00 EUR');
    const seen = await world.signIn('Operations');
    expect((await refusal(seen, exportJournals, { query: { from: '2026-01-01', to: '2026-12-31' } })).status).toBe(403);
    if (!hasHledger) skip('hledger is not installed here (Debian package hledger), so its checks did not run.');
    const checked = spawnSync('hledger', ['-f', '-', 'check', '--strict'], { input: text, encoding: 'utf8' });
    expect([checked.status, checked.stderr]).toEqual([0, '']);
  });

  it('keeps names of parties from ending an account or beginning a comment, and splits amounts of two signs', ({
    skip,
  }) => {
    const text = journalFile([
      {
        id: 1,
        day: '2026-10-31',
        kind: 'allocation',
        text: 'credit; note\n2',
        base: 'EUR',
        postings: [
          { account: 'receivables', party: 'Evil  ; [Ltd]:\n2', currency: 'USD', amount: '10.00', baseAmount: '-1.00' },
          { account: 'exchangeClearing', party: '', currency: 'USD', amount: '-10.00', baseAmount: '0.00' },
          { account: 'exchangeDifference', party: '', currency: 'EUR', amount: '0.00', baseAmount: '1.00' },
        ],
      },
    ]);
    expect(text).toContain(
      '    assets:receivables:Evil Ltd 2  10.00 USD @@ 0 EUR\n    assets:receivables:Evil Ltd 2  -1.00 EUR',
    );
    if (!hasHledger) skip('hledger is not installed here (Debian package hledger), so its checks did not run.');
    expect(spawnSync('hledger', ['-f', '-', 'check', '--strict'], { input: text, encoding: 'utf8' }).stderr).toBe('');
  });
});

describe('A publisher’s own statement', () => {
  it('is that of their publisher alone, or of the publishers that a manager looks after, and equals ours', async () => {
    const id = await draft('payable', 911, 'EUR', '2026-11');
    await issue(id);
    const query = { from: '2026-01-01', to: '2026-12-31' };
    const publisher = await world.signIn('Publisher', { publisherId: 911 });
    const other = await world.signIn('Publisher', { publisherId: 910 });
    const [own, ...more] = await call(publisher, myInvoices.readMyStatements, { query });
    expect([own?.partyId, more.length]).toEqual([911, 0]);
    expect(await call(other, myInvoices.readMyStatements, { query })).toEqual([]);
    expect(await call(author, myInvoices.readMyStatements, { query })).toEqual([]);
    const ours = await call(author, payments.readStatement, { params: { side: 'payable', partyId: 911 }, query });
    expect(own?.statements).toEqual(ours);
    expect(Number(ours[0]?.closing)).toBeGreaterThan(20);
    await sql`UPDATE publishers SET manager_id = ${author.userId} WHERE id = 911`.execute(db);
    expect((await call(author, myInvoices.readMyStatements, { query })).map(({ partyId }) => partyId)).toEqual([911]);
    expect(
      (
        await refusal(publisher, readStatement, {
          params: { side: 'payable', partyId: 911 },
          query: { from: '2026-01-01', to: '2026-12-31' },
        })
      ).status,
    ).toBe(403);
  });
});
