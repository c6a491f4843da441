/** Background work that faults happen to: imports of files and notifications by mail, made due piece by piece. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { addDays } from '@signpost/contract/dates/dates.ts';
import { TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/envelope.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database, Db } from '../../apps/server/src/database.ts';
import { readPidFile } from '../../apps/server/src/operations/embedded/postmaster.ts';
import { openPostgres } from '../../apps/server/src/platform/postgres.ts';
import { readRow, readRows } from '../../apps/server/src/platform/rows.ts';
import { notify } from '../../apps/server/src/workplace/notifications/notify.ts';
import type { MailServer } from './mail-server.ts';
import { callApi } from './product.ts';

export interface DueWork {
  /**
   * Makes the next `share` (0–1) of all work due, for example a quarter of it with 0.25. Every import and notification
   * becomes due once; a share beyond the last one does nothing.
   */
  makeDue(share: number): Promise<void>;
  /** Waits until nothing is waiting or running any more, and counts what came of the work that was made due. */
  settle(): Promise<DueWorkResult>;
}

export interface DueWorkResult {
  /** Runs and notifications that were not carried out, and mails that never arrived. */
  missed: number;
  /** Rows that an import stored twice, and notifications that stand twice in the bell. */
  twice: number;
  /** Mails that arrived more than once, with the same Message-ID each time. */
  mailedAgain: number;
  /** Runs that ended as failed, except those of the demo. */
  failed: number;
}

const ROWS = 5;
const BATCH = 500;
/** Longer than the lease of a delivery and the first waits after a refusal, which is how long a killed worker's mails wait. */
const LONGEST_MS = 15 * 60_000;

const uploaded = z.object({ data: z.object({ id: z.number(), mapping: z.unknown() }) });
const resultRow = z.object({
  imported: z.number(),
  doubledRows: z.number(),
  delivered: z.number(),
  bells: z.number(),
  failed: z.number(),
});

/** Uploads the files of `imports` runs to the product in `folder` and has them checked; nothing is due yet. */
export async function prepareDueWork(options: {
  folder: string;
  port: number;
  token: string;
  imports: number;
  notifications: number;
  mails: MailServer;
}): Promise<DueWork> {
  const { folder, port, token, imports, notifications, mails } = options;
  const body = { name: 'Chaos jobs', partnerTypeId: 105, currency: 'EUR', timeZone: 'UTC' };
  const { id: partnerId } = await callApi<{ id: number }>(port, 'POST', 'partners', body, token);
  const importIds: number[] = [];
  for (let at = 0; at < imports; at += 1) importIds.push(await uploadFile(port, token, partnerId, at));
  await inDatabase(folder, (db) =>
    until(() =>
      isEmpty(db, sql`SELECT 1 FROM gambling_imports WHERE import_state <> 'checked' AND id = ANY(${importIds})`),
    ),
  );
  const due = { share: 0, imports: 0, notifications: 0 };
  return {
    async makeDue(share) {
      due.share = Math.min(1, due.share + share);
      for (const end = Math.round(imports * due.share); due.imports < end; due.imports += 1)
        await callApi(port, 'POST', `gambling-imports/${importIds[due.imports]}/import`, { onlyGood: false }, token);
      const end = Math.round(notifications * due.share);
      await inDatabase(folder, (db) => announce(db, due.notifications, end));
      due.notifications = end;
    },
    settle: () =>
      inDatabase(folder, async (db) => {
        await until(() => isEmpty(db, unfinished));
        const result = await readResult(db, partnerId, importIds);
        for (const line of await readUndone(db)) console.log(line);
        return {
          missed:
            due.imports -
            result.imported +
            (due.notifications - result.delivered) +
            Math.max(0, due.notifications - mails.arrived.size),
          twice: Math.max(0, result.doubledRows) + Math.max(0, result.bells - due.notifications),
          mailedAgain: [...mails.arrived.values()].filter((count) => count > 1).length,
          failed: result.failed,
        };
      }),
  };
}

/** Imports, and the deliveries of our notifications. Reports and pushes that are open belong to the demo. */
const unfinished = sql`SELECT 1 FROM runs WHERE state IN ('waiting', 'running') AND kind = 'partnerFigures'
  UNION ALL SELECT 1 FROM deliveries d JOIN notifications n ON n.id = d.notification_id
    WHERE d.state = 'waiting' AND n.dedupe_key LIKE 'chaos %'`;

