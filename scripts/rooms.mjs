/**
 * The rooms of the code base: the content of each folder and its allowed imports. Dependency-cruiser checks the imports
 * (`.dependency-cruiser.cjs`), and the tables in ARCHITECTURE.md are printed from here: `node scripts/rooms.mjs --write`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SERVER = 'apps/server/src/';
/** Files outside the server's rooms that most of them need: types of the database, the environment, the person. */
const BASE = ['database.ts', 'deps.ts', 'env.ts', 'session-user.ts'];
/** The rooms that a role starts. */
const APP = 'app.ts';

/**
 * The floors of the server from the bottom up: their folder, what they are about, and their rooms. The two lowest are a
 * room each. A room imports from its own floor and from lower ones.
 */
export const FLOORS = [
  { name: 'platform', holds: 'what every server needs', rooms: ['platform'] },
  { name: 'http', holds: 'how a call is answered', rooms: ['http'] },
  {
    name: 'workplace',
    holds: 'people, their records, messages and runs',
    rooms: ['records', 'notifications', 'runs', 'people', 'metadata', 'images', 'search'],
  },
  { name: 'traffic', holds: 'visitors and where they go', rooms: ['clicks', 'routing', 'pages', 'push', 'hosts'] },
  {
    name: 'partners',
    holds: 'whoever pays or sends, and what they report',
    rooms: ['deals', 'conversions', 'leads', 'links', 'mailings', 'sheets', 'publishers'],
  },
  {
    name: 'money',
    holds: 'what is owed, and its documents',
    rooms: ['ledger', 'fees', 'documents', 'approvals', 'changes'],
  },
  {
    name: 'insight',
    holds: 'the numbers, and what they say',
    rooms: ['stats', 'reports', 'alerts', 'leakage', 'past-decisions', 'attention', 'notes', 'views'],
  },
  {
    name: 'operations',
    holds: 'running the product',
    rooms: ['embedded', 'protection', 'watching', 'health', 'arming', 'backup', 'jobs', 'demo', 'roles'],
  },
];

/** The floor of a room. */
export function floorOf(name) {
  const floor = FLOORS.find(({ rooms }) => rooms.includes(name));
  if (floor === undefined) throw new Error(`The room ${name} has no floor in scripts/rooms.mjs.`);
  return floor;
}

/** Whether the folder of a floor is its only room. */
const isOneRoom = ({ name, rooms }) => rooms.includes(name);

/** The folder of a room. */
function folderOf(name) {
  const floor = floorOf(name);
  return isOneRoom(floor) ? `${SERVER}${name}` : `${SERVER}${floor.name}/${name}`;
}

/** A room of the server; `base` says whether it may import the files outside the rooms. */
const server = (name, holds, mayImport, { base = true } = {}) => ({
  name,
  path: folderOf(name),
  holds,
  mayImport,
  base,
});

/** The HTTP routes of a domain. Only these know HTTP. */
const api = (domain, more = []) => ({
  name: `${domain}/api`,
  path: `${folderOf(domain)}/api`,
  holds: `HTTP routes of ${domain}`,
  mayImport: ['http', ...more],
  base: true,
  isApi: true,
});

