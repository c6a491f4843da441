/** Schedules: the row of the next run is always there before the run is due. */
import { dayIn, later } from '@signpost/contract/dates/dates.ts';
import type { RunKindName } from '@signpost/contract/workplace/jobs/run-kinds.ts';
import { isRunKind } from '@signpost/contract/workplace/jobs/run-kinds.ts';
import {
  hasRun,
  nextRunDay,
  runInstant,
  type ScheduleRule,
  scheduleRuleSchema,
} from '@signpost/contract/workplace/jobs/schedule.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '../../database.ts';
import { idRow, readRows } from '../../platform/rows.ts';
import { notify } from '../notifications/notify.ts';
import { enqueueRun } from './store.ts';

export interface NewSchedule {
  kind: RunKindName;
  /** The subject of the schedule, such as "report 12". Setting a schedule for the same subject again replaces it. */
  subject: string;
  title: string;
  ownerId: number;
  rule: ScheduleRule;
  input: unknown;
}

/** Stores the schedule of a subject, ends its pause, and plans its next run. Returns the id of the schedule. */
export async function setSchedule(trx: Trx, now: Date, { rule, input, ...rest }: NewSchedule): Promise<number> {
  const values = { ...rest, rule: JSON.stringify(rule), input: JSON.stringify(input), updatedAt: now };
  const { id } = await trx
    .insertInto('schedules')
    .values({ ...values, pausedAt: null, pausedBecause: null, createdAt: now })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'subject']).doUpdateSet({ ...values, pausedAt: null, pausedBecause: null }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await dropWaitingRuns(trx, id);
  await planNextRun(trx, id, { now, isNew: true });
  return id;
}

/** Removes the schedule of a subject. Runs that have started stay in the ledger. */
export async function removeSchedule(trx: Trx, kind: RunKindName, subject: string): Promise<void> {
  const known = await trx
    .selectFrom('schedules')
    .select('id')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (known === undefined) return;
  await dropWaitingRuns(trx, known.id);
  await trx.deleteFrom('schedules').where('id', '=', known.id).execute();
}

/** Runs that have not been due cannot be missed, so their rows go with the rule they came from. */
async function dropWaitingRuns(trx: Trx, scheduleId: number): Promise<void> {
  await trx
    .deleteFrom('runs')
    .where('scheduleId', '=', scheduleId)
    .where('state', '=', 'waiting')
    .where('startedAt', 'is', null)
    .execute();
}

/** Stops a schedule until somebody sets it again, and tells its owner why. */
export async function pauseSchedule(trx: Trx, scheduleId: number, reason: string): Promise<void> {
  const now = new Date();
  const paused = await trx
    .updateTable('schedules')
    .set({ pausedAt: now, pausedBecause: reason, updatedAt: now })
    .where('id', '=', scheduleId)
    .where('pausedAt', 'is', null)
    .returning(['title', 'ownerId'])
    .executeTakeFirst();
  if (paused === undefined) return;
  await dropWaitingRuns(trx, scheduleId);
  await notify(trx, now, {
    topic: 'runs',
    dedupeKey: `schedule ${scheduleId} paused ${now.toISOString()}`,
    threadKey: `schedule ${scheduleId}`,
    severity: 'warning',
    title: `Schedule paused: ${paused.title}`,
    body: { lines: [reason, 'Nothing is sent until the schedule is switched on again.'] },
    userIds: [paused.ownerId],
  });
}

/**
 * Writes the run after the last one of a schedule into the ledger, if it is not there yet. Days that passed while no
 * worker ran are caught up one after the other.
 */
export async function planNextRun(
  trx: Trx,
  scheduleId: number,
  { now, isNew = false }: { now: Date; isNew?: boolean },
): Promise<void> {
  const schedule = await trx
    .selectFrom('schedules')
    .selectAll()
    .where('id', '=', scheduleId)
    .where('pausedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (schedule === undefined || !isRunKind(schedule.kind)) return;
  const rule = scheduleRuleSchema.parse(schedule.rule);
  const planned = await trx
    .selectFrom('runs')
    .select('id')
    .where('scheduleId', '=', scheduleId)
    .where('state', '=', 'waiting')
    .where('attempt', '=', 0)
    .executeTakeFirst();
  if (planned !== undefined) return;
  const last = await trx
    .selectFrom('runs')
    .select((of) => of.fn.max('localDate').as('day'))
    .where('scheduleId', '=', scheduleId)
    .executeTakeFirst();
  const day = dayAfter(rule, last?.day ?? null, isNew ? now : null) ?? firstDay(rule, now);
  await enqueueRun(trx, now, {
    kind: schedule.kind,
    key: `schedule ${scheduleId} ${day}`,
    title: schedule.title,
    ownerId: schedule.ownerId,
    input: schedule.input,
    expectedAt: runInstant(rule, day),
    schedule: { id: scheduleId, localDate: day },
  });
}

/** The first day with a run after `last`; a rule that is new at `now` does not catch up days before it. */
function dayAfter(rule: ScheduleRule, last: string | null, now: Date | null): string | null {
  if (last === null) return null;
  const next = nextRunDay(rule, last);
  if (now === null) return next;
  return later(firstDay(rule, now), next);
}

/** Today where its run is still to come, or else the next day that has one. */
function firstDay(rule: ScheduleRule, now: Date): string {
  const today = dayIn(now, rule.zone);
  if (hasRun(rule, today) && runInstant(rule, today) > now) return today;
  return nextRunDay(rule, today);
}

/** Plans the next run of every schedule that has none, such as after a worker died between two statements. */
export async function planMissingRuns(db: Db): Promise<number> {
  const found = await readRows(
    db,
    idRow,
    sql`SELECT s.id FROM schedules s WHERE s.paused_at IS NULL AND NOT EXISTS
      (SELECT FROM runs r WHERE r.schedule_id = s.id AND r.state = 'waiting' AND r.attempt = 0) ORDER BY s.id`,
  );
  for (const { id } of found) await db.transaction().execute((trx) => planNextRun(trx, id, { now: new Date() }));
  return found.length;
}
