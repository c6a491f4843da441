/** A world with runs whose work each test gives, and what tests of runs need of it. */

import { readRun } from '@signpost/contract/calls/runs.ts';
import type { Run } from '@signpost/contract/workplace/jobs/runs.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { call } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { newId } from '../../../platform/ids.ts';
import { createLog } from '../../../platform/log.ts';
import { type Attempt, defineRun, type RunKind } from '../kinds.ts';
import { enqueueRun, type NewRun } from '../store.ts';
import { workRuns } from '../work.ts';

const inputSchema = z.object({ name: z.string() });
export type Work = (attempt: Attempt<z.output<typeof inputSchema>>) => ReturnType<RunKind['run']>;
type More = Partial<RunKind<typeof inputSchema>>;

/** A kind whose work is given by the test. */
export const kindOf = (run: Work, more: More = {}) => [
  defineRun({ name: 'partnerFigures', input: inputSchema, run, ...more }),
];

export async function runWorld() {
  const world = await testApp();
  const { db } = world;
  const owner = await world.signIn('Default User');
  const other = await world.signIn('Default User');
  const admin = await world.signIn('Admin');
  const deps = { db, log: createLog({ level: 'silent', name: 'test' }) };
  const never = new AbortController().signal;
  return {
    db,
    owner,
    other,
    admin,
    deps,
    never,
    workOff: (run: Work, more: More = {}) => workRuns(deps, kindOf(run, more), never),
    async ask(more: Partial<NewRun> = {}): Promise<{ id: number; name: string }> {
      const name = newId();
      const id = await enqueueRun(db, new Date(), {
        kind: 'partnerFigures',
        key: name,
        title: `Check ${name}`,
        ownerId: owner.userId,
        input: { name },
        expectedAt: new Date(),
        ...more,
      });
      return { id, name };
    },
    seen: async (id: number, by = owner): Promise<Run> => await call(by, readRun, { params: { id } }),
    bell: (userId: number) =>
      db
        .selectFrom('notices')
        .innerJoin('notifications', 'notifications.id', 'notices.notificationId')
        .select(['title', 'threadKey', 'dedupeKey'])
        .where('userId', '=', userId)
        .orderBy('notifications.id')
        .execute(),
    /** Counts the effects of runs in a real table: one preference per effect. */
    effect: (name: string) => ({
      store: (trx: typeof db) =>
        sql`INSERT INTO preferences (user_id, key, value) VALUES (${owner.userId}, ${`${name} ${newId()}`}, '1')`.execute(
          trx,
        ),
      count: async () => {
        const { rows } = await sql`SELECT 1 FROM preferences WHERE key LIKE ${`${name} %`}`.execute(db);
        return rows.length;
      },
    }),
    /** Ends the lease of a run as time would. */
    endLease: (id: number) =>
      sql`UPDATE runs SET next_try_at = now() - interval '1 second' WHERE id = ${id}`.execute(db),
  };
}
