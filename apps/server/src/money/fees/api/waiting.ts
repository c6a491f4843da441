/** Flat fees that wait for approval. */
import type { WaitingFee } from '@signpost/contract/calls/flat-fees.ts';
import { flatFee } from '@signpost/contract/entities/flat-fee.ts';
import { approvalObstacle } from '@signpost/contract/money/approval.ts';
import { listQuerySchema, PAGE_SIZES } from '@signpost/contract/records/list-query.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../../database.ts';
import { inBase, readRates } from '../../../partners/deals/rates.ts';
import { readRows } from '../../../platform/rows.ts';
import type { SessionUser } from '../../../session-user.ts';
import { listRecords } from '../../../workplace/records/read.ts';
import { hashOfContent, readStanding } from '../../approvals/approvals.ts';
import { termsOf } from '../terms.ts';

const authorRow = z.object({ userId: z.number().nullable(), name: z.string() });

/** Everybody who wrote a part of the fee, the last one first. */
const readAuthors = (db: Queryable, id: number) =>
  readRows(
    db,
    authorRow,
    sql`SELECT a.user_id, coalesce(u.name, 'Signpost') AS name FROM audit a LEFT JOIN users u ON u.id = a.user_id
      WHERE a.entity = ${flatFee.name} AND a.record_id = ${id} AND a.action IN ('create', 'update', 'restore')
      ORDER BY a.id DESC`,
  );

/** The fees that wait, the largest effect first. */
export async function listWaitingFees(db: Queryable, viewer: SessionUser): Promise<WaitingFee[]> {
  const query = listQuerySchema.parse({ filters: { feeStatus: ['proposed'] }, limit: Math.max(...PAGE_SIZES) });
  const [{ records }, rateOf] = await Promise.all([listRecords(db, flatFee, { query, viewer }), readRates(db)]);
  const waiting: WaitingFee[] = [];
  for (const record of records) {
    const { id, version, labels, updatedAt } = record;
    const terms = termsOf(record);
    const rate = rateOf(terms.currency, terms.fromDay);
    const effect = rate === null ? null : inBase(terms.amount, rate);
    const subject = { kind: 'flatFee', id, hash: hashOfContent({ version, terms }) } as const;
    const { hasDecided, ...standing } = await readStanding(db, { subject, effect: effect ?? terms.amount }, viewer);
    const authors = await readAuthors(db, id);
    const isAuthor = authors.some(({ userId }) => userId === viewer.id);
    const { direction, fromDay, toDay, amount, currency } = terms;
    waiting.push({
      id,
      version,
      name: String(record.name),
      party: (direction === 'received' ? labels.partnerId : labels.publisherId) ?? labels.contactId ?? '',
      direction,
      fromDay,
      toDay,
      amount,
      currency,
      effect,
      ...standing,
      obstacle: approvalObstacle({ isAuthor, hasDecided }),
      proposedBy: authors[0]?.name ?? 'Signpost',
      proposedAt: new Date(updatedAt).toISOString(),
    });
  }
  return waiting.sort((one, other) => Number(other.effect ?? 0) - Number(one.effect ?? 0));
}
