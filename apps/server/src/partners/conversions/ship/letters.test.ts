import { dropDeadLetter, replayDeadLetter, replayTransaction } from '@signpost/contract/calls/conversions.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { deadLetter } from '@signpost/contract/entities/dead-letter.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { EngineError } from '../../../platform/clickhouse-error.ts';
import { newId } from '../../../platform/ids.ts';
import { putAside } from '../../../traffic/clicks/ship/dead-letters.ts';
import { silent, testFolder } from '../../../traffic/clicks/testing/world.ts';
import { countRound } from '../counting/round.ts';
import { conversionRounds } from '../counting/rounds.ts';
import { conversionWorld } from '../testing/world.ts';

const world = await conversionWorld();
const { db, admin, measures } = world;
const acme = (await world.keyOf(951)).key;
const clicks = await testFolder();
const clickId = newId();
const at = new Date().toISOString();
const bad = { at, fact_id: newId(), kind: 'clickout', click_id: clickId, clickouts: 'one', rate: '1' };
await putAside(
  clicks,
  { chunkId: 'r.1.0', offset: 77, line: JSON.stringify(bad) },
  new EngineError('refused', new Error('Cannot read it'), 27),
);
const rounds = conversionRounds({ db, clickhouse: world.databases.clickhouse, log: silent, clicks });
const letterRows = z.array(z.object({ id: z.number(), state: z.string(), source: z.string(), line: z.string() }));
const letters = async () => letterRows.parse(await call(admin, entityCalls(deadLetter).list, { query: {} }));

it('lists a refused click, which can be corrected and replayed once', async () => {
  await rounds.once();
  await rounds.once();
  const [letter, ...others] = await letters();
  expect(others).toEqual([]);
  expect(letter).toMatchObject({ state: 'waiting', source: 'click', line: JSON.stringify(bad) });
  for (const [line, problem] of [
    ['{"at"', /JSON/],
    [JSON.stringify({ ...bad, kind: 'joke' }), /^kind/],
    [JSON.stringify({ ...bad, drop: 'table' }), /not a column/],
  ] as const) {
    const { status, body } = await attempt(admin, replayDeadLetter, { params: { id: letter?.id }, body: { line } });
    expect(status).toBe(400);
    expect(body.errors[0]?.message).toMatch(problem);
  }
  const mended = { line: JSON.stringify({ ...bad, clickouts: 1 }) };
  const answers = await Promise.all(
    [1, 2, 3].map(() => attempt(admin, replayDeadLetter, { params: { id: letter?.id }, body: mended })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  await rounds.once();
  expect(await measures(clickId)).toMatchObject({ facts: '1' });
  expect(await letters()).toMatchObject([{ state: 'replayed' }]);
});

it('lists a refused conversion fact, and lists it again after a wrong correction', async () => {
  const line = (visits: string) => JSON.stringify({ at, fact_id: newId(), kind: 'visit', visits });
  await sql`INSERT INTO fact_outbox (month, line, origin) VALUES (${at.slice(0, 7)}, ${line('many')}, 'test')`.execute(
    db,
  );
  await rounds.once();
  const [letter] = await letters();
  expect(letter).toMatchObject({ state: 'waiting', source: 'conversion' });
  await call(admin, replayDeadLetter, { params: { id: letter?.id ?? 0 }, body: { line: line('more') } });
  await rounds.once();
  const waiting = (await letters()).filter(({ state }) => state === 'waiting');
  expect(waiting).toHaveLength(1);
  expect((await attempt(admin, dropDeadLetter, { params: { id: waiting[0]?.id } })).status).toBe(200);
  expect((await letters()).map(({ state }) => state).sort()).toEqual(['dropped', 'replayed', 'replayed']);
});

it('counts a conversion with a refused fact once, whether it is corrected, counted again or both', async () => {
  for (const isMended of [true, false]) {
    const clickOf = await world.click();
    await world.post(acme, { click_id: clickOf, status: 'ftd' });
    await countRound({ db, clickhouse: world.databases.clickhouse }, new Date(Date.now() + 1000));
    await sql`UPDATE fact_outbox SET line = replace(line, '"first_deposits":1', '"first_deposits":"one"')
      WHERE chunk_id IS NULL`.execute(db);
    await rounds.once();
    expect(await measures(clickOf)).toMatchObject({ facts: '0' });
    const letter = (await letters()).find(({ line, state }) => state === 'waiting' && line.includes(clickOf));
    if (isMended) {
      const line = letter?.line.replace('"one"', '1');
      expect((await attempt(admin, replayDeadLetter, { params: { id: letter?.id ?? 0 }, body: { line } })).status).toBe(
        200,
      );
      await rounds.once();
      expect(await measures(clickOf)).toMatchObject({ first_deposits: '1', revenue: '100' });
    }
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM affiliate_transactions WHERE click_id = ${clickOf}`.execute(db);
    expect((await attempt(admin, replayTransaction, { params: { id: rows[0]?.id } })).status).toBe(200);
    await rounds.once(new Date(Date.now() + 2000));
    expect(await measures(clickOf)).toMatchObject({ first_deposits: '1', revenue: '100' });
    expect((await letters()).find(({ id }) => id === letter?.id)?.state).toBe(isMended ? 'replayed' : 'dropped');
  }
});
