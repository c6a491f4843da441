/** Routes for looking back, and for incidents. */
import {
  actOnIncident as actCall,
  listIncidents as listCall,
  lookBack as lookBackCall,
  readIncident as readCall,
} from '@signpost/contract/calls/alerts.ts';
import { AppError } from '@signpost/contract/errors.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { goneSignal } from '../../../http/gone-signal.ts';
import { handle } from '../../../http/handle.ts';
import { completeUntil } from '../../../workplace/runs/readiness.ts';
import { readAttributes } from '../../stats/attributes.ts';
import { factScope } from '../../stats/viewer.ts';
import { actOnIncident, listIncidents, readIncident } from '../incidents.ts';
import { lookBack } from '../look-back.ts';
import { refusalFor } from '../person.ts';

export function alertRoutes(app: App, { db, clickhouse, clock }: Deps): void {
  handle(app, lookBackCall, async ({ body: { definition }, viewer, reply }) => {
    const message = refusalFor(viewer, definition);
    if (message !== null) throw new AppError('FORBIDDEN', { message });
    const engine = {
      clickhouse,
      attributes: await readAttributes(db),
      facts: factScope(viewer),
      signal: goneSignal(reply),
    };
    return await lookBack(engine, definition, await completeUntil(db, clock.now()));
  });

  handle(app, listCall, ({ viewer }) => listIncidents(db, viewer, clock.now()));

  handle(app, readCall, ({ params: { id }, viewer }) => readIncident(db, viewer, id, clock.now()));

  handle(app, actCall, ({ params: { id }, body, viewer }) => actOnIncident(db, id, body, { viewer, now: clock.now() }));
}
