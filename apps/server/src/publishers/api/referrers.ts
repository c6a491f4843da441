/** Referrer hosts that nobody has been named for, with their traffic; assigned many at once. */
import { referrer } from '@signpost/contract/entities/referrer.ts';
import {
  assignHostsSchema,
  UNKNOWN_DAYS,
  UNKNOWN_MAX,
  type UnknownHost,
} from '@signpost/contract/records/referrers.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { viewerOf } from '../../http/access.ts';
import type { App } from '../../http/app-type.ts';
import { ok } from '../../http/envelope.ts';
import { readRows } from '../../platform/rows.ts';
import { createIn } from '../../records/write.ts';

const routes = ['referrers'] as const;
const tags = ['Referrers'];

const referrerRow = z.object({ name: z.string() });

/** Archived ones are known too: somebody has decided about them. */
async function knownHosts(deps: Deps): Promise<string[]> {
  const rows = await readRows(deps.db, referrerRow, sql`SELECT name FROM referrers`);
  return rows.map(({ name }) => name);
}

export function referrerRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/referrers/unknown',
    { config: { access: { routes, action: 'view' }, rows: 'staff' }, schema: { tags } },
    async () => {
      const hosts = await deps.clickhouse.query(
        `SELECT referrer AS host, sum(visits) AS visits, formatDateTime(max(at), '%Y-%m-%dT%H:%i:%SZ', 'UTC') AS lastAt FROM facts
       WHERE at >= now() - toIntervalDay({days:UInt16}) AND kind = 'visit' AND referrer != '' AND NOT has({known:Array(String)}, referrer)
       GROUP BY host ORDER BY visits DESC, host LIMIT {most:UInt32}`,
        { days: UNKNOWN_DAYS, known: await knownHosts(deps), most: UNKNOWN_MAX },
        {
          parse: (row): UnknownHost => ({
            host: String(row.host),
            visits: Number(row.visits),
            lastAt: String(row.lastAt),
          }),
        },
      );
      return ok(hosts);
    },
  );

  app.post(
    '/api/referrers/assign',
    { config: { access: { routes, action: 'add' }, rows: 'staff' }, schema: { tags, body: assignHostsSchema } },
    async (request, reply) => {
      const actor = { viewer: viewerOf(request), requestId: request.id };
      const { hosts, ...owner } = request.body;
      const assigned = await deps.db.transaction().execute(async (trx) => {
        for (const name of new Set(hosts))
          await createIn({ trx, clock: deps.clock, actor }, referrer, { name, ...owner, tags: [] });
        return new Set(hosts).size;
      });
      return reply.code(201).send(ok({ assigned }));
    },
  );
}
