/** Times without a zone, in the zone that the integration names. */
import {
  addTransactions,
  previewAddition,
  reconcileTransactions,
  replayRefusedPostbacks,
  showPostbackSetup,
} from '@signpost/contract/calls/conversions.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { integration } from '@signpost/contract/entities/integration.ts';
import type { AdditionPreview } from '@signpost/contract/partners/conversions/additions.ts';
import type { Reconciliation } from '@signpost/contract/partners/conversions/reconcile.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { conversionWorld } from './testing/world.ts';

const integrationCalls = entityCalls(integration);

const world = await conversionWorld();
const { admin, db, post, click, round, keyOf } = world;
const acme = (await keyOf(951)).key;

const settingsOf = (timeZone?: string) => ({
  postback: { names: {}, statuses: { ftd: 'first_deposit' }, ...(timeZone !== undefined && { timeZone }) },
});

/** Saves the settings of the integration, as its form does. */
async function save(timeZone?: string) {
  const { version } = await call(admin, entityCalls(integration).read, { params: { id: 960 } });
  const values = { settingsJson: settingsOf(timeZone) };
  return await attempt(admin, integrationCalls.update, { params: { id: 960 }, body: { version, values } });
}

/** The time of the transaction with this id. */
async function timeOf(txid: string): Promise<string | undefined> {
  const { rows } = await sql<{ at: Date }>`SELECT occurred_at AS at FROM affiliate_transactions
    WHERE reference = ${txid}`.execute(db);
  return rows[0]?.at.toISOString();
}

it('reads postbacks and refused ones again by the zone of the integration, and UTC without one', async () => {
  expect((await save()).status).toBe(200);
  const clickId = await click({ at: '2026-06-01T00:00:00.000Z' });
  const report = (txid: string, event_time: string) =>
    post(acme, { txid, status: 'deposit', amount: '5', click_id: clickId, event_time });
  await report('utc', '2026-06-02 01:30:00');
  expect((await report('later', '2026-06-02 10:00:00 CST')).status).toBe(400);
  expect((await save('Asia/Shanghai')).status).toBe(200);
  await report('shanghai', '2026-06-02 01:30:00');
  await report('own', '2026-06-02 01:30:00 +0200');
  const replayed = await attempt(admin, replayRefusedPostbacks, { params: { id: 951 } });
  expect(replayed.body.data).toEqual({ stored: 1, stillRefused: 0, hasMore: false });
  expect(await Promise.all(['utc', 'shanghai', 'own', 'later'].map(timeOf))).toEqual([
    '2026-06-02T01:30:00.000Z',
    '2026-06-01T17:30:00.000Z',
    '2026-06-01T23:30:00.000Z',
    '2026-06-02T02:00:00.000Z',
  ]);
  const setup = await call(admin, showPostbackSetup, { params: { id: 951 } });
  expect(setup.settings.timeZone).toBe('Asia/Shanghai');
});

it('refuses a zone that does not exist', async () => {
  const answer = await save('Middle/Nowhere');
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.body)).toContain('Enter a time zone such as Europe/Berlin.');
});

it('cuts the days of a reconciliation in the zone, and adds its lines by it', async () => {
  expect((await save('America/New_York')).status).toBe(200);
  const clickId = await click({ at: '2026-07-01T00:00:00.000Z' });
  // The evening of 31 July in New York is 1 August in UTC.
  await post(acme, { txid: 'evening', status: 'ftd', click_id: clickId, event_time: '2026-07-31 22:00:00' });
  await round();
  expect(await timeOf('evening')).toBe('2026-08-01T02:00:00.000Z');
  const month = { partnerId: 951, dateRange: { start: '2026-07-01', end: '2026-07-31' } };
  const csv = 'Transaction ID,Amount,Status,Click ID,Time\nevening,100,ftd,,2026-07-31 22:00:00';
  const data = await call(admin, reconcileTransactions, { body: { ...month, csv } });
  const found: Reconciliation = data;
  expect(found).toMatchObject({ matched: 1, onlyTheirs: [], different: [], timeZone: 'America/New_York' });
  const other = await click({ at: '2026-07-01T00:00:00.000Z' });
  const missing = `${csv}\nlate-evening,100,ftd,${other},2026-07-31 23:00:00`;
  const addition = {
    ...month,
    csv: missing,
    references: ['late-evening'],
    amountsAre: 'amount' as const,
    fileName: 'july.csv',
  };
  const preview: AdditionPreview = await call(admin, previewAddition, { body: addition });
  expect(preview.lines).toMatchObject([{ outcome: 'counts', day: '2026-07-31' }]);
  await call(admin, addTransactions, { body: addition });
  expect(await timeOf('late-evening')).toBe('2026-08-01T03:00:00.000Z');
});

it('reads refused times again after the order of day and month is set, and amounts in cents', async () => {
  const savePostback = async (more: Record<string, string>) => {
    const { version } = await call(admin, entityCalls(integration).read, { params: { id: 960 } });
    const settingsJson = { postback: { ...settingsOf().postback, ...more } };
    return (
      await attempt(admin, integrationCalls.update, {
        params: { id: 960 },
        body: { version, values: { settingsJson } },
      })
    ).status;
  };
  expect(await savePostback({})).toBe(200);
  const clickId = await click({ at: '2026-02-01T00:00:00.000Z' });
  const report = { txid: 'cents', status: 'deposit', amount: '980', currency: 'EUR', click_id: clickId };
  expect((await post(acme, { ...report, event_time: '04/03/2026 10:00:00' })).status).toBe(400);
  expect(await savePostback({ dateOrder: 'first' })).toBe(400);
  expect(await savePostback({ amountUnit: 'cents' })).toBe(400);
  expect(await savePostback({ dateOrder: 'dayFirst', amountUnit: 'minor' })).toBe(200);
  const replayed = await attempt(admin, replayRefusedPostbacks, { params: { id: 951 } });
  expect(replayed.body.data).toEqual({ stored: 1, stillRefused: 0, hasMore: false });
  expect(await timeOf('cents')).toBe('2026-03-04T10:00:00.000Z');
  const { rows } = await sql<{ amount: string }>`SELECT amount FROM affiliate_transactions
    WHERE reference = 'cents'`.execute(db);
  expect(Number(rows[0]?.amount)).toBe(9.8);
});
