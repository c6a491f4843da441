/** Deliveries of outgoing postbacks: every attempt, and sending again. */

import { listOutgoingAttempts, resendOutgoing } from '@signpost/contract/calls/conversions.ts';
import { outgoingDelivery } from '@signpost/contract/entities/outgoing-delivery.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../../database.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import { readRows } from '../../../platform/rows.ts';
import { authorOf, recordEvent } from '../../../workplace/records/change.ts';
import { answerOnce } from '../../../workplace/records/once.ts';

const sentRow = z.object({ state: z.string() });

/** The routes of one delivery. */
export function outgoingRoutes(app: App, deps: Deps): void {
  handle(app, listOutgoingAttempts, async ({ params: { id } }) => {
    const tries = await deps.db
      .selectFrom('outgoingAttempts')
      .select(['id', 'at', 'ms', 'http', 'problem', 'answer'])
      .where('deliveryId', '=', id)
      .orderBy('id')
      .execute();
    return tries.map((row) => ({ ...row, at: row.at.toISOString() }));
  });

  handle(app, resendOutgoing, async ({ params: { id }, viewer, request, reply }) => {
    const at = deps.clock.now();
    const resend = async (trx: Trx) => {
      const sent = await readRows(
        trx,
        sentRow,
        sql`UPDATE outgoing_deliveries d SET state = 'waiting', tries = 0, next_try_at = ${at}, updated_at = ${at}
        FROM outgoing_deliveries was WHERE d.id = ${id} AND was.id = d.id RETURNING was.state`,
      );
      const [before] = sent;
      if (before === undefined) throw new AppError('ITEM_NOT_FOUND');
      const author = authorOf({ clock: deps.clock, actor: { viewer, requestId: request.id } });
      const after = { state: 'waiting' };
      await recordEvent(trx, author, { entity: outgoingDelivery, id, before, after });
      return null;
    };
    // It may have arrived meanwhile, and would be sent once more.
    return await answerOnce(deps, { request, reply }, resend, { status: 200 });
  });
}
