/** The hosts that serve links, and the addresses that links lead to. */
import { z } from 'zod';
import { linkCheckBody, linkCheckSchema } from '../traffic/clicks/link-check.ts';
import { linkSettingsSchema } from '../traffic/clicks/link-settings.ts';
import { defineCall } from './define-call.ts';

const tag = 'Links';

export const readLinkSettings = defineCall({
  name: 'readLinkSettings',
  summary: 'The hosts and the port that links are served at.',
  tag,
  method: 'GET',
  path: 'links/settings',
  access: 'signedIn',
  rows: 'own',
  answer: linkSettingsSchema,
});

export const checkLinks = defineCall({
  name: 'checkLinks',
  summary: 'Follows the links of campaigns as visitors of these geos and devices would.',
  tag,
  method: 'POST',
  repeat: 'reads',
  path: 'partner-link-checks',
  access: { routes: ['partnerLinkChecker'], action: 'view' },
  rows: 'staff',
  body: linkCheckBody,
  answer: z.array(linkCheckSchema),
});
