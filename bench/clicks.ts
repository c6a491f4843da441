/**
 * `npm run bench:clicks`: compares the redirect with a bare Fastify 302, and with nginx where it is installed, under the
 * same client in the same run. It also measures decisions per second on one core, and the redirect's p99 at 500/s while
 * heavy statistics run, and beside 500 pages a second with a new value of the link each (`--pages` measures that alone).
 * The last output is one line of JSON.
 */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { freePort } from '../apps/server/src/platform/ports.ts';
import { decide } from '../apps/server/src/traffic/clicks/decide/decide.ts';
import { CHROME } from './support/clickers.ts';
import { BOX, GREETING_PAGES, PAGE_BOX, startEngines } from './support/engines.ts';
import { startNginx } from './support/nginx.ts';
import { routingWorld } from './support/routing-world.ts';

/** Many short alternating rounds, so that other load affects both sides equally; the median ratio is reported. */
const rounds = 9;
const seconds = 2;
const connections = 64;
const path = `/box_${BOX}?sub1=bench&source=none`;

const decisionsPerSecond = measureDecisions();
if (process.argv.includes('--decisions')) {
  console.log(JSON.stringify({ decisionsPerSecond: Math.round(decisionsPerSecond) }));
  process.exit();
}
const engines = await startEngines();
const click = await engines.start('click');
if (process.argv.includes('--pages')) {
  const pages = await besideGreetings();
  await click.stop();
  await engines.stop();
  console.log(JSON.stringify(pages));
  process.exit();
}
const bare = fork(join(import.meta.dirname, 'support/bare-redirect.ts'), {
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
});
const [{ port: barePort }] = await once(bare, 'message');

const nginx = await startNginx(engines.folder);
if (nginx === null) console.log('nginx is not installed, so the redirect is not compared with it.');

const figures = { bare: [] as Figures[], click: [] as Figures[], page: [] as Figures[], nginx: [] as Figures[] };
const pagePath = await pageOfClick();
await load(barePort, 2);
if (nginx !== null) await load(nginx.port, 2);
await load(engines.clickPort, 2);
await load(engines.clickPort, 2, { of: pagePath });
for (let round = 0; round < rounds; round += 1) {
  figures.bare.push(await load(barePort, seconds));
  figures.click.push(await load(engines.clickPort, seconds));
  figures.page.push(await load(engines.clickPort, seconds, { of: pagePath }));
  if (nginx !== null) figures.nginx.push(await load(nginx.port, seconds));
  const latest = Object.entries(figures).filter(([, all]) => all.length > 0);
  console.log(`round ${round + 1}: ${latest.map(([name, all]) => `${name} ${say(all.at(-1))}`).join('; ')}`);
}
bare.kill();
await nginx?.stop();
const routers = await withTwoRouters();
const heavyP99Ms = await underHeavyReports();
const pages = await besideGreetings();
await click.stop();
await engines.stop();

console.log(
  JSON.stringify({
    redirectRatio: round2(middleRatio('rate', figures.bare)),
    ...(nginx !== null && { nginxRatio: round2(middleRatio('rate', figures.nginx)) }),
    // A served page of ours against a redirect.
    pageRatio: round2(middle(figures.page.map(({ rate }, at) => rate / (figures.click[at]?.rate ?? rate)))),
    p99Ratio: round2(middleRatio('p99', figures.bare)),
    decisionsPerSecond: Math.round(decisionsPerSecond),
    redirectsPerSecond: Math.round(middle(figures.click.map((it) => it.rate))),
    // With the same number of connections in all, in the same rounds.
    ...routers,
    heavyP99Ms,
    ...pages,
  }),
);

interface Figures {
  rate: number;
  p99: number;
}

/** The page to which a click leads, with the click's id. */
async function pageOfClick(): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${engines.clickPort}/box_${PAGE_BOX}?sub1=bench`, {
    redirect: 'manual',
    headers: { 'user-agent': CHROME },
  });
  return answer.headers.get('location') ?? '';
}

async function load(
  port: number,
  duration: number,
  {
    of = path,
    overallRate,
    connections: open = overallRate === undefined ? connections : 20,
  }: { of?: string; overallRate?: number; connections?: number } = {},
): Promise<Figures> {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}${of}`,
    connections: open,
    duration,
    headers: {
      'user-agent': CHROME,
      'accept-language': 'en-GB,en;q=0.9',
      cookie: 'signpost_visitor=00000000-0000-4000-8000-000000000001',
    },
    ...(overallRate !== undefined && { overallRate }),
  });
  const expected = of === path ? result['3xx'] : result['2xx'];
  if (expected !== result.requests.total || expected === 0)
    throw new Error(`Not what was asked for: ${JSON.stringify(result)}`);
  return { rate: result.requests.average, p99: result.latency.p99 };
}

