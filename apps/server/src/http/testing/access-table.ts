/**
 * The calls that each grade may make, written by hand for people to review (docs/product/access.md).
 * `access-matrix.test.ts` makes every call with every grade and compares. A new call fails there until somebody has
 * written down who may make it.
 *
 * One letter per grade, or a dash if the call is refused before any record is read: Admin, Management, Default User,
 * Publisher, Seo User, Cost User, eXclude All Pages, starter profile (New), Operations. A Publisher only reaches rows
 * of its own publisher, which `workplace/records/guard.test.ts` tests. Paths that are included or excluded for one
 * person are tested in the matrix itself.
 */

/**
 * The calls of records: see (list, read, history, export); add; change (edit, archive, restore, bulk, used-by; of a ledger:
 * reverse); choose in a form (options). A full stop stands where there is no such call.
 */
const RECORD_CALLS = `
  path                      see        add        change     choose
  accounts                  AM-------  AM-------  AM-------  AM-------
  affiliate-networks        AMD-----O  AMD-----O  AMD-----O  AMD-----O
  affiliate-transactions    AMD-----O  .          .          AMD-----O
  alerts                    AMD-SC--O  AMD-SC--O  AMD-SC--O  AMD-SC--O
  app-schemes               AMD-----O  A--------  A--------  AMD-----O
  banner-global-rules       AM------O  AM------O  AM------O  AM------O
  box-offers                AMD-----O  AMD-----O  AMD-----O  AMD-----O
  box-sheets                AM--S---O  AM--S---O  AM--S---O  AM--S---O
  buttons                   AMD-----O  AMD-----O  AMD-----O  AMD-----O
  campaign-boxes            AMD-----O  AMD-----O  AMD-----O  AMD-----O
  campaigns                 AMD-----O  AMD-----O  AMD-----O  AMD-S---O
  categories                AMD-----O  AMD-----O  AMD-----O  AMD-----O
  clients                   AMD------  AMD------  AMD------  AMD-----O
  dead-letters              AMD-----O  .          .          AMD-----O
  deal-proposals            AMD-----O  AMD-----O  AMD-----O  AMD-----O
  direct-links              AMD-S---O  AMD-S---O  AMD-S---O  AMD-S---O
  domains                   AMD-S---O  AMD-S---O  AMD-S---O  AMD-S---O
  exchange-rates            AM------O  AM------O  AM------O  AM------O
  flat-fee-contacts         AMDPSC--O  AMDPSC--O  AMDPSC--O  AMDPSC--O
  flat-fees                 AMDPSC--O  AMDPSC--O  AMDPSC--O  AMDPSC--O
  gambling-imports          AMD------  AMD------  .          AMD------
  gambling-links            AMDPSC--O  AMDPSC--O  AMDPSC--O  AMDPSC--O
  gambling-stats            AMD------  AMD------  AMD------  AMD------
  geos                      AMD-----O  AMD-----O  AMD-----O  AMDPSC--O
  global-deals              AM-------  AM-------  AM-------  AM-------
  global-rules              AM-------  AM-------  AM-------  AM-------
  integrations              AMD-----O  AMD-----O  AMD-----O  AMD-S---O
  leads                     AMDP----O  .          .          AMDP----O
  legal-entities            AM-------  A--------  A--------  AM-------
  link-problems             AMD-----O  .          .          AMD-----O
  looker-reports            AMD------  AMD------  AMD------  AMD------
  manual-transactions       AM---C---  AM---C---  AM---C---  AM---C---
  mbg-mirrors               AM------O  AM------O  AM------O  AM------O
  offers                    AMD-S---O  AMD-----O  AMD-----O  AMD-S---O
  orphan-visits             AMD-----O  .          .          AMD-----O
  outgoing-deliveries       AMD-----O  .          .          AMD-----O
  outgoing-postbacks        AMD-----O  AMD-----O  AMD-----O  AMD-----O
  partner-overrides         AM------O  AM------O  AM------O  AM------O
  partner-revenues          AM---C---  AM---C---  AM---C---  AM---C---
  partner-types             AMD-----O  AMD-----O  AMD-----O  AMD-----O
  partners                  AMD-----O  AMD-----O  AMD-----O  AMDPSC--O
  prelander-domains         AM------O  AM------O  AM------O  AM------O
  products                  AMD-----O  AMD-----O  AMD-----O  AMDPSC--O
  publisher-mails           AMD------  AMD------  AMD------  AMD------
  publishers                AMD-----O  AMD-----O  AMD-----O  AMDPSC--O
  push-notifications        AMD------  AMD------  AMD------  AMD------
  referral-codes            AMD------  AMD------  AMD------  AMD------
  referrers                 AMD-S---O  AMD-S---O  AMD-S---O  AMD-S---O
  reports                   AMD------  AMD------  AMD------  AMD------
  robot-partners            AM------O  AM------O  AM------O  AMDP----O
  rules                     AMD-----O  AMD-----O  AMD-----O  AMD-S---O
  seo-box-sheets            AM--S---O  AM--S---O  AM--S---O  AM--S---O
  seo-campaign-boxes        AM--S---O  AM--S---O  AM--S---O  AM--S---O
  simple-costs              AM---C---  AM---C---  AM---C---  AM---C---
  spider-domains            AM------O  AM------O  AM------O  AM------O
  status-mapping-overrides  AM------O  AM------O  AM------O  AM------O
  tags                      AMD-----O  AMD-----O  AMD-----O  AMDPSC--O
  templates                 AMD-----O  AMD-----O  AMD-----O  AMD-----O
  traffic-sources           AMD-----O  AMD-----O  AMD-----O  AMDPSC--O
  users                     A--------  A--------  A--------  AMDPSC--O
  websites                  AMD-S---O  AMD-S---O  AMD-S---O  AMDPSC--O
  whitelist                 A--------  A--------  A--------  A--------
`;

