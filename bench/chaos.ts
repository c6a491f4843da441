/**
 * `npm run chaos [kills] [cuts]`: tests that nothing is lost in crashes. It runs the whole product as `npm start` does,
 * under clicks, postbacks and leads, with imports and notifications due at every fault. Meanwhile it kills the product
 * again and again, damages the end of its log, cuts its power (as root), stops each engine and the mail server for a
 * while, and fills its disk. Then it checks that every click, conversion and lead that was answered is stored exactly
 * once, that no cap of a lead buyer was exceeded, and that every import and notification was carried out once. AWAY is
 * the number of seconds for which an engine stops; `0 0` runs only these stops and the full disk. LOAD=1 keeps the
 * machine busy meanwhile. The last output is one line of JSON: `late` counts what had not arrived a minute after the
 * last fault, `lost` what never arrived; `jobs` counts imports and notifications as `npm run chaos:jobs` does. They may
 * take minutes, because the mails of a killed worker wait for the end of its lease.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../apps/server/src/platform/ports.ts';
import { clicksFolder } from '../apps/server/src/traffic/clicks/log/segments.ts';
import { readDeadLetters } from '../apps/server/src/traffic/clicks/ship/dead-letters.ts';
import { unshippedFacts } from '../apps/server/src/traffic/clicks/testing/backlog.ts';
import { startBuyer } from './support/buyer.ts';
import { click, startClicking } from './support/clickers.ts';
import { type Disk, mayMount, openDisk } from './support/disk.ts';
import { prepareDueWork } from './support/due-work.ts';
import { clickFor, routerHealth, standStill, tearLogs } from './support/faults.ts';
import { startLoad } from './support/load.ts';
import { startMailServer } from './support/mail-server.ts';
import { outboxSize } from './support/outbox.ts';
import { buildBox, signInDemo, startProduct, totalOf } from './support/product.ts';
import { type Acknowledged, makeBusiness, startReporting } from './support/reporters.ts';
import { missingIn, storedTimes, timesTwice } from './support/stored.ts';

const kills = Number(process.argv[2] ?? 50);
const root = await mayMount();
const cuts = root ? Number(process.argv[3] ?? 20) : 0;
const away = Number(process.env.AWAY ?? 60);
const visitors = 20;
/** The number of leads that the buyer takes per day, fewer than are posted. */
const cap = 40;
const EQUAL_POSTBACKS = 1_000;
/**
 * How long the disk stays full: longer than one segment of the log lasts, because the space of the current segment is
 * reserved in advance.
 */
const FULL_SECONDS = 75;
const ENGINES = { clickhouse: /analytics-main/, postgres: /^postgres|\/postgres -D/ } as const;
const base = await mkdtemp(join(tmpdir(), 'signpost-chaos-'));
const disk = root ? await openDisk(base) : undefined;
const folder = disk?.folder ?? base;
const ports = { port: await freePort(), clickPort: await freePort() };
const answered: string[] = [];
const recoveries: number[] = [];
const acknowledged: Acknowledged = { transactions: new Set(), leads: new Set() };
const buyer = await startBuyer();
/** The deadline for all facts after the last fault. Later ones are awaited to distinguish late from lost facts. */
const PROMPT_MS = 60_000;
const LONGEST_MS = 6 * 60_000;
const IMPORTS = 40;
const NOTIFICATIONS = 1_000;
/** After a longer absence the third attempt of a mail would be half an hour later. */
const LONGEST_WITHOUT_MAIL_S = 120;
const load = process.env.LOAD === '1' ? await startLoad(base) : undefined;
const mails = await startMailServer();
process.env.SMTP_URL = mails.url;

