import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { approveFlatFee, listWaitingFees, rejectFlatFee } from '@signpost/contract/calls/flat-fees.ts';
import { addDays, dayIn, eachDay } from '@signpost/contract/dates/dates.ts';
import { flatFee } from '@signpost/contract/entities/flat-fee.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { buildPartner } from '@signpost/testkit/factories.ts';
import { thorough } from '@signpost/testkit/thorough.ts';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { nextPeriod, postDueDays } from './post.ts';
import { proposeRenewals } from './renew.ts';

const flatFeeCalls = entityCalls(flatFee);

let now = new Date('2026-11-22T10:00:00Z');
const world = await testApp({ clock: { now: () => now } });
const { db } = world;
const admin = await world.signIn('Admin');
const approver = await world.signIn('Admin');
const manager = await world.signIn('Management');
const { create, read, update, list, archive } = entityCalls(flatFee);

const NOVEMBER = { fromDay: '2026-11-01', toDay: '2026-11-30' };
const rowSchema = z.looseObject({ id: z.number(), version: z.number(), feeStatus: z.string() });

async function propose(more: Record<string, unknown> = {}, person = admin) {
  const fee = { name: 'Header banner', direction: 'paid', amount: '1000', currency: 'EUR', renewal: 'none' };
  return rowSchema.parse(await call(person, create, { body: { ...fee, ...NOVEMBER, ...more } }));
}
const approve = async (id: number, person = approver) => {
  const { version } = rowSchema.parse(await call(person, read, { params: { id } }));
  return rowSchema.parse(await call(person, approveFlatFee, { params: { id }, body: { version } }));
};

const line = z.looseObject({ at: z.string(), kind: z.string() });

/** The amounts of a fee in the facts, by day. */
async function daysOf(id: number, measure = 'flat_fee_cost'): Promise<Map<string, string>> {
  const { rows } = await sql<{ line: string }>`SELECT line FROM fact_outbox WHERE origin = ${`flat fee ${id}`}`.execute(
    db,
  );
  const days = new Map<string, Decimal>();
  for (const row of rows) {
    const fact = line.parse(JSON.parse(row.line));
    const day = fact.at.slice(0, 10);
    days.set(day, (days.get(day) ?? new Decimal(0)).plus(String(fact[measure] ?? '0')));
  }
  return new Map([...days].filter(([, amount]) => !amount.isZero()).map(([day, amount]) => [day, amount.toFixed(6)]));
}
const sumOf = (days: ReadonlyMap<string, string>): string =>
  [...days.values()].reduce((sum, amount) => sum.plus(amount), new Decimal(0)).toFixed(6);

describe('the list of fees that wait', () => {
  it('shows each with its effect in base currency and why the viewer cannot decide', async () => {
    const { id } = await propose({ name: 'Waits', amount: '60000' });
    const shown = async (person = approver) => (await call(person, listWaitingFees, {})).find((fee) => fee.id === id);
    expect(await shown()).toMatchObject({ effect: '60000', approvals: 0, needed: 2, needsAdmin: true, obstacle: '' });
    expect((await shown(admin))?.obstacle).toBe('You wrote a part of it');
    await approve(id);
    expect(await shown()).toMatchObject({ approvals: 1, needed: 2, obstacle: 'You have approved it' });
    await call(manager, rejectFlatFee, {
      params: { id },
      body: { version: (await shown(manager))?.version ?? 0, note: 'Too much' },
    });
    expect(await shown()).toBeUndefined();
  });

  it('is refused to Publishers', async () => {
    const publisher = await world.signIn('Publisher');
    expect((await refusal(publisher, listWaitingFees, {})).status).toBe(403);
  });
});