export const serverRooms = [
  server('platform', 'drivers, clock, ids, log, vault, outgoing requests, locks, repeated work', [], { base: false }),
  server('embedded', 'supervisor, PostgreSQL, chDB child process, lock of the data folder', ['platform']),
  server('http', 'session, access, errors, envelope, calls, OpenAPI: one plugin each', ['platform']),
  server('records', 'the generic verbs of an entity, audit trail, list query, export', ['http', 'platform']),
  server('notifications', 'telling people something once, by the channels they chose', ['platform']),
  server('runs', 'the ledger and queue of background runs, schedules, watchdog, signs of life', [
    'notifications',
    'platform',
  ]),
  server('stats', 'question → plan → SQL → rows; guard; export', ['http', 'deals', 'platform', 'runs']),
  server('reports', 'frozen questions as files: run, schedule, delivery, expiry', [
    'notifications',
    'platform',
    'records',
    'runs',
    'stats',
  ]),
  server('alerts', 'what is not as usual in the statistics: engine, incidents, late data', [
    'notifications',
    'platform',
    'records',
    'runs',
    'stats',
  ]),
  server('leakage', 'what is lost between a click and its money, by its first cause', ['deals', 'platform', 'stats']),
  server('clicks', 'the router: log, snapshot, decision, redirect, click-outs, shipping', ['platform'], {
    base: false,
  }),
  server('deals', 'terms, prices, commission, rates, fill and caps of deals; the waterfall', [
    'clicks',
    'platform',
    'runs',
  ]),
  server('conversions', 'postbacks, counting, restatement, outbox, outgoing postbacks', [
    'clicks',
    'deals',
    'platform',
    'records',
  ]),
  server('leads', 'intake, sealed persons, waterfall of buyers', [
    'clicks',
    'conversions',
    'deals',
    'platform',
    'records',
  ]),
  server('ledger', 'manual entries, gambling figures and their imports', [
    'clicks',
    'conversions',
    'deals',
    'platform',
    'records',
    'runs',
  ]),
  server('documents', 'invoices and credit notes: claims, content, approval, issuing, payments, ledger', [
    'notifications',
    'platform',
    'records',
    'runs',
  ]),
  server('approvals', 'verdicts of people on what has an effect in money', ['documents', 'platform']),
  server('fees', 'flat fees: their days in the statistics, renewals', [
    'conversions',
    'deals',
    'clicks',
    'ledger',
    'platform',
    'records',
  ]),
  server('changes', 'changes of terms that wait for approval: their effect in money, and what approving does', [
    'approvals',
    'conversions',
    'deals',
    'platform',
    'records',
  ]),
  server(
    'links',
    'following a link to its end, verdicts on links, checks of many links, watched links, launch checks',
    ['clicks', 'conversions', 'notifications', 'platform', 'runs'],
  ),
  server('sheets', 'requests for many boxes at once: rows, request, making, files', [
    'notifications',
    'platform',
    'records',
    'runs',
  ]),
  server('mailings', 'e-mails to publishers: audience, sending at most once, bounces, unsubscribing', [
    'clicks',
    'links',
    'notifications',
    'platform',
    'records',
  ]),
  server('push', 'web push to visitors: subscriptions, keys, audience, sending', [
    'clicks',
    'notifications',
    'platform',
    'records',
    'runs',
  ]),
  server('hosts', 'daily checks of DNS, certificate and HTTP of our hosts', ['platform', 'records']),
  server('routing', 'explain, check, replay, versions and automatic weights, for staff', [
    'clicks',
    'platform',
    'records',
  ]),
  server('pages', 'templates, buttons, their defaults, tests of variants', ['clicks', 'platform', 'records']),
  server('people', 'sign-in, the first Admin', ['platform', 'records']),
  server('notes', 'notes on records and statistics', ['notifications', 'platform', 'records']),
  server('attention', 'what waits for a person, on Home', ['alerts', 'notifications', 'platform', 'records']),
  server('metadata', 'names and options that screens need at once', ['platform']),
  server('protection', 'how long personal data is kept; export and erasure of one person', [
    'leads',
    'platform',
    'records',
    'runs',
  ]),
  server('watching', 'how the product is: figures for Prometheus, and the checks of the doctor and the status screen', [
    'clicks',
    'platform',
    'runs',
  ]),
  api('attention', ['attention', 'platform', 'stats']),
  api('past-decisions', ['clicks', 'deals', 'routing', 'stats']),
  api('conversions', ['conversions', 'platform', 'records']),
  api('changes', ['changes', 'records']),
  api('deals', ['deals', 'platform', 'records']),
  api('documents', ['documents', 'platform', 'records']),
  api('fees', ['approvals', 'deals', 'fees', 'platform', 'records']),
  api('health', ['platform', 'runs', 'watching']),
  api('hosts', ['hosts', 'platform', 'records']),
  api('images', ['platform']),
  api('leads', ['clicks', 'leads', 'platform', 'records']),
  api('ledger', ['ledger', 'platform', 'records', 'runs']),
  api('links', ['clicks', 'links', 'platform', 'records']),
  api('arming', ['mailings', 'platform', 'records']),
  api('mailings', ['mailings', 'platform', 'records']),
  api('metadata', ['metadata']),
  api('notifications', ['notifications', 'platform']),
  api('alerts', ['alerts', 'runs', 'stats']),
  api('leakage', ['leakage']),
  api('notes', ['notes', 'records']),
  api('pages', ['pages', 'records']),
  api('people', ['people', 'platform', 'records']),
  api('protection', ['conversions', 'leads', 'protection', 'records']),
  api('push', ['platform', 'push', 'records']),
  api('publishers', ['platform', 'records']),
  api('reports', ['records', 'reports', 'stats']),
  api('routing', ['clicks', 'platform', 'records', 'routing']),
  api('runs', ['runs']),
  api('search', ['records']),
  api('sheets', ['records', 'sheets']),
  api('views'),
  api('watching', ['platform', 'watching']),
  server('backup', 'backups while everything runs, restoring, comparing a restored copy', [
    'clicks',
    'conversions',
    'documents',
    'embedded',
    'platform',
    'records',
    'runs',
  ]),
  server('jobs', 'the one list of background work', [
    'alerts',
    'attention',
    'backup',
    'conversions',
    'deals',
    'documents',
    'fees',
    'hosts',
    'leads',
    'ledger',
    'links',
    'mailings',
    'notes',
    'notifications',
    'pages',
    'platform',
    'protection',
    'push',
    'records',
    'reports',
    'routing',
    'runs',
    'sheets',
  ]),
  server('demo', 'the invented world of DEMO=1', [
    'clicks',
    'conversions',
    'deals',
    'documents',
    'fees',
    'leads',
    'ledger',
    'links',
    'mailings',
    'notifications',
    'pages',
    'people',
    'platform',
    'push',
    'records',
    'reports',
    'runs',
  ]),
  server('roles', 'the processes: web, click, worker', [
    'backup',
    'clicks',
    'conversions',
    'deals',
    'demo',
    'embedded',
    'jobs',
    'people',
    'platform',
    'push',
    'runs',
    'watching',
  ]),
];

