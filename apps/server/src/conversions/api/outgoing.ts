/** Deliveries of outgoing postbacks: every attempt, and sending again. */
import type { OutgoingAttempt } from '@signpost/contract/conversions/outgoing.ts';
import { outgoingDelivery } from '@signpost/contract/entities/outgoing-delivery.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { viewerOf } from '../../http/access.ts';
import type { App } from '../../http/app-type.ts';
import { ok } from '../../http/envelope.ts';
import { readRows } from '../../platform/rows.ts';
import { authorOf, recordEvent } from '../../records/change.ts';

const sentRow = z.object({ state: z.string() });

/** The routes of one delivery. */
export function outgoingRoutes(app: App, deps: Deps): void {
  const base = '/api/outgoing-deliveries/:id';
  const params = z.object({ id: z.coerce.number().int().positive() });
  const tags = ['Outgoing postbacks'];
  const routes = ['affiliateTransactions'] as const;
  const rows = { of: outgoingDelivery };

  app.get(
    `${base}/attempts`,
    { config: { access: { routes, action: 'view' }, rows }, schema: { tags, params } },
    async (request) => {
      const { id } = request.params;
      const tries = await deps.db
        .selectFrom('outgoingAttempts')
        .select(['id', 'at', 'ms', 'http', 'problem', 'answer'])
        .where('deliveryId', '=', id)
        .orderBy('id')
        .execute();
      return ok(tries.map((row): OutgoingAttempt => ({ ...row, at: row.at.toISOString() })));
    },
  );

  app.post(
    `${base}/resend`,
    { config: { access: { routes, action: 'add' }, rows }, schema: { tags, params } },
    async (request) => {
      const { id } = request.params;
      const at = deps.clock.now();
      await deps.db.transaction().execute(async (trx) => {
        const sent = await readRows(
          trx,
          sentRow,
          sql`
            UPDATE outgoing_deliveries d SET state = 'waiting', tries = 0, next_try_at = ${at}, updated_at = ${at}
            FROM outgoing_deliveries was WHERE d.id = ${id} AND was.id = d.id RETURNING was.state`,
        );
        const [before] = sent;
        if (before === undefined) throw new AppError('ITEM_NOT_FOUND');
        const author = authorOf({ clock: deps.clock, actor: { viewer: viewerOf(request), requestId: request.id } });
        const after = { state: 'waiting' };
        await recordEvent(trx, author, { entity: outgoingDelivery, id, before, after });
      });
      return ok(null);
    },
  );
}