/** Uploads the file number `at`, whose days are in no other file, and starts its check. Returns the import's id. */
async function uploadFile(port: number, token: string, partnerId: number, at: number): Promise<number> {
  const lines = Array.from({ length: ROWS }, (_, row) => `${addDays('2021-02-01', at * ROWS + row)};Austria;5;2;10,00`);
  const form = new FormData();
  form.append('partnerId', String(partnerId));
  form.append('file', new Blob([`Date;Country;Signups;FTD;Commission\n${lines.join('\n')}\n`]), `file-${at}.csv`);
  const answer = await fetch(`http://127.0.0.1:${port}/api/gambling-imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, [TICKET_HEADER]: TICKET_VALUE },
    body: form,
  });
  const { data } = uploaded.parse(await answer.json());
  await callApi(port, 'POST', `gambling-imports/${data.id}/check`, data.mapping, token);
  return data.id;
}

/** Tells the demo's administrator the things with the numbers from `from` to before `end`. */
async function announce(db: Db, from: number, end: number): Promise<void> {
  const { id: userId } = await readRow(
    db,
    z.object({ id: z.number() }),
    sql`SELECT id FROM users WHERE email = 'admin@demo.invalid'`,
  );
  for (let start = from; start < end; start += BATCH)
    await db.transaction().execute(async (trx) => {
      for (let at = start; at < Math.min(start + BATCH, end); at += 1)
        await notify(trx, new Date(), {
          topic: 'runs',
          dedupeKey: `chaos ${at}`,
          severity: 'info',
          title: `Notification ${at}`,
          body: { lines: ['Something happened.'] },
          userIds: [userId],
        });
    });
}

/** Runs `work` with a connection to the product's embedded PostgreSQL. */
async function inDatabase<T>(folder: string, work: (db: Db) => Promise<T>): Promise<T> {
  const postmaster = await readPidFile(join(folder, 'postgres'));
  const password = (await readFile(join(folder, 'postgres.password'), 'utf8')).trim();
  const url = `postgres://signpost:${password}@127.0.0.1:${postmaster?.port}/signpost`;
  const db = openPostgres<Database>(url, { applicationName: 'chaos', max: 2 });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

async function isEmpty(db: Db, query: ReturnType<typeof sql>): Promise<boolean> {
  const { rows } = await sql`SELECT 1 WHERE EXISTS (${query})`.execute(db);
  return rows.length === 0;
}

/** Waits until the condition is true, at most for the longest time; what is unfinished then is counted as missed. */
async function until(isMet: () => Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + LONGEST_MS; performance.now() < deadline; await delay(1_000))
    if (await isMet()) return;
}

const undoneRow = z.object({ count: z.number(), told: z.string() });

/** The work that was not carried out, in one line for each state and reason. */
async function readUndone(db: Db): Promise<string[]> {
  const rows = await readRows(
    db,
    undoneRow,
    sql`SELECT count(*)::integer AS count, told FROM (
      SELECT concat_ws(', ', 'notification', d.state, 'attempts ' || d.attempts,
          'next in ' || round(extract(epoch FROM d.next_try_at - now()) / 60) || ' min', d.problem) AS told
        FROM deliveries d JOIN notifications n ON n.id = d.notification_id
        WHERE n.dedupe_key LIKE 'chaos %' AND d.state <> 'delivered'
      UNION ALL SELECT concat_ws(', ', 'run', state, 'attempt ' || attempt, problem)
        FROM runs WHERE kind = 'partnerFigures' AND state <> 'succeeded') undone
      GROUP BY told ORDER BY count DESC`,
  );
  return rows.map(({ count, told }) => `${count} × ${told}`);
}

async function readResult(db: Db, partnerId: number, importIds: readonly number[]) {
  return await readRow(
    db,
    resultRow,
    sql`SELECT
      (SELECT count(*)::integer FROM gambling_imports WHERE import_state = 'imported' AND id = ANY(${importIds})) AS imported,
      (SELECT (count(*) - count(DISTINCT day))::integer FROM gambling_stats WHERE partner_id = ${partnerId}) AS doubled_rows,
      (SELECT count(*)::integer FROM deliveries d JOIN notifications n ON n.id = d.notification_id
        WHERE d.state = 'delivered' AND n.dedupe_key LIKE 'chaos %') AS delivered,
      (SELECT count(*)::integer FROM notices i JOIN notifications n ON n.id = i.notification_id
        WHERE n.dedupe_key LIKE 'chaos %') AS bells,
      (SELECT count(*)::integer FROM runs WHERE state = 'failed' AND key NOT LIKE 'demo %') AS failed`,
  );
}
