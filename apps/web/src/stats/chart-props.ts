/** The props that every form of a question's chart needs. */
import type { DateRange } from '@signpost/contract/dates/dates.ts';
import type { StatsTab } from '@signpost/contract/insight/stats/define-tab.ts';
import type { StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import type { ChartEvent } from './changes.ts';
import type { Search } from './question-parts.ts';

export interface ChartProps {
  tab: StatsTab;
  /** The complete question for the server. */
  asking: Search;
  question: StatsQuestion;
  events: readonly ChartEvent[];
  /** Pixels, or a length of CSS. */
  height: number | string;
  onDays?: ((days: DateRange, isClick: boolean) => void) | undefined;
}