/** Rooms outside the server; their walls are separate rules in `.dependency-cruiser.cjs`. */
const otherRooms = [
  {
    path: 'packages/contract/src',
    holds:
      'facts both sides share: `dates`, `reading`; `define`, `routes`, `access`; the floors; `entities`; `records`; `calls`',
    may: 'zod, decimal.js, qs',
  },
  { path: 'packages/testkit/src', holds: 'databases per test file, signed-in app', may: 'anything; for tests only' },
  {
    path: 'apps/web/src/ui',
    holds: 'primitives on Mantine: `values`, `layout`, `feedback`, `fields`, `data-table`',
    may: 'no router or fetch; `contract/reading`',
  },
  {
    path: 'apps/web/src/address',
    holds: 'the search and path parameters of a screen, parsed; opening an address',
    may: 'contract',
  },
  { path: 'apps/web/src/api', holds: 'calls, session, metadata, actions with their messages', may: 'ui, contract' },
  {
    path: 'apps/web/src/fields',
    holds: "amounts, numbers and days read by the contract's parsers; references to records",
    may: 'ui, api, contract',
  },
  { path: 'apps/web/src/views', holds: 'saved views, columns and files of tables', may: 'ui, address, api, contract' },
  { path: 'apps/web/src/notes', holds: 'notes on records and statistics', may: 'ui, api, fields, contract' },
  {
    path: 'apps/web/src/records',
    holds: 'list page, form page',
    may: 'ui, address, api, fields, views, notes, contract',
  },
  { path: 'apps/web/src/stats', holds: 'the explorer', may: 'ui, address, api, fields, views, notes, contract' },
  {
    path: 'apps/web/src/features/<floor>/<domain>',
    holds: 'what several screens of a domain share',
    may: 'all above; `features/traffic/links`',
  },
  { path: 'apps/web/src/screens/<floor>/<area>', holds: 'one screen each', may: 'never another screen' },
];

const escapeDots = (text) => text.replaceAll('.', '\\.');

/** One rule for each room of the server, which forbids everything on the server except its allowed imports. */
export function serverRules(testFiles) {
  return serverRooms.map(({ name, path, mayImport, base, isApi }) => {
    const own = isApi ? `${path}/` : `${path}/(?!api/)`;
    const allowed = [
      own,
      ...mayImport.map((other) => `${folderOf(other)}/(?!api/)`),
      ...(name === 'roles' ? [`${SERVER}${escapeDots(APP)}$`] : []),
      ...(base ? BASE.map((file) => `${SERVER}${escapeDots(file)}$`) : []),
    ];
    return {
      name: `${name} imports only ${mayImport.join(', ') || 'its own files'}`,
      severity: 'error',
      comment: 'The list is in scripts/rooms.mjs.',
      from: { path: `^${own}`, pathNot: testFiles },
      to: { path: `^${SERVER}`, pathNot: allowed.map((one) => `^${one}`) },
    };
  });
}

const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** The Markdown tables of ARCHITECTURE.md: one for each floor of the server, and one for what is outside it. */
export function roomsTables() {
  const tableOf = (names) => {
    const rows = names.flatMap((name) => {
      const room = serverRooms.find((one) => one.name === name);
      return room === undefined ? [] : [[`\`${name}\``, room.holds]];
    });
    return table(['room', 'holds'], rows);
  };
  const ground = FLOORS.filter(isOneRoom).map(({ name }) => name);
  const floors = FLOORS.filter((floor) => !isOneRoom(floor)).map(
    ({ name, holds, rooms }) => `**${name}/**: ${holds}\n\n${tableOf(rooms)}`,
  );
  const others = otherRooms.map(({ path, holds, may }) => [`\`${path}\``, holds, may]);
  return [
    `**On the ground**\n\n${tableOf(ground)}`,
    ...floors,
    `**Outside the server**\n\n${table(['folder', 'holds', 'may import'], others)}`,
  ].join('\n\n');
}

const START = '<!-- rooms: printed by scripts/rooms.mjs -->';
const END = '<!-- end of rooms -->';
const architecture = join(fileURLToPath(new URL('.', import.meta.url)), '../ARCHITECTURE.md');

/** ARCHITECTURE.md with the current table. */
export function architectureWithRooms(text = readFileSync(architecture, 'utf8')) {
  const [before, rest] = text.split(START);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error(`ARCHITECTURE.md lacks the lines ${START} and ${END}.`);
  return `${before}${START}\n\n${roomsTables()}\n\n${END}${after}`;
}

if (process.argv.includes('--write')) writeFileSync(architecture, architectureWithRooms());
