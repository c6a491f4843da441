/** Incidents as people see them, and what people do about them. */

import { alert } from '@signpost/contract/entities/alert.ts';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import { alertDefinitionSchema, metricOfAlert } from '@signpost/contract/insight/alerts/alert.ts';
import {
  actionsOf,
  INCIDENT_KINDS,
  INCIDENT_STATES,
  type Incident,
  type IncidentState,
  type IncidentStory,
  type incidentActionSchema,
  incidentDetailsSchema,
  SNOOZE_DAYS,
} from '@signpost/contract/insight/alerts/incidents.ts';
import { linkAddress } from '@signpost/contract/workplace/notifications/notifications.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Queryable } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';
import type { SessionUser } from '../../session-user.ts';
import { withdrawNotifications } from '../../workplace/notifications/notify.ts';
import { rowFilter } from '../../workplace/records/scope.ts';
import { questionOfFinding } from './explain.ts';
import { refusalFor } from './person.ts';
import { note } from './sync.ts';
import { valueText } from './words.ts';

const DAY_MS = 86_400_000;
const KEPT_MS = 30 * DAY_MS;
const MOST = 300;

const row = z.object({
  id: z.number(),
  alertId: z.number().nullable(),
  alertName: z.string().nullable(),
  definition: alertDefinitionSchema.nullable(),
  series: z.string(),
  kind: z.enum(INCIDENT_KINDS),
  state: z.enum(INCIDENT_STATES),
  title: z.string(),
  startedAt: z.date(),
  raisedAt: z.date().nullable(),
  until: z.date(),
  resolvedAt: z.date().nullable(),
  snoozedUntil: z.date().nullable(),
  expected: z.coerce.number().nullable(),
  seen: z.coerce.number().nullable(),
  parentId: z.number().nullable(),
  children: z.number(),
  by: z.string().nullable(),
  cause: z.string().nullable(),
  details: incidentDetailsSchema,
});
type Row = z.output<typeof row>;

