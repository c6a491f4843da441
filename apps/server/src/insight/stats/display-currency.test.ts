/** Amounts of the statistics in another currency: every day at its rate, compared with an independent computation. */

import { changeProfile, readProfile } from '@signpost/contract/calls/profile.ts';
import { exportStats, readChart, statsCall } from '@signpost/contract/calls/stats.ts';
import { metric } from '@signpost/contract/insight/stats/metrics.ts';
import { divideMoney, issueMoney, multiplyMoney, sumMoney } from '@signpost/contract/money/money.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { fact } from '@signpost/testkit/fact.ts';
import { buildExchangeRate } from '@signpost/testkit/factories.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { storeFacts } from './testing/random-world.ts';

const app = await testApp();
const admin = await app.signIn('Admin');
await sql`DELETE FROM exchange_rates`.execute(app.db);
await buildExchangeRate(app.db, { currency: 'USD', day: '2025-06-01', perEuro: '1.1' });
await buildExchangeRate(app.db, { currency: 'USD', day: '2025-07-10', perEuro: '1.2345' });
await buildExchangeRate(app.db, { currency: 'USD', day: '2025-07-14', perEuro: '1.3' });
await buildExchangeRate(app.db, { currency: 'JPY', day: '2025-07-12', perEuro: '161.37' });

const RATES: Readonly<Record<string, (day: string) => string>> = {
  USD: (day) => (day < '2025-07-10' ? '1.1' : day < '2025-07-14' ? '1.2345' : '1.3'),
  // Before the first known day, the first rate applies.
  JPY: () => '161.37',
};
/** Facts of every third hour, at odd minutes, with amounts of six decimals. */
const FACTS = Array.from({ length: 160 }, (_, at) => {
  const time = new Date(Date.parse('2025-07-01T00:17:00.000Z') + at * 3 * 3_600_000).toISOString();
  return {
    at: time,
    partnerId: 801 + (at % 3),
    trafficSourceId: 7,
    visitorId: String(1 + (at % 11)),
    revenue: ((at * 7919) % 10_007) * 0.001_003 < 1 ? '0.333333' : String(Math.round(at * 7.919_321 * 1e6) / 1e6),
    cost: String((at % 5) * 0.25),
  };
});
await storeFacts(
  app,
  FACTS.map((one) => fact({ factId: newId(), kind: 'visit', visits: 1, ...one })),
);

const REVENUE = metric.revenue.id;
const PROFIT = metric.profit.id;
const stats = statsCall({ path: 'statistics/tabs' });
const JULY = { start: '2025-07-03', end: '2025-07-18' };
const question = {
  tab: 'global',
  dateRange: JULY,
  levels: [{ type: 'partner' }],
  kingstat: REVENUE,
  columns: [REVENUE, PROFIT, metric.visits.id, metric.uniqueVisitors.id],
};

async function ask(more: Record<string, unknown>) {
  const { status, body } = await attempt(admin, statsCall({ path: 'statistics/tabs' }), {
    query: { ...question, ...more },
  });
  expect([status, body.errors ?? []]).toEqual([200, []]);
  return { ...stats.answer.parse(body.data), meta: body.meta };
}

const localDay = (at: string, timeZone: string) => new Date(at).toLocaleDateString('sv-SE', { timeZone });
const within =
  ({ start, end }: typeof JULY, timeZone: string) =>
  (at: string) =>
    localDay(at, timeZone) >= start && localDay(at, timeZone) <= end;

/** The sum of facts in a currency: each is converted at the rate of its UTC day, the products are added up exactly and rounded once. */
function sumIn(
  currency: string,
  chosen: (one: (typeof FACTS)[number]) => boolean,
  part: 'revenue' | 'cost' = 'revenue',
) {
  const rateOf = RATES[currency] ?? (() => '1');
  const exact = sumMoney(FACTS.filter(chosen).map((one) => multiplyMoney(one[part], rateOf(one.at.slice(0, 10)))));
  return divideMoney(exact, '1');
}

