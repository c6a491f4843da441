/** Route of the leakage meter. */
import { readLeakage as readCall } from '@signpost/contract/calls/leakage.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import { readLeakage } from '../meter.ts';

export function leakageRoutes(app: App, { db, clickhouse, clock }: Deps): void {
  handle(app, readCall, ({ query: { days }, viewer }) => readLeakage({ db, clickhouse }, viewer, days, clock.now()));
}