let product = await startProduct(folder, ports);
const boxId = await buildBox(product.port);
const business = await makeBusiness(product.port, buyer.url, cap);
const link = { port: ports.clickPort, boxId };
const work = await prepareDueWork({
  folder,
  port: ports.port,
  token: await signInDemo(ports.port),
  imports: IMPORTS,
  notifications: NOTIFICATIONS,
  mails,
});
/** One fault's share of the background work: of each kill, cut, engine, of the mail server and of the full disk. */
const share = 1 / (kills + cuts + Object.keys(ENGINES).length + 1 + (disk === undefined ? 0 : 1));
await answers();
for (let run = 1; run <= kills + cuts; run += 1) {
  const isCut = run > kills;
  const before = answered.length;
  const clicking = startClicking({ ...link, visitors, answered: (id) => answered.push(id) });
  const reporting = startReporting(ports, business, [...answered], acknowledged);
  await work.makeDue(share);
  await delay(300 + Math.random() * 1_500);
  if (isCut && disk !== undefined) {
    await standStill(product.pid, /./);
    await disk.cutPower(() => product.killAll());
  } else {
    await product.killAll();
    await tearLogs(clicksFolder(folder));
  }
  await Promise.all([clicking.stop(), reporting.stop()]);
  const began = performance.now();
  product = await startProduct(folder, ports);
  await answers();
  recoveries.push(performance.now() - began);
  console.log(
    `${isCut ? 'cut' : 'kill'} ${run}: ${answered.length - before} clicks, again there after ${Math.round(recoveries.at(-1) ?? 0)} ms`,
  );
}
let unanswered = 0;
for (const [name, matching] of Object.entries(ENGINES)) {
  await work.makeDue(share);
  const goOn = await standStill(product.pid, matching);
  const meanwhile = await clickFor(away, link);
  goOn();
  answered.push(...meanwhile.answered);
  unanswered += meanwhile.unanswered;
  console.log(`${name} away for ${away} s: ${meanwhile.answered.length} clicks, ${meanwhile.unanswered} unanswered`);
}
const mailsAgain = await mails.goAway();
await work.makeDue(share);
await delay(Math.min(away, LONGEST_WITHOUT_MAIL_S) * 1_000);
await mailsAgain();
console.log(`the mail server away: ${mails.arrived.size} mails so far`);
await equalPostbacks();
await work.makeDue(share);
const full = disk === undefined ? undefined : await fullDisk(disk);
const { late, settledMs } = await settled();
const jobs = await work.settle();
const ofSite = `leads?filters[websiteId][0]=${business.websiteId}`;
const leads = await totalOf(ports.port, ofSite, business.token);
const taken = await totalOf(ports.port, `${ofSite}&filters[status][0]=accepted`, business.token);
await product.stop();
await buyer.stop();
await mails.close();

load?.stop();
const letters = await readDeadLetters(clicksFolder(folder));
const { clicks, conversions, firstDeposits } = await storedTimes(folder, { boxId, partnerId: business.partnerId });
const { transactions } = acknowledged;
/** The product numbers the leads; none that it acknowledged may be missing. */
const lostLeads = Math.max(0, acknowledged.leads.size - leads);
const overCap = Math.max(0, taken - cap, buyer.taken.size - cap);
/** Visitors were redirected while the disk was full, and every click that could not be recorded was counted. */
const unaccounted = full === undefined ? 0 : Math.max(0, missingIn(full.answered, clicks).length - full.unrecorded);
const lost = missingIn(answered, clicks).length + missingIn(transactions, conversions).length + lostLeads + unaccounted;
const duplicated =
  timesTwice(clicks) + timesTwice(conversions) + [...firstDeposits.values()].filter((count) => count !== 1).length;
if (unaccounted > 0) await tellWhere(full?.answered.filter((id) => !clicks.has(id)) ?? []);
await (disk === undefined ? rm(base, { recursive: true, force: true }) : disk.remove());
console.log(
  `${answered.length} clicks were answered, ${clicks.size} are stored (some were logged and killed before their answer)`,
);
console.log(`${transactions.size} postbacks were answered (each sent twice), ${conversions.size} are counted`);
console.log(`${acknowledged.leads.size} leads were answered, ${leads} are stored; the buyer took ${taken} of ${cap}`);
console.log(
  JSON.stringify({
    runs: kills + cuts,
    lost,
    late,
    duplicated,
    overCap,
    recoveredMs: Math.round(Math.max(0, ...recoveries)),
    settledMs,
    unanswered,
    unrecorded: full?.unrecorded ?? 0,
    deadLetters: letters.length,
    kills,
    cuts,
    load: load?.kind ?? 'none',
    jobs,
  }),
);
if (lost + late + duplicated + overCap + unanswered + letters.length + jobs.missed + jobs.twice > 0)
  process.exitCode = 1;

