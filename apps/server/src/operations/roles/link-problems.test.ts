import { listAttention } from '@signpost/contract/calls/attention.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { linkProblem } from '@signpost/contract/entities/link-problem.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { call } from '@signpost/testkit/call.ts';
import { buildCategory, buildTrafficSource } from '@signpost/testkit/factories.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { storeProblems } from '../../partners/conversions/link-problems.ts';
import { LinkProblems } from '../../traffic/clicks/problems/link-problems.ts';
import { silent } from '../../traffic/clicks/testing/world.ts';
import { storeCounted } from './store-counted.ts';

const linkProblemCalls = entityCalls(linkProblem);

const world = await testApp();
const admin = await world.signIn('Admin');
await buildCategory(world.db, { id: 930, name: 'Link tests' });
await buildTrafficSource(world.db, { id: 940, name: 'link_tests', categoryId: 930 });

/** Stores the counts, as a router does when it stops. */
const stored = (problems: LinkProblems) =>
  storeCounted(problems, (counted) => storeProblems(world.db, counted), { name: 'problems', log: silent }).stop();
const listed = async () => {
  const data = await call(admin, linkProblemCalls.list, { query: { limit: 100 } });
  return data.map(({ problem, trafficSourceId, found, cases }) => [problem, trafficSourceId, found, cases]).sort();
};

it('adds the cases of every router, and shows them by source and reason and in what needs attention', async () => {
  const [one, two] = [new LinkProblems(), new LinkProblems()];
  one.count('cost_unreadable', 940, '{bid}');
  one.count('cost_unreadable', 940, '{bid}');
  one.count('cost_not_allowed', 0, '999999999999');
  one.count('unknown_source', 0, 'mail');
  two.count('cost_unreadable', 940, '[BID]');
  two.count('unknown_source', 0, 'mail');
  two.count('unknown_source', 0, 'Mail');
  two.count('unknown_postback', 0, '/postback/abcdefghijklmnop');
  await stored(one);
  await stored(two);
  expect(await listed()).toEqual([
    ['cost_not_allowed', null, '999999999999', 1],
    ['cost_unreadable', 940, '[BID]', 3],
    ['unknown_postback', null, '/postback/abcdefghijklmnop', 1],
    ['unknown_source', null, 'Mail', 1],
    ['unknown_source', null, 'mail', 2],
  ]);
  const data = await call(admin, listAttention, {});
  const lines = listAttention.answer.parse(data).map(({ id, count, route, text }) => [id, count, route, text]);
  expect(lines).toEqual([
    ['linkCosts', 4, 'tags', 'costs in links could not be read or were not allowed'],
    ['unknownPostbacks', 1, 'tags', 'postback came to an unknown address'],
    ['unknownSources', 3, 'tags', 'clicks name an unknown source'],
  ]);
});

it('keeps the counts while PostgreSQL refuses them', async () => {
  const problems = new LinkProblems();
  problems.count('unknown_source', 0, 'later');
  await sql`ALTER TABLE link_problems RENAME TO link_problems_away`.execute(world.db);
  await stored(problems);
  await sql`ALTER TABLE link_problems_away RENAME TO link_problems`.execute(world.db);
  expect(await listed()).not.toContainEqual(['unknown_source', null, 'later', 1]);
  await stored(problems);
  expect(await listed()).toContainEqual(['unknown_source', null, 'later', 1]);
});

it('stores a bounded number of texts, however many strangers send', async () => {
  for (let round = 0; round < 2; round += 1) {
    const problems = new LinkProblems();
    for (let at = 0; at < 900; at += 1) problems.count('unknown_postback', 0, `/postback/${round}-${at}`);
    await stored(problems);
  }
  const { rows } = await sql<{ texts: number; cases: number }>`SELECT count(*)::integer AS texts,
    sum(cases)::integer AS cases FROM link_problems WHERE problem = 'unknown_postback'`.execute(world.db);
  expect(rows[0]?.cases).toBe(1_801);
  expect(rows[0]?.texts).toBeLessThanOrEqual(1_001);
});
