/** Lines of a partner's list that are added by hand, and taken out again. */

import {
  addTransactions,
  assignStatus,
  listAdditions,
  previewAddition,
  reconcileTransactions,
  undoAddition,
} from '@signpost/contract/calls/conversions.ts';
import { sumMoney } from '@signpost/contract/money/money.ts';
import type { Addition, AdditionPreview } from '@signpost/contract/partners/conversions/additions.ts';
import type { Reconciliation } from '@signpost/contract/partners/conversions/reconcile.ts';
import { transactionReason } from '@signpost/contract/partners/conversions/transactions.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { conversionWorld } from './testing/world.ts';

const world = await conversionWorld();
const { admin, post, click, round, keyOf, measures } = world;
const acme = (await keyOf(951)).key;
const today = new Date().toISOString().slice(0, 10);

let made = 0;
const txid = (): string => {
  made += 1;
  return `listed-${made}`;
};

const bodyOf = (csv: string, more: object = {}) => ({
  partnerId: 951,
  dateRange: { start: '2026-01-01', end: today },
  csv,
  references: csv
    .split('\n')
    .slice(1)
    .map((line) => line.split(',')[0] ?? ''),
  day: today,
  amountsAre: 'payout' as const,
  ...more,
});
const HEAD = 'txid,payout,status,click_id,date';
const listOf = (...lines: string[]): string => [HEAD, ...lines].join('\n');

const preview = async (csv: string, more: object = {}): Promise<AdditionPreview> =>
  await call(admin, previewAddition, { body: bodyOf(csv, more) });
const add = (csv: string, more: object = {}) => attempt(admin, addTransactions, { body: bodyOf(csv, more) });
const undo = (id: number) => attempt(admin, undoAddition, { params: { id } });
async function added(csv: string, more: object = {}): Promise<Addition> {
  const { status, body } = await add(csv, more);
  expect(status).toBe(200);
  await round();
  return body.data;
}
const stored = async (reference: string) =>
  (
    await sql<{ state: string; reason: string; revenue: string }>`SELECT state, reason, revenue::text
      FROM affiliate_transactions WHERE reference = ${reference} ORDER BY id`.execute(world.db)
  ).rows;