describe('Statistics in another currency', () => {
  it.each([
    ['USD', 'UTC'],
    ['JPY', 'UTC'],
    ['USD', 'Europe/Berlin'],
    ['USD', 'Asia/Kolkata'],
  ])(
    'show rows, totals and the chart in %s for days of %s as an independent computation does',
    async (currency, timeZone) => {
      const { rows, totals, series, meta } = await ask({ currency, timeZone });
      const inside = within(JULY, timeZone);
      expect(meta.currency).toBe(currency);
      expect(rows).toHaveLength(3);
      for (const row of rows)
        expect([row.id, row.stats[REVENUE]]).toEqual([
          row.id,
          sumIn(currency, (one) => inside(one.at) && one.partnerId === row.id),
        ]);
      expect(issueMoney(String(totals.stats[REVENUE]))).toBe(
        issueMoney(sumIn(currency, (one) => inside(one.at)) ?? ''),
      );
      expect(totals.stats[REVENUE]).toBe(sumMoney(rows.map((row) => String(row.stats[REVENUE]))));
      for (const { at, value } of series.points)
        expect([at, value]).toEqual([at, sumIn(currency, (one) => localDay(one.at, timeZone) === at) ?? '0']);
      const base = await ask({ timeZone });
      expect(base.meta.currency).toBe('EUR');
      expect(rows.map(({ stats: own }) => [own[metric.visits.id], own[metric.uniqueVisitors.id]])).toEqual(
        rows.map(({ id }) => {
          const same = base.rows.find((row) => row.id === id);
          return [same?.stats[metric.visits.id], same?.stats[metric.uniqueVisitors.id]];
        }),
      );
    },
  );

  it('convert the compared days at their own rates, and what is computed from several sums', async () => {
    const compare = { start: '2025-07-01', end: '2025-07-12' };
    const { totals } = await ask({ currency: 'USD', compare, levels: [{ type: 'device' }] });
    const inside = within(compare, 'UTC');
    const revenue = sumIn('USD', (one) => inside(one.at)) ?? '';
    expect(totals.compare?.[REVENUE]).toBe(revenue);
    const cost = sumIn('USD', (one) => inside(one.at), 'cost') ?? '';
    expect(totals.compare?.[PROFIT]).toBe(sumMoney([revenue, multiplyMoney(cost, '-1')]));
  });

  it('stand in files and charts of several series with their currency', async () => {
    const query = { ...question, currency: 'USD' };
    const { text } = await attempt(admin, exportStats, { query: { ...query, format: 'csv' } });
    expect(text).toContain('"USD, converted from EUR at the rate of each day"');
    const { totals } = await ask({ currency: 'USD' });
    expect(text).toContain(issueMoney(String(totals.stats[REVENUE])));
    const asked = { ...question, currency: 'USD', chart: { kind: 'line', top: 5 } };
    const { body } = await attempt(admin, readChart, { query: asked });
    const { lines } = body.data as { lines: { values: string[] }[] };
    expect(issueMoney(sumMoney(lines.flatMap(({ values }) => values.map(String))))).toBe(
      issueMoney(String(totals.stats[REVENUE])),
    );
  });

  it('are never confused with those of another currency, asked for at the same time', async () => {
    const asked = ['USD', 'EUR', 'JPY', 'USD', 'EUR'];
    const answers = await Promise.all(asked.map((currency) => ask({ currency })));
    const inside = within(JULY, 'UTC');
    expect(answers.map(({ totals }) => issueMoney(String(totals.stats[REVENUE])))).toEqual(
      asked.map((currency) => issueMoney(sumIn(currency, (one) => inside(one.at)) ?? '')),
    );
  });

  it('are refused in plain words without any rate, and for what is no currency', async () => {
    const refused = async (currency: string) => {
      const { status, body } = await attempt(admin, statsCall({ path: 'statistics/tabs' }), {
        query: { ...question, currency },
      });
      return [status, body.errors[0]];
    };
    expect(await refused('THB')).toEqual([
      400,
      {
        path: 'currency',
        message: 'No exchange rate of THB is known. Choose another currency, or add one under Partner override, Rates.',
      },
    ]);
    expect(await refused('XAU')).toEqual([
      400,
      { path: 'currency', message: 'Must be the code of a currency, such as USD.' },
    ]);
  });
});

describe('A person', () => {
  it('chooses the currency of their statistics among those with a rate, and goes back to the base currency', async () => {
    const chosen = await call(admin, changeProfile, { body: { displayCurrency: 'USD' } });
    expect(chosen.displayCurrency).toBe('USD');
    expect((await call(admin, readProfile, {})).displayCurrency).toBe('USD');
    const refused = await attempt(admin, changeProfile, { body: { displayCurrency: 'THB' } });
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'No exchange rate of THB is known. Choose another currency.',
    ]);
    await call(admin, changeProfile, { body: { displayCurrency: null } });
    expect((await call(admin, readProfile, {})).displayCurrency).toBeNull();
  });
});
