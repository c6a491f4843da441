import { useDebouncedCallback } from '@mantine/hooks';
import { SEARCH_DEBOUNCE_MS } from '@signpost/contract/limits.ts';
import { useState } from 'react';

/**
 * The text of a search box whose query is stored in the URL. A saved view or a link may change the query; the person's
 * own search does not overwrite what was typed since.
 */
export function useSearchText(q: string, onSearch: (q: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(q);
  /** The search that this box asked for last. */
  const [own, setOwn] = useState(q);
  const [previous, setPrevious] = useState(q);
  if (q !== previous) {
    setPrevious(q);
    setOwn(q);
    if (q !== own) setText(q);
  }
  const search = useDebouncedCallback((next: string) => {
    setOwn(next.trim());
    onSearch(next);
  }, SEARCH_DEBOUNCE_MS);
  return [
    text,
    (next) => {
      setText(next);
      search(next);
    },
  ];
}
