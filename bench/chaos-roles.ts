/**
 * `npm run chaos:roles [kills]`: tests that two of each role work on one database without losing or doubling anything. Two
 * routers, two webs and two workers run in two data folders, the first of them under the supervisor with both engines.
 * Visitors click at both routers, every conversion is reported to both of them, leads arrive at both webs, and imports and
 * notifications are due, while one or two processes at a time are killed. As root, the second machine is a host of its own
 * (HOSTS=0: it is not), whose link is cut for a while after every third kill. The last output is one line of JSON: `lost`
 * and `duplicated` count clicks, conversions and leads, `overCap` the leads that the buyer got above its cap, and `jobs`
 * imports and notifications as `npm run chaos:jobs` does. It takes minutes after the last kill, because the mails of a
 * killed worker wait for the end of its lease.
 */
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../apps/server/src/platform/ports.ts';
import { clicksFolder } from '../apps/server/src/traffic/clicks/log/segments.ts';
import { readDeadLetters } from '../apps/server/src/traffic/clicks/ship/dead-letters.ts';
import { unshippedFacts } from '../apps/server/src/traffic/clicks/testing/backlog.ts';
import { startBuyer } from './support/buyer.ts';
import { click, startClicking } from './support/clickers.ts';
import { prepareDueWork } from './support/due-work.ts';
import { startMailServer } from './support/mail-server.ts';
import { outboxSize } from './support/outbox.ts';
import { killAll, processTree } from './support/process-tree.ts';
import { buildBox, signInDemo, startProduct, totalOf } from './support/product.ts';
import { type Acknowledged, makeBusiness, startReporting } from './support/reporters.ts';
import { type SecondRole, startSecondMachine } from './support/second-machine.ts';
import { missingIn, storedTimes, timesTwice } from './support/stored.ts';

const kills = Number(process.argv[2] ?? 40);
const VISITORS = 8;
/** Fewer leads than are posted. */
const CAP = 40;
const IMPORTS = 40;
const NOTIFICATIONS = 1_000;
const LONGEST_MS = 6 * 60_000;
/** The link is cut after every third kill, for longer than a lock waits and shorter than TCP gives up. */
const CUT_EACH = 3;
const CUT_MS = 8_000;
const ROLES: readonly SecondRole[] = ['web', 'click', 'worker'];

const base = await mkdtemp(join(tmpdir(), 'signpost-roles-'));
// As root, PostgreSQL runs as another user, who must be able to enter the folder.
await chmod(base, 0o711);
const folders = [join(base, 'first'), join(base, 'second')] as const;
const [first, second] = folders;
const ports = { port: await freePort(), clickPort: await freePort() };
const others = { port: await freePort(), clickPort: await freePort() };
const mails = await startMailServer();
process.env.SMTP_URL = mails.url;
process.env.VAULT_KEY = randomBytes(32).toString('hex');
const buyer = await startBuyer();
const product = await startProduct(first, ports);
const boxId = await buildBox(ports.port);
const business = await makeBusiness(ports.port, buyer.url, CAP);
const machine = await startSecondMachine(first, {
  dataDir: second,
  ...others,
  needs: [buyer.url, mails.url].map((url) => Number(new URL(url).port)),
});
// If this program fails, nothing is left running.
process.once('exit', () => {
  machine.killAll();
  killAll([product.pid]);
});
const token = await signInDemo(ports.port);
const work = await prepareDueWork({
  folder: first,
  port: ports.port,
  token,
  imports: IMPORTS,
  notifications: NOTIFICATIONS,
  mails,
});
const answered: [Set<string>, Set<string>] = [new Set(), new Set()];
const acknowledged: Acknowledged = { transactions: new Set(), leads: new Set() };
for (const [place, { clickPort }] of [ports, others].entries()) {
  let id: string | undefined;
  while (id === undefined) id = await click(clickPort, boxId);
  answered[place === 0 ? 0 : 1].add(id);
}