/**
 * All other calls. The first row that fits a call decides. `/*` stands for the path itself and all below it, `GET` for
 * calls that only read.
 */
const OTHER_CALLS = `
  # Their own things: everyone who is signed in
  profile/*                             AMDPSCXNO
  preferences/*                         AMDPSCXNO
  auth/session                          AMDPSCXNO
  metadata/*                            AMDPSCXNO
  search                                AMDPSCXNO
  notes/*                               AMDPSCXNO
  notifications/*                       AMDPSCXNO
  views/*                               AMDPSCXNO
  pins/*                                AMDPSCXNO
  attention                             AMDPSCXNO
  publisher-home                        AMDPSCXNO
  links/settings                        AMDPSCXNO
  runs/services/*                       A--------
  runs/*                                AMDPSCXNO

  # Administration
  checks                                A--------
  users/*                               A--------
  users-management/*                    AM-------
  data-protection/*                     A--------
  GET outgoing-stop                     AMDPSCXNO
  outgoing-stop/*                       A--------

  # Statistics
  statistics/facts/*                    AMD------
  statistics/live                       AMD------
  statistics/support/*                  AMD------
  statistics/lifetime                   AMD------
  statistics/*                          AMD-SC--O
  campaigns/figures                     AMD-----O
  offers/figures                        AMD-S---O
  publishers/figures                    AMD-----O
  traffic-sources/figures               AMD-----O
  clicks/:id/trace                      AMD------
  reports/*                             AMD------
  report-downloads/*                    AMD------
  alerts/look-back                      AMD-SC--O
  incidents/*                           AMD-SC--O
  leakage                               AMD-----O

  # Money and approvals
  approvals/changes/*                   AM-------
  approvals/documents/*                 AM-------
  approvals/flat-fees                   AM-------
  GET approvals/tiers                   AM-------
  approvals/tiers                       A--------
  approvals                             AM-------
  flat-fees/*                           AM-------
  deal-proposals/*                      AM-------
  payments/*                            AM-------
  allocations/*                         AM-------
  journals/export                       AM-------
  statements/*                          AM-------
  periods/*                             AM-------
  disputes/*                            AMDPSC--O
  my-invoices/*                         AMDPSC--O
  documents                             AM-------
  documents/due                         AM-------
  documents/drafts/*                    AM-------
  documents/export                      AM-------
  documents/vat                         AM-------
  documents/series                      AM-------
  documents/:id/issue                   AM-------
  documents/:id/send                    AM-------
  documents/:id/credit                  AM-------
  documents/:id/write-off               AM-------
  documents/:id/apply                   AM-------
  documents/:id/disputed-lines          AM-------
  documents/*                           AMDPSC--O
  gambling-imports/*                    AMD------
  attachments/*                         AM---C---

  # Partners, deals and conversions
  partners/*                            AMD-----O
  global-deal-form/*                    AM-------
  waterfall/deals/*                     AMD-----O
  waterfall/*                           AM------O
  show-offers                           AMD-S---O
  marketplace                           AMD-----O
  partner-overrides/effect              AM------O
  integrations/effect                   AMD-----O
  affiliate-transactions/*              AMD-----O
  transaction-additions/*               AMD-----O
  payout-differences                    AMD-----O
  dead-letters/*                        AMD-----O
  unassigned-statuses/*                 AM------O
  outgoing-deliveries/*                 AMD-----O

  # Leads, publishers and e-mails
  leads/search-person                   AM------O
  leads/:id/person                      AM------O
  leads/summary                         AMDP----O
  leads/*                               AMD-----O
  robot-partners/:id/test               AM------O
  mailings/arm                          AM-------
  mailings/*                            AMD------
  mail-suppressions/*                   AMD------
  referral-codes/*                      AMD------

  # Routing, links and pages
  campaign-boxes/*                      AMD-----O
  seo-campaign-boxes/*                  AM--S---O
  routing/*                             AMD-S---O
  link-checks/*                         AMD-S---O
  launch-checks/*                       AMD-S---O
  GET watched-links/*                   AMD-S---O
  watched-links/*                       AM------O
  partner-link-checks                   AMD-----O
  host-health/*                         AMD-S---O
  mbg-mirrors/*                         AM------O
  referrers/*                           AMD-S---O
  websites/*                            AMD-S---O
  images                                AMD--C--O
  templates/*                           AMD-----O
  page-tests                            AMD-----O
  buttons/*                             AMD-----O
  GET push-setup/*                      AMD------
  push-setup/*                          AM-------
  push-notifications/*                  AMD------

  # Sheets
  sheets/:id/reject                     AM------O
  sheets/:id/make                       AM------O
  sheets/*                              AM--S---O
  sheet-requests                        AM--S---O
  sheet-names/*                         AM--S---O
  sheet-files                           AM--S---O
`;

