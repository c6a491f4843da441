/** The bell of a person. */
import {
  linkAddress,
  type NoticeThread,
  THREAD_NOTICES,
  THREADS_PAGE,
} from '@signpost/contract/workplace/notifications/notifications.ts';
import { SEVERITIES } from '@signpost/contract/workplace/notifications/topics.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Queryable } from '../../database.ts';
import { readRow, readRows } from '../../platform/rows.ts';
import { announceNotices } from './live.ts';
import { readBody } from './message.ts';

const threadRow = z.object({ key: z.string(), latest: z.number(), total: z.number(), unread: z.number() });
const noticeRow = z.object({
  id: z.number(),
  threadKey: z.string(),
  severity: z.enum(SEVERITIES),
  title: z.string(),
  body: z.unknown(),
  at: z.date(),
  isRead: z.boolean(),
});
const countRow = z.object({ count: z.number() });

/** How many notifications a person has not read. */
export async function countUnread(db: Queryable, userId: number): Promise<number> {
  const { count } = await readRow(
    db,
    countRow,
    sql`SELECT count(*)::integer AS count FROM notices WHERE user_id = ${userId} AND read_at IS NULL`,
  );
  return count;
}

/**
 * The threads of a person, the one with the newest notification first; `before` is the newest notification of the last
 * thread that is already known. `next` is null when there are no more.
 */
export async function listThreads(
  db: Queryable,
  userId: number,
  before: number | undefined,
): Promise<{ threads: NoticeThread[]; next: number | null }> {
  const found = await readRows(
    db,
    threadRow,
    sql`SELECT n.thread_key AS key, max(n.id) AS latest, count(*)::integer AS total,
        count(*) FILTER (WHERE o.read_at IS NULL)::integer AS unread
      FROM notices o JOIN notifications n ON n.id = o.notification_id WHERE o.user_id = ${userId}
      GROUP BY n.thread_key HAVING ${before ?? null}::bigint IS NULL OR max(n.id) < ${before ?? null}::bigint
      ORDER BY latest DESC LIMIT ${THREADS_PAGE + 1}`,
  );
  const threads = found.slice(0, THREADS_PAGE);
  const notices = await readRows(
    db,
    noticeRow,
    sql`SELECT i.* FROM unnest(${threads.map(({ key }) => key)}::text[]) AS t (key) CROSS JOIN LATERAL (
        SELECT n.id, n.thread_key, n.severity, n.title, n.body, n.at, o.read_at IS NOT NULL AS is_read
        FROM notifications n JOIN notices o ON o.notification_id = n.id AND o.user_id = ${userId}
        WHERE n.thread_key = t.key ORDER BY n.id DESC LIMIT ${THREAD_NOTICES}) AS i`,
  );
  return {
    threads: threads.map(({ key, total, unread }) => ({
      key,
      total,
      unread,
      notices: notices
        .filter(({ threadKey }) => threadKey === key)
        .map(({ id, severity, title, body, at, isRead }) => {
          const { lines, facts, link } = readBody(body);
          const opens = link === null ? null : { address: linkAddress(link), label: link.label };
          return { id, severity, title, lines, facts, link: opens, at: at.toISOString(), isRead };
        }),
    })),
    next: found.length > THREADS_PAGE ? (threads.at(-1)?.latest ?? null) : null,
  };
}

/**
 * Marks a person's notifications up to this one as read, in one thread or in all. Later ones, which the person has not
 * seen, stay unread.
 */
export async function markRead(
  db: Db,
  userId: number,
  { upTo, thread }: { upTo: number; thread?: string | undefined },
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`UPDATE notices o SET read_at = ${now} FROM notifications n
      WHERE n.id = o.notification_id AND o.user_id = ${userId} AND o.read_at IS NULL AND o.notification_id <= ${upTo}
        AND (${thread ?? null}::text IS NULL OR n.thread_key = ${thread ?? null}::text)`.execute(trx);
    await announceNotices(trx, [userId]);
  });
}
