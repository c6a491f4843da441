/** Alerts beside their records: looking back, and incidents. */
import { z } from 'zod';
import { alert } from '../entities/alert.ts';
import { alertDefinitionSchema } from '../insight/alerts/alert.ts';
import {
  incidentActionSchema,
  incidentSchema,
  incidentStorySchema,
  lookBackSchema,
} from '../insight/alerts/incidents.ts';
import { defineCall, idParams } from './define-call.ts';

const tag = 'Alerts';
const group = alert.name;
const onAlerts = { access: { routes: ['alerts'], action: 'view' }, rows: 'staff' } as const;

export const lookBack = defineCall({
  name: 'lookBack',
  summary: 'What an alert would have said in the last 90 days, about the rows that the caller may see.',
  tag,
  method: 'POST',
  repeat: 'reads',
  path: 'alerts/look-back',
  access: { routes: ['alerts', 'alertsAdd', 'alertsEdit'], action: 'view' },
  rows: 'staff',
  body: z.strictObject({ definition: alertDefinitionSchema }),
  answer: lookBackSchema,
});

export const listIncidents = defineCall({
  name: 'listIncidents',
  summary: 'Open incidents that the viewer may see, and those resolved in the last 30 days, the newest first.',
  tag,
  group,
  method: 'GET',
  path: 'incidents',
  ...onAlerts,
  answer: z.array(incidentSchema),
});

export const readIncident = defineCall({
  name: 'readIncident',
  summary: 'One incident: what explains it, and everything that happened to it.',
  tag,
  group,
  method: 'GET',
  path: 'incidents/:id',
  ...onAlerts,
  params: idParams,
  answer: incidentStorySchema,
});

export const actOnIncident = defineCall({
  name: 'actOnIncident',
  summary: 'Acknowledges, snoozes or resolves an incident, or says that it was expected.',
  tag,
  group,
  method: 'POST',
  repeat: 'state',
  path: 'incidents/:id/actions',
  ...onAlerts,
  params: idParams,
  body: incidentActionSchema,
  answer: incidentStorySchema,
});
