/** The event reporter: the facts behind a number, one fact, the story of an id, and facts as they are recorded. */
import { z } from 'zod';
import { factsDataSchema, factViewSchema, SEARCH_TYPES, storyDataSchema } from '../insight/stats/facts.ts';
import { isMetricId } from '../insight/stats/metrics.ts';
import { FACT_KINDS } from '../traffic/clicks/fact.ts';
import { LONGEST_CLICK_ID } from '../traffic/clicks/parameters.ts';
import { defineCall, FILE } from './define-call.ts';

const onEvents = {
  tag: 'Statistics',
  access: { routes: ['eventReporter'], action: 'view' },
  rows: 'own',
} as const;

/** The additional parts of the question that select facts. */
const factFilter = z.looseObject({
  kinds: z.array(z.enum(FACT_KINDS)).min(1).optional(),
  metric: z.coerce.number<unknown>().refine(isMetricId, 'No metric has this id.').optional(),
  /** Why a click went where it went (docs/product/leakage.md). */
  reasons: z.array(z.string().max(40)).min(1).max(20).optional(),
});

export const listFacts = defineCall({
  ...onEvents,
  name: 'listFacts',
  summary: 'The facts of a question, the newest first, and the sums over all of them.',
  method: 'GET',
  path: 'statistics/facts',
  query: factFilter,
  answer: factsDataSchema,
  meta: z.looseObject({ total: z.number(), freshness: z.iso.datetime().nullable() }),
});

export const exportFacts = defineCall({
  ...onEvents,
  name: 'exportFacts',
  summary: 'All facts of a question as a file, the newest first, and their sums.',
  method: 'GET',
  path: 'statistics/facts/export',
  query: factFilter.extend({ format: z.enum(['csv', 'xlsx']) }),
  answer: FILE,
});

export const readFact = defineCall({
  ...onEvents,
  name: 'readFact',
  summary: 'One fact.',
  method: 'GET',
  path: 'statistics/facts/:factId',
  params: z.object({ factId: z.guid() }),
  answer: factViewSchema,
});

export const followFacts = defineCall({
  ...onEvents,
  name: 'followFacts',
  summary: 'The facts of a question as they are recorded, as server-sent events.',
  method: 'GET',
  path: 'statistics/live',
  query: factFilter.extend({ since: z.iso.datetime() }),
  answer: FILE,
});

export const readStory = defineCall({
  ...onEvents,
  name: 'readStory',
  summary: 'Everything that happened to a click, lead, transaction or visitor, the oldest first.',
  method: 'GET',
  path: 'statistics/support/:type/search/:id',
  params: z.object({ type: z.enum(SEARCH_TYPES), id: z.string().min(1).max(LONGEST_CLICK_ID) }),
  answer: storyDataSchema,
});