describe('a flat fee', () => {
  it('counts nothing before it is approved, then every day that has come, and the others as they come', async () => {
    const { id } = await propose();
    expect((await daysOf(id)).size).toBe(0);
    expect((await approve(id)).feeStatus).toBe('approved');
    expect([...(await daysOf(id)).keys()].sort()).toEqual(eachDay({ start: '2026-11-01', end: '2026-11-22' }));
    now = new Date('2026-11-25T00:10:00Z');
    await postDueDays(db, now);
    await postDueDays(db, now);
    expect((await daysOf(id)).size).toBe(25);
    now = new Date('2026-12-24T10:00:00Z');
    await postDueDays(db, now);
    expect(sumOf(await daysOf(id))).toBe('1000.000000');
    expect((await daysOf(id)).size).toBe(30);
    now = new Date('2026-11-22T10:00:00Z');
  });

  it('is corrected by later facts when its approved terms change, and goes on counting as before until then', async () => {
    const { id } = await propose({ amount: '300', fromDay: '2026-11-01', toDay: '2026-11-10' });
    await approve(id);
    expect(sumOf(await daysOf(id))).toBe('300.000000');
    const { version } = rowSchema.parse(await call(admin, read, { params: { id } }));
    const changed = rowSchema.parse(
      await call(admin, update, { params: { id }, body: { version, values: { amount: '200', toDay: '2026-11-05' } } }),
    );
    expect(changed.feeStatus).toBe('proposed');
    expect(sumOf(await daysOf(id))).toBe('300.000000');
    await approve(id);
    const days = await daysOf(id);
    expect([days.size, sumOf(days)]).toEqual([5, '200.000000']);
  });

  it('keeps its approval when only its notes change', async () => {
    const { id } = await propose();
    const { version } = await approve(id);
    const body = { version, values: { notes: 'Paid by card.' } };
    expect(rowSchema.parse(await call(admin, update, { params: { id }, body })).feeStatus).toBe('approved');
  });

  it('that we receive counts as revenue of its partner, as deal type Flat', async () => {
    const partner = await buildPartner(db);
    const { id } = await propose({
      direction: 'received',
      partnerId: partner.id,
      amount: '90',
      toDay: '2026-11-03',
    });
    await approve(id);
    expect(sumOf(await daysOf(id, 'revenue'))).toBe('90.000000');
    const { rows } = await sql<{
      line: string;
    }>`SELECT line FROM fact_outbox WHERE origin = ${`flat fee ${id}`}`.execute(db);
    for (const row of rows)
      expect(JSON.parse(row.line)).toMatchObject({ kind: 'revenue', deal_type: 'Flat', partner_id: partner.id });
  });

  it('stops counting when it is archived, and keeps what counted', async () => {
    const { id } = await propose();
    await approve(id);
    const { version } = rowSchema.parse(await call(admin, read, { params: { id } }));
    expect(version).toBeGreaterThan(0);
    await call(admin, archive, { params: { id } });
    await postDueDays(db, new Date('2026-11-28T10:00:00Z'));
    expect((await daysOf(id)).size).toBe(22);
  });

  it('adds up to its amount exactly over any period', async () => {
    const amounts = fc.integer({ min: 1, max: 1_000_000_000 }).map((cents) => new Decimal(cents).div(100).toFixed(2));
    await fc.assert(
      fc.asyncProperty(amounts, fc.integer({ min: 1, max: 400 }), async (amount, days) => {
        const { id } = await propose({ amount, fromDay: '2025-01-01', toDay: addDays('2025-01-01', days - 1) });
        await approve(id);
        // Larger amounts need a second person.
        if ((await daysOf(id)).size === 0) await approve(id, manager);
        expect(sumOf(await daysOf(id))).toBe(new Decimal(amount).toFixed(6));
      }),
      { numRuns: thorough(8, 25) },
    );
  });
});

describe('the approval of a flat fee', () => {
  it('is refused to its authors, to keys of the API, to grades without the screen, and for another version', async () => {
    const { id, version } = await propose();
    expect((await refusal(admin, approveFlatFee, { params: { id }, body: { version } })).status).toBe(403);
    expect(
      (await refusal(await world.signIn('Operations'), approveFlatFee, { params: { id }, body: { version } })).status,
    ).toBe(403);
    const conflict = await attempt(approver, approveFlatFee, { params: { id }, body: { version: version + 1 } });
    expect([conflict.status, conflict.body.errorCode]).toEqual([409, 'CONFLICT']);
    const body = { version, values: { notes: 'I wrote this.' } };
    await call(manager, update, { params: { id }, body });
    expect((await refusal(manager, approveFlatFee, { params: { id }, body: { version: version + 1 } })).status).toBe(
      403,
    );
    expect((await approve(id)).feeStatus).toBe('approved');
    expect((await refusal(approver, approveFlatFee, { params: { id }, body: { version: version + 2 } })).status).toBe(
      400,
    );
  });

  it('of a large amount needs two people, one of them an Admin, and each counts once', async () => {
    const { id } = await propose({ amount: '60000' });
    expect((await approve(id, manager)).feeStatus).toBe('proposed');
    const { version } = rowSchema.parse(await call(manager, read, { params: { id } }));
    expect((await refusal(manager, approveFlatFee, { params: { id }, body: { version } })).status).toBe(400);
    expect((await approve(id, await world.signIn('Management'))).feeStatus).toBe('proposed');
    expect((await daysOf(id)).size).toBe(0);
    expect((await approve(id)).feeStatus).toBe('approved');
  });

  it('can be a rejection, which needs a reason and is final until the terms change', async () => {
    const { id, version } = await propose();
    expect((await refusal(approver, rejectFlatFee, { params: { id }, body: { version } })).errors).toEqual([
      { path: 'note', message: 'Enter the reason for the rejection.' },
    ]);
    const rejected = await call(approver, rejectFlatFee, { params: { id }, body: { version, note: 'Too much.' } });
    expect(rejected).toMatchObject({ feeStatus: 'rejected', decisionNote: 'Too much.' });
    const body = { version: rejected.version, values: { amount: '500' } };
    expect(rowSchema.parse(await call(admin, update, { params: { id }, body })).feeStatus).toBe('proposed');
  });
});

