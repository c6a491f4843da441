/** The question that a statistics screen shows and changes, shared by everything on the screen. */
import type { StatsTab } from '@signpost/contract/insight/stats/define-tab.ts';
import type { StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { createContext, use } from 'react';
import type { SortState } from '../ui/data-table/types.ts';
import { asked, type Change, type Search } from './question-parts.ts';

export interface ExplorerState {
  tab: StatsTab;
  question: StatsQuestion;
  /** The question in the URL. */
  search: Search;
  change: Change;
}

export const ExplorerContext = createContext<ExplorerState | null>(null);

/** Removes all conditions from a question. */
export const NO_CONDITIONS: Search = { filters: undefined, excludes: undefined };

/** The sort of a table that shows the answer to this question. */
export function sortOf({ orderBy, orderByDirection }: StatsQuestion): SortState {
  return { id: orderBy === 'name' ? 'name' : String(orderBy), direction: orderByDirection };
}

/** The parts of a question that a table's sort changes; null is the default order. */
export function orderOf(sort: SortState | null): Search {
  if (sort === null) return { orderBy: undefined, orderByDirection: undefined };
  return { orderBy: sort.id === 'name' ? 'name' : Number(sort.id), orderByDirection: sort.direction };
}

/** The question of the surrounding screen, and the complete question for the server. */
export function useExplorer(): ExplorerState & { whole: Search } {
  const state = use(ExplorerContext);
  if (state === null) throw new Error('This part of a statistics screen is rendered outside StatsScreen.');
  return { ...state, whole: asked(state.search, state.question.timeZone) };
}
