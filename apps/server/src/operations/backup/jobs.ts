/** The daily backup as a run of the ledger, so that one that fails or does not start is seen. */
import { dayIn } from '@signpost/contract/dates/dates.ts';
import { invalid } from '@signpost/contract/errors.ts';
import { runInstant } from '@signpost/contract/workplace/jobs/schedule.ts';
import { z } from 'zod';
import type { Db } from '../../database.ts';
import { errorText } from '../../platform/error-text.ts';
import type { Job } from '../../platform/job.ts';
import { StartError } from '../../platform/start-error.ts';
import type { ObjectStore } from '../../platform/store/store.ts';
import { defineRun, type RunKind, type RunRepeats } from '../../workplace/runs/kinds.ts';
import { enqueueRun } from '../../workplace/runs/store.ts';
import { bytesOf, listBackups, type Manifest } from './manifest.ts';
import { type BackupDeps, takeBackup } from './take.ts';

/** Where and when the scheduled backups are taken. */
export interface BackupPlan extends Omit<BackupDeps, 'clickhouse'> {
  store: ObjectStore;
  passphrase: string | undefined;
  /** `02:30`, in UTC. */
  at: string;
  /** How many complete backups are kept. */
  keep: number;
}

/** `plan` is null where no target is set. */
export interface BackupJobDeps extends Pick<BackupDeps, 'clickhouse'> {
  db: Db;
  backup: BackupPlan | null;
}

const PLAN_MS = 60_000;
const DAY_MS = 86_400_000;
const inputSchema = z.object({});

export const backupJobs = ({ db, backup }: BackupJobDeps): Job[] => {
  if (backup === null) return [];
  return [{ name: 'days of backups', everyMs: PLAN_MS, run: () => planBackup(db, backup.at, new Date()) }];
};

/** Puts the next run into the ledger before it is due. Returns whether one was asked for. */
export async function planBackup(db: Db, time: string, now: Date): Promise<boolean> {
  const rule = { time, zone: 'UTC' } as const;
  const today = dayIn(now, rule.zone);
  const due = runInstant(rule, today);
  const day = due > now ? today : dayIn(new Date(now.getTime() + DAY_MS), rule.zone);
  const key = `backup ${day}`;
  return await db.transaction().execute(async (trx) => {
    const known = await trx.selectFrom('runs').select('id').where('key', '=', key).executeTakeFirst();
    if (known !== undefined) return false;
    await enqueueRun(trx, now, {
      kind: 'backup',
      key,
      title: `Backup of ${day}`,
      ownerId: null,
      input: {},
      expectedAt: runInstant(rule, day),
    });
    return true;
  });
}

export const backupRuns = ({ clickhouse, backup }: BackupJobDeps): RunKind[] => {
  if (backup === null) return [];
  return [backupRun(clickhouse, backup)];
};

/** One large table can take long before it says how much of it is written. */
const LONGEST_SILENCE_MS = 2 * 3_600_000;

/** Takes a backup and removes the oldest ones. A restored copy takes none, because it would push out the original's. */
const backupRun = (clickhouse: BackupDeps['clickhouse'], plan: BackupPlan): RunKind =>
  defineRun({
    name: 'backup',
    patienceMs: LONGEST_SILENCE_MS,
    sends: true,
    input: inputSchema,
    async run({ signal, progress }) {
      const { store, passphrase, keep, ...deps } = plan;
      const manifest = await sayingWhy(() =>
        takeBackup(
          { ...deps, clickhouse },
          { store, passphrase, signal, onProgress: (bytes) => progress(bytes, null) },
        ),
      );
      await sayingWhy(() => removeOlderThan(manifest, store, keep));
      return { bytes: bytesOf(manifest), rows: factsIn(manifest), result: { id: manifest.id } };
    },
  });

/**
 * Removes old backups after a new one was taken. Errors: StartError if that fails. It ends the run, so that the backup is
 * not taken again, and Admins learn that the target is filling up.
 */
async function removeOlderThan({ id }: Manifest, store: ObjectStore, keep: number): Promise<void> {
  try {
    await removeOld(store, keep, new Date());
  } catch (cause) {
    const reason = errorText(cause);
    throw new StartError(
      `The backup ${id} is complete, but older ones could not be removed from ${store.place}, which will fill up: ${reason}`,
      { cause },
    );
  }
}

const factsIn = ({ facts }: Manifest): number => facts.months.reduce((sum, { totals }) => sum + totals.rows, 0);

/** A sentence for the operator ends the run with it; repeating would find the same. */
async function sayingWhy<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    throw invalid('', error.message);
  }
}

/** Another backup can be taken at any time. */
export const backupRepeats: RunRepeats = {
  backup: { refusals: async () => new Map(), prepare: async () => undefined },
};

/**
 * Removes all but the newest complete backups, and the remains of unfinished ones that are older than a day. If one cannot
 * be removed, it goes on with the others. Errors: the first error of the store.
 */
export async function removeOld(store: ObjectStore, keep: number, now: Date): Promise<string[]> {
  const backups = await listBackups(store);
  const complete = backups.filter(({ isComplete }) => isComplete);
  const old = complete.slice(0, Math.max(0, complete.length - keep)).map(({ id }) => id);
  const stale = backups
    .filter(({ id, isComplete }) => !isComplete && now.getTime() - timeOf(id) > DAY_MS)
    .map(({ id }) => id);
  const removed = [...old, ...stale];
  const failures: unknown[] = [];
  for (const id of removed) await removeBackup(store, id).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
  return removed;
}

async function removeBackup(store: ObjectStore, id: string): Promise<void> {
  // The manifest goes first, so that what is left never looks like a complete backup.
  await store.remove(`${id}/manifest.json`);
  for (const { name } of await store.list(`${id}/`)) await store.remove(name);
}

/** When a backup began, by its name. */
const timeOf = (id: string): number =>
  Date.parse(id.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z.*$/, '$1-$2-$3T$4:$5:$6Z'));
