/** The question of a statistics screen, kept in the URL; the tab supplies what it leaves out. */

import { AppError } from '@signpost/contract/errors.ts';
import type { StatsTab } from '@signpost/contract/insight/stats/define-tab.ts';
import { readQuestion, type StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { useGo, useLatestSearch } from '../address/use-go.ts';
import { useSearchParts } from '../address/use-search.ts';
import { useUser } from '../api/session.ts';
import { askable, asked, type Change, given, type Search, withParts } from './question-parts.ts';

export interface Asked {
  /** Null if the question of the link is invalid. */
  question: StatsQuestion | null;
  problem: string | null;
  search: Search;
  /**
   * The URL's question with these parts changed; undefined removes a part. Any change except of the page returns to the
   * first page.
   */
  change: Change;
  /** Removes everything but the tab and, if they are valid, the dates. */
  reset: () => void;
}

/** Where the question of another screen than the explorer is kept. */
export interface Place {
  /** The screen's path. */
  to?: string | undefined;
  /** Keys of its URL that are not part of the question. */
  beside?: readonly string[] | undefined;
  /** The tab, which is not in the URL. */
  withoutTab?: boolean | undefined;
  /** The parts to use if the URL has none: a preset. */
  base?: Search | undefined;
}

export function useQuestion(
  tab: StatsTab,
  { to = '/stats', beside = [], withoutTab = false, base }: Place = {},
): Asked {
  const user = useUser();
  const ownOf = ({ tab: _tab, ...own }: Search): Search => {
    if (base !== undefined && Object.keys(own).length === 0) return base;
    return own;
  };
  const search = ownOf(useSearchParts());
  const readNow = useLatestSearch();
  const goTo = useGo();
  const go = (next: Search) => {
    void goTo({ path: to, search: { ...(withoutTab ? {} : { tab: tab.name }), ...given(next) } });
  };
  const read = (of: Search): StatsQuestion => {
    const asking = Object.fromEntries(Object.entries(of).filter(([key]) => !beside.includes(key)));
    return readQuestion(tab, asked(asking, user.timeZone));
  };
  let question: StatsQuestion | null = null;
  let problem: string | null = null;
  try {
    question = read(search);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    problem = error.errors.map(({ path, message }) => `${path}: ${message}`).join(' ');
  }
  return {
    question,
    problem,
    search,
    change: (parts) => {
      const now = ownOf(readNow());
      const next = typeof parts === 'function' ? parts(read(now)) : parts;
      go(withParts(now, next));
    },
    reset: () => go(askable(tab, given({ dateRange: search.dateRange }), user.timeZone)),
  };
}
