/** `/api/health`: what is up, for people and for load balancers. */
import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { ok } from '../../http/envelope.ts';

const TIMEOUT_MS = 2000;

/** True when the check answers in time; why it did not is logged, not shown. */
async function isUp(deps: Deps, name: string, check: () => Promise<unknown>): Promise<boolean> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error(`${name} did not answer in ${TIMEOUT_MS} ms`)), TIMEOUT_MS).unref(),
  );
  try {
    return (await Promise.race([check(), late])) !== false;
  } catch (error) {
    deps.log.warn({ err: error, part: name }, 'health: a part does not answer');
    return false;
  }
}

export function healthRoutes(app: App, deps: Deps): void {
  app.get('/api/health', { config: { access: 'public' }, schema: { tags: ['Health'] } }, async (_request, reply) => {
    const [postgres, clickhouse] = await Promise.all([
      isUp(deps, 'postgres', () => sql`SELECT 1`.execute(deps.db)),
      isUp(deps, 'clickhouse', () => deps.clickhouse.ping()),
    ]);
    const up = postgres && clickhouse;
    return reply
      .code(up ? 200 : 503)
      .send({ ...ok({ up, postgres, clickhouse }), ...(up ? {} : { status: 'FAIL', errorCode: 'UNAVAILABLE' }) });
  });
}
