import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { boxCalls } from '@signpost/contract/calls/routing.ts';
import { recordRowSchema } from '@signpost/contract/define/entity.ts';
import { campaignBox } from '@signpost/contract/entities/campaign-box.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { fact } from '@signpost/testkit/fact.ts';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { storeFacts } from '../../../insight/stats/testing/random-world.ts';
import { newId } from '../../../platform/ids.ts';
import { verifyAudit } from '../../../workplace/records/verify-audit.ts';
import { weightRound } from '../jobs.ts';

const campaignBoxCalls = entityCalls(campaignBox);
const campaignCalls = entityCalls(entities.campaign);

let now = new Date('2026-11-21T12:00:00Z');
const world = await testApp({ clock: { now: () => now } });
const admin = await world.signIn('Admin');
const campaign = (name: string, change: object = {}) =>
  call(admin, campaignCalls.create, {
    body: {
      name,
      landerType: 'offer_lander',
      targetUrl: 'https://one.example/',
      ...change,
    },
  });
const [good, poor, kept] = [await campaign('Good'), await campaign('Poor'), await campaign('Kept')];
const row = ({ id }: { id: number }, weight: number, more: object = {}) => ({ campaignId: id, weight, ...more });
const values = {
  name: 'Box',
  boxKind: 'regular',
  fallbackUrl: 'https://fallback.example/',
  automaticWeights: 'epc',
  allocation: [row(good, 40), row(poor, 40), row(kept, 20, { lock: true })],
};
const box = await call(admin, campaignBoxCalls.create, { body: values });
const boxRow = recordRowSchema.extend({
  allocation: z.array(z.looseObject({ id: z.number(), campaignId: z.number(), weight: z.number() })),
});
const read = async () => boxRow.parse(await call(admin, campaignBoxCalls.read, { params: { id: box.id } }));
const lastRound = () => call(admin, boxCalls.campaignBox.showWeights, { params: { id: box.id } });
const weights = async () => (await read()).allocation.map(({ weight }) => weight);
const round = () => weightRound({ db: world.db, clickhouse: world.databases.clickhouse }, now);
const hours = (count: number) => {
  now = new Date(now.getTime() + count * 3_600_000);
};

const HOURS_OLD = 100;
const made = (campaignId: number, index: number, more: object) => {
  const clickAt = new Date(Date.parse('2026-11-21T12:00:00Z') - (HOURS_OLD - (index % 90)) * 3_600_000);
  return fact({
    factId: newId({ now: () => now }),
    campaignBoxId: box.id,
    campaignId,
    clickAt: clickAt.toISOString(),
    at: clickAt.toISOString(),
    kind: 'visit',
    ...more,
  });
};
/** `clicks` of a campaign, of which the first `deposits` deposited an hour later and earned `worth` each. */
const traffic = ({ id }: { id: number }, clicks: number, deposits: number, worth: string) =>
  Array.from({ length: clicks }, (_, index) => {
    const clickId = newId({ now: () => now });
    const visit = made(id, index, { clickId, visits: 1 });
    if (index >= deposits) return [visit];
    const at = new Date(Date.parse(visit.at) + 3_600_000).toISOString();
    return [visit, made(id, index, { clickId, at, kind: 'first_deposit', firstDeposits: 1, revenue: worth })];
  }).flat();
await storeFacts(world, [
  ...traffic(good, 600, 30, '60'),
  ...traffic(poor, 600, 30, '10'),
  ...traffic(kept, 300, 60, '99'),
]);

it('moves unlocked weights to campaigns that earn more, and records the reason in the history', async () => {
  expect(await round()).toBe(1);
  const [first = 0, second = 0, third] = await weights();
  expect([third, first + second]).toEqual([20, 80]);
  expect(first).toBeGreaterThan(70);
  expect(second).toBeGreaterThanOrEqual(1);
  const found = await lastRound();
  expect(found).toMatchObject({ metric: 'epc', ranAt: now.toISOString(), nextAt: '2026-11-21T13:00:00.000Z' });
  expect(found?.arms).toMatchObject([
    { name: 'Good', held: null, clicks: 600, conversions: 30, before: 40, after: first },
    { name: 'Poor', held: null, clicks: 600, conversions: 30, before: 40, after: second },
    { name: 'Kept', held: 'locked', best: 0, before: 20, after: 20 },
  ]);
  expect(found?.arms[0]?.value).toBeCloseTo(3, 0);
  expect(found?.because).toMatch(/^By EPC: Good 40 → \d+ \(\d+ % likely to be best\), Poor 40 → \d+/);
  const [newest] = await call(admin, campaignBoxCalls.history, { params: { id: box.id } });
  expect(newest).toMatchObject({ by: null, action: 'update', version: 2 });
  expect(newest?.changes.map(({ field }) => field)).toEqual(['allocation', 'weightsBecause']);
  expect(newest?.snapshot).not.toHaveProperty('weightsBecause');
  expect(await verifyAudit(world.db)).toMatchObject({ broken: null });
});