describe('Lines that never arrived', () => {
  it('count as their postbacks would have, by as much as the preview said', async () => {
    const [deposit, lead] = [await click(), await click()];
    const csv = listOf(`${txid()},100,ftd,${deposit},`, `${txid()},,reg,${lead},${today}`);
    const before = (await world.transactions()).length;
    const said = await preview(csv);
    expect(said).toMatchObject({
      lines: [
        { line: 2, meaning: 'first_deposit', day: today, outcome: 'counts', revenue: '100' },
        { line: 3, meaning: 'lead', outcome: 'counts', revenue: '0' },
      ],
      revenue: '100',
    });
    expect(said.statuses).toContainEqual({ status: 'ftd', meaning: 'first_deposit' });
    expect(await world.transactions()).toHaveLength(before);

    const { body: answer } = await add(csv, { fileName: 'october.csv' });
    const addition: Addition = answer.data;
    // Until the worker has counted them, a comparison says that they are here.
    const { references, partnerId, dateRange } = bodyOf(csv);
    const compared = await attempt(admin, reconcileTransactions, { body: { partnerId, dateRange, csv } });
    const found: Reconciliation = compared.body.data;
    expect(found.onlyTheirs).toMatchObject(references.map((reference) => ({ reference, cause: 'waiting' })));
    await round();
    expect(addition).toMatchObject({ fileName: 'october.csv', transactions: 2, undoneAt: null });
    expect(await measures(deposit)).toMatchObject({ first_deposits: '1', revenue: '100' });
    expect(await measures(lead)).toMatchObject({ leads: '1' });
    const { body } = await attempt(admin, listAdditions, { query: { partnerId: 951 } });
    expect(body.data[0]).toEqual(addition);
    const { rows } = await sql`SELECT after FROM audit WHERE entity = 'partner' AND record_id = 951
      AND after ->> 'event' = 'transactionsAdded' ORDER BY id DESC LIMIT 1`.execute(world.db);
    expect(rows).toEqual([{ after: { event: 'transactionsAdded', addition: addition.id, transactions: 2 } }]);
  });

  it('are added once: a second addition and the late postback count nothing more', async () => {
    const [clickId, id] = [await click(), txid()];
    const csv = listOf(`${id},100,ftd,${clickId},`);
    await added(csv);
    const again = await add(csv);
    expect(again).toMatchObject({ status: 400, body: { errors: [{ path: 'references' }] } });
    await post(acme, { subid: clickId, status: 'ftd', txid: id });
    await post(acme, { subid: clickId, status: 'ftd', txid: id, event_time: `${today}T00:00:00Z` });
    await round();
    expect(await measures(clickId)).toMatchObject({ first_deposits: '1', revenue: '100' });
  });

  it('are kept with the reason if they count nothing, and refused if they cannot be read', async () => {
    const known = await click();
    const lines = [
      [`${txid()},100,mystery,${known},`, 'unassigned'],
      [`${txid()},100,ftd,,`, 'unmatched'],
      [`${txid()},100,ftd,019a0000-0000-7000-8000-000000000000,`, 'unmatched'],
      [`${txid()},0,test,${known},`, 'ignored'],
      [`${txid()},100,ftd,${known},soon`, 'refused'],
      [`${txid()},100,,${known},`, 'refused'],
    ] as const;
    const csv = listOf(...lines.map(([line]) => line));
    const said = await preview(csv);
    expect(said.lines.map(({ outcome }) => outcome)).toEqual(lines.map(([, outcome]) => outcome));
    for (const { outcome, reason } of said.lines)
      expect([outcome, reason !== '']).toEqual([outcome, outcome === 'refused' || outcome === 'unmatched']);
    expect((await preview(csv, { day: undefined })).lines.map(({ outcome }) => outcome)).toEqual([
      'refused',
      'refused',
      'refused',
      'refused',
      'refused',
      'refused',
    ]);
    // A chosen status replaces those in the list.
    expect((await preview(csv, { status: 'ftd' })).lines.map(({ meaning }) => meaning)).toEqual([
      ...Array.from({ length: 4 }, () => 'first_deposit'),
      null,
      'first_deposit',
    ]);
    expect(await added(csv)).toMatchObject({ transactions: 4 });
  });

  it('are taken from the list by click id, and only where no postback came', async () => {
    const [here, missing] = [await click(), await click()];
    await post(acme, { subid: here, status: 'ftd' });
    await round();
    const csv = `click_id,payout,status\n${here},100,ftd\n${missing},100,ftd\n${missing},,reg`;
    const said = await preview(csv);
    expect(said.lines.map(({ reference, meaning }) => [reference, meaning])).toEqual([
      [missing, 'first_deposit'],
      [missing, 'lead'],
    ]);
    await added(csv);
    expect(await measures(here)).toMatchObject({ first_deposits: '1' });
    expect(await measures(missing)).toMatchObject({ first_deposits: '1', leads: '1', revenue: '100' });
  });

  it('are read in the forms in which partners write days, ids and nothing', async () => {
    const clickId = await click();
    const bare = clickId.replaceAll('-', '');
    const md5 = '0123456789abcdef0123456789abcdef';
    const on = (day: string) => `day ${day}`;
    const forms: [line: string, result: string][] = [
      [`day-1,1,ftd,${clickId},20/11/2026`, on('2026-11-20')],
      [`day-2,1,ftd,${clickId},05/06/2026`, on('2026-06-05')],
      [`day-3,1,ftd,${clickId},20.11.2026 14:05`, on('2026-11-20')],
      [`day-4,1,ftd,${clickId},"Nov 20, 2026"`, on('2026-11-20')],
      [`day-5,1,ftd,${clickId},2026-11-20T23:30:00-02:00`, on('2026-11-21')],
      [`day-6,1,ftd,${clickId},1795700000`, on('2026-11-26')],
      [`day-7,1,ftd,${clickId},n/a`, on(today)],
      [`day-8,1,ftd,${clickId},2019-11-20`, '“2019-11-20” lies in the future, or before 2020.'],
      [`day-9,1,ftd,${clickId},31/02/2026`, '“31/02/2026”: This date does not exist.'],
      [`day-10,1,ftd,${clickId},0000-00-00`, '“0000-00-00”: This date does not exist.'],
      [`1.2E+15,1,ftd,${clickId},${today}`, 'A spreadsheet has shortened this id'],
      [`error,#N/A,ftd,${clickId},${today}`, '“#N/A” is an error of the spreadsheet.'],
      [`\u200bseen\u200b,1,ftd,{${clickId.toUpperCase()}},${today}`, on(today)],
      [`null,1,reg,${bare},${today}`, on(today)],
      [`${md5},1,ftd,${clickId},${today}`, on(today)],
      [`no-click,1,ftd,null,${today}`, transactionReason('no_click_id')],
      [`macro,1,ftd,{click_id},${today}`, 'The click id or transaction id is a macro that was not filled.'],
    ];
    const csv = listOf(...forms.map(([line]) => line));
    const found: Reconciliation = await call(admin, reconcileTransactions, {
      body: {
        partnerId: 951,
        dateRange: bodyOf(csv).dateRange,
        csv,
      },
    });
    // A word for “nothing” is no transaction id, so the click names the line.
    const references = found.onlyTheirs.map(({ reference }) => reference);
    expect(references).toEqual(expect.arrayContaining(['seen', clickId, md5]));
    const said = await preview(csv, { references });
    const byLine = new Map(said.lines.map((line) => [line.line, line]));
    for (const [at, [line, result]] of forms.entries()) {
      const read = byLine.get(at + 2);
      const { outcome, day, reason } = read ?? {};
      const isRead = outcome === 'counts';
      expect([line, isRead ? `day ${day}` : reason]).toEqual([line, expect.stringContaining(result)]);
    }
    expect(said.asksDayOrder).toBe(false);
    const open = listOf(`open,1,ftd,${clickId},05/06/2026`);
    expect(await preview(open)).toMatchObject({ asksDayOrder: true, lines: [{ outcome: 'refused' }] });
    expect(await preview(open, { dayOrder: 'monthFirst' })).toMatchObject({ lines: [{ day: '2026-05-06' }] });
  });

  it('are refused to people who may not add transactions, and above the limit', async () => {
    const csv = listOf(`${txid()},100,ftd,${await click()},`);
    const seo = await world.signIn('Seo User');
    for (const definition of [addTransactions, previewAddition, undoAddition])
      expect((await refusal(seo, definition, { params: { id: 1 }, body: bodyOf(csv) })).status, definition.name).toBe(
        403,
      );
    expect((await refusal(seo, listAdditions, { query: { partnerId: 951 } })).status).toBe(403);
    const references = Array.from({ length: 501 }, (_, at) => `r${at}`);
    expect((await add(csv, { references })).status).toBe(400);
    expect((await add(csv, { references: ['another'] })).status).toBe(400);
    expect((await undo(9_999_999)).status).toBe(404);
  });
});

