/** What needs a person: counts on Home that lead to the screen where it is seen to. */
import type { RouteName } from '../routes/index.ts';

/** One line; `count` is never 0. `search` is the question that the screen is opened with. */
export type Attention = Readonly<{
  id: string;
  count: number;
  /** What so many of are waiting: "statuses nobody has assigned". */
  text: string;
  route: RouteName;
  search: Readonly<Record<string, unknown>>;
}>;