/** Calls that need no sign-in. */
export const PUBLIC_CALLS = [
  'GET /api/auth/config',
  'GET /api/health',
  'GET /api/openapi.json',
  'GET /api/public/unsubscribe/:person/:topic/:token',
  'POST /api/auth/demo',
  'POST /api/auth/google',
  'POST /api/public/leads',
  'POST /api/public/mail-bounces',
  'POST /api/public/unsubscribe/:person/:topic/:token',
];

/** One row of a table: its first words, and its cells with a letter per grade. */
const rowsOf = (table: string): string[][] =>
  table
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/ +/));

const RECORD_ROWS = rowsOf(RECORD_CALLS).slice(1);
const OTHER_ROWS = rowsOf(OTHER_CALLS).map((cells) => ({
  method: cells.length === 3 ? cells[0] : undefined,
  path: cells.at(-2) ?? '',
  grades: cells.at(-1) ?? '',
}));

/** Each kind of call of records, and the column of the table that says who may make it. */
const COLUMN_OF: Readonly<Record<string, number>> = {
  'GET *': 1,
  'GET */export': 1,
  'GET */:id': 1,
  'GET */:id/history': 1,
  'POST *': 2,
  'PATCH */:id': 3,
  'POST */:id/archive': 3,
  'POST */:id/restore': 3,
  'POST */bulk': 3,
  'GET */used-by': 3,
  'POST */:id/reverse': 3,
  'GET options/*': 4,
};

const recordCells = new Map(
  RECORD_ROWS.flatMap((row) =>
    Object.entries(COLUMN_OF).map(([call, column]) => [call.replace('*', row[0] ?? ''), row[column] ?? ''] as const),
  ),
);

const fits = (pattern: string, path: string): boolean => {
  if (!pattern.endsWith('/*')) return pattern === path;
  const start = pattern.slice(0, -2);
  return path === start || path.startsWith(`${start}/`);
};

/** The letters of the grades that may make a call, or undefined if no row of a table names it. */
export function writtenGrades(method: string, url: string): string | undefined {
  const path = url.replace(/^\/api\//, '');
  const ofRecords = recordCells.get(`${method} ${path}`);
  if (ofRecords !== undefined && ofRecords !== '.') return ofRecords;
  return OTHER_ROWS.find((row) => (row.method ?? method) === method && fits(row.path, path))?.grades;
}

/** Rows that fit none of these calls, so that the table does not keep calls that are gone. */
export function unusedRows(calls: readonly { method: string; url: string }[]): string[] {
  const used = new Set<unknown>();
  for (const { method, url } of calls) {
    const path = url.replace(/^\/api\//, '');
    if (recordCells.has(`${method} ${path}`)) used.add(`${method} ${path}`);
    used.add(OTHER_ROWS.find((row) => (row.method ?? method) === method && fits(row.path, path)));
  }
  return [
    ...RECORD_ROWS.map(([path]) => `GET ${path}`).filter((call) => !used.has(call)),
    ...OTHER_ROWS.filter((row) => !used.has(row)).map(({ path }) => path),
  ];
}
