/** Waits a moment for the answer before the screen follows the question, so that it renders once. */
import type { StatsTab } from '@signpost/contract/insight/stats/define-tab.ts';
import type { StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { hashKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { tableViewQuery } from '../views/table-view.ts';
import type { Asked } from './question.ts';
import { asked, type Search } from './question-parts.ts';
import { statsQuery } from './use-stats.ts';

/** The maximum wait before the screen shows that it is loading. */
const HOLD_MS = 120;

export interface Held {
  tab: StatsTab;
  question: StatsQuestion;
  search: Search;
  /** The hash of the query key, which identifies the question. */
  path: string;
}

/**
 * The state the screen shows. It changes to the new question once its answer and the person's column layout have
 * arrived, or the wait is over; until then it is the previous state. Null if the question is invalid. Requests that are
 * no longer needed are cancelled.
 */
export function useHeld(tab: StatsTab, { question, search }: Pick<Asked, 'question' | 'search'>): Held | null {
  const client = useQueryClient();
  const [released, release] = useState('');
  const [before, setShown] = useState<Held | null>(null);
  const answer = question && statsQuery(tab, asked(search, question.timeZone));
  const path = answer === null ? '' : hashKey(answer.queryKey);
  const isThere =
    answer === null ||
    before === null ||
    before.path === path ||
    released === path ||
    client.getQueryData(answer.queryKey) !== undefined;
  let shown = before;
  if (question === null) shown = null;
  else if (isThere && (before?.path !== path || hashKey([before.search.chart]) !== hashKey([search.chart])))
    shown = { tab, question, search, path };
  if (shown !== before) setShown(shown);

  const isShown = useEffectEvent((wanted: string) => shown?.path === wanted);
  const ask = useEffectEvent(() => {
    if (answer === null) return;
    const view = tableViewQuery(`stats-${tab.name}`);
    void Promise.all([client.prefetchQuery(answer), client.prefetchQuery(view)]).then(() => release(path));
  });
  useEffect(() => {
    if (isThere) return;
    ask();
    const timer = setTimeout(() => release(path), HOLD_MS);
    return () => {
      clearTimeout(timer);
      if (!isShown(path)) void client.cancelQueries({ predicate: ({ queryHash }) => queryHash === path });
    };
  }, [isThere, path, client]);
  return shown;
}
