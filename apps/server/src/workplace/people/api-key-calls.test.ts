/**
 * Every call, and whether a key may make it. A new call, or a new kind of record, fails here until somebody decides it:
 * nothing that issues, pays, sends, redirects money or lets something out of a safety stop is for a program (docs/decisions/0120).
 */
import { mayUseKey } from '@signpost/contract/calls/api-key-access.ts';
import { entityList } from '@signpost/contract/entities/index.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { expect, it } from 'vitest';

const { app } = await testApp();
const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** Records that a key of the wider scope changes, with lists, single records, history, archiving and bulk changes. */
const CHANGED_RECORDS = words(`
  accounts affiliate-networks alerts banner-global-rules box-offers box-sheets buttons campaign-boxes campaigns
  categories clients direct-links domains exchange-rates flat-fee-contacts flat-fees gambling-imports
  gambling-links gambling-stats geos global-deals global-rules integrations looker-reports
  manual-transactions mbg-mirrors offers partner-overrides partner-revenues partner-types
  partners prelander-domains products push-notifications referral-codes referrers rules
  seo-box-sheets seo-campaign-boxes simple-costs spider-domains status-mapping-overrides tags templates
  traffic-sources websites
`);
/** Records that have no call to change them. */
const FIXED_RECORDS = words(
  'affiliate-transactions dead-letters leads link-problems orphan-visits outgoing-deliveries',
);
/** Records with a secret field, bank details, an address to which messages go, or a permission, which keys only read. */
const READ_RECORDS = words('app-schemes legal-entities outgoing-postbacks publishers reports robot-partners');
const HIDDEN_RECORDS = words('deal-proposals publisher-mails users whitelist');

/** Calls that every key makes. */
const READS = {
  GET: words(`
    affiliate-transactions/:id/story attachments/:id attention buttons/:id/tests buttons/:id/tests/baseline
    campaign-boxes/:id/last-day campaign-boxes/:id/versions campaign-boxes/:id/versions/difference
    campaign-boxes/:id/weights campaign-boxes/figures campaigns/figures clicks/:id/trace disputes documents
    documents/:id documents/:id/disputed-lines documents/:id/facts documents/:id/files/:form documents/:id/held documents/:id/today
    documents/drafts/:id documents/due documents/entities documents/export documents/series documents/vat gambling-imports/:id/file
    host-health incidents incidents/:id journals/export launch-checks/:id leads/:id/story leads/refused leads/summary leakage
    link-checks link-checks/:id link-checks/:id/files/:format link-checks/:id/results links/settings marketplace
    metadata metadata/:name metadata/:name/refresh metadata/hashes metadata/refresh my-invoices my-invoices/due
    my-invoices/export my-invoices/statements notes notes/people offers/figures outgoing-deliveries/:id/attempts
    outgoing-stop page-tests partners/:id/deals partners/figures payments payout-differences periods pins preferences/:key profile
    profile/changes profile/changes/latest publisher-home publishers/figures push-notifications/:id/progress
    push-setup referral-codes/uses referrers/unknown report-downloads report-downloads/:id
    report-downloads/:id/files/:fileId report-downloads/:id/files/:fileId/google reports/:id/state runs runs/:id
    runs/services seo-campaign-boxes/:id/last-day seo-campaign-boxes/:id/versions
    seo-campaign-boxes/:id/versions/difference seo-campaign-boxes/:id/weights seo-campaign-boxes/figures
    sheet-names/:kind sheet-requests sheets/:id sheets/:id/files/:format sheets/:id/google sheets/:id/making
    show-offers statements/:side statements/:side/:partyId statistics/campaigns statistics/campaigns/export
    statistics/changes statistics/chart statistics/export statistics/facts statistics/facts/:factId
    statistics/facts/export statistics/lifetime statistics/live statistics/support/:type/search/:id
    statistics/tabs statistics/tabs/incubator statistics/tabs/influensers statistics/tabs/internal-socials
    statistics/tabs/parasites statistics/tabs/publisher statistics/tabs/seo statistics/why templates/:id/tests
    templates/:id/tests/baseline templates/defaults/:websiteId/:bannerId traffic-sources/figures
    transaction-additions unassigned-statuses views views/:id watched-links watched-links/summary waterfall waterfall/geos
    websites/figures
  `),
};

/** Calls that a key makes whose scope is to change records. Each can be corrected or taken back. */
const CHANGES = {
  POST: words(`
    affiliate-transactions/:id/attribute affiliate-transactions/:id/replay affiliate-transactions/reconcile
    alerts/look-back attachments buttons/:id/tests buttons/:id/tests/actions campaign-boxes/:id/explain
    campaign-boxes/:id/roll-back campaign-boxes/:id/weights dead-letters/:id/drop dead-letters/:id/replay
    documents/:id/credit documents/:id/disputes documents/:id/file documents/:id/hold documents/:id/propose
    documents/drafts gambling-imports/:id/check gambling-imports/:id/import
    gambling-imports/:id/undo global-deal-form/preview global-deal-form/propose host-health/check images
    incidents/:id/actions integrations/effect launch-checks link-checks link-checks/columns
    mbg-mirrors/:id/activate my-invoices/drafts notes partner-link-checks partner-overrides/effect pins
    push-notifications/:id/stop push-notifications/audience referral-codes/bulk-create
    referrers/assign report-downloads/:id/again reports/:id/run reports/preview routing/check routing/replay
    runs/:id/cancel seo-campaign-boxes/:id/explain seo-campaign-boxes/:id/roll-back
    seo-campaign-boxes/:id/weights sheet-files sheets sheets/:id/google/confirm sheets/:id/google/decide
    sheets/:id/google/plans sheets/:id/make sheets/:id/reject sheets/:id/request sheets/:id/rows
    sheets/:id/withdraw templates/:id/tests templates/:id/tests/actions templates/preview
    unassigned-statuses/assign unassigned-statuses/effect waterfall/preview waterfall/weights
  `),
  PUT: words(`
  pins pins/:id preferences/:key sheets/:id/google templates/defaults/:websiteId/:bannerId views
  watched-links/:id/trust watched-links/settings
  `),
  PATCH: words(`
  documents/:id notes/:id sheets/:id waterfall/deals/:id
  `),
  DELETE: words(`
  documents/:id notes/:id pins/:id sheets/:id/google views/:id
  `),
};

