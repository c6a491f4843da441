/** The daily run that removes data which has been kept long enough. */
import { later } from '@signpost/contract/dates/dates.ts';
import { z } from 'zod';
import type { Db } from '../../database.ts';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import type { Job } from '../../platform/job.ts';
import type { Vault } from '../../platform/vault.ts';
import { defineRun, type RunKind } from '../../workplace/runs/kinds.ts';
import { enqueueRun } from '../../workplace/runs/store.ts';
import { removeDue } from './retention.ts';

interface ProtectionDeps {
  db: Db;
  clickhouse: ClickHouse;
  vault: () => Promise<Vault>;
}

const LOOK_MS = 10 * 60_000;
/** Runs are due in the quiet hours of most offices. */
const DUE_HOUR = 3;

/** Asks for the run of each day, whose row is in the ledger before it is due. */
export async function planRetention(db: Db, now: Date): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  const expectedAt = new Date(`${today}T0${DUE_HOUR}:00:00Z`);
  await enqueueRun(db, now, {
    kind: 'retention',
    key: `retention ${today}`,
    title: `Removal of old personal data on ${today}`,
    ownerId: null,
    input: { day: today },
    expectedAt: later(expectedAt, now),
  });
}

export const protectionJobs = ({ db }: ProtectionDeps): Job[] => [
  { name: 'plan of data protection', everyMs: LOOK_MS, run: () => planRetention(db, new Date()) },
];

export const protectionRuns = ({ db, clickhouse, vault }: ProtectionDeps): RunKind[] => [
  defineRun({
    name: 'retention',
    input: z.object({ day: z.string() }),
    async run({ signal, progress }) {
      const result = await removeDue({
        db,
        clickhouse,
        vault,
        now: new Date(),
        signal,
        progress: (done) => progress(done, null),
      });
      return { rows: Object.values(result).reduce((sum, count) => sum + count, 0), result };
    },
  }),
];