/** Redirects a second of one router, and of two with data folders of their own together. */
async function withTwoRouters(): Promise<{ oneRouterPerSecond: number; twoRoutersPerSecond: number }> {
  const port = await freePort();
  const folder = join(engines.folder, 'second-router');
  const key = (await readFile(join(engines.folder, 'secrets', 'vault.key'))).toString('hex');
  const second = await engines.start('click', { DATA_DIR: folder, CLICK_PORT: String(port), VAULT_KEY: key });
  await load(port, 2);
  const rates = { one: [] as number[], two: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    rates.one.push((await load(engines.clickPort, seconds)).rate);
    const both = await Promise.all(
      [engines.clickPort, port].map((of) => load(of, seconds, { connections: connections / 2 })),
    );
    rates.two.push(both.reduce((sum, { rate }) => sum + rate, 0));
    console.log(
      `round ${round + 1}: one router ${Math.round(rates.one.at(-1) ?? 0)}/s, two ${Math.round(rates.two.at(-1) ?? 0)}/s`,
    );
  }
  await second.stop();
  return {
    oneRouterPerSecond: Math.round(middle(rates.one)),
    twoRoutersPerSecond: Math.round(middle(rates.two)),
  };
}

/** Measures redirects at 500/s alone, and beside 500 pages a second whose link has another value each time. */
async function besideGreetings(): Promise<
  Record<'aloneP99Ms' | 'besidePagesP99Ms' | 'besideFilteredPagesP99Ms', number>
> {
  await load(engines.clickPort, 2);
  const alone = await load(engines.clickPort, 10, { overallRate: 500 });
  const beside = async (page: number): Promise<number> => {
    const pages = greetings(page, 12);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const { p99 } = await load(engines.clickPort, 10, { overallRate: 500 });
    console.log(`beside ${Math.round(await pages)} pages/s of /p_${page}?sub1=<random>: p99 of redirects ${p99} ms`);
    return p99;
  };
  console.log(`load of the machine: ${loadavg().map(round2).join(' ')}`);
  return {
    aloneP99Ms: alone.p99,
    besidePagesP99Ms: await beside(GREETING_PAGES.printed),
    besideFilteredPagesP99Ms: await beside(GREETING_PAGES.filtered),
  };
}

/** Asks for a page 500 times a second; returns the rate that was reached. */
async function greetings(page: number, duration: number): Promise<number> {
  const result = await autocannon({
    url: `http://127.0.0.1:${engines.clickPort}`,
    connections: 20,
    duration,
    overallRate: 500,
    headers: { 'user-agent': CHROME, 'accept-language': 'en-GB,en;q=0.9' },
    requests: [{ setupRequest: (request) => ({ ...request, path: `/p_${page}?sub1=${randomUUID()}` }) }],
  });
  if (result['2xx'] !== result.requests.total || result['2xx'] === 0)
    throw new Error(`Not what was asked for: ${JSON.stringify(result)}`);
  return result.requests.average;
}

/** Measures redirects at 500/s while six people run slow queries and facts are shipped. */
async function underHeavyReports(): Promise<number> {
  const { clickhouse } = engines;
  await clickhouse.command(
    `INSERT INTO facts (fact_id, click_id, visitor_id, at, campaign_id, traffic_source_id, geo_id, visits, sub1)
     SELECT generateUUIDv4(), generateUUIDv4(), rand64(), toDateTime64('2026-10-01 00:00:00', 3) + number % 2000000,
       rand() % 500, rand() % 60, rand() % 200, 1, toString(rand()) FROM numbers(2000000)`,
    {},
    { maxSeconds: 300 },
  );
  await mergesEnded();
  const worker = await engines.start('worker');
  const over = new AbortController();
  let answered = 0;
  const person = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await clickhouse.query(
        'SELECT geo_id, uniqExact(visitor_id) AS u, uniqExact(sub1) AS s, quantileExact(0.9)(visitor_id) AS q FROM facts GROUP BY geo_id ORDER BY u DESC LIMIT 10',
        {},
        { parse: (row) => row, maxSeconds: 60 },
      );
      answered += 1;
    }
  };
  const people = Promise.all(Array.from({ length: 6 }, person));
  const { p99, rate } = await load(engines.clickPort, 10, { overallRate: 500 });
  over.abort();
  await people;
  await worker.stop();
  console.log(`while ${answered} heavy reports were answered: ${Math.round(rate)} redirects/s, p99 ${p99} ms`);
  return p99;
}

/** Waits for the merges of the filled data, which are not part of the measurement. */
async function mergesEnded(): Promise<void> {
  for (;;) {
    const [merges] = await engines.clickhouse.query(
      'SELECT count() AS merges FROM system.merges',
      {},
      { parse: (row) => Number(row.merges) },
    );
    if (merges === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** 500 boxes × 20 rules × 8 conditions, 10 campaigns in each allocation; visits from many places on many devices. */
function measureDecisions(): number {
  const { snapshot, visits } = routingWorld();
  const decideMany = (count: number): number => {
    // Measured in processor time, so that other load on the machine does not count.
    const began = process.cpuUsage();
    let found = 0;
    for (let index = 0; index < count; index += 1) {
      const visit = visits[index % visits.length];
      if (visit && decide(snapshot, visit).campaign !== null) found += 1;
    }
    const { user, system } = process.cpuUsage(began);
    return (found / (user + system)) * 1_000_000;
  };
  decideMany(200_000);
  return decideMany(2_000_000);
}

/** Each round's redirect is compared with the yardstick's answer of the same round. */
function middleRatio(key: keyof Figures, yardstick: readonly Figures[]): number {
  return middle(figures.click.map((it, round) => it[key] / (yardstick[round]?.[key] ?? Number.NaN)));
}

function middle(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;
}

function say(it: Figures | undefined): string {
  return `${Math.round(it?.rate ?? 0)}/s, p99 ${it?.p99} ms`;
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}