/** Calls that no key makes. */
const NEVER = {
  GET: words(`
  approvals approvals/changes approvals/flat-fees approvals/tiers checks data-protection/preview
  data-protection/retention mail-suppressions mailings mailings/:id mailings/:id/recipients mailings/status
  notifications notifications/live notifications/mail notifications/settings partners/:id/postback
  partners/:id/postback/refusals profile/api-keys profile/mail-topics profile/sessions search users-management
  users/:user/api-keys users/:user/google-account users/:user/sessions websites/:id/lead-key
  `),
  POST: words(`
  allocations/:id/reverse approvals/changes/:kind/:id approvals/documents/:id data-protection/erase
  data-protection/export data-protection/find deal-proposals/:id/approve deal-proposals/:id/reject
  disputes/:id/decide documents/:id/accept documents/:id/apply documents/:id/issue documents/:id/send
  documents/:id/write-off flat-fees/:id/approve flat-fees/:id/reject leads/:id/person leads/:id/resend
  leads/refused/replay leads/search-person mail-suppressions mail-suppressions/lift mailings/:id/actions mailings/:id/confirm
  mailings/:id/recipients/:recipientId/decision mailings/arm mailings/bounces mailings/links mailings/preview
  mailings/test notifications/channels notifications/channels/:id/test notifications/mail/test
  notifications/read outgoing-deliveries/:id/resend outgoing-stop/lift partners/:id/postback/refusals/replay
  partners/:id/postback/test payments
  payments/:id/allocations payments/:id/reverse periods/close profile/api-keys profile/changes/undo
  profile/mail-topics push-notifications/:id/send push-notifications/:id/test push-setup/keys robot-partners/:id/test
  runs/:id/run-again runs/services/retire transaction-additions transaction-additions/:id/undo
  transaction-additions/preview users-management/assign
  `),
  PUT: words(`
  approvals/tiers data-protection/retention notifications/choices notifications/quiet-hours
  partners/:id/postback websites/:id/lead-key
  `),
  PATCH: words(`
  profile
  `),
  DELETE: words(`
  auth/session notifications/channels/:id profile/api-keys/:id profile/sessions/:id users/:user/api-keys/:id
  users/:user/google-account users/:user/sessions/:id
  `),
};

type Verdict = 'read' | 'change' | 'never';

/** The name of a call in the lists above. Calls that every kind of record has are one entry for each kind. */
function nameOf(method: string, path: string): string {
  const [first = '', second, third] = path.split('/');
  const entity = entityList.find((one) => one.path === (first === 'options' ? second : first));
  if (entity === undefined || !isOfRecords(first, second, third)) return `${method} ${path}`;
  if (first === 'options') return `options of ${entity.path}`;
  return `${method === 'GET' ? 'reading' : 'changing'} ${entity.path}`;
}

/** Whether every kind of record has this call. */
const isOfRecords = (first: string, second: string | undefined, third: string | undefined): boolean =>
  first === 'options' ||
  second === undefined ||
  ['export', 'used-by', 'bulk'].includes(second) ||
  (second === ':id' && [undefined, 'history', 'archive', 'restore', 'reverse'].includes(third));

const decided = (): Map<string, Verdict> => {
  const all = new Map<string, Verdict>();
  for (const [verdict, lists] of [
    ['read', READS],
    ['change', CHANGES],
    ['never', NEVER],
  ] as const)
    for (const [method, paths] of Object.entries(lists))
      for (const path of paths) all.set(`${method} ${path}`, verdict);
  for (const name of [...CHANGED_RECORDS, ...FIXED_RECORDS, ...READ_RECORDS, ...HIDDEN_RECORDS]) {
    all.set(`reading ${name}`, HIDDEN_RECORDS.includes(name) ? 'never' : 'read');
    all.set(`options of ${name}`, HIDDEN_RECORDS.includes(name) ? 'never' : 'read');
    if (!FIXED_RECORDS.includes(name)) all.set(`changing ${name}`, CHANGED_RECORDS.includes(name) ? 'change' : 'never');
  }
  return all;
};

it('is decided for every call of the server, whether a key may make it', () => {
  const answered = new Map<string, Verdict>();
  for (const { method, url, access, rows } of app.apiRoutes) {
    if (!url.startsWith('/api/') || access === 'public' || method === 'HEAD' || method === 'OPTIONS') continue;
    const call = { method, url, access, rows };
    const verdict = mayUseKey('read', call) ? 'read' : mayUseKey('change', call) ? 'change' : 'never';
    const name = nameOf(method, url.slice('/api/'.length));
    // Calls with one name in the lists have one answer.
    expect([name, answered.get(name) ?? verdict]).toEqual([name, verdict]);
    answered.set(name, verdict);
  }
  const lines = (verdicts: ReadonlyMap<string, Verdict>) =>
    [...verdicts].map(([name, verdict]) => `${name}: ${verdict}`).sort();
  expect(lines(answered)).toEqual(lines(decided()));
});
