/** Documents that wait for approval, and whether the viewer can decide about them. */
import { approvalObstacle, missingApprovals, tierOf } from '@signpost/contract/money/approval.ts';
import type { Waiting } from '@signpost/contract/money/views.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';
import type { SessionUser } from '../../session-user.ts';
import { readVerdicts } from './lifecycle.ts';
import { findDocuments } from './list.ts';
import { readTiers } from './rules.ts';

const proposalRow = z.object({
  id: z.number(),
  proposedBy: z.string(),
  proposedAt: z.date(),
  isAuthor: z.boolean(),
});

/** The documents that wait, the largest effect first. */
export async function listWaiting(db: Queryable, viewer: SessionUser, today: string): Promise<Waiting[]> {
  const [rows, tiers, proposals] = await Promise.all([
    findDocuments(db, sql`d.state = 'proposed'`, today),
    readTiers(db),
    readRows(
      db,
      proposalRow,
      sql`SELECT d.id, coalesce(u.name, 'Signpost') AS proposed_by, d.proposed_at,
          EXISTS (SELECT 1 FROM document_authors a WHERE a.document_id = d.id AND a.user_id = ${viewer.id}) AS is_author
        FROM documents d LEFT JOIN users u ON u.id = d.proposed_by WHERE d.state = 'proposed'`,
    ),
  ]);
  const waiting: Waiting[] = [];
  for (const row of rows) {
    const proposal = proposals.find(({ id }) => id === row.id);
    if (proposal === undefined) continue;
    const verdicts = await readVerdicts(db, row.id, row.payloadHash);
    const tier = tierOf(tiers, row.baseTotal);
    const missing = missingApprovals(tier, verdicts);
    const hasDecided = verdicts.some(({ userId }) => userId === viewer.id);
    waiting.push({
      ...row,
      proposedBy: proposal.proposedBy,
      proposedAt: proposal.proposedAt.toISOString(),
      approvals: verdicts.length,
      needed: verdicts.length + missing.approvers,
      needsAdmin: missing.admin,
      obstacle: approvalObstacle({ isAuthor: proposal.isAuthor, hasDecided }),
    });
  }
  return waiting.sort((one, other) => Number(other.baseTotal) - Number(one.baseTotal));
}
