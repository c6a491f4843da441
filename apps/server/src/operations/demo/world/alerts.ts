/** The demo's alerts, and incidents that people have dealt with. The worker finds the present ones by itself. */
import { alertDefinitionSchema } from '@signpost/contract/insight/alerts/alert.ts';
import type { IncidentKind } from '@signpost/contract/insight/alerts/incidents.ts';
import { type MetricKey, metric } from '@signpost/contract/insight/stats/metrics.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../../database.ts';
import { idRow, readRow, readRows } from '../../../platform/rows.ts';
import { demoEmail } from '../../../workplace/people/demo-email.ts';

const HOUR_MS = 3_600_000;
const ZONE = 'Europe/Berlin';

interface DemoAlert {
  name: string;
  metric: MetricKey;
  watchEach: string | null;
  rule?: Record<string, unknown>;
  incidents: readonly DemoIncident[];
}

interface DemoIncident {
  kind: IncidentKind;
  title: string;
  /** Hours ago, and how many hours it took. */
  began: number;
  lasted: number;
  expected: number;
  seen: number;
  acknowledged: string;
  cause: string;
}

const ALERTS: readonly DemoAlert[] = [
  {
    name: 'Visits of every traffic source',
    metric: 'visits',
    watchEach: 'traffic_source',
    incidents: [
      {
        kind: 'down',
        title: 'Visits of Propel Native: stopped',
        began: 212,
        lasted: 5,
        expected: 164,
        seen: 0,
        acknowledged: 'I ask our account manager there.',
        cause: 'The budget of the day was used up. It is higher now.',
      },
    ],
  },
  {
    name: 'Leads of every partner',
    metric: 'leads',
    watchEach: 'partner',
    incidents: [
      {
        kind: 'down',
        title: 'Leads of Amber Royale: only 31 % of the usual',
        began: 390,
        lasted: 22,
        expected: 88,
        seen: 27,
        acknowledged: 'Their form shows an error on phones.',
        cause: 'The partner repaired its form.',
      },
    ],
  },
  { name: 'Revenue by day', metric: 'revenue', watchEach: null, incidents: [] },
  {
    name: 'Cost per FTD above 25 for two days',
    metric: 'costPerFirstDeposit',
    watchEach: null,
    rule: { kind: 'threshold', comparison: 'above', value: 25, unit: 'day', times: 2 },
    incidents: [],
  },
  {
    name: 'No deposit for a day',
    metric: 'deposits',
    watchEach: null,
    rule: { kind: 'threshold', comparison: 'below', value: 1, unit: 'hour', times: 24 },
    incidents: [],
  },
];

const NOTHING = JSON.stringify({ split: [], compared: null, changes: [] });
const personRow = z.object({ id: z.number(), email: z.string() });

export async function storeAlerts(trx: Trx, now: Date): Promise<void> {
  const people = await readRows(trx, personRow, sql`SELECT id, email FROM users WHERE archived_at IS NULL`);
  const owner = people.find(({ email }) => email === demoEmail('Admin'))?.id;
  const helper = people.find(({ email }) => email === demoEmail('Operations'))?.id;
  if (owner === undefined || helper === undefined) return;
  for (const { name, metric: key, watchEach, rule, incidents } of ALERTS) {
    const question = { tab: 'global', timeZone: ZONE, dateRange: 'last30Days', kingstat: metric[key].id };
    const definition = alertDefinitionSchema.parse({ question, watchEach, rule });
    const { id } = await readRow(
      trx,
      idRow,
      sql`INSERT INTO alerts (name, owner_id, definition) VALUES (${name}, ${owner}, ${JSON.stringify(definition)}) RETURNING id`,
    );
    await trx.insertInto('alertsRecipients').values({ recordId: id, targetId: helper, position: 0 }).execute();
    for (const incident of incidents) await storeIncident(trx, now, { alertId: id, helper, incident });
  }
}

async function storeIncident(
  trx: Trx,
  now: Date,
  { alertId, helper, incident }: { alertId: number; helper: number; incident: DemoIncident },
): Promise<void> {
  const { kind, title, began, lasted, expected, seen, acknowledged, cause } = incident;
  const at = (hours: number) => new Date(now.getTime() - began * HOUR_MS + hours * HOUR_MS);
  const { id } = await readRow(
    trx,
    idRow,
    sql`INSERT INTO incidents (alert_id, series, kind, state, title, started_at, raised_at, until, resolved_at, expected, seen,
        acknowledged_by, cause, details, is_told)
      VALUES (${alertId}, 'demo', ${kind}, 'resolved', ${title}, ${at(0)}, ${at(2)}, ${at(lasted)}, ${at(lasted)}, ${expected}, ${seen},
        ${helper}, ${cause}, ${NOTHING}::jsonb, true) RETURNING id`,
  );
  const events = [
    { at: at(2), userId: null, state: 'firing', note: '' },
    { at: at(2.4), userId: helper, state: 'acknowledged', note: acknowledged },
    { at: at(lasted), userId: helper, state: 'resolved', note: cause },
  ];
  for (const event of events)
    await trx
      .insertInto('incidentEvents')
      .values({ incidentId: id, ...event })
      .execute();
}
