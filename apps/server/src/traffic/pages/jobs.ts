/** Looks at every running test once an hour. */
import type { Db } from '../../database.ts';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import type { Job } from '../../platform/job.ts';
import { runAlone } from '../../platform/locks.ts';
import { dueTests, lookAtTest } from './tests/store.ts';

interface PageJobDeps {
  db: Db;
  clickhouse: ClickHouse;
}

const EVERY_MS = 60_000;
const LOOK_MS = 60 * EVERY_MS;

/** Looks at the tests that are due; returns how many. Only one worker does so at a time. */
export async function lookRound({ db, clickhouse }: PageJobDeps, now: Date): Promise<number> {
  const looked = await runAlone(db, 'lookAtTests', async (session) => {
    const due = await dueTests(session, new Date(now.getTime() - LOOK_MS));
    for (const { kind, id } of due)
      await session.transaction().execute((trx) => lookAtTest(trx, clickhouse, { kind, id, now }));
    return due.length;
  });
  return looked ?? 0;
}

export const pageJobs = (deps: PageJobDeps): Job[] => [
  { name: 'page tests', everyMs: EVERY_MS, longestMs: 15 * EVERY_MS, run: () => lookRound(deps, new Date()) },
];
