import { useDebouncedCallback, useSetState } from '@mantine/hooks';
import { SEARCH_DEBOUNCE_MS } from '@signpost/contract/limits.ts';

/**
 * The text of a search box whose query is stored in the URL. A saved view or a link may change the query; the person's
 * own search does not overwrite what was typed since.
 */
export function useSearchText(q: string, onSearch: (q: string) => void): [string, (text: string) => void] {
  /** The text, the search that this box asked for last, and the search of the URL when it was drawn last. */
  const [{ text, own, previous }, set] = useSetState({ text: q, own: q, previous: q });
  if (q !== previous) set({ previous: q, own: q, text: q === own ? text : q });
  const search = useDebouncedCallback((next: string) => {
    set({ own: next.trim() });
    onSearch(next);
  }, SEARCH_DEBOUNCE_MS);
  return [
    text,
    (next) => {
      set({ text: next });
      search(next);
    },
  ];
}
