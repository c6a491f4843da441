import { checkHostNow, listHostChecks } from '@signpost/contract/calls/hosts.ts';
import { invalid } from '@signpost/contract/errors.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import { checkHost } from '../check.ts';
import { checksOf, isOurs, keepCheck } from '../store.ts';

const SHOWN = 20;

/**
 * Routes for the health of hosts, and for checking one now. Only our own hosts can be checked, so that nobody can use
 * this to scan other hosts.
 */
export function hostRoutes(app: App, deps: Deps): void {
  handle(app, listHostChecks, ({ query: { host } }) => checksOf(deps.db, host, SHOWN));
  handle(app, checkHostNow, async ({ body: { host } }) => {
    if (!(await isOurs(deps.db, host))) throw invalid('host', 'This is not one of our hosts.');
    await keepCheck(deps.db, await checkHost(deps.send, host, deps.clock.now()));
    return await checksOf(deps.db, host, SHOWN);
  });
}
