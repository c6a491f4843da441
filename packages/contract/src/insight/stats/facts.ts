/** Facts as shown to people: rows of the event reporter, the details of a fact, the trace of a click. */
import { z } from 'zod';
import { factRow, factSumsSchema } from './fact-row.ts';

/** One fact: its columns, and the current names of its ids (`labels.geoId`). */
export const factViewSchema = factRow.extend({ labels: z.record(z.string(), z.string()) });
export type FactView = z.infer<typeof factViewSchema>;

/** Sums of all measures over all facts that match: counts as numbers, money as exact decimal strings. */
export type FactSums = z.infer<typeof factSumsSchema>;

/** `GET statistics/facts`: a page, newest first; `sums` are over all that match. `meta.total` is their number. */
export const factsDataSchema = z.object({ facts: z.array(factViewSchema), sums: factSumsSchema });
export type FactsData = z.infer<typeof factsDataSchema>;

/** The kinds of ids in the support search; `ad` is an id that an ad platform gave to a click, such as a gclid. */
export const SEARCH_TYPES = ['click', 'ad', 'lead', 'transaction', 'visitor'] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];
export const SEARCH_LABELS = {
  click: 'Click id',
  ad: 'Id of an ad platform (gclid, fbclid, …)',
  lead: 'Lead id',
  transaction: 'Transaction id',
  visitor: 'Visitor id',
} as const satisfies Record<SearchType, string>;

/** `GET statistics/support/{type}/search/{id}`: everything that happened, oldest first. */
export const storyDataSchema = factsDataSchema.extend({
  type: z.enum(SEARCH_TYPES),
  id: z.string(),
  isCapped: z.boolean(),
});
export type StoryData = z.infer<typeof storyDataSchema>;

/** The maximum number of facts on a page of the event reporter, in a story, and in a file by its format. */
export const FACTS_LIMITS = { page: 500, story: 2_000, file: { csv: 1_000_000, xlsx: 50_000 } } as const;
