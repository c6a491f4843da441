/**
 * `npm run chaos:jobs [kills]`: tests that background work is neither lost nor done twice in crashes. 200 imports and
 * 10 000 notifications are due at once; meanwhile the worker and the whole product are killed in turn. Then every import
 * must have stored each of its rows once, and every notification must have reached its bell and its mailbox. The last
 * output is one line of JSON: `missed` and `twice` count runs and notifications, `mailedAgain` the mails that a worker
 * sent again because it was killed between the mail server's answer and its own note of it; these have the same
 * Message-ID, by which mail programs show them once.
 */
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/api/envelope.ts';
import { addDays } from '@signpost/contract/dates/dates.ts';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { z } from 'zod';
import type { Database, Db } from '../apps/server/src/database.ts';
import { readPidFile } from '../apps/server/src/embedded/postmaster.ts';
import { notify } from '../apps/server/src/notifications/notify.ts';
import { freePort } from '../apps/server/src/platform/ports.ts';
import { openPostgres } from '../apps/server/src/platform/postgres.ts';
import { readRow } from '../apps/server/src/platform/rows.ts';
import { processTree } from './support/process-tree.ts';
import { callApi, type Product, signInDemo, startProduct } from './support/product.ts';

const kills = Number(process.argv[2] ?? 50);
const IMPORTS = 200;
const ROWS = 5;
const NOTIFICATIONS = Number(process.env.NOTIFICATIONS ?? 10_000);
/** Longer than the lease of a delivery, which is how long a killed worker's mails wait. */
const LONGEST_MS = 15 * 60_000;

const uploaded = z.object({ data: z.object({ id: z.number(), mapping: z.unknown() }) });
const resultRow = z.object({
  imported: z.number(),
  doubledRows: z.number(),
  delivered: z.number(),
  bells: z.number(),
  failed: z.number(),
});

const mails = new Map<string, number>();
const smtp = await startMailServer();
process.env.SMTP_URL = smtp.url;
const folder = await mkdtemp(join(tmpdir(), 'signpost-chaos-jobs-'));
const ports = { port: await freePort(), clickPort: await freePort() };
let product = await startProduct(folder, ports);
const token = await signInDemo(ports.port);
const partnerId = await makePartner();
const importIds = await uploadFiles();
await inDatabase((db) =>
  until(() =>
    isEmpty(db, sql`SELECT 1 FROM gambling_imports WHERE import_state <> 'checked' AND id = ANY(${importIds})`),
  ),
);
console.log(`${IMPORTS} files are uploaded and checked`);

const standing = await stopWorker(product);
for (const id of importIds)
  await callApi(ports.port, 'POST', `gambling-imports/${id}/import`, { onlyGood: false }, token);
await inDatabase(announce);
console.log(`${IMPORTS} imports and ${NOTIFICATIONS} notifications are due`);
standing();

for (let kill = 1; kill <= kills; kill += 1) {
  await delay(200 + Math.random() * 1_500);
  if (kill % 2 === 0) {
    await product.killAll();
    product = await startProduct(folder, ports);
  } else await killWorker(product);
  console.log(`kill ${kill}: ${mails.size} mails so far`);
}
const began = performance.now();
const result = await inDatabase(async (db) => {
  const finished = await until(() =>
    isEmpty(
      db,
      sql`SELECT 1 FROM runs WHERE state IN ('waiting', 'running') AND schedule_id IS NULL
        UNION ALL SELECT 1 FROM deliveries d JOIN notifications n ON n.id = d.notification_id
          WHERE d.state = 'waiting' AND n.dedupe_key LIKE 'chaos %'`,
    ),
  );
  return { ...(await readResult(db)), finished };
});
await product.stop();
await smtp.close();
await rm(folder, { recursive: true, force: true });
const mailedAgain = [...mails.values()].filter((count) => count > 1).length;
console.log(
  JSON.stringify({
    runs: IMPORTS,
    notifications: NOTIFICATIONS,
    kills,
    missed: IMPORTS - result.imported + (NOTIFICATIONS - result.delivered) + Math.max(0, NOTIFICATIONS - mails.size),
    twice: result.doubledRows + Math.max(0, result.bells - NOTIFICATIONS),
    mailedAgain,
    settledMs: Math.round(performance.now() - began),
    ...result,
  }),
);

