/** Statistics as known on an earlier day: each answer of that day can be given again (docs/decisions/0200). */

import { readCampaignStats } from '@signpost/contract/calls/campaign-stats.ts';
import type { AnyCall } from '@signpost/contract/calls/define-call.ts';
import { listFacts } from '@signpost/contract/calls/facts.ts';
import { exportStats, statsCall } from '@signpost/contract/calls/stats.ts';
import { dayIn } from '@signpost/contract/dates/dates.ts';
import { DIMENSION_KEYS } from '@signpost/contract/insight/stats/dimensions.ts';
import { METRICS, metric } from '@signpost/contract/insight/stats/metrics.ts';
import { readQuestion } from '@signpost/contract/insight/stats/query.ts';
import { globalTab } from '@signpost/contract/insight/stats/tabs/global.ts';
import { TABS } from '@signpost/contract/insight/stats/tabs/index.ts';
import { buildQuery } from '@signpost/contract/reading/brackets.ts';
import { attempt } from '@signpost/testkit/call.ts';
import { thorough } from '@signpost/testkit/thorough.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { shipOutbox } from '../../partners/conversions/ship/outbox.ts';
import { putFacts } from '../../partners/conversions/ship/put-facts.ts';
import { createLog } from '../../platform/log.ts';
import { conditionsOf } from './conditions.ts';
import { randomFacts, randomWorld, storeFacts } from './testing/random-world.ts';

const { app } = await randomWorld(3, 0);
const { db, databases } = app;
const admin = await app.signIn('Admin');
const log = createLog({ level: 'silent', name: 'test' });

const FIRST = Date.parse('2025-04-15T10:30:00Z');
const DAY_MS = 86_400_000;
const STEPS = thorough(3, 12);
const ZONES = ['UTC', 'Europe/Berlin', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'];
const columns = METRICS.map(({ id }) => id);

type Asked = Record<string, unknown>;
const get = async <C extends AnyCall>(definition: C, question: Asked) => {
  const { status, body } = await attempt(admin, definition, { query: { tab: 'global', ...question } });
  expect([status, body.errors ?? []]).toEqual([200, []]);
  return body;
};
const ask = async (question: Asked) => {
  const { data, meta } = await get(statsCall(TABS.global), question);
  const { total, freshness } = meta;
  return { data, total, freshness };
};

/** Makes facts known at one instant: some from PostgreSQL with a position, some from the click log without. */
async function becomeKnown(step: number): Promise<Date> {
  const at = new Date(FIRST + step * DAY_MS);
  const facts = randomFacts(100 + step, 60).map((fact) => ({ ...fact, recordedAt: at.toISOString() }));
  await storeFacts(app, facts.slice(0, 30), `clicks ${step}`);
  await db.transaction().execute((trx) => putFacts(trx, 'test', facts.slice(30)));
  await shipOutbox({ db, clickhouse: databases.clickhouse, log }, true);
  await sql`UPDATE fact_chunks SET made_at = ${at} WHERE made_at > now() - interval '1 hour'`.execute(db);
  return at;
}

const question = fc
  .record({
    timeZone: fc.constantFrom(...ZONES),
    attribution: fc.constantFrom('event', 'click'),
    levels: fc.constantFrom(...DIMENSION_KEYS.filter((key) => key !== 'date_hour')).map((type) => [{ type }]),
    filters: fc.oneof(fc.constant({}), fc.constant({ geo: [1, 2] }), fc.constant({ device: ['mobile'] })),
    compare: fc.constantFrom(undefined, { start: '2025-03-18', end: '2025-03-30' }),
  })
  .map(
    (it): Asked => ({
      ...it,
      dateRange: { start: '2025-03-31', end: '2025-04-13' },
      columns,
      kingstat: metric.revenue.id,
      limit: 5000,
    }),
  );

describe('A question about what was known on a day', () => {
  it('is answered today as it was answered on that day, in any zone, by any level, compared or not', async () => {
    const questions = fc.sample(question, { numRuns: thorough(7, 60), seed: 17 });
    const answers: { at: Date; answers: unknown[] }[] = [];
    for (let step = 0; step < STEPS; step += 1) {
      const at = await becomeKnown(step);
      answers.push({ at, answers: await Promise.all(questions.map(ask)) });
    }
    for (const { at, answers: then } of answers)
      for (const [index, asked] of questions.entries()) {
        const knownOn = dayIn(at, String(asked.timeZone));
        expect(await ask({ ...asked, knownOn }), `${knownOn} ${JSON.stringify(asked)}`).toEqual(then[index]);
      }
    const [before] = questions;
    const nothing = await ask({ ...before, knownOn: '2025-04-13' });
    expect(nothing).toMatchObject({ total: 0, freshness: null });
    const distinct = new Set(answers.map(({ answers: [first] }) => JSON.stringify(first)));
    expect(distinct.size).toBe(STEPS);
  });

  it('has the same sums in its facts, its campaigns, and the file, which names the day', async () => {
    const asked = { dateRange: { start: '2025-03-18', end: '2025-04-14' }, timeZone: 'UTC', knownOn: '2025-04-16' };
    const { data } = await ask({ ...asked, columns: [metric.revenue.id] });
    const revenue = (data as { totals: { stats: Record<string, string> } }).totals.stats[String(metric.revenue.id)];
    const facts = (await get(listFacts, asked)).data;
    expect(Number(facts.sums.revenue)).toBe(Number(revenue));
    const { data: answer } = await get(readCampaignStats, {
      ...asked,
      columns: [metric.revenue.id],
      tab: undefined,
    });
    const { totals } = answer as { totals: { stats: Record<string, string> } | null };
    expect(Number(totals?.stats[String(metric.revenue.id)])).toBe(Number(revenue));
    const { text } = await attempt(admin, exportStats, { query: { tab: 'global', ...asked, format: 'csv' } });
    expect(text).toContain('As known on,2025-04-16');
  });

  it('is refused for a day to come and for what is no day, and never answered with the facts of another day', async () => {
    const range = { dateRange: { start: '2025-03-18', end: '2025-04-14' } };
    for (const knownOn of ['2999-01-01', '2025-02-30', 'yesterday']) {
      const { status, body } = await attempt(admin, statsCall({ path: 'statistics/tabs' }), {
        query: { tab: 'global', ...range, knownOn },
      });
      expect([status, body.errors?.[0]?.path]).toEqual([400, 'knownOn']);
    }
    const attributes = {
      names: () => new Map(),
      values: () => ({ ids: [], values: [] }),
      typeOfCampaign: new Map(),
      boxesOfKind: new Map(),
      websitesOfKind: new Map(),
      sourcesOfKind: new Map(),
    };
    const unresolved = readQuestion(globalTab, buildQuery({ ...range, knownOn: '2025-04-16' }));
    expect(() => conditionsOf(unresolved, attributes, null)).toThrow(/was not looked up/);
  });
});
