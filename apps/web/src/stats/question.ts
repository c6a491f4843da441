/** The question of the explorer is kept in the URL; the tab supplies what it leaves out. */

import { isRangeWord, type RangeWord } from '@signpost/contract/dates/relative-dates.ts';
import { AppError } from '@signpost/contract/errors.ts';
import type { StatsTab } from '@signpost/contract/stats/define-tab.ts';
import { readQuestion, type StatsQuestion, withDays } from '@signpost/contract/stats/query.ts';
import { useGo, useLatestSearch } from '../address/use-go.ts';
import { type SearchParts, useSearchParts } from '../address/use-search.ts';
import { useUser } from '../api/session.ts';

/** The parts of a question in the URL, beside the tab. */
export type Search = SearchParts;

/** Parts, or a function that makes them from the question in the URL, because the screen may be a step behind. */
export type Change = (parts: Search | ((now: StatsQuestion) => Search)) => void;

export interface Asked {
  /** null if the link asks an invalid question. */
  question: StatsQuestion | null;
  problem: string | null;
  search: Search;
  /** The URL's question with these parts changed; undefined removes a part. Any change but of the page returns to the first page. */
  change: Change;
  /** Removes everything but the tab and, if they are valid, the dates. */
  reset: () => void;
}

/** The default dates of a question. */
const DEFAULT_RANGE: RangeWord = 'last30Days';

/** Levels in the form of the URL. */
export const levelsIn = (levels: StatsQuestion['levels']): Search[] =>
  levels.map(({ type, selectedItemId }) => (selectedItemId === undefined ? { type } : { type, selectedItemId }));

/** The question as it is written into the URL, without the removed parts. */
export function given(search: Search): Search {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}

/** The complete question for the server. Ranges in words become days by the viewer's clock. */
export function asked(search: Search, timeZone: string): Search {
  return withDays({ timeZone, dateRange: DEFAULT_RANGE, ...search }, new Date());
}

/** Value and handler of the date-range picker. A preset is kept in words, so that a link follows the calendar. */
export function dateRangeProps(question: StatsQuestion, { dateRange = DEFAULT_RANGE }: Search, change: Change) {
  return {
    label: 'Date range',
    value: question.dateRange,
    timeZone: question.timeZone,
    word: isRangeWord(dateRange) ? dateRange : null,
    onChange: (range: StatsQuestion['dateRange']) => change({ dateRange: range }),
    onWord: (word: RangeWord) => change({ dateRange: word }),
  };
}

/** These parts of a question if they are valid for the tab, else none. */
export function askable(tab: StatsTab, parts: Search, timeZone: string): Search {
  try {
    readQuestion(tab, asked(parts, timeZone));
    return given(parts);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return {};
  }
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
  const ownOf = ({ tab: _tab, ...own }: Search): Search =>
    base !== undefined && Object.keys(own).length === 0 ? base : own;
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
      go({ ...now, ...('offset' in next ? {} : { offset: undefined }), ...next });
    },
    reset: () => go(askable(tab, given({ dateRange: search.dateRange }), user.timeZone)),
  };
}
