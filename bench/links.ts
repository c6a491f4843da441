/**
 * `npm run bench:links`: the links checker beside linkinator on the same farm of traps, a simulated month of watching
 * beside looking in turn with as many requests, and 10,000 links on 500 hosts beside the shortest polite time. The last
 * output is one line of JSON. LINKS sets the number of links of the month.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { LinkChecker } from 'linkinator';
import { farm } from '../apps/server/src/partners/links/testing/farm.ts';
import { addressOf, judge } from '../apps/server/src/partners/links/testing/judge.ts';
import { checkMany } from '../apps/server/src/partners/links/testing/many.ts';
import { watchFor } from '../apps/server/src/partners/links/testing/month.ts';
import { secureTraps } from '../apps/server/src/partners/links/testing/secure.ts';
import { BROKEN, type Trap, WALLED, WORKING } from '../apps/server/src/partners/links/testing/traps.ts';
import { newId } from '../apps/server/src/platform/ids.ts';
import { farmProxy } from './support/farm-proxy.ts';

const links = Number(process.env.LINKS ?? 300);
const PATIENCE_MS = 4_000;
const SEEDS = [1, 2, 3];

const secure = await secureTraps();
const traps: readonly Trap[] = [...WORKING, ...WALLED, ...BROKEN, ...secure.traps];
/** Some traps count their visits, so each checker visits a farm of its own. */
const newFarm = () => farm(Object.fromEntries(traps.map(({ name, host }) => [name, host])));

async function ours(): Promise<{ verdicts: Map<string, string>; lostIds: number }> {
  const field = await newFarm();
  const found = await Promise.all(traps.map(async (trap) => ({ trap, ...(await judge(field.send, trap)) })));
  await field.close();
  return {
    verdicts: new Map(found.map(({ trap, verdicts }) => [trap.name, verdicts.at(-1) ?? ''])),
    lostIds: found.filter(({ trap, last }) => trap.clickId === 'lost' && last.clickId === 'lost').length,
  };
}

/** Each link is checked as the only one of a run, so that no other answer affects it. */
async function linkinators(): Promise<Map<string, string>> {
  const field = await newFarm();
  const proxy = await farmProxy(Object.fromEntries(traps.map(({ name, host }) => [name, host])), field.port);
  process.env.HTTP_PROXY = proxy.url;
  const found = new Map<string, string>();
  const check = async (trap: Trap): Promise<void> => {
    const isSecure = typeof trap.host !== 'function' && 'origin' in trap.host && trap.host.origin.startsWith('https');
    const address = addressOf(trap, newId());
    const url = isSecure ? address.replace(/^http:\/\/[^/]+/, (trap.host as { origin: string }).origin) : address;
    const { links: results } = await new LinkChecker().check({ path: url, recurse: false, timeout: PATIENCE_MS });
    const own = results.find((result) => result.url === url) ?? results[0];
    found.set(trap.name, own === undefined ? 'none' : own.state === 'OK' ? 'ok' : own.state.toLowerCase());
  };
  // It leaves the time-out of a slow body unhandled, which would end this process.
  const survive = (): void => undefined;
  process.on('uncaughtException', survive);
  const orGiveUp = (trap: Trap): Promise<void> =>
    Promise.race([
      check(trap),
      delay(3 * PATIENCE_MS).then(() => {
        if (!found.has(trap.name)) found.set(trap.name, 'crash');
      }),
    ]);
  for (let at = 0; at < traps.length; at += 8) await Promise.all(traps.slice(at, at + 8).map(orGiveUp));
  process.off('uncaughtException', survive);
  process.env.HTTP_PROXY = '';
  proxy.close();
  await field.close();
  return found;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const isBroken = ({ verdict }: Trap): boolean => verdict === 'broken';
const tally = (found: ReadonlyMap<string, string>) => ({
  falseBroken: traps.filter((trap) => !isBroken(trap) && found.get(trap.name) === 'broken').map(({ name }) => name),
  missed: traps.filter((trap) => isBroken(trap) && found.get(trap.name) !== 'broken').map(({ name }) => name),
});

const { verdicts: own, lostIds: foundIds } = await ours();
const theirs = await linkinators();
console.log('| trap | is | Signpost | linkinator |\n| --- | --- | --- | --- |');
for (const { name, verdict } of traps) console.log(`| ${name} | ${verdict} | ${own.get(name)} | ${theirs.get(name)} |`);
const [signpost, linkinator] = [tally(own), tally(theirs)];
const lostIds = traps.filter(({ clickId }) => clickId === 'lost').length;
console.log(`\n| ${traps.length} traps | Signpost | linkinator |\n| --- | --- | --- |`);
console.log(`| false "broken" | ${signpost.falseBroken.length} | ${linkinator.falseBroken.length} |`);
console.log(`| missed | ${signpost.missed.length} | ${linkinator.missed.length} |`);
console.log(`| lost click ids found, of ${lostIds} | ${foundIds} | 0 (does not look for them) |`);

console.log(`\n| ${links} links, 30 days | looks | money lost | share of looking in turn |\n| --- | --- | --- | --- |`);
const month = (['turn', 'turnAndSuspects', 'risk'] as const).map((order) => {
  const runs = SEEDS.map((seed) => watchFor({ links, days: 30, seed }, order));
  return { order, looks: sum(runs.map((run) => run.looks)), lost: sum(runs.map((run) => run.lost)) };
});
const inTurn = month[0]?.lost ?? 0;
for (const { order, looks, lost } of month)
  console.log(`| ${order} | ${looks} | ${lost.toFixed(2)} | ${(lost / inTurn).toFixed(2)} |`);

const many = await checkMany({ links: 10_000, hosts: 500, answerMs: 50 });
console.log(
  `\n10,000 links on 500 hosts: ${many.tookMs / 1000} s of the simulated clock, shortest polite time ${many.shortestMs / 1000} s, factor ${(many.tookMs / many.shortestMs).toFixed(3)}`,
);
await secure.close();
const orders = Object.fromEntries(month.map(({ order, lost }) => [order, Math.round((lost / inTurn) * 1000) / 1000]));
console.log(JSON.stringify({ traps: traps.length, signpost, linkinator, month: orders, polite: many }));
process.exit(0);