/** The incidents that a viewer may see: of alerts they may read, about tabs they may open, and late data. */
async function rowsFor(db: Queryable, viewer: SessionUser, only: number | null, now: Date): Promise<Row[]> {
  const filter = rowFilter(alert, viewer) ?? sql`true`;
  const rows = await readRows(
    db,
    row,
    sql`SELECT i.id, i.alert_id, t.name AS alert_name, t.definition, i.series, i.kind, i.state, i.title, i.started_at, i.raised_at,
        i.until, i.resolved_at, i.snoozed_until, i.expected, i.seen, i.parent_id, u.name AS by, i.cause, i.details,
        (SELECT count(*)::integer FROM incidents c WHERE c.parent_id = i.id) AS children
      FROM incidents i LEFT JOIN alerts t ON t.id = i.alert_id LEFT JOIN users u ON u.id = i.acknowledged_by
      WHERE (i.alert_id IS NULL OR ${filter})
        AND ${only === null ? sql`(i.resolved_at IS NULL OR i.resolved_at > ${new Date(now.getTime() - KEPT_MS)})` : sql`i.id = ${only}`}
      ORDER BY (i.state = 'resolved'), i.started_at DESC, i.id DESC LIMIT ${MOST}`,
  );
  return rows.filter(({ definition }) => definition === null || refusalFor(viewer, definition) === null);
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

function incidentOf(stored: Row): Incident {
  const { definition, alertId, alertName } = stored;
  const metric = definition === null ? null : metricOfAlert(definition);
  const text = (value: number | null) => {
    if (metric === null || value === null) return null;
    return valueText(metric, value);
  };
  return {
    id: stored.id,
    alert: alertId === null || alertName === null ? null : { id: alertId, name: alertName },
    kind: stored.kind,
    state: stored.state,
    title: stored.title,
    startedAt: stored.startedAt.toISOString(),
    raisedAt: iso(stored.raisedAt),
    until: stored.until.toISOString(),
    resolvedAt: iso(stored.resolvedAt),
    snoozedUntil: iso(stored.snoozedUntil),
    expected: text(stored.expected),
    seen: text(stored.seen),
    parentId: stored.parentId,
    children: stored.children,
    by: stored.by,
    cause: stored.cause,
    timeZone: String(definition?.question.timeZone ?? 'UTC'),
  };
}

/** Open incidents first. */
export async function listIncidents(db: Queryable, viewer: SessionUser, now: Date): Promise<Incident[]> {
  return (await rowsFor(db, viewer, null, now)).map(incidentOf);
}

const eventRow = z.object({
  id: z.number(),
  at: z.date(),
  by: z.string().nullable(),
  state: z.enum(INCIDENT_STATES),
  note: z.string(),
});

/** Errors: ITEM_NOT_FOUND. */
export async function readIncident(db: Queryable, viewer: SessionUser, id: number, now: Date): Promise<IncidentStory> {
  const [stored] = await rowsFor(db, viewer, id, now);
  if (stored === undefined) throw new AppError('ITEM_NOT_FOUND');
  const events = await readRows(
    db,
    eventRow,
    sql`SELECT e.id, e.at, u.name AS by, e.state, e.note FROM incident_events e LEFT JOIN users u ON u.id = e.user_id
      WHERE e.incident_id = ${id} ORDER BY e.id`,
  );
  return {
    ...incidentOf(stored),
    details: stored.details,
    events: events.map((event) => ({ ...event, at: event.at.toISOString() })),
    link: linkOf(stored),
  };
}

/** The statistics with the question of an incident. */
function linkOf({ definition, series, startedAt, until }: Row): string | null {
  if (definition === null) return null;
  const { tab, dateRange, compare, kingstat, filters, excludes, levels, timeZone, attribution } = questionOfFinding(
    definition,
    { series, startedAt },
    until,
  );
  const search = { tab, dateRange, compare, kingstat, filters, excludes, levels, timeZone, attribution };
  return linkAddress({ route: 'stats', params: {}, search, label: '' });
}

const NEXT = {
  acknowledge: 'acknowledged',
  snooze: 'snoozed',
  expect: 'expected',
  resolve: 'resolved',
} as const satisfies Record<string, IncidentState>;

function refusalOf({ state, kind }: Incident): string {
  if (state === 'resolved') return 'The incident is resolved.';
  if (kind === 'late') return 'Late data is over by itself, when it has arrived.';
  if (state === 'pending')
    return 'The incident is pending: it has not fired yet. It can be snoozed or called expected.';
  return `The incident is ${state} already.`;
}

/** Errors: ITEM_NOT_FOUND, VALIDATION where the state does not allow it. */
export async function actOnIncident(
  db: Db,
  id: number,
  { action, note: text, until }: z.output<typeof incidentActionSchema>,
  { viewer, now }: { viewer: SessionUser; now: Date },
): Promise<IncidentStory> {
  return await db.transaction().execute(async (trx) => {
    await sql`SELECT 1 FROM incidents WHERE id = ${id} FOR UPDATE`.execute(trx);
    const incident = await readIncident(trx, viewer, id, now);
    if (!actionsOf(incident).includes(action)) throw invalid('action', refusalOf(incident));
    const snoozedUntil = action === 'snooze' && until !== null ? new Date(until) : null;
    if (snoozedUntil !== null && snoozedUntil <= now) throw invalid('until', 'Choose a time in the future.');
    if (snoozedUntil !== null && snoozedUntil.getTime() > now.getTime() + SNOOZE_DAYS * DAY_MS)
      throw invalid('until', `Choose a time within the next ${SNOOZE_DAYS} days.`);
    const next = NEXT[action];
    const written = {
      acknowledge: { acknowledgedBy: viewer.id },
      resolve: { resolvedAt: now, cause: text },
      expect: {},
      snooze: {},
    }[action];
    await trx
      .updateTable('incidents')
      .set({ state: next, snoozedUntil, ...written })
      .where('id', '=', id)
      .execute();
    await note(trx, { id, at: now, state: next, text, userId: viewer.id });
    if (action === 'expect')
      await withdrawNotifications(trx, `incident ${id}`, now, { problem: 'Somebody said that it was expected.' });
    return await readIncident(trx, viewer, id, now);
  });
}