describe('a Publisher', () => {
  it('proposes fees of their own publisher and sees no others', async () => {
    const { id: publisherId } = await db
      .insertInto('publishers')
      .values({ name: 'Own publisher', currency: 'EUR' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const publisher = await world.signIn('Publisher', { publisherId: Number(publisherId) });
    const foreign = await propose();
    const own = await propose({ name: 'My sidebar' }, publisher);
    const rows = z.array(z.looseObject({ id: z.number() })).parse(await call(publisher, list, { query: {} }));
    expect(rows.map(({ id }) => id)).toEqual([own.id]);
    expect((await refusal(publisher, flatFeeCalls.read, { params: { id: foreign.id } })).status).toBe(404);
    expect(
      (await refusal(publisher, approveFlatFee, { params: { id: own.id }, body: { version: own.version } })).status,
    ).toBe(403);
  });
});

describe('a renewal', () => {
  it.each([
    [NOVEMBER, { fromDay: '2026-12-01', toDay: '2026-12-31' }],
    [
      { fromDay: '2026-10-01', toDay: '2026-12-31' },
      { fromDay: '2027-01-01', toDay: '2027-03-31' },
    ],
    [
      { fromDay: '2026-11-10', toDay: '2026-11-16' },
      { fromDay: '2026-11-17', toDay: '2026-11-23' },
    ],
    [
      { fromDay: '2028-01-31', toDay: '2028-02-29' },
      { fromDay: '2028-03-01', toDay: '2028-03-30' },
    ],
  ])('of %o covers %o', (period, next) => {
    expect(nextPeriod(period)).toEqual(next);
  });

  it('is proposed once, two weeks before the end, and counts nothing by itself', async () => {
    const { id } = await propose({ name: 'Renewed', renewal: 'propose' });
    await approve(id);
    await proposeRenewals(db, new Date('2026-11-15T10:00:00Z'));
    const renewals = async () =>
      (
        await sql<{ id: number; feeStatus: string; fromDay: string }>`SELECT id, fee_status, from_day::text AS from_day
        FROM flat_fees WHERE renews_id = ${id}`.execute(db)
      ).rows;
    expect(await renewals()).toEqual([]);
    await proposeRenewals(db, new Date('2026-11-16T10:00:00Z'));
    await proposeRenewals(db, new Date('2026-11-17T10:00:00Z'));
    const [made, ...more] = await renewals();
    expect([made?.feeStatus, made?.fromDay, more]).toEqual(['proposed', '2026-12-01', []]);
    await postDueDays(db, new Date('2026-12-10T10:00:00Z'));
    expect((await daysOf(Number(made?.id))).size).toBe(0);
    // Nobody wrote it, so the author of the first fee may approve it.
    expect((await approve(Number(made?.id), admin)).feeStatus).toBe('approved');
  });
});

it('fees belong to whoever proposed them: others neither see nor change them, but those who approve do', async () => {
  const [seo, cost] = [await world.signIn('Seo User'), await world.signIn('Cost User')];
  const { id, version } = await propose({ name: 'Mine' }, seo);
  const seen = async (person: typeof seo) => {
    const data = await call(person, flatFeeCalls.list, { query: { limit: 1000 } });
    return z
      .array(z.object({ id: z.number() }))
      .parse(data)
      .map((fee) => fee.id);
  };
  expect([await seen(seo), await seen(cost)]).toEqual([[id], []]);
  expect((await seen(manager)).length).toBeGreaterThan(1);
  const change = (person: typeof seo) =>
    attempt(person, flatFeeCalls.update, { params: { id }, body: { version, values: { amount: '77' } } });
  expect([(await change(cost)).status, (await attempt(cost, flatFeeCalls.read, { params: { id } })).status]).toEqual([
    404, 404,
  ]);
  expect((await change(seo)).status).toBe(200);
});

it('fees that are approved after a month was closed count its days in the open month, and nothing in the closed one', async () => {
  const { id } = await propose({ amount: '61', fromDay: '2026-10-01' });
  await sql`INSERT INTO period_locks (month, position, closed_by, closed_at)
    VALUES ('2026-10-01', 0, ${admin.userId}, ${now})`.execute(db);
  await approve(id);
  const days = await daysOf(id);
  expect([...days.keys()].sort()).toEqual(eachDay({ start: '2026-11-01', end: '2026-11-22' }));
  expect([days.get('2026-11-21'), days.get('2026-11-22')]).toEqual(['1.000000', '32.000000']);
  const { version } = rowSchema.parse(await call(admin, read, { params: { id } }));
  await call(admin, update, { params: { id }, body: { version, values: { amount: '122' } } });
  await approve(id);
  expect(sumOf(await daysOf(id))).toBe('106.000000');
  expect([...(await daysOf(id)).keys()].sort()[0]).toBe('2026-11-01');
});

it('fees in a currency without a rate are refused at the currency', async () => {
  const { id } = await propose({ currency: 'XXX' });
  const { version } = rowSchema.parse(await call(approver, read, { params: { id } }));
  const answer = await attempt(approver, approveFlatFee, { params: { id }, body: { version } });
  expect([answer.status, answer.body.errors[0]?.message]).toEqual([400, 'No exchange rate is known for XXX.']);
  expect(dayIn(now, 'UTC')).toBe('2026-11-22');
});
