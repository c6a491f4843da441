/** The demo's reports: three that run on a schedule, one that somebody is still trying out, and a few answers. */

import type { Grade } from '@signpost/contract/access/grades.ts';
import { definitionVersion } from '@signpost/contract/insight/reports/definitions.ts';
import { reportDefinitionSchema, reportScheduleSchema } from '@signpost/contract/insight/reports/report.ts';
import { type MetricKey, metric } from '@signpost/contract/insight/stats/metrics.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../../database.ts';
import { askForDownload } from '../../../insight/reports/downloads.ts';
import { planReportRuns } from '../../../insight/reports/effects.ts';
import { readRows } from '../../../platform/rows.ts';
import { demoEmail } from '../../../workplace/people/demo-email.ts';

const DAY_MS = 86_400_000;
const ZONE = 'Europe/Berlin';

interface DemoReport {
  name: string;
  owner: Grade;
  visibility: 'own' | 'shared';
  format: 'csv' | 'xlsx' | 'csv.gz';
  levels: readonly string[];
  dateRange: string;
  compare?: string;
  metrics: readonly MetricKey[];
  columns?: readonly { name: string; formula: string; format?: 'percent' }[];
  splitBy?: 'partner';
  schedule?: unknown;
  recipients: readonly Grade[];
  /** How many days ago each answer was asked for. */
  answers: readonly number[];
}

const at = (time: string, days: unknown) => ({ rule: { time, zone: ZONE, days } });

const REPORTS: readonly DemoReport[] = [
  {
    name: 'Monday figures by partner and geo',
    owner: 'Management',
    visibility: 'shared',
    format: 'xlsx',
    levels: ['partner', 'geo'],
    dateRange: 'last7Days',
    compare: 'previousPeriod',
    metrics: ['visits', 'leads', 'firstDeposits', 'revenue', 'profit'],
    columns: [{ name: 'Profit per FTD', formula: 'profit / firstDeposits' }],
    schedule: at('08:00', { every: 'week', weekdays: [1] }),
    recipients: ['Management', 'Admin'],
    answers: [8, 1],
  },
  {
    name: 'Yesterday by source and campaign',
    owner: 'Admin',
    visibility: 'shared',
    format: 'csv',
    levels: ['traffic_source', 'campaign', 'device'],
    dateRange: 'yesterday',
    metrics: ['visits', 'clickouts', 'leads', 'cost', 'revenue'],
    columns: [
      { name: 'Revenue per visit', formula: 'revenue / visits' },
      { name: 'Cost share', formula: 'cost / revenue', format: 'percent' },
    ],
    schedule: at('06:30', { every: 'day' }),
    recipients: ['Admin'],
    answers: [1, 0],
  },
  {
    name: 'Month end for each partner',
    owner: 'Admin',
    visibility: 'own',
    format: 'xlsx',
    levels: ['partner', 'geo', 'date_day'],
    dateRange: 'lastMonth',
    metrics: ['leads', 'qualifiedLeads', 'firstDeposits', 'revenue', 'pendingRevenue'],
    splitBy: 'partner',
    schedule: at('07:00', { every: 'month', day: 2 }),
    recipients: ['Management'],
    answers: [2],
  },
  {
    name: 'Referrers of the last 30 days',
    owner: 'Admin',
    visibility: 'own',
    format: 'csv.gz',
    levels: ['referrer', 'geo', 'date_day'],
    dateRange: 'last30Days',
    metrics: ['visits', 'uniqueVisitors', 'leads', 'leadRate'],
    recipients: [],
    answers: [0],
  },
];

const personRow = z.object({ id: z.number(), email: z.string() });

function definitionOf({ levels, dateRange, compare, metrics, columns = [], splitBy = undefined }: DemoReport) {
  const ids = metrics.map((key) => metric[key].id);
  return reportDefinitionSchema.parse({
    question: {
      tab: 'global',
      timeZone: ZONE,
      levels: levels.map((type) => ({ type })),
      dateRange,
      compare,
      columns: ids,
      kingstat: metric.revenue.id,
      orderBy: ids.includes(metric.revenue.id) ? metric.revenue.id : ids[0],
    },
    columns,
    splitBy,
    definitions: Object.fromEntries(ids.map((id) => [String(id), definitionVersion(id)])),
  });
}

export async function storeReports(trx: Trx, now: Date): Promise<void> {
  const people = await readRows(trx, personRow, sql`SELECT id, email FROM users WHERE archived_at IS NULL`);
  const idOf = (grade: Grade) => people.find(({ email }) => email === demoEmail(grade))?.id;
  for (const one of REPORTS) {
    const userId = idOf(one.owner);
    if (userId === undefined) continue;
    const definition = definitionOf(one);
    const schedule = one.schedule === undefined ? null : reportScheduleSchema.parse(one.schedule);
    const { name, format } = one;
    const { id } = await trx
      .insertInto('reports')
      .values({
        name,
        ownerId: userId,
        visibility: one.visibility,
        format,
        definition: JSON.stringify(definition),
        schedule: schedule && JSON.stringify(schedule),
        delivery: null,
        archivedAt: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const recipients = one.recipients.flatMap((grade) => idOf(grade) ?? []);
    for (const [position, targetId] of recipients.entries())
      await trx.insertInto('reportsRecipients').values({ recordId: id, targetId, position }).execute();
    await planReportRuns(trx, now, { id, name, ownerId: userId, definition, schedule, archivedAt: null });
    for (const daysAgo of one.answers) {
      const asked = { reportId: id, userId, title: name, format, definition, isSent: false, now };
      const dueAt = new Date(now.getTime() - daysAgo * DAY_MS);
      const asOf = daysAgo === 0 ? null : dueAt;
      await askForDownload(trx, { ...asked, dueAt, asOf, againOf: null, isScheduled: schedule !== null });
    }
  }
}
