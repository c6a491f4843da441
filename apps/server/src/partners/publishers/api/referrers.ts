/** Referrer hosts without an owner, with their traffic; they can be assigned in bulk. */

import { assignHosts, listUnknownHosts } from '@signpost/contract/calls/referrers.ts';
import { referrer } from '@signpost/contract/entities/referrer.ts';
import { UNKNOWN_DAYS, UNKNOWN_MAX, type UnknownHost } from '@signpost/contract/records/referrers.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import { readRows } from '../../../platform/rows.ts';
import { createIn } from '../../../workplace/records/write.ts';

/** Archived referrers count as known too, because somebody has decided about them. */
const referrerRow = z.object({ name: z.string() });

async function knownHosts(deps: Deps): Promise<string[]> {
  const rows = await readRows(deps.db, referrerRow, sql`SELECT name FROM referrers`);
  return rows.map(({ name }) => name);
}

export function referrerRoutes(app: App, deps: Deps): void {
  handle(app, listUnknownHosts, async () =>
    deps.clickhouse.query(
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
    ),
  );

  handle(app, assignHosts, async ({ body: { hosts, ...owner }, viewer, request, reply }) => {
    const actor = { viewer, requestId: request.id };
    const assigned = await deps.db.transaction().execute(async (trx) => {
      for (const name of new Set(hosts))
        await createIn({ trx, clock: deps.clock, actor }, referrer, { name, ...owner, tags: [] });
      return new Set(hosts).size;
    });
    reply.code(201);
    return { assigned };
  });
}
