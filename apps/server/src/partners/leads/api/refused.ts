/** The refused leads as staff see them: how many there were, which are kept, and reading them again. */
import { listRefusedLeads, replayRefusedLeads } from '@signpost/contract/calls/leads.ts';
import { LEAD_REFUSALS } from '@signpost/contract/partners/leads/refusal.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import { keyIn, readRow, readRows } from '../../../platform/rows.ts';
import { isReplayable, replayRefusedLeads as replay } from '../replay.ts';

/** The newest rows that are shown. */
const SHOWN_COUNTS = 200;
const SHOWN_LEADS = 50;

const countRow = z.object({
  day: z.string(),
  websiteId: z.number().nullable(),
  website: z.string().nullable(),
  keyHint: z.string(),
  reason: keyIn(LEAD_REFUSALS),
  cases: z.number(),
  replayed: z.number(),
});
const keptRow = z.object({
  id: z.number(),
  at: z.date(),
  website: z.string(),
  reason: keyIn(LEAD_REFUSALS),
  fields: z.array(z.string()),
  replayedAt: z.date().nullable(),
  canReplay: z.boolean(),
});

export function refusedLeadRoutes(app: App, deps: Deps): void {
  handle(app, listRefusedLeads, async () => {
    const counts = await readRows(
      deps.db,
      countRow,
      sql`SELECT c.day::text, c.website_id, w.name AS website, c.key_hint, c.reason, c.cases, c.replayed
        FROM lead_refusal_counts c LEFT JOIN websites w ON w.id = c.website_id
        ORDER BY c.day DESC, c.cases DESC, w.name, c.key_hint, c.reason LIMIT ${SHOWN_COUNTS}`,
    );
    const kept = await readRows(
      deps.db,
      keptRow,
      sql`SELECT r.id, r.at, w.name AS website, r.reason, r.fields, r.replayed_at, ${isReplayable} AS can_replay
        FROM lead_refusals r JOIN websites w ON w.id = r.website_id ORDER BY r.id DESC LIMIT ${SHOWN_LEADS}`,
    );
    const { count } = await readRow(
      deps.db,
      z.object({ count: z.number() }),
      sql`SELECT count(*)::integer AS count FROM lead_refusals r WHERE ${isReplayable}`,
    );
    return {
      counts,
      kept: kept.map((row) => ({
        ...row,
        at: row.at.toISOString(),
        replayedAt: row.replayedAt?.toISOString() ?? null,
      })),
      replayable: count,
    };
  });

  handle(app, replayRefusedLeads, async () => replay(deps));
}
