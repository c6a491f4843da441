/** The attention list on Home: counts that link to the screens where they can be resolved. */
import type { RouteName } from '../routes/index.ts';

/** One line; `count` is never 0. `search` is the query the screen is opened with. */
export type Attention = Readonly<{
  id: string;
  count: number;
  /** What is counted, such as "unassigned statuses". */
  text: string;
  route: RouteName;
  search: Readonly<Record<string, unknown>>;
}>;
