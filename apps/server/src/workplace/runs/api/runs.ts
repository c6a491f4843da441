/** Routes for runs of background work. */
import { cancelRun, listRuns, listServices, readRun, retireWorker, runAgain } from '@signpost/contract/calls/runs.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import { retireWorker as retire, listServices as servicesOf } from '../beats.ts';
import type { RunRepeats } from '../kinds.ts';
import * as runs from '../store.ts';

export function runRoutes(app: App, { db, clock, log }: Deps, repeats: RunRepeats): void {
  handle(app, listRuns, ({ viewer, query }) => runs.listRuns(db, viewer, query, repeats));

  handle(app, listServices, () => servicesOf(db, clock.now()));

  handle(app, retireWorker, async ({ body: { worker }, viewer }) => {
    await retire(db, worker, clock.now());
    log.info({ worker, userId: viewer.id }, 'a worker was taken out of service');
    return null;
  });

  handle(app, readRun, ({ viewer, params }) => runs.readRun(db, viewer, params.id, repeats));

  handle(app, cancelRun, ({ viewer, params }) =>
    db.transaction().execute((trx) => runs.cancelRun(trx, viewer, { id: params.id, now: clock.now(), repeats })),
  );

  handle(app, runAgain, ({ viewer, params }) =>
    db.transaction().execute((trx) => runs.repeatRun(trx, viewer, { id: params.id, now: clock.now(), repeats })),
  );
}
