/** Watches alerts: each is evaluated when another hour of data is complete, on behalf of its owner. */

import { dayIn, startOfDay } from '@signpost/contract/dates/dates.ts';
import {
  type AlertDefinition,
  alertDefinitionSchema,
  isCount,
  metricOfAlert,
  timeZoneOfAlert,
} from '@signpost/contract/insight/alerts/alert.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Trx } from '../../database.ts';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import type { Log } from '../../platform/log.ts';
import { readRows } from '../../platform/rows.ts';
import { personOf } from '../../session-user.ts';
import { notify } from '../../workplace/notifications/notify.ts';
import { completeUntil } from '../../workplace/runs/readiness.ts';
import { readAttributes } from '../stats/attributes.ts';
import { factScope } from '../stats/viewer.ts';
import { HOUR_MS } from './engine/hours.ts';
import { evaluateAlert, LIVE_DAYS } from './evaluate.ts';
import { explainFinding } from './explain.ts';
import { refusalFor } from './person.ts';
import { explainedBy, incidentOfFinding, incidentsOf, restartsOf, type Sync, syncIncidents, tellsAt } from './sync.ts';

export interface AlertDeps {
  db: Db;
  clickhouse: ClickHouse;
  log: Log;
}

const alertRow = z.object({
  id: z.number(),
  name: z.string(),
  version: z.number(),
  ownerId: z.number().nullable(),
  definition: alertDefinitionSchema,
  recipients: z.array(z.coerce.number()),
  checkedUntil: z.date().nullable(),
  checkedVersion: z.number().nullable(),
  /** Whether the time of a snooze is over. */
  wakes: z.boolean(),
  /** Whether an incident fired outside the hours in which people are told. */
  hasUntold: z.boolean(),
});
type StoredAlert = z.output<typeof alertRow>;

/** Evaluates every alert whose data goes further than it was looked at. Returns how many were evaluated. */
export async function watchAlerts(deps: AlertDeps, now: Date, stopping?: AbortSignal): Promise<number> {
  const alerts = await readRows(
    deps.db,
    alertRow,
    sql`SELECT a.id, a.name, a.version, a.owner_id, a.definition, w.checked_until, w.version AS checked_version,
        EXISTS (SELECT 1 FROM incidents i WHERE i.alert_id = a.id AND i.state = 'snoozed' AND i.snoozed_until <= ${now}) AS wakes,
        EXISTS (SELECT 1 FROM incidents i WHERE i.alert_id = a.id AND i.state = 'firing' AND NOT i.is_told AND i.parent_id IS NULL) AS has_untold,
        coalesce((SELECT array_agg(target_id ORDER BY position) FROM alerts_recipients r WHERE r.record_id = a.id), '{}') AS recipients
      FROM alerts a LEFT JOIN alert_watches w ON w.alert_id = a.id WHERE a.archived_at IS NULL ORDER BY a.id`,
  );
  const complete = await completeUntil(deps.db, now);
  let evaluated = 0;
  for (const alert of alerts) {
    if (stopping?.aborted === true) break;
    const until = endOfData(alert, complete);
    const isKnown =
      alert.checkedUntil !== null && alert.checkedUntil >= until && alert.version === alert.checkedVersion;
    // The end of a snooze is told when it comes, not with the next complete hour or day; so is what waits for its hours.
    if (isKnown && !alert.wakes && !(alert.hasUntold && tellsAt(alert.definition, now))) continue;
    try {
      await watchAlert(deps, alert, until, now);
      evaluated += 1;
    } catch (err) {
      // The next round tries again; the other alerts do not wait for this one.
      deps.log.warn({ err, alert: alert.id }, 'an alert could not be evaluated');
    }
  }
  return evaluated;
}

function isHourly(definition: AlertDefinition): boolean {
  const { rule } = definition;
  if (rule.kind === 'threshold') return rule.unit === 'hour';
  return isCount(metricOfAlert(definition));
}

/** The end of the last complete hour, or day where the metric is watched by day. */
function endOfData({ definition }: StoredAlert, complete: Date): Date {
  if (isHourly(definition)) return new Date(Math.floor(complete.getTime() / HOUR_MS) * HOUR_MS);
  const timeZone = timeZoneOfAlert(definition);
  return startOfDay(dayIn(complete, timeZone), timeZone);
}

async function watchAlert({ db, clickhouse }: AlertDeps, alert: StoredAlert, until: Date, now: Date): Promise<void> {
  const { definition, ownerId } = alert;
  const owner = ownerId === null ? undefined : await personOf(db, ownerId);
  const refusal = refusalFor(owner, definition);
  if (owner === undefined || refusal !== null) return await pause(db, alert, refusal ?? '', now);
  const userIds = await peopleOf(db, alert);
  const engine = { clickhouse, attributes: await readAttributes(db), facts: factScope(owner) };
  const incidents = await incidentsOf(db, alert.id, now);
  const evaluation = await evaluateAlert(engine, definition, {
    until,
    days: LIVE_DAYS,
    restarts: restartsOf(incidents),
  });
  const lasting = evaluation.findings.filter(({ endedAt }) => endedAt === null);
  const findings: Sync['findings'][number][] = [];
  const parentOf = explainedBy(lasting);
  for (const finding of lasting) {
    const isNew = parentOf(finding) === undefined && incidentOfFinding(incidents, finding) === undefined;
    const details = isNew ? await explainFinding({ db, engine, person: owner, definition, finding, until, now }) : null;
    findings.push({ finding, details });
  }
  await db.transaction().execute(async (trx) => {
    await syncIncidents(trx, { alert: { ...alert, userIds }, findings, incidents, until, now });
    await storeWatch(trx, alert, { until, now, problem: null });
  });
}

/** The owner and the recipients who may still see it. */
async function peopleOf(db: Db, { ownerId, recipients, definition }: StoredAlert): Promise<number[]> {
  const people: number[] = [];
  for (const id of new Set([ownerId, ...recipients])) {
    if (id === null) continue;
    if (refusalFor(await personOf(db, id), definition) === null) people.push(id);
  }
  return people;
}

/** The owner has lost the right to what it watches: they are told once. */
async function pause(db: Db, alert: StoredAlert, problem: string, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await storeWatch(trx, alert, { until: null, now, problem });
    if (alert.ownerId === null) return;
    await notify(trx, now, {
      topic: 'alerts',
      dedupeKey: `alert ${alert.id} paused, version ${alert.version}`,
      severity: 'error',
      title: `${alert.name} is not watched any more`,
      body: { lines: [problem], link: { route: 'alerts', label: 'Open the alerts' } },
      userIds: [alert.ownerId],
    });
  });
}

async function storeWatch(
  trx: Trx,
  { id, version }: StoredAlert,
  { until, now, problem }: { until: Date | null; now: Date; problem: string | null },
): Promise<void> {
  const values = { version, checkedUntil: until, checkedAt: now, problem };
  await trx
    .insertInto('alertWatches')
    .values({ alertId: id, ...values })
    .onConflict((conflict) => conflict.column('alertId').doUpdateSet(values))
    .execute();
}
