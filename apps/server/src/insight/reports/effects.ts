/** The effects of saving a report: its rights are checked, and its schedule is planned, in the same transaction. */

import { isWeekStart } from '@signpost/contract/dates/habits.ts';
import type { StoredRecord } from '@signpost/contract/define/entity.ts';
import { invalid } from '@signpost/contract/errors.ts';
import {
  REPORT_LIMITS,
  reportDefinitionSchema,
  reportDeliverySchema,
  reportScheduleSchema,
} from '@signpost/contract/insight/reports/report.ts';
import { z } from 'zod';
import type { Trx } from '../../database.ts';
import { personOf } from '../../session-user.ts';
import type { Effects } from '../../workplace/records/effects.ts';
import { removeSchedule, setSchedule } from '../../workplace/runs/schedules.ts';
import { refusalFor } from './person.ts';
import { planFor } from './plan.ts';

const recordSchema = z.looseObject({
  id: z.number(),
  name: z.string(),
  ownerId: z.number(),
  definition: reportDefinitionSchema,
  schedule: reportScheduleSchema.nullable(),
  delivery: reportDeliverySchema.nullable(),
  recipients: z.array(z.number()),
  archivedAt: z.string().nullable(),
});

/** The subject of a report's schedule. */
export const scheduleSubject = (id: number): string => `report ${id}`;

async function check(trx: Trx, record: z.output<typeof recordSchema>): Promise<void> {
  const { definition, delivery, ownerId, recipients } = record;
  const refusal = refusalFor(await personOf(trx, ownerId), definition);
  if (refusal !== null) throw invalid('definition.question.tab', refusal);
  planFor(definition, new Date());
  if (recipients.length > REPORT_LIMITS.recipients)
    throw invalid('recipients', `At most ${REPORT_LIMITS.recipients} people.`);
  if (delivery?.toParties === true && definition.splitBy === null)
    throw invalid('delivery.toParties', 'Split the report by publisher or partner first.');
  if (delivery === null || delivery.webhookId === null) return;
  const channel = await trx
    .selectFrom('notificationChannels')
    .select('id')
    .where('id', '=', delivery.webhookId)
    .where('userId', '=', ownerId)
    .where('kind', '=', 'webhook')
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  if (channel === undefined) throw invalid('delivery.webhookId', 'Choose one of the owner’s webhooks.');
}

type PlannedReport = Pick<
  z.output<typeof recordSchema>,
  'id' | 'name' | 'ownerId' | 'definition' | 'schedule' | 'archivedAt'
>;

/** Plans the next run of a report by its schedule, or takes the schedule away. */
export async function planReportRuns(trx: Trx, now: Date, record: PlannedReport): Promise<void> {
  const { id, name, ownerId, definition, schedule, archivedAt } = record;
  if (schedule === null || archivedAt !== null) return await removeSchedule(trx, 'report', scheduleSubject(id));
  const { dateRange, timeZone, weekStart } = definition.question;
  await setSchedule(trx, now, {
    kind: 'report',
    subject: scheduleSubject(id),
    title: name,
    ownerId,
    rule: schedule.rule,
    input: {
      reportId: id,
      dateRange,
      timeZone: String(timeZone),
      ...(isWeekStart(weekStart) && { weekStart }),
      waitHours: schedule.waitHours,
    },
  });
}

async function saved(trx: Trx, stored: StoredRecord): Promise<void> {
  const record = recordSchema.parse(stored);
  await check(trx, record);
  await planReportRuns(trx, new Date(), record);
}

export const reportEffects: Effects = {
  report: {
    created: saved,
    updated: saved,
    archived: async (trx, stored) => planReportRuns(trx, new Date(), recordSchema.parse(stored)),
  },
};
