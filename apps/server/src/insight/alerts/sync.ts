/** Brings the incidents of an alert in line with what was found, and tells people of transitions. */
import { type AlertDefinition, timeZoneOfAlert } from '@signpost/contract/insight/alerts/alert.ts';
import { includesInstant } from '@signpost/contract/insight/alerts/hours.ts';
import {
  INCIDENT_KINDS,
  INCIDENT_STATES,
  type IncidentDetails,
  type IncidentState,
} from '@signpost/contract/insight/alerts/incidents.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable, Trx } from '../../database.ts';
import { idRow, readRow, readRows } from '../../platform/rows.ts';
import { collapse } from './engine/collapse.ts';
import type { Finding } from './findings.ts';
import { tellIncident } from './tell.ts';
import { titleOf } from './words.ts';

const incidentRow = z.object({
  id: z.number(),
  series: z.string(),
  kind: z.enum(INCIDENT_KINDS),
  state: z.enum(INCIDENT_STATES),
  startedAt: z.date(),
  resolvedAt: z.date().nullable(),
  snoozedUntil: z.date().nullable(),
  isTold: z.boolean(),
  wasExpected: z.boolean(),
});
export type StoredIncident = z.output<typeof incidentRow>;

/** Resolved incidents are remembered for as long as the same finding can come back. */
const REMEMBERED_MS = 60 * 86_400_000;

/** The incidents of an alert that are open, or were resolved lately. */
export async function incidentsOf(db: Queryable, alertId: number, now: Date): Promise<StoredIncident[]> {
  return await readRows(
    db,
    incidentRow,
    sql`SELECT id, series, kind, state, started_at, resolved_at, snoozed_until, is_told,
        EXISTS (SELECT 1 FROM incident_events e WHERE e.incident_id = i.id AND e.state = 'expected') AS was_expected
      FROM incidents i WHERE alert_id = ${alertId}
        AND (resolved_at IS NULL OR resolved_at > ${new Date(now.getTime() - REMEMBERED_MS)}) ORDER BY id`,
  );
}

/** The beginnings of the changes that people said were expected, by series. */
export function restartsOf(incidents: readonly StoredIncident[]): Map<string, Date[]> {
  const restarts = new Map<string, Date[]>();
  for (const { series, startedAt, wasExpected } of incidents) {
    const earlier = restarts.get(series) ?? [];
    if (wasExpected) restarts.set(series, [...earlier, startedAt]);
  }
  return restarts;
}

export interface WatchedAlert {
  id: number;
  name: string;
  definition: AlertDefinition;
  /** The people who are told, with their rights checked. */
  userIds: readonly number[];
}

export interface Sync {
  alert: WatchedAlert;
  /** The findings that last, each with what explains it if it is new. */
  findings: readonly { finding: Finding; details: IncidentDetails | null }[];
  incidents: readonly StoredIncident[];
  until: Date;
  now: Date;
}

const isSame = (finding: Finding, { series, kind, startedAt, resolvedAt }: StoredIncident): boolean =>
  series === finding.series &&
  kind === finding.kind &&
  (resolvedAt === null || (startedAt <= (finding.raisedAt ?? finding.startedAt) && resolvedAt >= finding.startedAt));

/** The incident that a finding is about; the newest if there are several. */
export const incidentOfFinding = (incidents: readonly StoredIncident[], finding: Finding) =>
  incidents.findLast((incident) => isSame(finding, incident));

/** The series by which a finding is explained, by kind. */
export function explainedBy(findings: readonly Finding[]): (finding: Finding) => string | undefined {
  const byKind = new Map<string, Map<string, string>>();
  for (const kind of INCIDENT_KINDS) {
    const raised = findings
      .filter((finding) => finding.kind === kind && finding.raisedAt !== null)
      .map(({ series, expected, seen }) => ({ key: series, expected: expected ?? 0, seen }));
    const whole = raised.find(({ key }) => key === '') ?? null;
    byKind.set(
      kind,
      collapse(
        whole,
        raised.filter(({ key }) => key !== ''),
      ),
    );
  }
  return ({ kind, series, raisedAt }) => {
    if (raisedAt === null) return undefined;
    return byKind.get(kind)?.get(series);
  };
}

/** One transaction: new incidents, transitions, and notifications. */
export async function syncIncidents(trx: Trx, sync: Sync): Promise<void> {
  const { findings, incidents } = sync;
  const parentOf = explainedBy(findings.map(({ finding }) => finding));
  const ids = new Map<string, number>();
  // Incidents that explain others come first, so that the others can refer to them.
  const ordered = findings.toSorted(
    (one, other) => Number(parentOf(one.finding) !== undefined) - Number(parentOf(other.finding) !== undefined),
  );
  const seen = new Set<number>();
  for (const { finding, details } of ordered) {
    const parent = parentOf(finding);
    const parentId = parent === undefined ? null : (ids.get(`${finding.kind} ${parent}`) ?? null);
    const known = incidentOfFinding(incidents, finding);
    const id = await store(trx, sync, known, { finding, parentId, details });
    ids.set(`${finding.kind} ${finding.series}`, id);
    seen.add(id);
  }
  for (const incident of incidents)
    if (incident.state !== 'resolved' && !seen.has(incident.id)) await close(trx, sync, incident);
}

