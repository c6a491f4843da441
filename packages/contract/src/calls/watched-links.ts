/** The links of the configuration that are watched (docs/product/links-checker.md#watched-links). */
import { z } from 'zod';
import { watchedLinkSchema, watchedQuery, watchedSummarySchema } from '../traffic/links/watched.ts';
import { defineCall, idParams } from './define-call.ts';

const tag = 'Links checker';
const group = 'watchedLinks';
const view = { access: { routes: ['linksChecker'], action: 'view' }, rows: 'staff' } as const;
/** Whoever may decide where clicks go for everybody. */
const decide = {
  access: { routes: ['linksChecker'], action: 'view', grades: ['Admin', 'Management', 'Operations'] },
  rows: 'staff',
} as const;

export const listWatchedLinks = defineCall({
  name: 'listWatchedLinks',
  summary: 'A page of the watched links: the broken ones first, then by the money that depends on them.',
  tag,
  group,
  method: 'GET',
  path: 'watched-links',
  ...view,
  query: watchedQuery,
  answer: z.array(watchedLinkSchema),
  meta: z.object({ total: z.number() }),
});

export const readWatchedSummary = defineCall({
  name: 'readWatchedSummary',
  summary: 'How many links are watched, how many need a person, and whether dead ones leave the rotation.',
  tag,
  group,
  method: 'GET',
  path: 'watched-links/summary',
  ...view,
  answer: watchedSummarySchema,
});

export const setLinkWatch = defineCall({
  name: 'setLinkWatch',
  summary: 'Decides whether dead links leave the rotation by themselves. `version` is that of the summary.',
  tag,
  group,
  method: 'PUT',
  path: 'watched-links/settings',
  ...decide,
  body: z.strictObject({ takesOut: z.boolean(), version: z.number().int().min(0) }),
});

export const trustWatchedLink = defineCall({
  name: 'trustWatchedLink',
  summary: 'Says that a link works for visitors whatever the looks find, or takes that back.',
  tag,
  group,
  method: 'PUT',
  path: 'watched-links/:id/trust',
  ...decide,
  params: idParams,
  body: z.strictObject({ isTrusted: z.boolean() }),
});
