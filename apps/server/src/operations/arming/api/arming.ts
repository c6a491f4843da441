/** Routes of the stop of everything that leaves a restored copy. */
import { allowOutgoing, readOutgoingStop } from '@signpost/contract/calls/arming.ts';
import { user } from '@signpost/contract/entities/user.ts';
import { invalid } from '@signpost/contract/errors.ts';
import type { OutgoingEvent } from '@signpost/contract/records/audit-events.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import { armMailIn } from '../../../partners/mailings/confirm.ts';
import { liftStop, readStop } from '../../../platform/arming.ts';
import { authorOf, recordEvent } from '../../../workplace/records/change.ts';

export function armingRoutes(app: App, { db, clock }: Deps): void {
  handle(app, readOutgoingStop, async ({ viewer }) => {
    if (viewer.grade === 'Publisher') return null;
    const stop = await readStop(db);
    if (stop === null) return null;
    return { reason: stop.reason, since: stop.since.toISOString() };
  });

  handle(app, allowOutgoing, async ({ viewer, request }) => {
    await db.transaction().execute(async (trx) => {
      const ctx = { trx, clock, actor: { viewer, requestId: request.id } };
      if (!(await liftStop(trx, { personId: viewer.id, now: clock.now() }))) {
        const message = 'Nothing is stopped here.';
        throw invalid('', message);
      }
      await armMailIn(ctx);
      const event: OutgoingEvent = { event: 'outgoingAllowed' };
      await recordEvent(trx, authorOf(ctx), { entity: user, id: viewer.id, after: { ...event } });
    });
    return null;
  });
}
