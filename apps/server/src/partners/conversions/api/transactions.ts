import {
  addTransactions,
  attributeTransaction,
  listAdditions,
  listTransactionEvents,
  previewAddition,
  reconcileTransactions,
  replayTransaction,
  undoAddition,
} from '@signpost/contract/calls/conversions.ts';
import { listPayoutDifferences } from '@signpost/contract/calls/payout-differences.ts';
import { affiliateTransaction } from '@signpost/contract/entities/affiliate-transaction.ts';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import { REPLAYABLE_STATES } from '@signpost/contract/partners/conversions/transactions.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../../database.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { askerOf } from '../../../http/asker.ts';
import { handle } from '../../../http/handle.ts';
import { readRows } from '../../../platform/rows.ts';
import type { SessionUser } from '../../../session-user.ts';
import { type Author, authorOf, recordEvent } from '../../../workplace/records/change.ts';
import { answerOnce } from '../../../workplace/records/once.ts';
import * as additions from '../additions.ts';
import { countAgain } from '../counting/again.ts';
import { findClicks } from '../counting/clicks.ts';
import { readLines } from '../listed-lines.ts';
import { payoutDifferences } from '../payout-differences.ts';
import { reconcile } from '../reconcile.ts';

const LARGEST_FILE = 6 * 1024 * 1024;

const eventRow = z.object({
  id: z.number(),
  at: z.date(),
  what: z.string(),
  detail: z.record(z.string(), z.unknown()),
  by: z.string().nullable(),
});

/** The routes of one transaction. */
export function transactionRoutes(app: App, deps: Deps): void {
  const { db, clickhouse } = deps;

  handle(app, listTransactionEvents, async ({ params: { id } }) => {
    const events = await readRows(
      db,
      eventRow,
      sql`SELECT e.id, e.at, e.what, e.detail, u.name AS by FROM transaction_events e LEFT JOIN users u ON u.id = e.user_id
      WHERE e.transaction_id = ${id} ORDER BY e.id`,
    );
    return events.map((row) => ({ ...row, at: row.at.toISOString() }));
  });

  handle(app, listPayoutDifferences, async () => await payoutDifferences(db));

  handle(app, reconcileTransactions, async ({ body, request }) => await reconcile(db, body, askerOf(request)), {
    bodyLimit: LARGEST_FILE,
  });

  const personOf = ({ viewer, request }: { viewer: SessionUser; request: { id: string } }) => ({
    ...authorOf({ clock: deps.clock, actor: { viewer, requestId: request.id } }),
    userId: viewer.id,
  });
  const largeFile = { bodyLimit: LARGEST_FILE };
  handle(
    app,
    previewAddition,
    async ({ body, request }) => {
      const lines = await readLines(db, body, askerOf(request));
      return await additions.previewAddition(deps, body, lines);
    },
    largeFile,
  );
  handle(
    app,
    addTransactions,
    async (context) => {
      const { body, request, reply } = context;
      const lines = await readLines(db, body, askerOf(request));
      const work = (trx: Trx) => additions.addTransactions(trx, body, lines, personOf(context));
      return await answerOnce(deps, { request, reply }, work, { status: 200 });
    },
    largeFile,
  );
  handle(app, listAdditions, ({ query: { partnerId } }) => additions.listAdditions(db, partnerId));
  handle(app, undoAddition, (context) => additions.undoAddition(deps, context.params.id, personOf(context)));

  handle(app, attributeTransaction, async ({ params: { id }, body: { clickId }, viewer, request }) => {
    const known = await findClicks(clickhouse, [clickId]);
    if (!known.has(clickId)) throw invalid('clickId', 'No click has this id.');
    const author = authorOf({ clock: deps.clock, actor: { viewer, requestId: request.id } });
    await act(deps, id, { why: `attributed by hand to ${clickId}`, clickId }, author);
    return null;
  });

  handle(app, replayTransaction, async ({ params: { id }, viewer, request }) => {
    const author = authorOf({ clock: deps.clock, actor: { viewer, requestId: request.id } });
    await act(deps, id, { why: 'counted again by hand' }, author);
    return null;
  });
}

/**
 * Takes a transaction back so that it is counted again, and records this in the audit trail. Errors: ITEM_NOT_FOUND,
 * VALIDATION.
 */
async function act(
  deps: Deps,
  id: number,
  { why, clickId }: { why: string; clickId?: string | undefined },
  author: Author,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const before = await lockReplayable(trx, id);
    await countAgain(trx, id, why, {
      by: { userId: author.userId, clickId },
      now: author.at,
    });
    const after = { state: 'waiting', clickId: clickId ?? before.clickId };
    await recordEvent(trx, author, { entity: affiliateTransaction, id, before: { ...before }, after });
  });
}

const transactionRow = z.object({ state: z.string(), clickId: z.string().nullable() });

async function lockReplayable(trx: Trx, id: number): Promise<{ state: string; clickId: string | null }> {
  const rows = await readRows(
    trx,
    transactionRow,
    sql`SELECT state, click_id FROM affiliate_transactions WHERE id = ${id} FOR UPDATE`,
  );
  const [row] = rows;
  if (row === undefined) throw new AppError('ITEM_NOT_FOUND');
  if (!REPLAYABLE_STATES.some((state) => state === row.state))
    throw invalid('', 'Assign a meaning that counts to its status first.');
  return row;
}
