/** Notifications of incidents: on transitions only, one thread for each. */
import { type AlertDefinition, metricOfAlert, timeZoneOfAlert } from '@signpost/contract/insight/alerts/alert.ts';
import { nextIncluded } from '@signpost/contract/insight/alerts/hours.ts';
import { incidentDetailsSchema } from '@signpost/contract/insight/alerts/incidents.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../database.ts';
import { readRow } from '../../platform/rows.ts';
import { notify } from '../../workplace/notifications/notify.ts';
import { nearestChange, splitLines, valueText } from './words.ts';

const toldRow = z.object({
  title: z.string(),
  kind: z.string(),
  startedAt: z.date(),
  expected: z.coerce.number().nullable(),
  seen: z.coerce.number().nullable(),
  details: incidentDetailsSchema,
  transitions: z.number(),
  children: z.number(),
  cause: z.string().nullable(),
});

export interface Told {
  id: number;
  transition: 'firing' | 'resolved';
  alert: { name: string; definition: AlertDefinition | null; userIds: readonly number[] };
}

/** The thread of an incident. */
const threadOf = (id: number): string => `incident ${id}`;

/** When messages leave the app: at once, or when the hours of the alert begin next. */
function sendingTime(definition: AlertDefinition | null, at: Date): Date {
  if (definition === null || definition.hours === null) return at;
  return nextIncluded(definition.hours, timeZoneOfAlert(definition), at);
}

function headOf(transition: Told['transition'], title: string) {
  if (transition === 'resolved') return { severity: 'success', title: `Resolved: ${title}` } as const;
  return { severity: 'warning', title } as const;
}

export async function tellIncident(trx: Trx, at: Date, { id, transition, alert }: Told): Promise<void> {
  const told = await readRow(
    trx,
    toldRow,
    sql`SELECT title, kind, started_at, expected, seen, details, cause,
        (SELECT count(*)::integer FROM incident_events e WHERE e.incident_id = i.id) AS transitions,
        (SELECT count(*)::integer FROM incidents c WHERE c.parent_id = i.id) AS children
      FROM incidents i WHERE id = ${id}`,
  );
  const { title, startedAt, expected, seen, details, transitions, cause } = told;
  const { definition } = alert;
  const metric = definition === null ? null : metricOfAlert(definition);
  const nearest = nearestChange(details, startedAt);
  const facts = [
    { label: 'Alert', value: alert.name },
    { label: 'Since', value: `${startedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC` },
  ];
  if (metric !== null && expected !== null && seen !== null)
    facts.push(
      { label: told.kind === 'down' || told.kind === 'up' ? 'Usual' : 'Limit', value: valueText(metric, expected) },
      { label: 'Seen', value: valueText(metric, seen) },
    );
  const lines: string[] = [];
  if (transition === 'resolved') lines.push(cause === null ? 'The numbers are as usual again.' : `Cause: ${cause}`);
  else {
    if (nearest !== null) lines.push(nearest);
    if (definition !== null) lines.push(...splitLines(details, definition));
  }
  await notify(trx, at, {
    topic: 'alerts',
    dedupeKey: `incident ${id}, ${transitions}`,
    threadKey: threadOf(id),
    ...headOf(transition, title),
    body: {
      lines,
      facts,
      link: { route: 'alerts', search: { incident: id }, label: 'Open the incident' },
    },
    userIds: alert.userIds,
    sendAt: sendingTime(definition, at),
  });
}
