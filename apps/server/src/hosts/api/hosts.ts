import { AppError } from '@signpost/contract/errors.ts';
import { hostSchema } from '@signpost/contract/records/host-health.ts';
import type { RouteName } from '@signpost/contract/routes/index.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { ok } from '../../http/envelope.ts';
import { checkHost } from '../check.ts';
import { checksOf, isOurs, keepCheck } from '../store.ts';

const SHOWN = 20;
const routes: RouteName[] = ['domains', 'websites', 'spiderDomains', 'prelanderDomains', 'mbgMirrors'];
const writing: RouteName[] = ['domainsEdit', 'websitesEdit', 'spiderDomains', 'prelanderDomains', 'mbgMirrors'];

/** Routes for the health of hosts, and to check one now. Only our own hosts can be checked, so that nobody scans others. */
export function hostRoutes(app: App, deps: Deps): void {
  const tags = ['Hosts'];
  app.get(
    '/api/host-health',
    { config: { access: { routes, action: 'view' }, rows: 'staff' }, schema: { tags, querystring: hostSchema } },
    async (request) => ok(await checksOf(deps.db, request.query.host, SHOWN)),
  );
  app.post(
    '/api/host-health/check',
    { config: { access: { routes: writing, action: 'add' }, rows: 'staff' }, schema: { tags, body: hostSchema } },
    async (request) => {
      const { host } = request.body;
      if (!(await isOurs(deps.db, host)))
        throw new AppError('VALIDATION', { errors: [{ path: 'host', message: 'This is none of our hosts.' }] });
      await keepCheck(deps.db, await checkHost(deps.send, host, deps.clock.now()));
      return ok(await checksOf(deps.db, host, SHOWN));
    },
  );
}
