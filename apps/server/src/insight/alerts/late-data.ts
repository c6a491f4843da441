/** Data that does not arrive is an incident of its own: alerts wait for it. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';
import { adminIds } from '../../workplace/runs/notices.ts';
import { lateSources } from '../../workplace/runs/readiness.ts';
import { HOUR_MS } from './engine/hours.ts';
import { note } from './sync.ts';
import { tellIncident } from './tell.ts';

/** A source this far behind is late. */
const LATE_MS = 2 * HOUR_MS;
const NOTHING = JSON.stringify({ split: [], compared: null, changes: [] });

const openRow = z.object({ id: z.number(), series: z.string() });

/** Opens an incident for each source that is late, and resolves those of sources that have caught up. */
export async function watchLateData(db: Db, now: Date): Promise<void> {
  const late = await lateSources(db, new Date(now.getTime() - LATE_MS));
  await db.transaction().execute(async (trx) => {
    const open = await readRows(
      trx,
      openRow,
      sql`SELECT id, series FROM incidents WHERE alert_id IS NULL AND kind = 'late' AND state <> 'resolved' FOR UPDATE`,
    );
    const alert = { name: 'Data arrives in time', definition: null, userIds: await adminIds(trx) };
    for (const series of late) {
      if (open.some((incident) => incident.series === series)) continue;
      const [opened] = await readRows(
        trx,
        z.object({ id: z.number() }),
        sql`INSERT INTO incidents (alert_id, series, kind, state, title, started_at, raised_at, until, details)
          VALUES (NULL, ${series}, 'late', 'firing', ${`Data of ${series} is late`}, ${new Date(now.getTime() - LATE_MS)}, ${now},
            ${now}, ${NOTHING}::jsonb) ON CONFLICT DO NOTHING RETURNING id`,
      );
      if (opened === undefined) continue;
      await note(trx, { id: opened.id, at: now, state: 'firing', text: 'Alerts wait until the data has arrived.' });
      await tellIncident(trx, now, { id: opened.id, transition: 'firing', alert });
    }
    for (const { id, series } of open) {
      if (late.includes(series)) continue;
      await sql`UPDATE incidents SET state = 'resolved', resolved_at = ${now}, until = ${now} WHERE id = ${id}`.execute(
        trx,
      );
      await note(trx, { id, at: now, state: 'resolved', text: 'The data has arrived.' });
      await tellIncident(trx, now, { id, transition: 'resolved', alert });
    }
  });
}