async function startMailServer(): Promise<{ url: string; close(): Promise<void> }> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onData(stream, _session, callback) {
      text(stream)
        .then((raw) => {
          const id = /^Message-ID:\s*(<[^>]+>)/im.exec(raw)?.[1] ?? 'none';
          mails.set(id, (mails.get(id) ?? 0) + 1);
          callback();
        })
        .catch(callback);
    },
  });
  // A killed worker leaves its connections behind.
  server.on('error', (error) => console.log(`mail server: ${error.message}`));
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, close: () => new Promise((resolve) => server.close(resolve)) };
}

async function makePartner(): Promise<number> {
  const body = { name: 'Chaos jobs', partnerTypeId: 105, currency: 'EUR', timeZone: 'UTC' };
  return (await callApi<{ id: number }>(ports.port, 'POST', 'partners', body, token)).id;
}

/** Uploads files whose days are all different, and has them checked. */
async function uploadFiles(): Promise<number[]> {
  const ids: number[] = [];
  for (let at = 0; at < IMPORTS; at += 1) {
    const lines = Array.from(
      { length: ROWS },
      (_, row) => `${addDays('2021-02-01', at * ROWS + row)};Austria;5;2;10,00`,
    );
    const form = new FormData();
    form.append('partnerId', String(partnerId));
    form.append('file', new Blob([`Date;Country;Signups;FTD;Commission\n${lines.join('\n')}\n`]), `file-${at}.csv`);
    const answer = await fetch(`http://127.0.0.1:${ports.port}/api/gambling-imports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, [TICKET_HEADER]: TICKET_VALUE },
      body: form,
    });
    const { data } = uploaded.parse(await answer.json());
    await callApi(ports.port, 'POST', `gambling-imports/${data.id}/check`, data.mapping, token);
    ids.push(data.id);
  }
  return ids;
}

/** Tells the demo's administrator many things at once. */
async function announce(db: Db): Promise<void> {
  const { id: userId } = await readRow(
    db,
    z.object({ id: z.number() }),
    sql`SELECT id FROM users WHERE email = 'admin@demo.invalid'`,
  );
  const batch = 500;
  for (let from = 0; from < NOTIFICATIONS; from += batch)
    await db.transaction().execute(async (trx) => {
      for (let at = from; at < Math.min(from + batch, NOTIFICATIONS); at += 1)
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

/** Runs `work` with a connection to the product's PostgreSQL. */
async function inDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
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

/** Whether the condition came true in time. */
async function until(isMet: () => Promise<boolean>): Promise<boolean> {
  for (const deadline = performance.now() + LONGEST_MS; performance.now() < deadline; await delay(1_000))
    if (await isMet()) return true;
  return false;
}

async function workerOf({ pid }: Product): Promise<number> {
  for (const deadline = performance.now() + 60_000; performance.now() < deadline; await delay(100))
    for (const id of await processTree(pid)) {
      const command = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
      if (/main\.ts\0worker/.test(command)) return id;
    }
  throw new Error('There is no worker.');
}

async function stopWorker(of: Product): Promise<() => void> {
  const id = await workerOf(of);
  process.kill(id, 'SIGSTOP');
  return () => process.kill(id, 'SIGCONT');
}

async function killWorker(of: Product): Promise<void> {
  process.kill(await workerOf(of), 'SIGKILL');
}

async function readResult(db: Db) {
  return await readRow(
    db,
    resultRow,
    sql`SELECT
      (SELECT count(*)::integer FROM gambling_imports WHERE import_state = 'imported' AND id = ANY(${importIds})) AS imported,
      (SELECT count(*)::integer FROM (SELECT 1 FROM gambling_stats WHERE partner_id = ${partnerId} GROUP BY day HAVING count(*) > 1) d)
        + (SELECT count(*)::integer FROM gambling_stats WHERE partner_id = ${partnerId}) - ${IMPORTS * ROWS} AS doubled_rows,
      (SELECT count(*)::integer FROM deliveries d JOIN notifications n ON n.id = d.notification_id
        WHERE d.state = 'delivered' AND n.dedupe_key LIKE 'chaos %') AS delivered,
      (SELECT count(*)::integer FROM notices i JOIN notifications n ON n.id = i.notification_id
        WHERE n.dedupe_key LIKE 'chaos %') AS bells,
      (SELECT count(*)::integer FROM runs WHERE state = 'failed' AND key NOT LIKE 'demo %') AS failed`,
  );
}