interface Found {
  finding: Finding;
  parentId: number | null;
}

/** Goes on with the incident of a finding, or opens one for a new finding. */
async function store(
  trx: Trx,
  sync: Sync,
  known: StoredIncident | undefined,
  { finding, parentId, details }: Found & { details: IncidentDetails | null },
): Promise<number> {
  if (known !== undefined) return await goOn(trx, sync, known, { finding, parentId });
  return await open(trx, sync, { finding, parentId, details: details ?? { split: [], compared: null, changes: [] } });
}

async function open(
  trx: Trx,
  sync: Sync,
  { finding, parentId, details }: Found & { details: IncidentDetails },
): Promise<number> {
  const { alert, until, now } = sync;
  const { series, kind, startedAt, raisedAt, expected, seen } = finding;
  const state: IncidentState = raisedAt === null ? 'pending' : 'firing';
  const { id } = await readRow(
    trx,
    idRow,
    sql`INSERT INTO incidents (alert_id, series, kind, state, title, started_at, raised_at, until, expected, seen, parent_id, details)
      VALUES (${alert.id}, ${series}, ${kind}, ${state}, ${titleOf(alert.definition, finding)}, ${startedAt}, ${raisedAt},
        ${until}, ${expected}, ${seen}, ${parentId}, ${JSON.stringify(details)}) RETURNING id`,
  );
  await note(trx, { id, at: now, state, text: parentId === null ? '' : 'Explained by another incident.' });
  if (state === 'firing' && parentId === null) await tell(trx, sync, id, 'firing');
  return id;
}

function nextState(state: IncidentState, { fires, isDue }: { fires: boolean; isDue: boolean }): IncidentState {
  if (fires) return 'firing';
  // An incident that was snoozed while it was pending has still to fire.
  if (isDue) return 'pending';
  return state;
}

async function goOn(trx: Trx, sync: Sync, known: StoredIncident, { finding, parentId }: Found): Promise<number> {
  const { alert, until, now } = sync;
  const { id, state, snoozedUntil, isTold } = known;
  if (state === 'resolved') return id;
  const isDue = state === 'snoozed' && snoozedUntil !== null && snoozedUntil <= now;
  const fires = finding.raisedAt !== null && (state === 'pending' || isDue);
  const next = nextState(state, { fires, isDue });
  await trx
    .updateTable('incidents')
    .set({
      state: next,
      snoozedUntil: isDue ? null : undefined,
      title: titleOf(alert.definition, finding),
      until,
      raisedAt: finding.raisedAt,
      expected: finding.expected === null ? null : String(finding.expected),
      seen: String(finding.seen),
      parentId,
    })
    .where('id', '=', id)
    .execute();
  if (next !== state) await note(trx, { id, at: now, state: next, text: isDue ? 'The snooze is over.' : '' });
  // An incident that another one explained until now is told when it stands alone.
  const isNews = fires || (next === 'firing' && !isTold);
  if (isNews && parentId === null) await tell(trx, sync, id, 'firing');
  return id;
}

const ENDED = {
  usual: 'The numbers are as usual again.',
  expected: 'The numbers count as usual from now on.',
} as const;

async function close(trx: Trx, sync: Sync, { id, state, isTold }: StoredIncident): Promise<void> {
  const { now, until } = sync;
  await trx
    .updateTable('incidents')
    .set({ state: 'resolved', resolvedAt: now, until, snoozedUntil: null })
    .where('id', '=', id)
    .execute();
  await note(trx, { id, at: now, state: 'resolved', text: ENDED[state === 'expected' ? 'expected' : 'usual'] });
  if (isTold && state !== 'snoozed' && state !== 'expected') await tell(trx, sync, id, 'resolved');
}

export async function note(
  trx: Trx,
  {
    id,
    at,
    state,
    text,
    userId = null,
  }: { id: number; at: Date; state: IncidentState; text: string; userId?: number | null },
): Promise<void> {
  await trx.insertInto('incidentEvents').values({ incidentId: id, at, userId, state, note: text }).execute();
}

/** Whether the hours of an alert include an instant. */
export function tellsAt(definition: AlertDefinition, at: Date): boolean {
  return definition.hours === null || includesInstant(definition.hours, timeZoneOfAlert(definition), at);
}

async function tell(trx: Trx, { alert, now }: Sync, id: number, transition: 'firing' | 'resolved'): Promise<void> {
  if (transition === 'firing' && !tellsAt(alert.definition, now)) return;
  await trx.updateTable('incidents').set({ isTold: true }).where('id', '=', id).execute();
  await tellIncident(trx, now, { id, transition, alert });
}
