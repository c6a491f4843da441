/** The parts of a question in the URL. */

import { isRangeWord, type RangeWord } from '@signpost/contract/dates/relative-dates.ts';
import { AppError } from '@signpost/contract/errors.ts';
import type { StatsTab } from '@signpost/contract/insight/stats/define-tab.ts';
import { readQuestion, type StatsQuestion, withDays } from '@signpost/contract/insight/stats/query.ts';
import type { SearchParts } from '../address/use-search.ts';
import { getSession } from '../api/session.ts';

/** The parts of a question in the URL, apart from the tab. */
export type Search = SearchParts;

/** Parts, or a function that derives them from the question in the URL, because the screen may be one step behind. */
export type Change = (parts: Search | ((now: StatsQuestion) => Search)) => void;

/** The default dates of a question. */
const DEFAULT_RANGE: RangeWord = 'last30Days';

/** Levels in the form of the URL. */
export const levelsIn = (levels: StatsQuestion['levels']): Search[] =>
  levels.map(({ type, selectedItemId }) => {
    if (selectedItemId === undefined) return { type };
    return { type, selectedItemId };
  });

/** The question as it is written into the URL, without the removed parts. */
export function given(search: Search): Search {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}

/** The day on which the person's weeks begin, as a part of a question. Monday needs no word. */
export function ownWeeks(): Search {
  const { weekStart = 'monday' } = getSession()?.user ?? {};
  if (weekStart === 'monday') return {};
  return { weekStart };
}

/** Adds the person's own currency to a question. The base currency is not named. */
function ownCurrency(): Search {
  const { displayCurrency = null } = getSession()?.user ?? {};
  if (displayCurrency === null) return {};
  return { currency: displayCurrency };
}

/** The complete question for the server. Ranges in words become days by the viewer's clock. */
export function asked(search: Search, timeZone: string): Search {
  return withDays({ timeZone, dateRange: DEFAULT_RANGE, ...ownWeeks(), ...ownCurrency(), ...search }, new Date());
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

/** Changed parts. Any change except of the page returns to the first page; undefined removes a part. */
export function withParts(now: Search, parts: Search): Search {
  return { ...now, ...(!('offset' in parts) && { offset: undefined }), ...parts };
}

/** The parts that put a saved question in the place of the current one. */
export function replacing(now: Search, saved: Search): Search {
  return { ...Object.fromEntries(Object.keys(now).map((key) => [key, undefined])), ...saved };
}
