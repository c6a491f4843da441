/** How the query of a list is written into its address, together with the parameters of the form beside it. */
import { type ListQuery, listQuerySchema } from '@signpost/contract/records/list-query.ts';
import type { SearchParts } from '../address/use-search.ts';

export type Filters = ListQuery['filters'];

/** The search parameters of the form beside the list: its record, or the initial values of a new one. */
const OF_FORM = ['open', 'preset'] as const;
/** Parameters that are not part of the query: those of the form, and the view of the screen. */
const BESIDE = ['view', 'kind', ...OF_FORM] as const;

const without = (search: SearchParts, keys: readonly string[]): SearchParts =>
  Object.fromEntries(Object.entries(search).filter(([key]) => !keys.includes(key)));

const only = (search: SearchParts, keys: readonly string[]): SearchParts =>
  Object.fromEntries(Object.entries(search).filter(([key, value]) => keys.includes(key) && value !== undefined));

const DEFAULTS: SearchParts = listQuerySchema.parse({});

/** The query of an address. An invalid address gives the default query instead of failing. */
export function readListQuery(search: SearchParts): ListQuery {
  const parsed = listQuerySchema.safeParse(without(search, BESIDE));
  if (parsed.success) return parsed.data;
  return listQuerySchema.parse({});
}

/** The record whose form is open beside the list: its id, `new`, or null. */
export function readOpen({ open }: SearchParts): string | null {
  if (open === undefined || open === null) return null;
  return String(open);
}

/** The search part for a question and an open form. Only differences from the default question are written. */
export function writeListSearch(query: Partial<ListQuery>, open: string | null, now: SearchParts): SearchParts {
  const asked = Object.entries(query).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(DEFAULTS[key]));
  const beside = only({ ...now, open }, BESIDE);
  return { ...Object.fromEntries(asked), ...(open === null ? without(beside, OF_FORM) : beside) };
}

/** A changed question. Any change except of the page returns to the first page. */
export function withChange(query: ListQuery, change: Partial<ListQuery>): Partial<ListQuery> {
  return { ...query, ...(!('offset' in change) && { offset: 0 }), ...change };
}

interface ListAddress {
  pathname: string;
  search: SearchParts;
}

/** Whether two addresses of a list differ only in the query, so that the form beside it stays unchanged. */
export function asksOnly(before: ListAddress, after: ListAddress): boolean {
  return before.pathname === after.pathname && BESIDE.every((key) => before.search[key] === after.search[key]);
}
