import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportFacts, followFacts, listFacts, readFact, readStory } from '@signpost/contract/calls/facts.ts';
import { exportStats, statsCall } from '@signpost/contract/calls/stats.ts';
import { TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/envelope.ts';
import type { StatsData } from '@signpost/contract/insight/stats/answer.ts';
import type { FactView } from '@signpost/contract/insight/stats/facts.ts';
import { readQuestion } from '@signpost/contract/insight/stats/query.ts';
import { TABS } from '@signpost/contract/insight/stats/tabs/index.ts';
import { buildQuery } from '@signpost/contract/reading/brackets.ts';
import { NIL_UUID } from '@signpost/contract/traffic/clicks/fact.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { fact } from '@signpost/testkit/fact.ts';
import { buildLead, buildWebsite } from '@signpost/testkit/factories.ts';
import { describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { AttributeCache } from './attributes.ts';
import { factsTable } from './facts-file.ts';
import { micros } from './testing/model.ts';
import { randomWorld, storeFacts } from './testing/random-world.ts';

const { app, world } = await randomWorld(99, 300);
const admin = await app.signIn('Admin');
const march = { start: '2025-03-20', end: '2025-04-05' };

async function facts(question: Record<string, unknown>, caller = admin) {
  const { status, body } = await attempt(caller, listFacts, { query: { dateRange: march, ...question } });
  expect([status, body.errors ?? []]).toEqual([200, []]);
  return { data: listFacts.answer.parse(body.data), total: Number(body.meta.total) };
}
async function tab(question: Record<string, unknown>): Promise<StatsData> {
  const data = await call(admin, statsCall({ path: 'statistics/tabs' }), {
    query: { tab: 'global', dateRange: march, ...question },
  });
  return data;
}

describe('The facts behind a number', () => {
  it.each([
    ['an item', { levels: [{ type: 'traffic_source' }, { type: 'geo' }] }],
    [
      'a category, by the click, in another zone',
      { levels: [{ type: 'category' }], attribution: 'click', timeZone: 'Asia/Kathmandu' },
    ],
    ['a tag', { levels: [{ type: 'tag' }], excludes: { geo: [2] } }],
    ['a day', { levels: [{ type: 'date_day' }], timeZone: 'America/St_Johns', filters: { device: ['mobile'] } }],
  ])('of %s add up to it', async (_, asked) => {
    const question = { ...asked, kingstat: 11, columns: [1, 11, 20, 7], limit: 500 };
    const { rows } = await tab(question);
    expect(rows.length).toBeGreaterThan(1);
    for (const row of rows.slice(0, 4)) {
      const [first, ...rest] = question.levels;
      const levels = [{ ...first, selectedItemId: row.id }, ...rest];
      const { data, total } = await facts({ ...question, levels, tab: 'global' });
      expect(data.facts).toHaveLength(total);
      const sum = data.facts.reduce((all, one) => all + micros(one.revenue), 0n);
      expect([sum, micros(data.sums.revenue)]).toEqual([micros(row.stats['11'] ?? ''), sum]);
      expect([data.sums.visits, data.sums.leads]).toEqual([row.stats['1'], row.stats['7']]);
    }
  });

  it('come newest first in pages without gaps or repeats, and can be limited to a metric and kinds', async () => {
    const { total } = await facts({});
    const seen: FactView[] = [];
    for (let offset = 0; offset < total; offset += 37) seen.push(...(await facts({ limit: 37, offset })).data.facts);
    expect(new Set(seen.map((one) => one.factId)).size).toBe(total);
    expect(seen.map((one) => one.at)).toEqual(
      seen
        .map((one) => one.at)
        .sort()
        .reverse(),
    );
    const ofCost = await facts({ metric: 20, limit: 500 });
    expect(ofCost.total).toBe(seen.filter((one) => Number(one.cost) !== 0).length);
    const leads = await facts({ kinds: ['lead', 'chargeback'], limit: 500 });
    expect(leads.total).toBe(seen.filter((one) => one.kind === 'lead' || one.kind === 'chargeback').length);
  });

  it('have current names, and can be opened by their id', async () => {
    const { data } = await facts({ limit: 500 });
    const one = data.facts.find((it) => it.campaignId !== 77_777 && it.partnerId > 0);
    expect(one?.labels.partnerId).toMatch(/\w+/);
    expect(data.facts.find((it) => it.campaignId === 77_777)?.labels.campaignId).toBe('Deleted campaign');
    const { body } = await attempt(admin, readFact, { params: { factId: one?.factId } });
    expect(body.data).toEqual(one);
    expect((await refusal(admin, readFact, { params: { factId: newId() } })).status).toBe(404);
    expect((await refusal(admin, readFact, { params: { factId: 'nothing' } })).status).toBe(400);
  });

  it('are limited to a publisher’s own facts, even when it requests others', async () => {
    const person = await app.signIn('Publisher', { publisherId: 301, includedPaths: ['/event-reporter'] });
    const { data, total } = await facts({ filters: { publisher: [302, 301] } }, person);
    expect(total).toBeGreaterThan(0);
    expect(new Set(data.facts.map((one) => one.publisherId))).toEqual(new Set([301]));
    const foreign = world.facts.find((one) => one.publisherId === 302);
    expect((await refusal(person, readFact, { params: { factId: foreign?.factId } })).status).toBe(404);
    expect((await refusal(await app.signIn('Seo User'), listFacts, {})).status).toBe(403);
  });
});

describe('The story of an id', () => {
  const clickId = newId();
  const visitorId = '18446744073709551615';
  const step = (kind: FactView['kind'], at: string, more: object = {}) =>
    fact({ factId: newId(), kind, at, clickId, visitorId, ...more });
  it('contains all facts related to it, oldest first', async () => {
    const parameters = JSON.stringify({ gclid: 'Cj0-_x.1', utm_source: 'google' });
    const visit = step('visit', '2024-01-01T10:00:00.000Z', { visits: 1, parameters });
    const lead = step('lead', '2024-01-01T11:00:00.000Z', { leads: 1, txid: 'tx-9' });
    const paid = step('first_deposit', '2024-02-01T11:00:00.000Z', {
      firstDeposits: 1,
      revenue: '12.30',
      txid: 'tx-9',
    });
    const ledger = fact({
      factId: newId(),
      kind: 'correction',
      at: '2024-03-01T00:00:00.000Z',
      clickId: NIL_UUID,
      txid: 'tx-9',
      revenue: '-2.3',
    });
    await storeFacts(app, [
      paid,
      lead,
      visit,
      ledger,
      fact({ factId: newId(), kind: 'cost', at: '2024-01-01T10:00:00.000Z' }),
    ]);
    const story = async (type: string, id: string) => {
      const { body } = await attempt(admin, readStory, { params: { type, id } });
      return readStory.answer.parse(body.data);
    };
    const kinds = async (type: string, id: string) => (await story(type, id)).facts.map((one) => one.kind);
    expect(await kinds('click', clickId)).toEqual(['visit', 'lead', 'first_deposit']);
    expect(await kinds('visitor', visitorId)).toEqual(['visit', 'lead', 'first_deposit']);
    expect(await kinds('transaction', 'tx-9')).toEqual(['visit', 'lead', 'first_deposit', 'correction']);
    expect(await kinds('lead', lead.factId)).toEqual(['visit', 'lead', 'first_deposit']);
    expect(await kinds('ad', 'Cj0-_x.1')).toEqual(['visit', 'lead', 'first_deposit']);
    // A lead's id, as Lead search shows it, finds the click too.
    const website = await buildWebsite(app.db);
    const { id } = await buildLead(app.db, { websiteId: website.id, clickId });
    expect(await kinds('lead', String(id))).toEqual(['visit', 'lead', 'first_deposit']);
    expect(await story('lead', String(id))).toMatchObject({ type: 'lead', id: String(id) });
    expect((await story('transaction', 'tx-9')).sums).toMatchObject({ visits: 1, revenue: '10' });
  });
  it('is refused for a malformed id, and not found for an unknown one', async () => {
    const status = async (type: string, id: string) =>
      (await refusal(admin, readStory, { params: { type, id } })).status;
    expect(await status('click', '7')).toBe(400);
    expect(await status('visitor', '99999999999999999999')).toBe(400);
    expect(await status('click', newId())).toBe(404);
    expect(await status('nothing', '7')).toBe(400);
    expect(await status('lead', '999999999')).toBe(404);
    // A part of an id belongs to no click.
    for (const id of ['Cj0', 'x.1', 'gclid', '%', "':"]) expect(await status('ad', id), id).toBe(404);
  });
});

describe('The live tail', async () => {
  const address = await app.app.listen({ port: 0, host: '127.0.0.1' });

  it('sends each fact once, soon after it was recorded', async () => {
    const since = new Date(Date.now() - 1000).toISOString();
    const gone = new AbortController();
    const answer = await fetch(`${address}/api/statistics/live?${buildQuery({ since, filters: { geo: [77] } })}`, {
      headers: { [TICKET_HEADER]: TICKET_VALUE, authorization: `Bearer ${admin.token}` },
      signal: gone.signal,
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    const now = new Date().toISOString();
    const known = { kind: 'visit', at: now, recordedAt: now } as const;
    const told = fact({ ...known, factId: newId(), geoId: 77 });
    await storeFacts(app, [told, fact({ ...known, factId: newId(), geoId: 78 })]);
    let text = '';
    let quiet = 0;
    for await (const chunk of answer.body ?? []) {
      text += Buffer.from(chunk).toString();
      if (text.includes(told.factId)) quiet += 1;
      if (quiet === 3) break;
    }
    gone.abort();
    const events = text.split('\n\n').filter((event) => event.startsWith('event: facts'));
    expect(
      events.map((event) => JSON.parse(event.split('data: ')[1] ?? '').map((one: FactView) => one.factId)),
    ).toEqual([[told.factId]]);
    expect((await refusal(admin, followFacts, {})).status).toBe(400);
  });

  /** Opens a tail on a separate connection, which `stop` closes as a browser does. */
  const watch = async (token: string) => {
    const path = `/api/statistics/live?${buildQuery({ since: new Date().toISOString() })}`;
    const call = get(`${address}${path}`, {
      agent: false,
      headers: { [TICKET_HEADER]: TICKET_VALUE, authorization: `Bearer ${token}` },
    });
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      call.once('response', resolve).once('error', reject);
    });
    answer.on('error', () => undefined);
    return { status: answer.statusCode, answer, stop: () => void call.destroy() };
  };

  it('ends with the session, and when the person loses access to the event reporter', async () => {
    const [first, second] = [await app.signIn('Default User'), await app.signIn('Default User')];
    const tails = [await watch(first.token), await watch(second.token)];
    expect(tails.map(({ status }) => status)).toEqual([200, 200]);
    await app.db.updateTable('sessions').set({ revokedAt: new Date() }).where('userId', '=', first.userId).execute();
    await app.db
      .updateTable('users')
      .set({ excludedPaths: ['/event-reporter'] })
      .where('id', '=', second.userId)
      .execute();
    // Reading to the end only returns because the server ends the stream.
    for (const { answer } of tails) expect(await text(answer)).toContain(': open');
  });

  it('is refused to a person with three open tails until one of them is closed', async () => {
    const person = await app.signIn('Default User');
    const tails = [await watch(person.token), await watch(person.token), await watch(person.token)];
    const fourth = await watch(person.token);
    expect(fourth.status).toBe(429);
    fourth.stop();
    tails[0]?.stop();
    await expect
      .poll(async () => {
        const { status, stop } = await watch(person.token);
        stop();
        return status;
      })
      .toBe(200);
    for (const { stop } of tails) stop();
  });
});

describe('An exported file', () => {
  const asked = {
    tab: 'costs',
    dateRange: march,
    compare: { start: '2025-03-18', end: '2025-03-19' },
    levels: [{ type: 'partner' }],
    columns: [1, 11, 18, 16],
    kingstat: 1,
    excludes: { geo: [3] },
  };
  it('contains every row and the totals as the screen shows them, and describes the question', async () => {
    const { text, headers, status } = await attempt(admin, exportStats, { query: { ...asked, format: 'csv' } });
    expect([status, headers['content-disposition']]).toEqual([
      200,
      'attachment; filename="costs-2025-03-20-2025-04-05.csv"',
    ]);
    const lines = text.replace('\uFEFF', '').split('\r\n');
    expect(lines.slice(0, 8)).toEqual([
      'Report,Media cost and other costs',
      'Days,2025-03-20 to 2025-04-05',
      'Compared with,2025-03-18 to 2025-03-19',
      'Time zone,UTC',
      'Attribution,By the day of the event',
      'Currency,EUR',
      'Filter: Geo is not,Afghanistan',
      '',
    ]);
    expect(lines[8]).toBe(
      'Partner,Id,Tags,Visits,Visits (compared),Revenue,Revenue (compared),ROI,ROI (compared),EPC,EPC (compared)',
    );
    const { rows, totals } = await tab({ ...asked, limit: 500 });
    expect(lines).toHaveLength(9 + rows.length + 2);
    const [first] = rows;
    const tags = first?.tags?.join(', ') ?? '';
    const cells = [
      first?.name,
      first?.id,
      tags.includes(',') ? `"${tags}"` : tags,
      first?.stats['1'],
      first?.compare?.['1'],
    ];
    expect(lines[9]?.startsWith(`${cells.join(',')},`), lines[9]).toBe(true);
    expect(lines.at(-2)).toMatch(new RegExp(`^Total of ${rows.length} rows,,,${totals.stats['1']},`));
  });
  it('can be a spreadsheet, but is refused in other formats or for a tab without access', async () => {
    const query = { ...asked, format: 'xlsx' };
    const { status, text } = await attempt(admin, exportStats, { query });
    expect([status, text.slice(0, 2)]).toEqual([200, 'PK']);
    expect((await refusal(admin, exportStats, { query: { ...asked, format: 'pdf' } })).status).toBe(400);
    expect((await refusal(await app.signIn('Seo User'), exportStats, { query })).status).toBe(403);
  });
});

describe('An exported file of facts', () => {
  const asked = { dateRange: march, kinds: ['visit'] };

  it('contains every fact that matches, their sums, and the question', async () => {
    const { text, headers, status } = await attempt(admin, exportFacts, { query: { ...asked, format: 'csv' } });
    expect([status, headers['content-disposition']]).toEqual([
      200,
      'attachment; filename="facts-2025-03-20-2025-04-05.csv"',
    ]);
    const lines = text.replace('\uFEFF', '').trimEnd().split('\r\n');
    expect(lines.slice(0, 2)).toEqual(['Report,Event reporter', 'Days,2025-03-20 to 2025-04-05']);
    const head = lines.findIndex((line) => line.startsWith('When,Kind,'));
    const { data, total } = await facts(asked);
    expect(total).toBeGreaterThan(0);
    expect(lines).toHaveLength(head + 1 + total + 1);
    const at = lines[head]?.split(',').indexOf('Visits') ?? -1;
    expect(lines.at(-1)?.startsWith(`Total of ${total} facts,`)).toBe(true);
    expect(lines.at(-1)?.split(',')[at]).toBe(String(data.sums.visits));
    expect(lines[head + 1]).toContain(data.facts[0]?.factId);
  });

  it('contains each fact once, in order, whatever the size of the pages in which it is read', async () => {
    for (const attribution of ['event', 'click'] as const) {
      const { data, total } = await facts({ attribution, limit: 500 });
      const question = readQuestion(TABS.global, { timeZone: 'UTC', dateRange: march, attribution }, new Date());
      const attributes = await new AttributeCache(app.db).get();
      const engine = { clickhouse: app.databases.clickhouse, facts: null, attributes };
      const table = await factsTable(engine, question, {}, { format: 'csv', page: 7 });
      const ids: unknown[] = [];
      for await (const row of table.rows) ids.push(row.at(-1));
      expect(ids.slice(0, -1)).toHaveLength(total);
      expect(ids.slice(0, data.facts.length)).toEqual(data.facts.map(({ factId }) => factId));
      expect(new Set(ids).size).toBe(total + 1);
    }
  });

  it('can be a spreadsheet, and is refused to people without the screen', async () => {
    const query = { ...asked, format: 'xlsx' };
    const { status, text } = await attempt(admin, exportFacts, { query });
    expect([status, text.slice(0, 2)]).toEqual([200, 'PK']);
    expect((await refusal(await app.signIn('Seo User'), exportFacts, { query })).status).toBe(403);
  });
});
