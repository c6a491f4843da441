/** The state of a question that is edited in a form instead of in the address. */

import { AppError } from '@signpost/contract/errors.ts';
import { readQuestion, type StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { tabOf } from '@signpost/contract/insight/stats/tabs/index.ts';
import { asked, given, type Search, withParts } from './question-parts.ts';
import { tabIn } from './tab-in.ts';
import type { ExplorerState } from './use-explorer.ts';

interface Props {
  question: Search;
  onChange: (question: Search) => void;
}

/** The question of this definition; a problem in words if it is not valid. */
export function stateOf({ question: raw, onChange }: Props, timeZone: string): ExplorerState | string {
  const tab = tabOf(tabIn(raw.tab));
  const { tab: _tab, ...search } = raw;
  const read = (parts: Search): StatsQuestion => readQuestion(tab, asked({ weekStart: 'monday', ...parts }, timeZone));
  try {
    return {
      tab,
      question: read(search),
      search,
      change: (parts) => {
        const next = typeof parts === 'function' ? parts(read(search)) : parts;
        onChange({ timeZone, dateRange: 'last30Days', ...given(withParts(search, next)), tab: tab.name });
      },
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.errors.map(({ path, message }) => `${path}: ${message}`).join(' ');
  }
}
