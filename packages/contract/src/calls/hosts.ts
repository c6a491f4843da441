/** The health of our hosts. */
import { z } from 'zod';
import { hostCheckSchema, hostSchema } from '../records/host-health.ts';
import { defineCall } from './define-call.ts';

const tag = 'Hosts';

export const listHostChecks = defineCall({
  name: 'listHostChecks',
  summary: 'The latest checks of a host, the last first.',
  tag,
  method: 'GET',
  path: 'host-health',
  access: { routes: ['domains', 'websites', 'spiderDomains', 'prelanderDomains', 'mbgMirrors'], action: 'view' },
  rows: 'staff',
  query: hostSchema,
  answer: z.array(hostCheckSchema),
});

export const checkHostNow = defineCall({
  name: 'checkHostNow',
  summary: 'Checks one of our hosts now and answers its latest checks.',
  tag,
  method: 'POST',
  repeat: 'reads',
  path: 'host-health/check',
  access: {
    routes: ['domainsEdit', 'websitesEdit', 'spiderDomains', 'prelanderDomains', 'mbgMirrors'],
    action: 'add',
  },
  rows: 'staff',
  body: hostSchema,
  answer: z.array(hostCheckSchema),
});
