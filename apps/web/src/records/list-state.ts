/** The question of a list, kept in the URL. */
import { type ListQuery, listQuerySchema } from '@signpost/contract/records/list-query.ts';
import { useGo, useLatestSearch } from '../address/use-go.ts';
import { type SearchParts, useSearchParts } from '../address/use-search.ts';

export type Filters = ListQuery['filters'];

export interface ListState {
  query: ListQuery;
  /** Changes the question. Any change but of the page returns to the first page. */
  ask: (change: Partial<ListQuery>) => void;
  /** Which record's form is open beside the list: its id, `new`, or null. */
  open: string | null;
  setOpen: (open: string | null) => void;
  /** Replaces the whole question by that of a saved view. */
  replace: (query: Partial<ListQuery>) => void;
}

/** SearchParts of the form beside the list: which record it is of, and what a new one begins with. */
const OF_FORM = ['open', 'preset'] as const;
/** SearchParts of a list's address that are no part of its question: the form's, and which of a screen's views it is. */
const BESIDE = ['view', 'kind', ...OF_FORM] as const;

const without = (address: SearchParts, parts: readonly string[]): SearchParts =>
  Object.fromEntries(Object.entries(address).filter(([part]) => !parts.includes(part)));

const only = (address: SearchParts, parts: readonly string[]): SearchParts =>
  Object.fromEntries(Object.entries(address).filter(([part, value]) => parts.includes(part) && value !== undefined));

/** An invalid link asks the default question instead of failing. */
function read(address: SearchParts): ListQuery {
  const parsed = listQuerySchema.safeParse(without(address, BESIDE));
  return parsed.success ? parsed.data : listQuerySchema.parse({});
}

const defaults = listQuerySchema.parse({});

/** Only differences from the default question are written into the URL. */
function written(query: Partial<ListQuery>): SearchParts {
  return Object.fromEntries(
    Object.entries(query).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(defaults[key as keyof ListQuery]),
    ),
  );
}

/** Whether two addresses of a list differ in its question alone: then the form beside it stays as it is. */
export function asksOnly(before: ListAddress, after: ListAddress): boolean {
  return before.pathname === after.pathname && BESIDE.every((part) => before.search[part] === after.search[part]);
}

interface ListAddress {
  pathname: string;
  search: SearchParts;
}

const openIn = ({ open }: SearchParts): string | null => (open === undefined || open === null ? null : String(open));

export function useListState(): ListState {
  const search = useSearchParts();
  const readNow = useLatestSearch();
  const goTo = useGo();
  // From the address as it is then: another change may be on its way to the screen.
  const go = (change: (query: ListQuery, open: string | null) => [query: Partial<ListQuery>, open: string | null]) => {
    const now = readNow();
    const [next, open] = change(read(now), openIn(now));
    const beside = only({ ...now, open }, BESIDE);
    const nextSearch = { ...written(next), ...(open === null ? without(beside, OF_FORM) : beside) };
    void goTo({ search: nextSearch, replace: true });
  };
  return {
    query: read(search),
    open: openIn(search),
    setOpen: (open) => go((query) => [query, open]),
    ask: (change) => go((query, open) => [{ ...query, ...('offset' in change ? {} : { offset: 0 }), ...change }, open]),
    replace: (query) => go(() => [query, null]),
  };
}
