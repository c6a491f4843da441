import { testApp } from '@signpost/testkit/app.ts';
import { fact } from '@signpost/testkit/fact.ts';
import { describe, expect, it } from 'vitest';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import { newId } from '../../platform/ids.ts';
import { snakeCase } from '../../platform/names.ts';
import { SharedAnswers } from './shared-answers.ts';

const { clickhouse } = (await testApp()).databases;
// A merge makes answers be asked again, which is right but cannot be counted.
await clickhouse.command('SYSTEM STOP MERGES facts');

async function store(visits: number): Promise<void> {
  const row = fact({ factId: newId(), kind: 'visit', at: '2026-03-10T12:00:00.000Z', visits });
  const entries = Object.entries(row).map(([key, value]) => [snakeCase(key), value]);
  await clickhouse.insert('facts', [{ chunk_id: 'test', ...Object.fromEntries(entries) }]);
}

/** Waits until a change in place is carried out. */
const WAIT = { settings: { mutations_sync: 2 } };
const VISITS = { sql: 'SELECT sum(visits) AS total FROM facts WHERE visits > {least:UInt32}', params: { least: 0 } };
const LIMITS = { maxSeconds: 20 };

/** Shared answers over the real engine, which counts statements about facts and can hold them back. */
function counted() {
  const begun: string[] = [];
  const stopped: string[] = [];
  let release: (() => void) | null = null;
  let held: Promise<void> = Promise.resolve();
  const engine: ClickHouse = {
    ...clickhouse,
    async query(sql, params, options) {
      if (sql.includes('FROM facts')) {
        begun.push(sql);
        options.signal?.addEventListener('abort', () => stopped.push(sql));
        await held;
      }
      return await clickhouse.query(sql, params, options);
    },
  };
  return {
    answers: new SharedAnswers(engine),
    begun,
    stopped,
    hold() {
      held = new Promise((resolve) => {
        release = resolve;
      });
    },
    release: () => release?.(),
  };
}
type Counted = ReturnType<typeof counted>;

const visits = async ({ answers }: Counted, statement = VISITS, signal?: AbortSignal) =>
  Number((await answers.query(statement, LIMITS, signal))[0]?.total);

/** Asks until the answer is kept, which needs a version that was read before. */
async function keep(shared: Counted): Promise<void> {
  await expect
    .poll(async () => {
      const before = shared.begun.length;
      await visits(shared);
      return shared.begun.length - before;
    })
    .toBe(0);
}

describe('Answers of the statistics engine', () => {
  it('are given again without a statement while no fact is written, and anew after the next fact', async () => {
    const shared = counted();
    await store(5);
    const first = await visits(shared);
    await keep(shared);
    const before = shared.begun.length;
    expect(await Promise.all(Array.from({ length: 20 }, () => visits(shared)))).toEqual(Array(20).fill(first));
    expect(shared.begun).toHaveLength(before);
    for (const more of [1, 2, 3]) {
      const known = await visits(shared);
      await store(more);
      expect(await visits(shared)).toBe(known + more);
      await keep(shared);
    }
  });

  it('are anew after facts were changed or deleted in place', async () => {
    const shared = counted();
    await store(1000);
    await keep(shared);
    const all = await visits(shared);
    await clickhouse.command('SYSTEM START MERGES facts');
    await clickhouse.command('ALTER TABLE facts UPDATE leads = 7 WHERE visits = 1000', {}, WAIT);
    const leads = { sql: 'SELECT sum(leads) AS total FROM facts', params: { least: 0 } };
    expect(await visits(shared, leads)).toBe(7);
    await keep(shared);
    await clickhouse.command('ALTER TABLE facts DELETE WHERE visits = 1000', {}, WAIT);
    expect(await visits(shared)).toBe(all - 1000);
    await clickhouse.command('SYSTEM STOP MERGES facts');
  });

  it('belong to one statement, its values and its limits', async () => {
    const shared = counted();
    await keep(shared);
    const before = shared.begun.length;
    expect(await visits(shared, { ...VISITS, params: { least: 4_000_000_000 } })).toBe(0);
    await shared.answers.query(VISITS, { ...LIMITS, settings: { max_rows_to_group_by: 9 } });
    expect(shared.begun).toHaveLength(before + 2);
  });

  it('are awaited by everybody who asks meanwhile, and stopped only when the last one has left', async () => {
    const shared = counted();
    await keep(shared);
    await store(1);
    const other = { ...VISITS, params: { least: 1 } };
    await visits(shared, other);
    // The version is known from here on, so that statements which begin now can be joined.
    await keep(shared);
    shared.hold();
    const statement = { ...VISITS, params: { least: 2 } };
    const people = [new AbortController(), new AbortController(), new AbortController()];
    const asked = people.map(({ signal }) => visits(shared, statement, signal).catch((error: Error) => error.message));
    const joined = () => shared.begun.filter((sql) => sql === VISITS.sql).length;
    const begun = joined();
    await shared.answers.query({ sql: 'SELECT 1 AS total', params: {} }, LIMITS);
    people[0]?.abort();
    expect(await asked[0]).toBe('The query was cancelled.');
    expect(shared.stopped).toEqual([]);
    people[1]?.abort();
    await asked[1];
    expect(joined()).toBe(begun);
    shared.release();
    expect(await asked[2]).toBe(await visits(counted(), statement));

    shared.hold();
    const alone = new AbortController();
    const left = visits(shared, { ...VISITS, params: { least: 3 } }, alone.signal);
    alone.abort();
    await expect(left).rejects.toThrow('cancelled');
    expect(shared.stopped).toEqual([VISITS.sql]);
    shared.release();
  });

  it('are not kept if the statement failed', async () => {
    const shared = counted();
    await keep(shared);
    const bad = { sql: 'SELECT throwIf(sum(visits) >= 0) AS total FROM facts', params: { least: 0 } };
    for (let time = 0; time < 2; time += 1) await expect(visits(shared, bad)).rejects.toThrow('refused');
    expect(shared.begun.filter((sql) => sql === bad.sql)).toHaveLength(2);
  });
});
