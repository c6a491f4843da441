/** The question of the explorer lives in the URL; what it leaves out, the tab supplies. */

import { AppError } from '@signpost/contract/errors.ts';
import { isRangeWord, type RangeWord } from '@signpost/contract/relative-dates.ts';
import type { StatsTab } from '@signpost/contract/stats/define-tab.ts';
import { readQuestion, type StatsQuestion, withDays } from '@signpost/contract/stats/query.ts';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useUser } from '../api/session.ts';

/** What stands in the URL besides the tab. */
export type Search = Record<string, unknown>;

/** Parts, or what makes them of the question that stands in the URL by then: what is on the screen may be a step behind. */
export type Change = (parts: Search | ((now: StatsQuestion) => Search)) => void;

export interface Asked {
  /** null when the link asks what cannot be asked. */
  question: StatsQuestion | null;
  problem: string | null;
  search: Search;
  /** The URL's question with these parts changed; undefined takes a part out. Anything but a page goes to the first page. */
  change: Change;
  /** Forgets everything but the tab and, where they can be asked, the dates. */
  reset: () => void;
}

/** The dates of a question that names none. */
const DEFAULT_RANGE: RangeWord = 'last30Days';

/** Levels as the URL has them. */
export const levelsIn = (levels: StatsQuestion['levels']): Search[] =>
  levels.map(({ type, selectedItemId }) => (selectedItemId === undefined ? { type } : { type, selectedItemId }));

/** Without the parts that are taken out, as it stands in the URL. */
export function given(search: Search): Search {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}

/** The whole question as the server is asked, from what the URL says; ranges in words become days by the viewer's clock. */
export function asked(search: Search, timeZone: string): Search {
  return withDays({ timeZone, dateRange: DEFAULT_RANGE, ...search }, new Date());
}

/** What the date-range picker of a question shows and does: a preset stays in words, so that a link follows the calendar. */
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

/** These parts of a question where a tab can be asked them; none of them where it cannot. */
export function askable(tab: StatsTab, parts: Search, timeZone: string): Search {
  try {
    readQuestion(tab, asked(parts, timeZone));
    return given(parts);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return {};
  }
}

/** Where a question lives when it is not the explorer's. */
export interface Place {
  /** The screen's path. */
  to?: string;
  /** Keys of its URL that are no part of the question. */
  beside?: readonly string[];
  /** The tab does not stand in the URL. */
  withoutTab?: boolean;
  /** Asked where the URL says nothing: a preset. */
  base?: Search;
}

export function useQuestion(
  tab: StatsTab,
  { to = '/stats', beside = [], withoutTab = false, base }: Place = {},
): Asked {
  const user = useUser();
  const ownOf = ({ tab: _tab, ...own }: Search): Search =>
    base !== undefined && Object.keys(own).length === 0 ? base : own;
  const search = ownOf(useSearch({ strict: false }) as Search);
  const router = useRouter();
  const navigate = useNavigate();
  const go = (next: Search) => {
    void navigate({ to, search: { ...(withoutTab ? {} : { tab: tab.name }), ...given(next) } as never });
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
      const now = ownOf(router.latestLocation.search as Search);
      const next = typeof parts === 'function' ? parts(read(now)) : parts;
      go({ ...now, ...('offset' in next ? {} : { offset: undefined }), ...next });
    },
    reset: () => go(askable(tab, given({ dateRange: search.dateRange }), user.timeZone)),
  };
}
