/** Referrer hosts without an owner, which can be assigned in bulk. */
import { z } from 'zod';
import { assignHostsSchema, unknownHostSchema } from '../records/referrers.ts';
import { defineCall } from './define-call.ts';

const tag = 'Referrers';
const routes = ['referrers'] as const;

export const listUnknownHosts = defineCall({
  name: 'listUnknownHosts',
  summary: 'Hosts that sent visitors lately and belong to nobody, those with most visits first.',
  tag,
  method: 'GET',
  path: 'referrers/unknown',
  access: { routes, action: 'view' },
  rows: 'staff',
  answer: z.array(unknownHostSchema),
});

export const assignHosts = defineCall({
  name: 'assignHosts',
  summary: 'Assigns hosts to a publisher, a traffic source or a website.',
  tag,
  method: 'POST',
  repeat: 'state',
  path: 'referrers/assign',
  access: { routes, action: 'add' },
  rows: 'staff',
  body: assignHostsSchema,
  answer: z.object({ assigned: z.number() }),
});
