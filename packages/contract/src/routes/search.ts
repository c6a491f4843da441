/**
 * The search parameters of each screen, apart from the query of a list or the question of the statistics, which have
 * their own schemas. Without zod, so that the first screen does not have to load it.
 */
import type { RouteName } from './index.ts';

/** How a parameter is read: as a text, or as the positive whole number of a record. */
export type SearchKind = 'text' | 'id';

/** The parameters of a screen by name. */
export type SearchShape = Readonly<Record<string, SearchKind>>;

/** The parameters that a screen reads from its address. A missing or invalid parameter is undefined. */
export type SearchValues<S extends SearchShape> = {
  readonly [K in keyof S]: (S[K] extends 'id' ? number : string) | undefined;
};

/** The filters of a list of documents, and the one that is open beside it. */
const DOCUMENTS = {
  view: 'text',
  document: 'id',
  side: 'text',
  kind: 'text',
  state: 'text',
  age: 'text',
  partner: 'id',
  publisher: 'id',
  entity: 'id',
  month: 'text',
  q: 'text',
  page: 'id',
} as const;

/** The screens that read parameters. */
export const SEARCH = {
  login: { from: 'text' },
  backgroundJobs: { view: 'text', run: 'id', state: 'text' },
  stats: { tab: 'text' },
  alerts: { incident: 'id', view: 'text' },
  leakage: { days: 'id' },
  leadSearch: { view: 'text' },
  linksChecker: { view: 'text', shown: 'text' },
  eventReporter: { tab: 'text' },
  partnersView: DOCUMENTS,
  publisherView: DOCUMENTS,
  campaignsView: { view: 'text' },
  websitesView: { view: 'text' },
  partnersWaterfall: { geo: 'id', days: 'id' },
  emailPublisher: { mail: 'id', open: 'id', view: 'text', from: 'id', state: 'text', page: 'id' },
  templatesAdd: { campaign: 'id' },
  tags: { kind: 'text' },
  tagsAdd: { kind: 'text' },
  sheetsAdd: { kind: 'text' },
  referrers: { kind: 'text' },
  referralCodes: { kind: 'text' },
  lookerWiz: { kind: 'text' },
  affiliateTransactions: { view: 'text' },
  partnerOverride: { view: 'text' },
  gamblingStatsCsvUpload: { open: 'id' },
  approval: { document: 'id', fee: 'id', change: 'text' },
  allInvoices: DOCUMENTS,
  creditNotes: DOCUMENTS,
  myInvoices: DOCUMENTS,
} as const satisfies Partial<Record<RouteName, SearchShape>>;

/** A screen that reads parameters. */
export type SearchScreen = keyof typeof SEARCH;

/** The parameters that a screen reads from its address. */
export type ScreenSearch<N extends SearchScreen> = SearchValues<(typeof SEARCH)[N]>;

const LARGEST_ID = Number.MAX_SAFE_INTEGER;

/** A text parameter, or undefined if the address has none. */
export function readText(value: unknown): string | undefined {
  if (typeof value === 'string' && value !== '') return value;
  return undefined;
}

/** The id of a record, or undefined if the value is not an id. */
export function readId(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  if (typeof id === 'number' && Number.isInteger(id) && id > 0 && id <= LARGEST_ID) return id;
  return undefined;
}
