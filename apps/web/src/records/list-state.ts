/** The question of a list, kept in the URL. */
import type { ListQuery } from '@signpost/contract/records/list-query.ts';
import { useGo, useLatestSearch } from '../address/use-go.ts';
import { useSearchParts } from '../address/use-search.ts';
import { readListQuery, readOpen, withChange, writeListSearch } from './list-address.ts';

export interface ListState {
  query: ListQuery;
  /** Changes the question. Any change except of the page returns to the first page. */
  ask: (change: Partial<ListQuery>) => void;
  /** Which record's form is open beside the list: its id, `new`, or null. */
  open: string | null;
  setOpen: (open: string | null) => void;
  /** Replaces the whole question by that of a saved view. */
  replace: (query: Partial<ListQuery>) => void;
}

export function useListState(): ListState {
  const search = useSearchParts();
  const readNow = useLatestSearch();
  const goTo = useGo();
  // Reads the current address, because another change may not have reached the screen yet.
  const go = (change: (query: ListQuery, open: string | null) => [query: Partial<ListQuery>, open: string | null]) => {
    const now = readNow();
    const [query, open] = change(readListQuery(now), readOpen(now));
    void goTo({ search: writeListSearch(query, open, now), replace: true });
  };
  return {
    query: readListQuery(search),
    open: readOpen(search),
    setOpen: (open) => go((query) => [query, open]),
    ask: (change) => go((query, open) => [withChange(query, change), open]),
    replace: (query) => go(() => [query, null]),
  };
}
