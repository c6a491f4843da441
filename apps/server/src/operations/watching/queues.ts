/** Reads how much waits in each queue of the database, and for how long. */
import type { QueueName } from '@signpost/contract/operations/queues.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';

/** The rows that wait, with the time from which each one is due; null for work that only a person can do. */
const WAITING: Record<QueueName, RawBuilder<unknown>> = {
  conversionFacts: sql`SELECT NULL::timestamptz AS due FROM fact_outbox WHERE chunk_id IS NULL AND dead IS NULL
    UNION ALL SELECT made_at FROM fact_chunks WHERE NOT done`,
  conversions: sql`SELECT NULL::timestamptz AS due FROM conversions_to_settle`,
  deadLetters: sql`SELECT NULL::timestamptz AS due FROM dead_letters WHERE state = 'waiting' AND archived_at IS NULL`,
  leads: sql`SELECT next_try_at AS due FROM leads WHERE next_try_at IS NOT NULL`,
  notifications: sql`SELECT next_try_at AS due FROM deliveries WHERE next_try_at IS NOT NULL`,
  outgoingPostbacks: sql`SELECT next_try_at AS due FROM outgoing_deliveries WHERE next_try_at IS NOT NULL`,
  publisherMails: sql`SELECT r.next_try_at AS due FROM mail_recipients r JOIN publisher_mails m ON m.id = r.mail_id
    WHERE r.state = 'planned' AND m.state IN ('scheduled', 'sending')`,
  pushes: sql`SELECT due_at AS due FROM push_sends WHERE state = 'waiting'`,
  runs: sql`SELECT next_try_at AS due FROM runs WHERE state = 'waiting'`,
};

const queueRow = z.object({ queue: z.string(), depth: z.number(), overdueSeconds: z.coerce.number() });

export interface QueueState {
  queue: QueueName;
  depth: number;
  /** How long the first entry has been due; 0 if none is. */
  overdueSeconds: number;
}

export async function readQueues(db: Queryable, now: Date): Promise<QueueState[]> {
  const names = Object.keys(WAITING) as QueueName[];
  const each = names.map(
    (name) => sql`SELECT ${name}::text AS queue, count(*) AS depth,
      greatest(coalesce(extract(epoch FROM ${now}::timestamptz - min(due)), 0), 0) AS overdue_seconds FROM (${WAITING[name]}) w`,
  );
  const rows = await readRows(db, queueRow, sql.join(each, sql` UNION ALL `));
  return names.map((queue) => {
    const row = rows.find((one) => one.queue === queue);
    return { queue, depth: row?.depth ?? 0, overdueSeconds: row?.overdueSeconds ?? 0 };
  });
}
