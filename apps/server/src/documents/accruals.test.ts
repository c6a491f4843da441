/** Closing a month accrues what stands on no issued document, and the journals pass the checks of hledger. */
import { spawnSync } from 'node:child_process';
import * as myInvoices from '@signpost/contract/calls/my-invoices.ts';
import * as payments from '@signpost/contract/calls/payments.ts';
import { compareMoney, sumMoney } from '@signpost/contract/money/money.ts';
import { call } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readRows } from '../platform/rows.ts';
import { journalFile } from './render/hledger.ts';
import { documentWorld } from './testing/world.ts';

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
const close = async (month: string) => await author('POST', '/api/periods/close', { month });

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
  it('accrues what no issued document bills, in both currencies, and reverses it on the next day', async () => {
    expect((await close('2026-10')).status).toBe(200);
    const posted = await accruals('2026-10');
    const october = posted.filter(({ day }) => day === '2026-10-31');
    expect(
      october.map(({ account, party, currency, amount, base }) => [account, party, currency, amount, base]),
    ).toEqual([
      ['accruedPayables', 911, 'EUR', '-20.01', '-20.01'],
      ['accruedReceivables', 951, 'EUR', '7.00', '7.00'],
      ['accruedReceivables', 952, 'USD', '1000.00', '800.00'],
      ['accruedReceivables', 953, 'EUR', '5.55', '5.55'],
      ['publisherCost', 911, 'EUR', '20.01', '20.01'],
      ['revenue', 951, 'EUR', '-7.00', '-7.00'],
      ['revenue', 952, 'USD', '-1000.00', '-800.00'],
      ['revenue', 953, 'EUR', '-5.55', '-5.55'],
    ]);
    const reversed = posted.filter(({ day }) => day === '2026-11-01');
    expect(reversed).toHaveLength(october.length);
    for (const part of ['amount', 'base'] as const)
      expect(compareMoney(sumMoney(posted.map((posting) => posting[part])), '0')).toBe(0);
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
      [951, '7.00'],
      [953, '5.55'],
    ]);
  });
});

describe('The file of journals', () => {
  it('has every journal of its days, and hledger accepts it by its strict checks', async ({ skip }) => {
    const { text, status, headers } = await author('GET', '/api/journals/export?from=2026-01-01&to=2026-12-31');
    expect(status).toBe(200);
    expect(headers['content-disposition']).toContain('journals-2026-01-01-2026-12-31.journal');
    const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM journals`.execute(db);
    expect(text.match(/^\d{4}-\d{2}-\d{2} \(\d+\)/gm)).toHaveLength(rows[0]?.count ?? 0);
    expect(text).toContain('1000.00 USD @@ 800.00 EUR');
    const seen = await world.signIn('Operations');
    expect((await seen('GET', '/api/journals/export?from=2026-01-01&to=2026-12-31')).status).toBe(403);
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
    expect((await publisher('GET', '/api/statements/payable/911?from=2026-01-01&to=2026-12-31')).status).toBe(403);
  });
});
