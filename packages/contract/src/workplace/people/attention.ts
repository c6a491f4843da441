/** The attention list on Home: counts that link to the screens where they can be resolved. */
import { z } from 'zod';
import { ROUTE_NAMES } from '../../routes/index.ts';

/** One line; `count` is never 0. `search` is the query the screen is opened with. */
export const attentionSchema = z.object({
  id: z.string(),
  count: z.number(),
  /** The name of the things that are counted, such as "unassigned statuses". */
  text: z.string(),
  route: z.enum(ROUTE_NAMES),
  search: z.record(z.string(), z.unknown()),
});
export type Attention = z.infer<typeof attentionSchema>;