describe('An addition that is undone', () => {
  it('counts nothing and stays listed, and its postback still counts when it arrives', async () => {
    const [clickId, id] = [await click(), txid()];
    const { id: addition } = await added(listOf(`${id},100,ftd,${clickId},`));
    const answers = [await undo(addition), await undo(addition)];
    for (const { status, body } of answers)
      expect([status, body.data]).toMatchObject([200, { id: addition, undoneAt: expect.any(String) }]);
    expect(answers[1]?.body.data).toEqual(answers[0]?.body.data);
    await round();
    expect(await measures(clickId)).toMatchObject({ first_deposits: '0', revenue: '0' });
    expect(await stored(id)).toMatchObject([{ state: 'withdrawn', reason: 'undone', revenue: '0.000000' }]);
    expect((await preview(listOf(`${id},100,ftd,${clickId},`))).lines).toMatchObject([{ outcome: 'counts' }]);

    await post(acme, { subid: clickId, status: 'ftd', txid: id });
    await round();
    expect(await measures(clickId)).toMatchObject({ first_deposits: '1', revenue: '100' });
  });

  it('stays out when its status gets another meaning', async () => {
    const [clickId, id] = [await click(), txid()];
    const { id: addition } = await added(listOf(`${id},100,odd-word,${clickId},`));
    await undo(addition);
    const assigned = await attempt(admin, assignStatus, {
      body: {
        partnerId: 951,
        status: 'odd-word',
        meaning: 'first_deposit',
        validFrom: '2026-01-01',
      },
    });
    expect(assigned.status).toBe(201);
    await round();
    expect(await stored(id)).toMatchObject([{ state: 'withdrawn' }]);
    expect(await measures(clickId)).toMatchObject({ first_deposits: '0', revenue: '0' });
  });

  it('gives back what its chargebacks had taken, and what it had replaced', async () => {
    const [clickId, id] = [await click(), txid()];
    await post(acme, { subid: clickId, status: 'ftd', txid: 'own' });
    await round();
    const { id: addition } = await added(listOf(`${id},100,ftd,${clickId},2026-10-01`));
    // The added deposit happened first, so it is the first deposit now.
    await post(acme, { status: 'chargeback', txid: id });
    await round();
    await undo(addition);
    await round();
    expect(await measures(clickId)).toMatchObject({ first_deposits: '1', revenue: '100' });
    const { rows } = await sql<{ revenue: string }>`SELECT revenue FROM affiliate_transactions
      WHERE click_id = ${clickId} AND state = 'counted'`.execute(world.db);
    expect(sumMoney(rows.map(({ revenue }) => revenue))).toBe('100');
  });
});
