/** Notifications as people see them: in the bell, and by the channels they chose. */
import { z } from 'zod';
import { ROUTE_NAMES } from '../routes/index.ts';

/**
 * What a notification says, the same for every channel: paragraphs, facts as label and value, and the screen to open.
 */
export const notificationBodySchema = z.object({
  lines: z.array(z.string()),
  facts: z.array(z.object({ label: z.string(), value: z.string() })).default([]),
  /** The screen that shows more; `params` and `search` as the screen's address has them. */
  link: z
    .object({
      route: z.enum(ROUTE_NAMES),
      params: z.record(z.string(), z.string()).default({}),
      search: z.record(z.string(), z.unknown()).default({}),
      label: z.string(),
    })
    .nullable()
    .default(null),
});
export type NotificationBody = z.input<typeof notificationBodySchema>;
