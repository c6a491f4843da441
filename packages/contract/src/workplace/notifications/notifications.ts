/** Notifications as people see them: in the bell, and by the channels they chose. */
import { z } from 'zod';
import { buildQuery } from '../../reading/brackets.ts';
import { ROUTE_NAMES, ROUTES } from '../../routes/index.ts';
import { fillPath } from '../../routes/paths.ts';
import { SEVERITIES } from './topics.ts';

/**
 * The content of a notification, the same for every channel: paragraphs, facts as label and value, and the screen to
 * open.
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
export type ReadNotificationBody = z.output<typeof notificationBodySchema>;

/** The address of a notification's screen within the app, without the hash. */
export function linkAddress({ route, params, search }: NonNullable<ReadNotificationBody['link']>): string {
  const query = buildQuery(search);
  const path = fillPath(ROUTES[route].path, params);
  if (query === '') return path;
  return `${path}?${query}`;
}

/** How many threads the bell shows at once. */
export const THREADS_PAGE = 20;
/** How many notifications of a thread the bell shows. */
export const THREAD_NOTICES = 10;

/** One notification in the bell. */
export const noticeSchema = z.object({
  id: z.number(),
  severity: z.enum(SEVERITIES),
  title: z.string(),
  lines: z.array(z.string()),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  /** The screen to open, as an address within the app. */
  link: z.object({ address: z.string(), label: z.string() }).nullable(),
  at: z.iso.datetime(),
  isRead: z.boolean(),
});
export type Notice = z.infer<typeof noticeSchema>;

/** Notifications that belong together, the newest first; at most {@link THREAD_NOTICES} of them. */
export const noticeThreadSchema = z.object({
  key: z.string(),
  total: z.number(),
  unread: z.number(),
  notices: z.array(noticeSchema),
});
export type NoticeThread = z.infer<typeof noticeThreadSchema>;