/** Waits until the box answers; the clicks that test this count like any other. */
async function answers(): Promise<void> {
  for (;;) {
    const id = await click(ports.clickPort, boxId);
    if (id !== undefined) {
      answered.push(id);
      return;
    }
    await delay(10);
  }
}

/** Sends the same report a thousand times at once. */
async function equalPostbacks(): Promise<void> {
  const txid = randomUUID();
  const query = new URLSearchParams({ click_id: answered[0] ?? '', status: 'first_deposit', txid, amount: '50' });
  const url = `http://127.0.0.1:${ports.clickPort}/postback/${business.postbackKey}?${query}`;
  const answers = await Promise.all(Array.from({ length: EQUAL_POSTBACKS }, () => fetch(url)));
  const refused = answers.filter((answer) => !answer.ok).length;
  if (refused > 0) throw new Error(`${refused} of ${EQUAL_POSTBACKS} equal postbacks were refused.`);
  acknowledged.transactions.add(txid);
}

/** Clicks while nothing can be written, and then waits until writing works again. */
async function fullDisk(of: Disk): Promise<{ answered: string[]; unrecorded: number }> {
  const room = await of.fill();
  const meanwhile = await clickFor(FULL_SECONDS, link);
  const { log } = await routerHealth(ports.clickPort);
  await room();
  unanswered += meanwhile.unanswered;
  console.log(
    `the disk full for ${FULL_SECONDS} s: ${meanwhile.answered.length} clicks, ${meanwhile.unanswered} unanswered, ${log.unrecorded} not recorded (${log.problem ?? 'no problem'})`,
  );
  while (!(await routerHealth(ports.clickPort)).log.writable) await click(ports.clickPort, boxId);
  return { answered: meanwhile.answered, unrecorded: (await routerHealth(ports.clickPort)).log.unrecorded };
}

/** The backlog: clicks in the log, uncounted reports, undistributed leads, facts in the outbox. */
async function underWay(): Promise<number> {
  const open = [
    `affiliate-transactions?filters[partnerId][0]=${business.partnerId}&filters[state][0]=waiting&filters[state][1]=unattributed`,
    `leads?filters[websiteId][0]=${business.websiteId}&filters[status][0]=waiting`,
  ];
  const counts = await Promise.all([
    unshippedFacts(clicksFolder(folder)),
    ...open.map((path) => totalOf(ports.port, path, business.token)),
  ]);
  const sum = counts.reduce((total, count) => total + count, 0);
  // The outbox is checked last, because counting fills it.
  return sum > 0 ? sum : await outboxSize(folder);
}

/** Waits until everything has arrived, and returns how much of it was late. */
async function settled(): Promise<{ late: number; settledMs: number }> {
  const began = performance.now();
  let overdue: number | undefined;
  for (;;) {
    const open = await underWay();
    const ms = Math.round(performance.now() - began);
    if (ms > PROMPT_MS) overdue ??= open;
    if (open === 0 || ms > LONGEST_MS) return { late: overdue ?? 0, settledMs: ms };
    await delay(250);
  }
}

/** Checks whether the log contains redirects that were neither stored nor counted. */
async function tellWhere(ids: readonly string[]): Promise<void> {
  const logs = await textsOf(clicksFolder(folder));
  for (const [path, text] of logs) {
    const found = ids.filter((id) => text.includes(id));
    if (found.length > 0) console.log(`${found.length} of the missing ids stand in ${path}: ${found.slice(0, 5)}`);
  }
  const nowhere = ids.filter((id) => ![...logs.values()].some((text) => text.includes(id)));
  console.log(`${nowhere.length} of the missing ids stand nowhere on the disk.`);
}

async function textsOf(of: string): Promise<Map<string, string>> {
  const names = await readdir(of, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(await Promise.all(files.map(async (path) => [path, await readFile(path, 'latin1')] as const)));
}
