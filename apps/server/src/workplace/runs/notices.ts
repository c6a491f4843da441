/** The notices to people about runs and about the product's own background work. */
import { isRunKind, RUN_KINDS } from '@signpost/contract/workplace/jobs/run-kinds.ts';
import type { Trx } from '../../database.ts';
import { notify } from '../notifications/notify.ts';

interface RunFacts {
  id: number;
  kind: string;
  title: string;
  ownerId: number | null;
}

const linkTo = (id: number) => ({ route: 'backgroundJobs' as const, search: { run: id }, label: 'Open the job' });

const kindLabel = (kind: string): string => {
  if (isRunKind(kind)) return RUN_KINDS[kind].label;
  return kind;
};

/** The people who answer for work without an owner. */
export async function adminIds(trx: Trx): Promise<number[]> {
  const admins = await trx
    .selectFrom('users')
    .select('id')
    .where('grade', '=', 'Admin')
    .where('archivedAt', 'is', null)
    .execute();
  return admins.map(({ id }) => id);
}

/** The owner of a run; all Admins for a run of the product itself. */
async function ownersOf(trx: Trx, { ownerId }: RunFacts): Promise<number[]> {
  if (ownerId !== null) return [ownerId];
  return await adminIds(trx);
}

/** Tells the owner of a run, or the Admins, that it failed for good. */
export async function tellFailure(trx: Trx, run: RunFacts, problem: string, errorId: string | null): Promise<void> {
  const facts = [{ label: 'Job', value: kindLabel(run.kind) }];
  if (errorId !== null) facts.push({ label: 'Error ID', value: errorId });
  await notify(trx, new Date(), {
    topic: 'runs',
    dedupeKey: `run ${run.id} failed`,
    threadKey: `run ${run.id}`,
    severity: 'error',
    title: `Failed: ${run.title}`,
    body: {
      lines: [problem],
      facts,
      link: linkTo(run.id),
    },
    userIds: await ownersOf(trx, run),
  });
}

/** Tells the owner of a run that somebody else has cancelled it. */
export async function tellCancelled(
  trx: Trx,
  run: { id: number; kind: string; title: string; ownerId: number },
  by: string,
  now: Date,
): Promise<void> {
  await notify(trx, now, {
    topic: 'runs',
    dedupeKey: `run ${run.id} cancelled`,
    threadKey: `run ${run.id}`,
    severity: 'warning',
    title: `Cancelled: ${run.title}`,
    body: {
      lines: [`${by} cancelled this job. Nothing of it was stored, and it can be run again.`],
      facts: [{ label: 'Job', value: run.kind }],
      link: linkTo(run.id),
    },
    userIds: [run.ownerId],
  });
}

/** Tells the owner of a run, or the Admins, that it was due and did not start. */
export async function tellOverdue(trx: Trx, run: RunFacts & { expectedAt: Date }, now: Date): Promise<void> {
  const minutes = Math.round((now.getTime() - run.expectedAt.getTime()) / 60_000);
  await notify(trx, now, {
    topic: 'runs',
    dedupeKey: `run ${run.id} overdue`,
    threadKey: `run ${run.id}`,
    severity: 'warning',
    title: `Not started: ${run.title}`,
    body: {
      lines: [
        `${minutes} minutes after it was due, this job had not started. It starts by itself as soon as background work runs again.`,
      ],
      facts: [{ label: 'Job', value: kindLabel(run.kind) }],
      link: linkTo(run.id),
    },
    userIds: await ownersOf(trx, run),
  });
}
