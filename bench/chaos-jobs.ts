/**
 * `npm run chaos:jobs [kills]`: tests that background work is neither lost nor done twice in crashes. 200 imports and
 * 10 000 notifications are due at once; meanwhile the worker and the whole product are killed in turn. Then every import
 * must have stored each of its rows once, and every notification must have reached its bell and its mailbox. The last
 * output is one line of JSON: `missed` and `twice` count runs and notifications, `mailedAgain` the mails that a worker
 * sent again because it was killed between the mail server's answer and its own note of it; these have the same
 * Message-ID, by which mail programs show them once.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../apps/server/src/platform/ports.ts';
import { prepareDueWork } from './support/due-work.ts';
import { startMailServer } from './support/mail-server.ts';
import { processTree } from './support/process-tree.ts';
import { type Product, signInDemo, startProduct } from './support/product.ts';

const kills = Number(process.argv[2] ?? 50);
const IMPORTS = 200;
const NOTIFICATIONS = Number(process.env.NOTIFICATIONS ?? 10_000);

const mails = await startMailServer();
process.env.SMTP_URL = mails.url;
const folder = await mkdtemp(join(tmpdir(), 'signpost-chaos-jobs-'));
const ports = { port: await freePort(), clickPort: await freePort() };
let product = await startProduct(folder, ports);
const work = await prepareDueWork({
  folder,
  port: ports.port,
  token: await signInDemo(ports.port),
  imports: IMPORTS,
  notifications: NOTIFICATIONS,
  mails,
});
console.log(`${IMPORTS} files are uploaded and checked`);

const standing = await workerOf(product);
process.kill(standing, 'SIGSTOP');
await work.makeDue(1);
console.log(`${IMPORTS} imports and ${NOTIFICATIONS} notifications are due`);
process.kill(standing, 'SIGCONT');

for (let kill = 1; kill <= kills; kill += 1) {
  await delay(200 + Math.random() * 1_500);
  if (kill % 2 === 0) {
    await product.killAll();
    product = await startProduct(folder, ports);
  } else process.kill(await workerOf(product), 'SIGKILL');
  console.log(`kill ${kill}: ${mails.arrived.size} mails so far`);
}
const began = performance.now();
const result = await work.settle();
await product.stop();
await mails.close();
await rm(folder, { recursive: true, force: true });
console.log(
  JSON.stringify({
    runs: IMPORTS,
    notifications: NOTIFICATIONS,
    kills,
    ...result,
    settledMs: Math.round(performance.now() - began),
  }),
);

async function workerOf({ pid }: Product): Promise<number> {
  for (const deadline = performance.now() + 60_000; performance.now() < deadline; await delay(100))
    for (const id of await processTree(pid)) {
      const command = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
      if (/main\.mjs\0worker/.test(command)) return id;
    }
  throw new Error('There is no worker.');
}