const clicking = [
  startClicking({ port: ports.clickPort, boxId, visitors: VISITORS, answered: (id) => answered[0].add(id) }),
  startClicking({ port: others.clickPort, boxId, visitors: VISITORS, answered: (id) => answered[1].add(id) }),
];
let cuts = 0;
const killed: Record<SecondRole, number> = { web: 0, click: 0, worker: 0 };
for (let kill = 1; kill <= kills; kill += 1) {
  // Conversions are reported for clicks of both routers, so each router receives some for clicks of the other one.
  const known = [...answered[0], ...answered[1]];
  const reporting = [
    startReporting({ ...ports, otherPort: others.clickPort }, business, known, acknowledged),
    startReporting({ ...others, otherPort: ports.clickPort }, business, known, acknowledged),
  ];
  await webAnswers();
  await work.makeDue(1 / kills);
  await delay(500 + Math.random() * 1_500);
  const role = ROLES[kill % ROLES.length] ?? 'worker';
  // In turn: the first one, the second one, and both at once.
  const turn = Math.floor(kill / ROLES.length) % 3;
  if (turn !== 0) await machine.kill(role);
  if (turn !== 1) await killFirst(role);
  killed[role] += turn === 2 ? 2 : 1;
  if (kill % CUT_EACH === 0 && machine.isHost) {
    const mend = await machine.cut();
    await delay(CUT_MS);
    await mend();
    cuts += 1;
  }
  await Promise.all(reporting.map((one) => one.stop()));
  console.log(`kill ${kill} (${role}): ${answered[0].size} + ${answered[1].size} clicks`);
}
await Promise.all(clicking.map((one) => one.stop()));
await webAnswers();
const settledMs = await settled();
const jobs = await work.settle();
const ofSite = `leads?filters[websiteId][0]=${business.websiteId}`;
const leads = await totalOf(ports.port, ofSite, business.token);
const taken = await totalOf(ports.port, `${ofSite}&filters[status][0]=accepted`, business.token);
await machine.stop();
await product.stop();
await buyer.stop();
await mails.close();

const { clicks, conversions, firstDeposits } = await storedTimes(first, { boxId, partnerId: business.partnerId });
const letters = (await Promise.all(folders.map((folder) => readDeadLetters(clicksFolder(folder))))).flat();
await rm(base, { recursive: true, force: true });
const lostLeads = Math.max(0, acknowledged.leads.size - leads);
const lost =
  answered.reduce((sum, ids) => sum + missingIn(ids, clicks).length, 0) +
  missingIn(acknowledged.transactions, conversions).length +
  lostLeads;
const duplicated =
  timesTwice(clicks) + timesTwice(conversions) + [...firstDeposits.values()].filter((count) => count !== 1).length;
const overCap = Math.max(0, taken - CAP, buyer.taken.size - CAP);
console.log(
  `${acknowledged.transactions.size} postbacks were answered (each by both routers), ${conversions.size} are counted`,
);
console.log(`${acknowledged.leads.size} leads were answered, ${leads} are stored; the buyer took ${taken} of ${CAP}`);
console.log(
  JSON.stringify({
    roles: 2,
    hosts: machine.isHost ? 2 : 1,
    cuts,
    kills: killed,
    clicks: answered.map((ids) => ids.size),
    stored: clicks.size,
    lost,
    duplicated,
    overCap,
    deadLetters: letters.length,
    settledMs,
    jobs,
  }),
);
if (lost + duplicated + overCap + letters.length + jobs.missed + jobs.twice > 0) process.exitCode = 1;

/** Waits until the first web answers; the kill before may have hit it. */
async function webAnswers(): Promise<void> {
  while (!(await fetch(`http://127.0.0.1:${ports.port}/api/health`).catch(() => undefined))?.ok) await delay(100);
}

/** `kill -9` of a role below the supervisor, which starts it again. */
async function killFirst(role: SecondRole): Promise<void> {
  for (const id of await processTree(product.pid)) {
    const command = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(`main.mjs\0${role}\0`)) process.kill(id, 'SIGKILL');
  }
}

/** Waits until everything has arrived; what has not after the longest time is counted as lost. */
async function settled(): Promise<number> {
  const began = performance.now();
  const open = [
    `affiliate-transactions?filters[partnerId][0]=${business.partnerId}&filters[state][0]=waiting&filters[state][1]=unattributed`,
    `leads?filters[websiteId][0]=${business.websiteId}&filters[status][0]=waiting`,
  ];
  for (;;) {
    const counts = await Promise.all([
      ...folders.map((folder) => unshippedFacts(clicksFolder(folder))),
      ...open.map((path) => totalOf(ports.port, path, business.token).catch(() => 1)),
    ]);
    const ms = Math.round(performance.now() - began);
    const waiting = counts.reduce((sum, count) => sum + count, 0) + (await outboxSize(first));
    if (waiting === 0 || ms > LONGEST_MS) return ms;
    await delay(250);
  }
}
