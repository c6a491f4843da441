/** Routes for the story of a reported transaction and for the actions on it. */
import { reconcileBody } from '@signpost/contract/conversions/reconcile.ts';
import {
  attributeBody,
  REPLAYABLE_STATES,
  type TransactionEvent,
} from '@signpost/contract/conversions/transactions.ts';
import { affiliateTransaction } from '@signpost/contract/entities/affiliate-transaction.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../database.ts';
import type { Deps } from '../../deps.ts';
import { viewerOf } from '../../http/access.ts';
import type { App } from '../../http/app-type.ts';
import { ok } from '../../http/envelope.ts';
import { readRows } from '../../platform/rows.ts';
import { type Author, authorOf, recordEvent } from '../../records/change.ts';
import { countAgain } from '../counting/again.ts';
import { findClicks } from '../counting/clicks.ts';
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
  const base = '/api/affiliate-transactions/:id';
  const params = z.object({ id: z.coerce.number().int().positive() });
  const tags = ['Transactions'];
  const rows = { of: affiliateTransaction };
  const view = { access: { routes: ['affiliateTransactions'], action: 'view' }, rows } as const;
  const add = { access: { routes: ['affiliateTransactions'], action: 'add' }, rows } as const;

  app.get(`${base}/story`, { config: view, schema: { tags, params } }, async (request) => {
    const { id } = request.params;
    const events = await readRows(
      db,
      eventRow,
      sql`
        SELECT e.id, e.at, e.what, e.detail, u.name AS by FROM transaction_events e LEFT JOIN users u ON u.id = e.user_id
        WHERE e.transaction_id = ${id} ORDER BY e.id`,
    );
    return ok(events.map((row): TransactionEvent => ({ ...row, at: row.at.toISOString() })));
  });

  app.post(
    '/api/affiliate-transactions/reconcile',
    { config: { ...view, rows: 'staff' }, bodyLimit: LARGEST_FILE, schema: { tags, body: reconcileBody } },
    async (request) => ok(await reconcile(db, request.body)),
  );

  app.post(`${base}/attribute`, { config: add, schema: { tags, params, body: attributeBody } }, async (request) => {
    const { clickId } = request.body;
    const known = await findClicks(clickhouse, [clickId]);
    if (!known.has(clickId))
      throw new AppError('VALIDATION', { errors: [{ path: 'clickId', message: 'No click has this id.' }] });
    await act(deps, request.params.id, `attributed by hand to ${clickId}`, authorOfRequest(deps, request), clickId);
    return ok(null);
  });

  app.post(`${base}/replay`, { config: add, schema: { tags, params } }, async (request) => {
    await act(deps, request.params.id, 'counted again by hand', authorOfRequest(deps, request));
    return ok(null);
  });
}

const authorOfRequest = (deps: Deps, request: Parameters<typeof viewerOf>[0]): Author =>
  authorOf({ clock: deps.clock, actor: { viewer: viewerOf(request), requestId: request.id } });

/** Reverses a transaction, queues it for counting again, and writes to the audit trail. Errors: ITEM_NOT_FOUND, VALIDATION. */
async function act(deps: Deps, id: number, why: string, author: Author, clickId?: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const before = await lockReplayable(trx, id);
    await countAgain(trx, id, why, author.at, { userId: author.userId, ...(clickId !== undefined && { clickId }) });
    const after = { state: 'waiting', clickId: clickId ?? before.clickId };
    await recordEvent(trx, author, { entity: affiliateTransaction, id, before: { ...before }, after });
  });
}

const transactionRow = z.object({ state: z.string(), clickId: z.string().nullable() });

async function lockReplayable(trx: Trx, id: number): Promise<{ state: string; clickId: string | null }> {
  const rows = await readRows(
    trx,
    transactionRow,
    sql`
      SELECT state, click_id FROM affiliate_transactions WHERE id = ${id} FOR UPDATE`,
  );
  const [row] = rows;
  if (row === undefined) throw new AppError('ITEM_NOT_FOUND');
  if (!REPLAYABLE_STATES.some((state) => state === row.state))
    throw new AppError('VALIDATION', {
      errors: [{ path: '', message: 'Its status has to mean something that counts first.' }],
    });
  return row;
}