it('weighs again only after an hour, and ignores small differences', async () => {
  hours(0.5);
  expect(await round()).toBe(0);
  hours(0.5);
  expect(await round()).toBe(1);
  expect((await read()).version).toBe(2);
  expect((await lastRound())?.because).toMatch(/^Unchanged: no weight would change/);
});

it('keeps its observations when a campaign is edited or added', async () => {
  const before = await read();
  const added = await campaign('New');
  const [one, two, three] = before.allocation;
  const changed = await call(admin, campaignBoxCalls.update, {
    params: { id: box.id },
    body: {
      version: before.version,
      values: {
        ...values,
        allocation: [
          row(added, 20),
          { ...one, weight: 30, ctaLabel: 'Play', labels: undefined },
          { ...two, weight: 30, labels: undefined },
          { ...three, labels: undefined },
        ],
      },
    },
  });
  expect(changed.version).toBe(3);
  hours(1);
  await round();
  const arms = (await lastRound())?.arms ?? [];
  expect(arms.map(({ name, clicks }) => [name, clicks])).toEqual([
    ['New', 0],
    ['Good', 600],
    ['Poor', 600],
    ['Kept', 300],
  ]);
  // An unknown campaign gets a fair share, unlike one that is known to be poor.
  expect(arms[0]?.after).toBeGreaterThan(arms[2]?.after ?? 0);
  expect(arms[1]?.after).toBeGreaterThan(arms[2]?.after ?? 0);
  expect((await read()).allocation[1]).toMatchObject({ ctaLabel: 'Play', campaignId: good.id });
});

it('does not change a frozen, disabled or archived box, and reports this when a round is requested', async () => {
  const { version } = await read();
  const allocation = [row(good, 40), row(poor, 40), row(kept, 20, { lock: true })];
  await call(admin, campaignBoxCalls.update, {
    params: { id: box.id },
    body: { version, values: { ...values, allocation, weightsFrozen: true } },
  });
  hours(2);
  expect(await round()).toBe(0);
  const refused = await attempt(admin, boxCalls.campaignBox.weigh, { params: { id: box.id } });
  expect([refused.status, refused.body.errors[0]?.message]).toEqual([
    400,
    'The weights of this box are frozen or not automatic.',
  ]);
  expect((await lastRound())?.nextAt).toBeNull();
  const frozen = await read();
  await call(admin, campaignBoxCalls.update, {
    params: { id: box.id },
    body: {
      version: frozen.version,
      values: { ...values, allocation, automaticWeights: 'ftd_rate', weightsFrozen: false },
    },
  });
  const weighed = await call(admin, boxCalls.campaignBox.weigh, { params: { id: box.id } });
  expect([weighed?.metric, weighed?.arms[0]?.conversions]).toEqual(['ftd_rate', 30]);
  expect(Math.abs((weighed?.arms[0]?.best ?? 0) - 0.5)).toBeLessThan(0.1);
  const publisher = await world.signIn('Publisher');
  expect((await refusal(publisher, boxCalls.campaignBox.weigh, { params: { id: box.id } })).status).toBe(403);
});

it('changes no weights before there are enough observations', async () => {
  const quiet = await call(admin, campaignBoxCalls.create, { body: { ...values, name: 'Quiet' } });
  const found = await call(admin, boxCalls.campaignBox.weigh, { params: { id: quiet.id } });
  expect(found?.because).toMatch(/^Unchanged: not enough data yet/);
  expect(found?.arms.map(({ after }) => after)).toEqual([40, 40, 20]);
  expect((await call(admin, campaignBoxCalls.read, { params: { id: quiet.id } })).version).toBe(1);
});
