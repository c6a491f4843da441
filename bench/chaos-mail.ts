/**
 * `npm run chaos:mail [recipients] [kills]`: tests that an e-mail to publishers reaches everybody at most once in crashes.
 * While it is sent, the worker, the mail server and the whole product are killed in turn with `kill -9`. The last output
 * is one line of JSON. `skipped` counts the recipients who got nothing although the product says that their e-mail was
 * accepted, and those about whom the product has no answer. `twice` counts those who got it more than once. `uncertain`
 * counts those for whom the product says that nobody knows; `uncertainArrived` of them got it. Each kill leaves at most
 * `connections` uncertain recipients.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database, Db } from '../apps/server/src/database.ts';
import { readPidFile } from '../apps/server/src/operations/embedded/postmaster.ts';
import { freePort } from '../apps/server/src/platform/ports.ts';
import { openPostgres } from '../apps/server/src/platform/postgres.ts';
import { readRows } from '../apps/server/src/platform/rows.ts';
import { processTree } from './support/process-tree.ts';
import { callApi, type Product, signInDemo, startProduct } from './support/product.ts';

const recipients = Number(process.argv[2] ?? 10_000);
const kills = Number(process.argv[3] ?? 30);
const CONNECTIONS = 5;
/** Longer than the lease of a recipient, after which it is uncertain. */
const LONGEST_MS = 10 * 60_000;
const NAME = 'Chaos mail';

const folder = await mkdtemp(join(tmpdir(), 'signpost-chaos-mail-'));
const arrivedFile = join(folder, 'arrived.txt');
await writeFile(arrivedFile, '');
const mailPort = await freePort();
let smtp = await startMailProcess();
process.env.SMTP_URL = `smtp://127.0.0.1:${mailPort}`;
const ports = { port: await freePort(), clickPort: await freePort() };
process.env.PUBLIC_URL = `http://localhost:${ports.port}`;
let product = await startProduct(folder, ports);
const token = await signInDemo(ports.port);
const mailId = await confirmMail();
console.log(`${recipients} recipients are planned`);

for (let kill = 1; kill <= kills; kill += 1) {
  // The kills are spread over the whole send.
  await arrivalOf((kill / (kills + 1)) * recipients);
  await delay(Math.random() * 200);
  if (kill % 5 === 0) {
    await product.killAll();
    product = await startProduct(folder, ports);
  } else if (kill % 2 === 0) {
    smtp.kill('SIGKILL');
    await once(smtp, 'exit');
    await delay(Math.random() * 300);
    smtp = await startMailProcess();
  } else process.kill(await workerOf(product), 'SIGKILL');
  console.log(`kill ${kill}: ${(await arrivals()).size} recipients have got it`);
}
const began = performance.now();
const result = await settle();
await product.stop();
smtp.kill('SIGKILL');
await rm(folder, { recursive: true, force: true });
console.log(
  JSON.stringify({
    recipients,
    kills,
    connections: CONNECTIONS,
    ...result,
    settledMs: Math.round(performance.now() - began),
  }),
);

async function startMailProcess(): Promise<ChildProcess> {
  const script = join(import.meta.dirname, 'support/mail-process.ts');
  const child = spawn(process.execPath, [script, String(mailPort), arrivedFile], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.stdout === null) throw new Error('The mail server has no output.');
  await once(child.stdout, 'data');
  return child;
}

/** How often a mail with each Message-ID was accepted. */
async function arrivals(): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const id of (await readFile(arrivedFile, 'utf8')).split('\n'))
    if (id !== '') counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** Waits until so many recipients have got it, at most half a minute. */
async function arrivalOf(count: number): Promise<void> {
  for (const endsAt = performance.now() + 30_000; performance.now() < endsAt; await delay(50))
    if ((await arrivals()).size >= count) return;
}

/** Stores the publishers and confirms an e-mail to all of them. */
async function confirmMail(): Promise<number> {
  await inDatabase((db) =>
    sql`INSERT INTO publishers (name, contact_email) SELECT ${NAME} || ' ' || n, 'chaos' || n || '@publisher.test'
      FROM generate_series(1, ${recipients}::integer) AS n`.execute(db),
  );
  const query = `q=${encodeURIComponent(NAME)}`;
  const view = { screen: 'publishers', name: NAME, query, shared: false };
  const { id: savedViewId } = await callApi<{ id: number }>(ports.port, 'PUT', 'views', view, token);
  const draft = {
    subject: 'News for {{ publisher }}',
    html: '<p>Hello {{ name }}, this leaves while things break.</p>',
    topic: 'news',
    audience: 'view',
    savedViewId,
    publishers: [],
    allContacts: false,
    perMinute: 60_000,
  };
  const { id, version } = await callApi<{ id: number; version: number }>(
    ports.port,
    'POST',
    'publisher-mails',
    draft,
    token,
  );
  await callApi(ports.port, 'POST', `mailings/${id}/confirm`, { version, recipients, at: null }, token);
  return id;
}

/** Waits until the send is finished, and compares what the product says with what arrived. */
async function settle() {
  const endsAt = performance.now() + LONGEST_MS;
  const isOver = () =>
    inDatabase(async (db) => {
      const { rows } = await sql`SELECT 1 FROM publisher_mails WHERE id = ${mailId} AND state = 'sent'`.execute(db);
      return rows.length > 0;
    });
  while (performance.now() < endsAt && !(await isOver())) await delay(500);
  const rows = await inDatabase((db) =>
    readRows(
      db,
      z.object({ id: z.number(), state: z.string() }),
      sql`SELECT id, state FROM mail_recipients WHERE mail_id = ${mailId}`,
    ),
  );
  const byRecipient = new Map<number, number>();
  for (const [id, count] of await arrivals()) {
    const recipient = Number(/^<mail-(\d+)-/.exec(id)?.[1] ?? 0);
    byRecipient.set(recipient, (byRecipient.get(recipient) ?? 0) + count);
  }
  const stateOf = (state: string) => rows.filter((row) => row.state === state);
  const uncertain = stateOf('uncertain');
  const got = ({ id }: { id: number }) => byRecipient.get(id) ?? 0;
  return {
    finished: await isOver(),
    accepted: stateOf('accepted').length,
    skipped:
      stateOf('accepted').filter((row) => got(row) === 0).length +
      (recipients - stateOf('accepted').length - uncertain.length),
    twice: rows.filter((row) => got(row) > 1).length,
    uncertain: uncertain.length,
    uncertainArrived: uncertain.filter((row) => got(row) > 0).length,
    mostUncertain: kills * CONNECTIONS,
  };
}

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

async function workerOf({ pid }: Product): Promise<number> {
  for (const deadline = performance.now() + 60_000; performance.now() < deadline; await delay(100))
    for (const id of await processTree(pid)) {
      const command = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
      if (/main\.mjs\0worker/.test(command)) return id;
    }
  throw new Error('There is no worker.');
}
