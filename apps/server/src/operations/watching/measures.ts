/** The figures that are read when somebody asks: the database's queues and sources, this machine's log and disk. */
import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../database.ts';
import type { Measures, Sample } from '../../platform/measures.ts';
import { readRows } from '../../platform/rows.ts';
import { clicksFolder } from '../../traffic/clicks/log/segments.ts';
import { unshippedLog } from '../../traffic/clicks/ship/unshipped.ts';
import { listServices } from '../../workplace/runs/beats.ts';
import { readPlaces } from '../../workplace/runs/places.ts';
import { readQueues } from './queues.ts';

const runRow = z.object({ kind: z.string(), state: z.string(), count: z.number() });

/** Figures of the database, which are the same in every process that reports them. */
export function reportDatabase(measures: Measures, db: Db): void {
  measures.read('queues', ['signpost_queue_depth', 'signpost_queue_overdue_seconds'], async () =>
    (await readQueues(db, new Date())).flatMap(({ queue, depth, overdueSeconds }): Sample[] => [
      { name: 'signpost_queue_depth', labels: { queue }, value: depth },
      { name: 'signpost_queue_overdue_seconds', labels: { queue }, value: overdueSeconds },
    ]),
  );
  measures.read('services', ['signpost_services', 'signpost_source_watermark_seconds'], async () => {
    const services = await listServices(db, new Date());
    const late = services.filter(({ isLate }) => isLate).length;
    const failing = services.filter(({ isLate, failingSince }) => !isLate && failingSince !== null).length;
    return [
      { name: 'signpost_services', labels: { state: 'silent' }, value: late },
      { name: 'signpost_services', labels: { state: 'failing' }, value: failing },
      { name: 'signpost_services', labels: { state: 'working' }, value: services.length - late - failing },
      ...services.flatMap(({ job, worker, watermark }): Sample[] => {
        if (watermark === null) return [];
        const labels = { source: job, worker };
        return [{ name: 'signpost_source_watermark_seconds', labels, value: Date.parse(watermark) / 1000 }];
      }),
    ];
  });
  measures.read('runs', ['signpost_runs', 'signpost_runs_standing'], async () => {
    const rows = await readRows(db, runRow, sql`SELECT kind, state, count(*) AS count FROM runs GROUP BY kind, state`);
    const { standing } = await readPlaces(db, new Date());
    return [
      ...rows.map(
        ({ kind, state, count }): Sample => ({ name: 'signpost_runs', labels: { kind, state }, value: count }),
      ),
      { name: 'signpost_runs_standing', value: standing },
    ];
  });
}

/** Figures of this machine: the room on its disk, and how much of its click log waits. */
export function reportMachine(measures: Measures, dataDir: string): void {
  measures.read('disk', ['signpost_disk_free_bytes'], async () => {
    const { bavail, bsize } = await statfs(dataDir);
    return [{ name: 'signpost_disk_free_bytes', value: bavail * bsize }];
  });
  measures.read(
    'click log',
    ['signpost_click_log_unshipped_bytes', 'signpost_click_log_unshipped_seconds'],
    async () => {
      const { bytes, oldestAt } = await unshippedLog(clicksFolder(dataDir));
      const seconds = oldestAt === null ? 0 : Math.max((Date.now() - oldestAt.getTime()) / 1000, 0);
      return [
        { name: 'signpost_click_log_unshipped_bytes', value: bytes },
        { name: 'signpost_click_log_unshipped_seconds', value: seconds },
      ];
    },
  );
}
