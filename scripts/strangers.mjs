/**
 * `npm run strangers -- FOLDER`: classifies the user agents of public collections and prints how many are wrong. FOLDER
 * holds checkouts of github.com/ua-parser/uap-core and github.com/monperrus/crawler-user-agents in folders of these
 * names. They are read where they are and never copied into this repository. `--show` prints the wrong ones.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { agentOf } from '../apps/server/src/clicks/redirect/agent.ts';

const [folder] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const shows = process.argv.includes('--show');
if (folder === undefined) {
  process.stderr.write('Name the folder that holds uap-core and crawler-user-agents.\n');
  process.exit(2);
}

/** The cases of a file of uap-core, which all have the same simple form of YAML. */
async function casesIn(name) {
  const text = await readFile(join(folder, 'uap-core', name), 'utf8');
  return text
    .split(/^\s*- user_agent_string:/m)
    .slice(1)
    .map((part) => {
      const [first = '', ...rest] = part.split('\n');
      const family = rest.map((line) => /^\s*family:\s*(.*)$/.exec(line)?.[1]).find((found) => found !== undefined);
      return { agent: scalarOf(first), family: scalarOf(family ?? '') };
    });
}

function scalarOf(text) {
  const value = text.trim();
  if (value.startsWith("'")) return value.slice(1, value.lastIndexOf("'")).replaceAll("''", "'");
  if (value.startsWith('"')) return value.slice(1, value.lastIndexOf('"')).replaceAll('\\"', '"');
  return value;
}

const TESTS = ['tests/test_ua.yaml', 'tests/test_device.yaml', 'tests/test_os.yaml'];
const cases = (await Promise.all(TESTS.map(casesIn))).flat();
const crawlers = JSON.parse(await readFile(join(folder, 'crawler-user-agents', 'crawler-user-agents.json'), 'utf8'));
const patterns = crawlers.map(({ pattern }) => new RegExp(pattern));

/** What uap-core calls a spider in any of its files, or the list of crawlers names, is not a person's. */
const spiders = new Set(cases.filter(({ family }) => family === 'Spider').map(({ agent }) => agent));
const isCrawler = (agent) => spiders.has(agent) || patterns.some((pattern) => pattern.test(agent));
/** Browsers of today begin like this; anything else is an app, a library or older than 2005. */
const BROWSER = /^Mozilla\/5\.0 \(.*(?:AppleWebKit|Gecko\/|Trident|Presto)/;
/** Programs for tests and measurements that are neither in the list of crawlers nor spiders in uap-core. */
const TOOL = /Headless|Ruxit|BingPreview|PhantomJS|Lighthouse|Prerender|PingdomTMS|Electron|monitor|synthetic/i;

const people = [
  ...new Set(cases.map(({ agent }) => agent).filter((agent) => BROWSER.test(agent) && !TOOL.test(agent))),
].filter((agent) => !isCrawler(agent));
const instances = [...new Set(crawlers.flatMap(({ instances: own }) => own))];

/** The families of systems in uap-core that have a name of ours. */
const SYSTEMS = {
  Windows: 'Windows',
  'Mac OS X': 'macOS',
  'Mac OS': 'macOS',
  iOS: 'iOS',
  Android: 'Android',
  'Chrome OS': 'Chrome OS',
  Chromecast: 'Chromecast',
  HarmonyOS: 'HarmonyOS',
  KaiOS: 'KaiOS',
  Tizen: 'Tizen',
  webOS: 'webOS',
  WatchOS: 'watchOS',
  'Windows Phone': 'Windows Phone',
  'Windows Mobile': 'Windows Mobile',
  'BlackBerry OS': 'BlackBerry',
  'BlackBerry Tablet OS': 'BlackBerry',
  'Symbian OS': 'Symbian',
  'Symbian^3': 'Symbian',
  'Symbian^3 Anna': 'Symbian',
  'Symbian^3 Belle': 'Symbian',
  'Firefox OS': 'Firefox OS',
  Ubuntu: 'Ubuntu',
  Debian: 'Debian',
  Fedora: 'Fedora',
  FreeBSD: 'FreeBSD',
  OpenBSD: 'OpenBSD',
  NetBSD: 'NetBSD',
  Solaris: 'Solaris',
  Linux: 'Linux',
};
const systems = (await casesIn('tests/test_os.yaml')).filter(
  ({ agent, family }) => family in SYSTEMS && !agentOf(agent).bot,
);
const TELEVISION = /HbbTV|\bTV\b|SmartTV|SMART-TV|GoogleTV|Apple ?TV|Roku|Chromecast|Bravia|Dreambox/i;
const televisions = [
  ...new Set(cases.filter(({ family }) => TELEVISION.test(family)).map(({ agent }) => agent)),
].filter((agent) => !isCrawler(agent) && !agentOf(agent).bot);

report('People counted as bots', people, (agent) => agentOf(agent).bot, 0.2);
report('Crawlers counted as people', instances, (agent) => !agentOf(agent).bot, 0.3);
report('Televisions not recognised', televisions, (agent) => agentOf(agent).device !== 'smarttv', 15);
report('Systems read wrongly', systems, ({ agent, family }) => agentOf(agent).os !== SYSTEMS[family], 8);

function report(name, all, isWrong, mostPercent) {
  const wrong = all.filter(isWrong);
  const percent = (100 * wrong.length) / all.length;
  const verdict = percent <= mostPercent ? 'as promised' : 'TOO MANY';
  process.stdout.write(
    `${name}: ${wrong.length} of ${all.length} = ${percent.toFixed(2)} % (at most ${mostPercent} %): ${verdict}\n`,
  );
  if (percent > mostPercent) process.exitCode = 1;
  if (!shows) return;
  for (const one of wrong) {
    const { agent, family = '' } = typeof one === 'string' ? { agent: one } : one;
    process.stdout.write(`  ${family} → ${Object.values(agentOf(agent)).join(' ')} | ${agent}\n`);
  }
}
