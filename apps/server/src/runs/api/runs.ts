/** Routes for runs of background work. */
import { cancelRun, listRuns, listServices, readRun, runAgain } from '@signpost/contract/calls/runs.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { handle } from '../../http/handle.ts';
import { listServices as servicesOf } from '../beats.ts';
import * as runs from '../store.ts';

export function runRoutes(app: App, { db, clock }: Deps): void {
  handle(app, listRuns, ({ viewer, query }) => runs.listRuns(db, viewer, query));

  handle(app, listServices, () => servicesOf(db, clock.now()));

  handle(app, readRun, ({ viewer, params }) => runs.readRun(db, viewer, params.id));

  handle(app, cancelRun, ({ viewer, params }) =>
    db.transaction().execute((trx) => runs.cancelRun(trx, viewer, params.id, clock.now())),
  );

  handle(app, runAgain, ({ viewer, params }) =>
    db.transaction().execute((trx) => runs.repeatRun(trx, viewer, params.id, clock.now())),
  );
}
