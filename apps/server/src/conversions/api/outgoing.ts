/** Deliveries of outgoing postbacks: every attempt, and sending again. */
import { listOutgoingAttempts, resendOutgoing } from '@signpost/contract/calls/conversions.ts';
import type { OutgoingAttempt } from '@signpost/contract/conversions/outgoing.ts';
import { outgoingDelivery } from '@signpost/contract/entities/outgoing-delivery.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { handle } from '../../http/handle.ts';
import { authorOf, recordEvent } from '../../records/change.ts';

/** The routes of one delivery. */
export function outgoingRoutes(app: App, deps: Deps): void {
  handle(app, listOutgoingAttempts, async ({ params: { id } }) => {
    const { rows: tries } = await sql<Omit<OutgoingAttempt, 'at'> & { at: Date }>`
      SELECT id, at, ms, http, problem, answer FROM outgoing_attempts WHERE delivery_id = ${id} ORDER BY id`.execute(
      deps.db,
    );
    return tries.map((row) => ({ ...row, at: row.at.toISOString() }));
  });

  handle(app, resendOutgoing, async ({ params: { id }, viewer, request }) => {
    const at = deps.clock.now();
    await deps.db.transaction().execute(async (trx) => {
      const { rows: sent } = await sql<{ state: string }>`
        UPDATE outgoing_deliveries d SET state = 'waiting', tries = 0, next_try_at = ${at}, updated_at = ${at}
        FROM outgoing_deliveries was WHERE d.id = ${id} AND was.id = d.id RETURNING was.state`.execute(trx);
      const [before] = sent;
      if (before === undefined) throw new AppError('ITEM_NOT_FOUND');
      const author = authorOf({ clock: deps.clock, actor: { viewer, requestId: request.id } });
      const after = { state: 'waiting' };
      await recordEvent(trx, author, { entity: outgoingDelivery, id, before, after });
    });
    return null;
  });
}
