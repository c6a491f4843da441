/** A POST with an Idempotency-Key takes effect once, even when it is repeated at the same time. */
import {
  IDEMPOTENCY_HEADER,
  IDEMPOTENCY_REPLAYED_HEADER,
  TICKET_HEADER,
  TICKET_VALUE,
} from '@signpost/contract/envelope.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';

const world = await testApp();
const admin = await world.signIn('Admin');
const other = await world.signIn('Admin');
const origin = await world.app.listen({ port: 0, host: '127.0.0.1' });

interface Answer {
  status: number;
  replayed: boolean;
  body: { data: { id: number }; errorCode?: string; errors?: { path: string; message: string }[] };
}

/** Over HTTP, as a browser sends it. */
async function post(path: string, body: unknown, key?: string, { token } = admin): Promise<Answer> {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${origin}/api/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      [TICKET_HEADER]: TICKET_VALUE,
      ...(isForm ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { [IDEMPOTENCY_HEADER]: key }),
    },
    body: isForm ? body : JSON.stringify(body),
  });
  const replayed = answer.headers.get(IDEMPOTENCY_REPLAYED_HEADER) === 'true';
  return { status: answer.status, replayed, body: (await answer.json()) as Answer['body'] };
}
const countOf = async (table: string, column: string, value: string | number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM ${sql.table(table)}
    WHERE ${sql.ref(column)} = ${value}`.execute(world.db);
  return rows[0]?.count ?? 0;
};
const note = (body: string) => ({
  subject: { kind: 'stats', tab: 'global', day: '2026-03-05', row: null, metric: null },
  body,
});
const partner = (name: string) => ({ name, partnerTypeId: 105, currency: 'EUR', timeZone: 'UTC' });
const AT_ONCE = 24;

describe('A call with an Idempotency-Key', () => {
  it('creates one record from many simultaneous calls, and returns it to all of them', async () => {
    const key = newId();
    const name = `Tag ${key}`;
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => post('tags', { name }, key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await countOf('tags', 'name', name)).toBe(1);
    const again = await post('tags', { name }, key);
    expect(again).toMatchObject({ status: 201, replayed: true, body: { data: answers[0]?.body.data } });
  });

  it('posts one entry of a ledger, with its facts once, and reverses it once', async () => {
    const { body: made } = await post('partners', partner(newId()));
    const reason = newId();
    const entry = { partnerId: made.data.id, reason, amount: '120.50', currency: 'EUR', day: '2026-03-05' };
    const key = newId();
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => post('manual-transactions', entry, key)));
    const ids = new Set(answers.map(({ body }) => body.data.id));
    expect([answers[0]?.status, ids.size, await countOf('manual_transactions', 'reason', reason)]).toEqual([201, 1, 1]);
    const id = [...ids][0] ?? 0;
    expect(await countOf('fact_outbox', 'origin', `manual ${id}`)).toBe(1);

    const why = { because: 'typed by mistake' };
    const reversing = newId();
    const reversed = await Promise.all(
      Array.from({ length: 6 }, () => post(`manual-transactions/${id}/reverse`, why, reversing)),
    );
    expect(reversed.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect((await post(`manual-transactions/${id}/reverse`, why)).status).toBe(400);
  });

  it('accepts a file once', async () => {
    const { body: made } = await post('partners', partner(newId()));
    const form = (text: string) => {
      const body = new FormData();
      body.append('partnerId', String(made.data.id));
      body.append('file', new Blob([text], { type: 'text/csv' }), 'march.csv');
      return body;
    };
    const key = newId();
    const text = 'Date;Country;FTD\n2026-03-01;Austria;2\n';
    const answers = await Promise.all(Array.from({ length: 8 }, () => post('gambling-imports', form(text), key)));
    // A person may have a few files waiting; further ones are refused and store nothing.
    const taken = answers.filter(({ status }) => status === 201);
    expect(taken.length).toBeGreaterThanOrEqual(4);
    expect(answers.filter(({ status }) => status !== 201 && status !== 429)).toEqual([]);
    const again = await post('gambling-imports', form(text), key);
    expect(again).toMatchObject({ status: 201, replayed: true });
    expect(new Set([again, ...taken].map(({ body }) => body.data.id)).size).toBe(1);
    expect(await countOf('gambling_imports', 'partner_id', made.data.id)).toBe(1);
    expect((await post('gambling-imports', form(`${text}\n2026-03-02;Austria;1`), key)).status).toBe(422);
  });

  it('refuses different content under the same key, and returns the original result', async () => {
    const key = newId();
    const first = await post('tags', { name: newId() }, key);
    for (const [path, body] of [
      ['tags', { name: newId() }],
      ['products', { name: newId() }],
    ] as const) {
      const refused = await post(path, body, key);
      expect(refused).toMatchObject({
        status: 422,
        body: { errorCode: 'IDEMPOTENCY', data: { id: first.body.data.id }, errors: [{ path: '' }] },
      });
    }
  });

  it('is independent of calls by other people with the same key', async () => {
    const key = newId();
    const [mine, theirs] = [
      await post('tags', { name: newId() }, key),
      await post('tags', { name: newId() }, key, other),
    ];
    expect([mine.status, theirs.status, theirs.replayed]).toEqual([201, 201, false]);
    expect(theirs.body.data.id).not.toBe(mine.body.data.id);
  });

  it('releases its key when it fails', async () => {
    const key = newId();
    expect((await post('tags', { name: '' }, key)).status).toBe(400);
    const mended = await post('tags', { name: newId() }, key);
    expect([mended.status, mended.replayed]).toEqual([201, false]);
  });

  it('is forgotten after a week', async () => {
    const key = newId();
    await post('tags', { name: newId() }, key);
    await sql`UPDATE idempotency SET created_at = now() - interval '8 days' WHERE key = ${key}`.execute(world.db);
    const later = await post('tags', { name: newId() }, key);
    expect([later.status, later.replayed]).toEqual([201, false]);
    expect(await countOf('idempotency', 'key', key)).toBe(1);
  });

  it('is refused when the key is malformed', async () => {
    for (const key of ['short', 'with space in it', 'x'.repeat(201)])
      expect((await post('tags', { name: newId() }, key)).status).toBe(400);
  });
});

it('runs every call without an Idempotency-Key', async () => {
  const name = newId();
  const answers = await Promise.all([1, 2].map(() => post('flat-fee-contacts', { name })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201]);
});

it('Calls beside records take a key too: a note, and a report that is run twice at once, are made once', async () => {
  const [first, second] = await Promise.all([0, 1].map(() => post('notes', note('Once.'), 'a-note-of-its-own')));
  expect([first?.status, second?.status, first?.body.data.id]).toEqual([201, 201, second?.body.data.id]);
  const dateRange = { start: '2026-03-01', end: '2026-03-02' };
  const question = { tab: 'global', timeZone: 'UTC', dateRange, levels: [{ type: 'geo' }], columns: [1] };
  const definition = { question };
  const report = { name: 'Twice', visibility: 'own', format: 'csv', definition, recipients: [] };
  const { body } = await post('reports', report);
  const run = () => post(`reports/${body.data.id}/run`, { send: true }, 'one-double-click');
  const answers = await Promise.all([run(), run()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers.filter(({ replayed }) => replayed)).toHaveLength(1);
  expect(await countOf('report_downloads', 'report_id', body.data.id)).toBe(1);
});
