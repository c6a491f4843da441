/** What needs a person: counts on Home that lead to the screen where it is seen to. */
import { z } from 'zod';
import { ROUTE_NAMES } from '../routes/index.ts';

/** One line; `count` is never 0. `search` is the question that the screen is opened with. */
export const attentionSchema = z.object({
  id: z.string(),
  count: z.number(),
  /** What so many of are waiting: "statuses nobody has assigned". */
  text: z.string(),
  route: z.enum(ROUTE_NAMES),
  search: z.record(z.string(), z.unknown()),
});
export type Attention = z.infer<typeof attentionSchema>;
