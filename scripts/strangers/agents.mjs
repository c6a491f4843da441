/**
 * User agents: github.com/ua-parser/uap-core says what each is, github.com/monperrus/crawler-user-agents which are those
 * of crawlers.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { agentOf } from '../../apps/server/src/traffic/clicks/redirect/agent.ts';

export const COLLECTIONS = ['uap-core', 'crawler-user-agents'];

const TESTS = ['tests/test_ua.yaml', 'tests/test_device.yaml', 'tests/test_os.yaml'];
/** Browsers of today begin like this; anything else is an app, a library or older than 2005. */
const BROWSER = /^Mozilla\/5\.0 \(.*(?:AppleWebKit|Gecko\/|Trident|Presto)/;
/** Programs for tests and measurements that are neither in the list of crawlers nor spiders in uap-core. */
const TOOL = /Headless|Ruxit|BingPreview|PhantomJS|Lighthouse|Prerender|PingdomTMS|Electron|monitor|synthetic/i;
const TELEVISION = /HbbTV|\bTV\b|SmartTV|SMART-TV|GoogleTV|Apple ?TV|Roku|Chromecast|Bravia|Dreambox/i;

/** The system families of uap-core, with our names for them. */
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

/** Every part of this kind: its name, its cases, which of them are wrong, and the promised percentage. */
export async function measure(folder) {
  const cases = (await Promise.all(TESTS.map((name) => casesIn(folder, name)))).flat();
  const crawlers = JSON.parse(await readFile(join(folder, 'crawler-user-agents', 'crawler-user-agents.json'), 'utf8'));
  const patterns = crawlers.map(({ pattern }) => new RegExp(pattern));
  // An agent that uap-core calls a spider in any of its files, or that the list of crawlers names, is not a person's.
  const spiders = new Set(cases.filter(({ family }) => family === 'Spider').map(({ agent }) => agent));
  const isCrawler = (agent) => spiders.has(agent) || patterns.some((pattern) => pattern.test(agent));
  const unique = (found) => [...new Set(found.map(({ agent }) => agent))].filter((agent) => !isCrawler(agent));
  const people = unique(cases.filter(({ agent }) => BROWSER.test(agent) && !TOOL.test(agent)));
  const instances = [...new Set(crawlers.flatMap(({ instances: own }) => own))];
  const televisions = unique(cases.filter(({ family }) => TELEVISION.test(family)));
  const systems = (await casesIn(folder, 'tests/test_os.yaml')).filter(({ family }) => family in SYSTEMS);
  const ofNoBot = ({ agent }) => !agentOf(agent).bot;
  return [
    partOf('People counted as bots', people, (agent) => agentOf(agent).bot, 0.2),
    partOf('Crawlers counted as people', instances, (agent) => !agentOf(agent).bot, 0.3),
    partOf(
      'Televisions not recognised',
      televisions.filter((agent) => ofNoBot({ agent })),
      (agent) => agentOf(agent).device !== 'smarttv',
      15,
    ),
    {
      ...partOf('Systems read wrongly', systems.filter(ofNoBot), isWrongSystem, 8),
      show: ({ agent, family }) => `${family} → ${shown(agent)}`,
    },
  ];
}

const partOf = (name, cases, isWrong, mostPercent) => ({ name, cases, isWrong, mostPercent, show: shown });
const isWrongSystem = ({ agent, family }) => agentOf(agent).os !== SYSTEMS[family];
const shown = (agent) => `${Object.values(agentOf(agent)).join(' ')} | ${agent}`;

/** The cases of a file of uap-core, which all have the same simple form of YAML. */
async function casesIn(folder, name) {
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
