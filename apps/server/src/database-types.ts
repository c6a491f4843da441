/** Generated from the migrations by `npm run generate:database`. Do not edit. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Parsed JSON when read, JSON text when written. */
export type Json = ColumnType<unknown, string, string>;
export type GeneratedJson = ColumnType<unknown, string | undefined, string>;

interface Accounts {
  accountKind: Generated<'publisher' | 'traffic'>;
  archivedAt: Date | null;
  createdAt: Generated<Date>;
  externalId: string | null;
  id: Generated<number>;
  name: string;
  notes: string | null;
  status: Generated<'active' | 'paused'>;
  trafficSourceId: number | null;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface AccountsPublishers {
  position: number;
  recordId: number;
  targetId: number;
}

interface AffiliateNetworks {
  archivedAt: Date | null;
  createdAt: Generated<Date>;
  id: Generated<number>;
  name: string;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface AffiliateTransactions {
  additionId: number | null;
  amount: string | null;
  archivedAt: Date | null;
  byHand: Generated<boolean>;
  clickId: string | null;
  clickText: Generated<string>;
  countedAt: Date | null;
  createdAt: Generated<Date>;
  currency: string | null;
  event: string;
  fingerprint: Generated<string>;
  id: Generated<number>;
  integrationId: number | null;
  meaning: string | null;
  nextTryAt: Date | null;
  occurredAt: Date;
  partnerId: number;
  payout: string | null;
  price: Json | null;
  pricedBy: 'override' | 'deal' | 'global' | 'none' | null;
  raw: Json;
  reason: Generated<string>;
  receivedAt: Date;
  reference: string;
  repeats: Generated<number>;
  revenue: Generated<string>;
  state: 'unassigned' | 'waiting' | 'unattributed' | 'counted' | 'ignored' | 'duplicate' | 'withdrawn';
  status: string;
  tries: Generated<number>;
  txid: Generated<string>;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface AlertWatches {
  alertId: number;
  checkedAt: Date;
  checkedUntil: Date | null;
  problem: string | null;
  version: number;
}

interface Alerts {
  archivedAt: Date | null;
  createdAt: Generated<Date>;
  definition: Json;
  id: Generated<number>;
  name: string;
  ownerId: number | null;
  updatedAt: Generated<Date>;
  version: Generated<number>;
  visibility: Generated<'own' | 'shared'>;
}

interface AlertsRecipients {
  position: number;
  recordId: number;
  targetId: number;
}

interface Allocations {
  amount: string;
  createdAt: Date;
  createdBy: number;
  creditNoteId: number | null;
  day: string;
  documentId: number;
  id: Generated<number>;
  kind: 'payment' | 'credit' | 'writeOff';
  paymentId: number | null;
  reason: Generated<string>;
  reversesId: number | null;
  taken: string | null;
}

interface ApiKeyNetworks {
  firstUsedAt: Date;
  keyId: string;
  lastUsedAt: Date;
  network: string;
}

interface ApiKeys {
  addressRanges: Generated<string[]>;
  createdAt: Date;
  expiresAt: Date;
  hint: string;
  id: string;
  lastUsedAt: Date | null;
  name: string;
  revokedAt: Date | null;
  scope: Generated<'read' | 'change'>;
  tokenHash: Buffer;
  userId: number;
}

interface AppSchemes {
  archivedAt: Date | null;
  createdAt: Generated<Date>;
  id: Generated<number>;
  name: string;
  notes: string | null;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface ApprovalTiers {
  approvers: number;
  id: Generated<number>;
  needsAdmin: Generated<boolean>;
  upTo: string | null;
}

interface Approvals {
  at: Date;
  id: GeneratedAlways<number>;
  isAdmin: boolean;
  payloadHash: string;
  reason: Generated<string>;
  subject: string;
  subjectId: number;
  userId: number;
  verdict: 'approved' | 'rejected';
}

interface ApprovedOverrides {
  amount: string;
  currency: string;
  dealType: string;
  geoId: number | null;
  overrideId: number;
  partnerId: number;
  trafficSourceId: number | null;
  validFrom: string;
  validTo: string | null;
}

interface Attachments {
  addedAt: Date;
  addedBy: number;
  body: Buffer;
  id: string;
  name: string;
  sha256: string;
}

interface AttentionTold {
  count: number;
  entry: string;
  times: number;
  userId: number;
}

interface Audit {
  action: 'create' | 'update' | 'archive' | 'restore' | 'effect';
  after: Json | null;
  at: Date;
  before: Json | null;
  entity: string;
  erasedAt: Date | null;
  hash: Buffer;
  id: number;
  previousHash: Buffer;
  recordId: number;
  requestId: string | null;
  userId: number | null;
  version: number;
}

interface BannerGlobalRuleCampaigns {
  bannerGlobalRuleId: number;
  campaignId: number;
  id: Generated<number>;
  lock: Generated<boolean>;
  position: number;
  weight: number;
  weightOverride: Generated<boolean>;
}

interface BannerGlobalRules {
  archivedAt: Date | null;
  conditions: Json;
  createdAt: Generated<Date>;
  id: Generated<number>;
  name: string;
  notes: string | null;
  position: Generated<number>;
  status: Generated<'active' | 'paused'>;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface BaseCurrency {
  code: string;
  isOnly: Generated<boolean>;
}

interface BoxCampaigns {
  campaignBoxId: number;
  campaignId: number;
  ctaLabel: string | null;
  id: Generated<number>;
  lock: Generated<boolean>;
  position: number;
  weight: number;
  weightOverride: Generated<boolean>;
}

interface BoxOffers {
  archivedAt: Date | null;
  campaignBoxId: number;
  createdAt: Generated<Date>;
  ctaLabel: string | null;
  id: Generated<number>;
  images: GeneratedJson;
  name: string;
  offerId: number | null;
  placement: Generated<number>;
  productId: number | null;
  publisherId: number | null;
  status: Generated<'active' | 'paused'>;
  targetUrl: string | null;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface BoxSheetGoogle {
  base: GeneratedJson;
  conflicts: GeneratedJson;
  firstMetadataId: number;
  sheetId: number;
  slot: Generated<number>;
  spreadsheetId: string;
  syncedAt: Date | null;
  syncedById: number | null;
  tabId: number;
  title: string;
}

interface BoxSheetGooglePlans {
  carriedOutAt: Date | null;
  effects: Json;
  id: string;
  plannedAt: Date;
  plannedById: number | null;
  sheetId: number;
  slot: number;
}

interface BoxSheetRows {
  boxId: number | null;
  cells: Json;
  directLinkId: number | null;
  key: string;
  position: number;
  sheetId: number;
}

interface BoxSheets {
  archivedAt: Date | null;
  assigneeId: number | null;
  createdAt: Generated<Date>;
  createdById: number | null;
  decidedAt: Date | null;
  decidedById: number | null;
  id: Generated<number>;
  kind: Generated<'campaign' | 'seo' | 'direct'>;
  name: string;
  rejection: string | null;
  requestedAt: Date | null;
  requestedById: number | null;
  rowCount: Generated<number>;
  rowsVersion: Generated<number>;
  state: Generated<'draft' | 'requested' | 'rejected' | 'made'>;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface ButtonVariants {
  archivedAt: Date | null;
  backgroundColor: Generated<string>;
  buttonId: number;
  id: Generated<number>;
  image: string | null;
  name: string;
  position: number;
  text: string;
  textColor: Generated<string>;
  weight: number;
}

interface Buttons {
  archivedAt: Date | null;
  campaignBoxId: number | null;
  createdAt: Generated<Date>;
  id: Generated<number>;
  images: GeneratedJson;
  name: string;
  status: Generated<'active' | 'paused'>;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface CampaignBoxes {
  archivedAt: Date | null;
  automaticWeights: Generated<'off' | 'epc' | 'ftd_rate'>;
  boxKind: Generated<'regular' | 'banner' | 'seo'>;
  clicks: Generated<number>;
  createdAt: Generated<Date>;
  fallbackUrl: string;
  id: Generated<number>;
  keyword: string | null;
  maxClicks: number | null;
  name: string;
  nativeBoxType: 'regular_native_box' | 'sticky_native_box' | null;
  page: string | null;
  passOn: string | null;
  placement: string | null;
  position: number | null;
  productId: number | null;
  status: Generated<'active' | 'paused'>;
  timeZone: Generated<string>;
  trafficSourceId: number | null;
  updatedAt: Generated<Date>;
  validFrom: string | null;
  validTo: string | null;
  version: Generated<number>;
  websiteId: number | null;
  weightsBecause: string | null;
  weightsFrozen: Generated<boolean>;
}

interface CampaignBoxesRules {
  position: number;
  recordId: number;
  targetId: number;
}

interface Campaigns {
  archivedAt: Date | null;
  clientId: number | null;
  common: Generated<boolean>;
  createdAt: Generated<Date>;
  id: Generated<number>;
  images: GeneratedJson;
  landerType: 'prelander' | 'offer_lander' | 'external_lander' | 'affiliate';
  name: string;
  offerId: number | null;
  passOn: string | null;
  prelanderType: 'regular' | 'native_static' | null;
  status: Generated<'active' | 'paused'>;
  targetUrl: string;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface Categories {
  archivedAt: Date | null;
  createdAt: Generated<Date>;
  id: Generated<number>;
  name: string;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface ClaimExceptions {
  base: string;
  contract: string;
  createdAt: Date;
  createdBy: number;
  currency: string;
  description: Generated<string>;
  documentId: number | null;
  exact: string;
  factId: string;
  month: string;
  partyId: number;
  position: number;
  reason: string;
  side: 'receivable' | 'payable';
}

interface Claims {
  contract: 'performance' | 'flat';
  currency: string;
  documentId: number;
  id: GeneratedAlways<number>;
  month: string;
  partyId: number;
  positions: string;
  releasedBy: number | null;
  side: 'receivable' | 'payable';
}

interface ClickoutPartners {
  partnerId: number;
  since: Date;
}

interface Clients {
  archivedAt: Date | null;
  contactEmail: string | null;
  createdAt: Generated<Date>;
  id: Generated<number>;
  name: string;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface ConversionMarks {
  at: Date;
  name: string;
}

interface ConversionsToSettle {
  clickId: string;
  partnerId: number;
}

interface DeadLetters {
  archivedAt: Date | null;
  chunkId: string;
  code: number;
  createdAt: Generated<Date>;
  id: Generated<number>;
  line: string;
  place: string;
  problem: string;
  refusedAt: Date;
  source: 'click' | 'conversion';
  state: Generated<'waiting' | 'replayed' | 'dropped'>;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface DealChanges {
  ask: Json;
  changeStatus: Generated<'proposed' | 'approved' | 'rejected'>;
  changes: Json;
  contentHash: string;
  decidedAt: Date | null;
  decisionNote: string | null;
  id: GeneratedAlways<number>;
  proposedAt: Date;
  proposedById: number;
  versions: Json;
}

interface DealFlow {
  day: string;
  dealId: number;
  inFlight: Generated<number>;
  leadRate: Generated<string>;
  measuredAt: Date;
  reported: Generated<number>;
}

interface DealProposals {
  archivedAt: Date | null;
  createdAt: Generated<Date>;
  dealRevenueType: Generated<'firstDeposit' | 'qualifiedLead' | 'lead' | 'netRevenue' | 'clickout' | 'period'>;
  dealType: Generated<'CPA' | 'CPL' | 'RevShare' | 'Hybrid' | 'Flat' | 'CPC' | 'Reported'>;
  decidedAt: Date | null;
  decidedById: number | null;
  decisionNote: string | null;
  fixedAmount: string | null;
  geoId: number;
  id: Generated<number>;
  integrationId: number;
  leadCap: number | null;
  partnerId: number;
  proposalStatus: Generated<'proposed' | 'approved' | 'rejected'>;
  proposedById: number | null;
  reason: string;
  rejectedPaid: Generated<boolean>;
  sharePercent: string | null;
  updatedAt: Generated<Date>;
  validFrom: string;
  validTo: string | null;
  version: Generated<number>;
  weight: Generated<number>;
}

interface DealToday {
  accepted: number;
  day: string;
  dealId: number;
  fill: number;
  held: number;
  isActive: boolean;
  isFull: boolean;
  isOpen: boolean;
  isValid: boolean;
  leadCap: number | null;
  partnerId: number;
  reported: number;
}

interface Deals {
  archivedAt: Date | null;
  dealRevenueType: Generated<'firstDeposit' | 'qualifiedLead' | 'lead' | 'netRevenue' | 'clickout' | 'period'>;
  dealType: Generated<'CPA' | 'CPL' | 'RevShare' | 'Hybrid' | 'Flat' | 'CPC' | 'Reported'>;
  fixedAmount: string | null;
  geoId: number;
  id: Generated<number>;
  integrationId: number;
  leadCap: number | null;
  partnerId: number;
  position: number;
  rejectedPaid: Generated<boolean>;
  sharePercent: string | null;
  validFrom: string | null;
  validTo: string | null;
  waterfallBlocked: Generated<boolean>;
  weight: Generated<number>;
}

interface Deliveries {
  attempts: Generated<number>;
  channel: 'email' | 'slack' | 'telegram' | 'webhook' | 'push';
  channelId: number | null;
  createdAt: Date;
  digestOf: number | null;
  finishedAt: Date | null;
  id: Generated<number>;
  lease: string | null;
  nextTryAt: Date | null;
  notificationId: number;
  problem: string | null;
  recipient: string;
  state: Generated<'waiting' | 'delivered' | 'failed' | 'dropped'>;
  userId: number | null;
}

interface DemoWorld {
  endsAt: Date;
  facts: number;
  madeAt: Generated<Date>;
}

interface DirectLinks {
  androidUrl: string | null;
  archivedAt: Date | null;
  campaignId: number | null;
  clicks: Generated<number>;
  createdAt: Generated<Date>;
  fallbackUrl: string | null;
  id: Generated<number>;
  iosUrl: string | null;
  maxClicks: number | null;
  passOn: string | null;
  slug: string;
  status: Generated<'active' | 'paused'>;
  targetUrl: string;
  timeZone: Generated<string>;
  trafficSourceId: number | null;
  updatedAt: Generated<Date>;
  validFrom: string | null;
  validTo: string | null;
  version: Generated<number>;
}

interface Disputes {
  answer: string | null;
  decidedAt: Date | null;
  decidedBy: number | null;
  documentId: number;
  exact: string | null;
  factId: string;
  id: Generated<number>;
  kind: Generated<string>;
  openedAt: Date;
  openedBy: number;
  reason: string;
  side: 'receivable' | 'payable';
  state: Generated<'open' | 'accepted' | 'rejected'>;
}

interface DocumentAuthors {
  documentId: number;
  userId: number;
}

interface DocumentEvents {
  at: Date;
  detail: GeneratedJson;
  documentId: number;
  id: GeneratedAlways<number>;
  userId: number | null;
  what: string;
}

interface DocumentFiles {
  addedAt: Date;
  addedBy: number | null;
  body: Buffer;
  documentId: number;
  id: Generated<number>;
  mediaType: string;
  name: string;
  purpose: 'received' | 'pdf' | 'ubl';
  sha256: string;
}

interface DocumentLines {
  creditsPosition: number | null;
  documentId: number;
  net: string;
  position: number;
  vatCategory: string;
  vatRate: string;
}

interface Documents {
  baseTotal: string;
  createdAt: Date;
  createdBy: number | null;
  creditsId: number | null;
  currency: string;
  documentHash: string | null;
  dueDate: string | null;
  externalNumber: string | null;
  id: Generated<number>;
  issueDate: string | null;
  issuedAt: Date | null;
  issuedBy: number | null;
  kind: 'invoice' | 'selfBilled' | 'received' | 'creditNote';
  legalEntityId: number;
  net: string;
  number: string | null;
  numberValue: number | null;
  partnerId: number | null;
  payload: Json;
  payloadHash: string;
  previousHash: string | null;
  proposedAt: Date | null;
  proposedBy: number | null;
  publisherId: number | null;
  seriesId: number | null;
  side: 'receivable' | 'payable';
  state: Generated<'draft' | 'proposed' | 'approved' | 'issued'>;
  total: string;
  updatedAt: Date;
  vat: string;
  version: Generated<number>;
}

interface Domains {
  archivedAt: Date | null;
  createdAt: Generated<Date>;
  expiresOn: string | null;
  id: Generated<number>;
  name: string;
  nameServers: string | null;
  notes: string | null;
  ownerId: number | null;
  registrar: string | null;
  rootUrl: string | null;
  unknownLinkUrl: string | null;
  updatedAt: Generated<Date>;
  version: Generated<number>;
  websiteId: number | null;
}

interface DoubledClickouts {
  at: Date;
  factId: string;
}

interface ExchangeRates {
  archivedAt: Date | null;
  createdAt: Generated<Date>;
  currency: string;
  day: string;
  fetchedAt: Generated<Date>;
  id: Generated<number>;
  perEuro: string;
  reason: string | null;
  source: Generated<'package' | 'ecb' | 'manual'>;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface FactChunks {
  done: Generated<boolean>;
  id: string;
  madeAt: Generated<Date>;
  position: number;
  rows: number;
}

interface FactOutbox {
  chunkId: string | null;
  dead: string | null;
  id: GeneratedAlways<number>;
  line: string;
  month: string;
  origin: string;
  reversed: Generated<boolean>;
}

interface FlatFeeContacts {
  archivedAt: Date | null;
  company: string | null;
  createdAt: Generated<Date>;
  email: string | null;
  id: Generated<number>;
  name: string;
  notes: string | null;
  phone: string | null;
  publisherId: number | null;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface FlatFeeContactsWebsites {
  position: number;
  recordId: number;
  targetId: number;
}

interface FlatFeeTerms {
  feeId: number;
  postedThrough: string | null;
  terms: Json;
}

interface FlatFees {
  amount: string;
  archivedAt: Date | null;
  contactId: number | null;
  createdAt: Generated<Date>;
  currency: string;
  decidedAt: Date | null;
  decisionNote: string | null;
  direction: 'paid' | 'received';
  feeStatus: Generated<'proposed' | 'approved' | 'rejected'>;
  fromDay: string;
  geoId: number | null;
  id: Generated<number>;
  name: string;
  notes: string | null;
  ownerId: number | null;
  partnerId: number | null;
  placement: string | null;
  productId: number | null;
  publisherId: number | null;
  renewal: Generated<'none' | 'propose'>;
  renewsId: number | null;
  toDay: string;
  trafficSourceId: number | null;
  updatedAt: Generated<Date>;
  version: Generated<number>;
  websiteId: number | null;
}

interface GamblingImportFiles {
  body: Buffer;
  detected: GeneratedJson;
  errors: GeneratedJson;
  importId: number;
  summary: Json | null;
  userId: number;
  warnings: GeneratedJson;
}

interface GamblingImports {
  archivedAt: Date | null;
  createdAt: Generated<Date>;
  id: Generated<number>;
  importState: Generated<'uploaded' | 'checking' | 'checked' | 'importing' | 'imported' | 'failed' | 'undoing' | 'undone'>;
  mapping: GeneratedJson;
  name: string;
  partnerId: number;
  problem: string | null;
  rowsBad: Generated<number>;
  rowsDone: Generated<number>;
  rowsGood: Generated<number>;
  rowsTotal: Generated<number>;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface GamblingLinks {
  archivedAt: Date | null;
  costPerLead: string | null;
  createdAt: Generated<Date>;
  geoId: number;
  id: Generated<number>;
  managerId: number | null;
  name: string;
  partnerId: number;
  publisherId: number | null;
  targetUrl: string;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface GamblingStats {
  archivedAt: Date | null;
  createdAt: Generated<Date>;
  currency: string;
  day: string;
  depositAmount: Generated<string>;
  deposits: Generated<number>;
  entryStatus: Generated<'posted' | 'reversed'>;
  firstDeposits: Generated<number>;
  geoId: number | null;
  id: Generated<number>;
  importId: number | null;
  name: string;
  partnerId: number;
  registrations: Generated<number>;
  revenue: Generated<string>;
  reversedBecause: string | null;
  trafficSourceId: number | null;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface Geos {
  archivedAt: Date | null;
  code: string;
  country: string;
  createdAt: Generated<Date>;
  id: Generated<number>;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface GlobalDeals {
  archivedAt: Date | null;
  createdAt: Generated<Date>;
  currency: Generated<string>;
  dealRevenueType: Generated<'firstDeposit' | 'qualifiedLead' | 'lead' | 'netRevenue' | 'clickout' | 'period'>;
  dealType: Generated<'CPA' | 'CPL' | 'RevShare' | 'Hybrid' | 'Flat' | 'CPC' | 'Reported'>;
  fixedAmount: string | null;
  geoId: number | null;
  id: Generated<number>;
  name: string;
  rejectedPaid: Generated<boolean>;
  sharePercent: string | null;
  updatedAt: Generated<Date>;
  validFrom: string | null;
  validTo: string | null;
  version: Generated<number>;
}

interface GlobalRuleCampaigns {
  campaignId: number;
  globalRuleId: number;
  id: Generated<number>;
  lock: Generated<boolean>;
  position: number;
  weight: number;
  weightOverride: Generated<boolean>;
}

interface GlobalRules {
  archivedAt: Date | null;
  conditions: Json;
  createdAt: Generated<Date>;
  id: Generated<number>;
  name: string;
  notes: string | null;
  position: Generated<number>;
  status: Generated<'active' | 'paused'>;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface GoogleAccounts {
  email: string;
  linkedAt: Date;
  subject: string;
  userId: number;
}

interface HomePins {
  createdAt: Generated<Date>;
  id: Generated<number>;
  kind: 'chart' | 'figure' | 'table';
  position: number;
  query: string;
  tab: string;
  userId: number;
  wide: Generated<boolean>;
}

interface HostChecks {
  at: Date;
  certificateUntil: Date | null;
  host: string;
  http: number | null;
  id: GeneratedAlways<number>;
  ms: number;
  problem: string | null;
}

interface Idempotency {
  answer: Json;
  bodyHash: Buffer;
  createdAt: Generated<Date>;
  key: string;
  status: number;
  userId: number;
}

interface IncidentEvents {
  at: Date;
  id: Generated<number>;
  incidentId: number;
  note: string;
  state: string;
  userId: number | null;
}

interface Incidents {
  acknowledgedBy: number | null;
  alertId: number | null;
  cause: string | null;
  details: Json;
  expected: string | null;
  id: Generated<number>;
  isTold: Generated<boolean>;
  kind: 'down' | 'up' | 'below' | 'above' | 'late';
  parentId: number | null;
  raisedAt: Date | null;
  resolvedAt: Date | null;
  seen: string | null;
  series: string;
  snoozedUntil: Date | null;
  startedAt: Date;
  state: 'pending' | 'firing' | 'acknowledged' | 'snoozed' | 'expected' | 'resolved';
  title: string;
  until: Date;
}

interface Installation {
  filesPlace: string | null;
  id: Generated<string>;
  isOnly: Generated<boolean>;
}

interface Integrations {
  archivedAt: Date | null;
  createdAt: Generated<Date>;
  id: Generated<number>;
  name: string;
  settingsJson: Json | null;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface JobBeats {
  allowedMs: number;
  beatAt: Date;
  failingSince: Date | null;
  job: string;
  lateReportedAt: Date | null;
  problem: string | null;
  startedAt: Date;
  succeededAt: Date | null;
  watermark: Date | null;
  worker: string;
}

interface Journals {
  allocationId: number | null;
  createdAt: Date;
  day: string;
  documentId: number | null;
  id: Generated<number>;
  kind: 'issue' | 'credit' | 'payment' | 'allocation' | 'writeOff' | 'accrual';
  legalEntityId: number;
  paymentId: number | null;
  text: string;
}

interface LaunchChecks {
  createdAt: Date;
  device: 'desktop' | 'mobile' | 'tablet';
  finishedAt: Date | null;
  geo: string;
  id: Generated<number>;
  ownerId: number;
  recordId: number;
  steps: GeneratedJson;
  subject: 'campaignBox' | 'seoCampaignBox' | 'campaign' | 'partner';
}

interface LeadAttempts {
  at: Date;
  dealId: number;
  detail: Generated<string>;
  http: number | null;
  id: GeneratedAlways<number>;
  leadId: number;
  ms: Generated<number>;
  outcome: Generated<'unknown' | 'accepted' | 'rejected' | 'duplicate' | 'error' | 'cap' | 'incomplete'>;
  robotPartnerId: number;
}

interface LeadCaps {
  accepted: Generated<number>;
  day: string;
  scope: string;
}

interface LeadPersons {
  addressCut: Generated<boolean>;
  emailIndex: Buffer | null;
  leadId: number;
  phoneIndex: Buffer | null;
  sealed: Buffer;
}

interface LeadPlaces {
  day: string;
  leadId: number;
  scope: string;
  unanswered: Generated<boolean>;
  until: Date;
}

interface LeadRefusalCounts {
  cases: number;
  day: string;
  keyHint: string;
  lastAt: Date;
  reason: string;
  replayed: Generated<number>;
  websiteId: number | null;
}

interface LeadRefusals {
  at: Date;
  fields: string[];
  id: GeneratedAlways<number>;
  reason: string;
  replayedAt: Date | null;
  sealed: Buffer | null;
  triedAt: Date | null;
  websiteId: number;
}

interface Leads {
  acceptedAt: Date | null;
  archivedAt: Date | null;
  clickId: string | null;
  createdAt: Generated<Date>;
  dealId: number | null;
  emailHint: string;
  freshFrom: Date;
  geoId: number | null;
  id: Generated<number>;
  nextTryAt: Date | null;
  partnerId: number | null;
  phoneHint: string;
  productId: number | null;
  publisherId: number | null;
  reason: Generated<string>;
  receivedAt: Date;
  redirectUrl: string | null;
  robotPartnerId: number | null;
  status: Generated<'waiting' | 'accepted' | 'parked' | 'rejected'>;
  trafficSourceId: number | null;
  tries: Generated<number>;
  updatedAt: Generated<Date>;
  version: Generated<number>;
  websiteId: number;
}

interface LeadsAwaitingClicks {
  leadId: number;
  nextTryAt: Date;
}

interface LegalEntities {
  archivedAt: Date | null;
  bankName: string | null;
  bic: string | null;
  billingEmail: string | null;
  billingGeoId: number;
  city: string;
  companyNumber: string | null;
  createdAt: Generated<Date>;
  documentLanguage: Generated<'en' | 'de'>;
  fiscalYearMonth: Generated<number>;
  functionalCurrency: Generated<string>;
  iban: string | null;
  id: Generated<number>;
  isSmallBusiness: Generated<boolean>;
  legalName: string;
  name: string;
  numberPrefix: string;
  paymentTermsDays: Generated<number>;
  postalCode: string;
  roundingMode: Generated<'halfUp' | 'halfEven'>;
  street: string;
  taxNumber: string | null;
  timeZone: Generated<string>;
  updatedAt: Generated<Date>;
  vatId: string | null;
  version: Generated<number>;
}

interface LinkCheckResults {
  certificateUntil: Date | null;
  checkId: number;
  checkedAt: Date | null;
  clickId: 'not_sent' | 'survives' | 'lost' | null;
  endUrl: string | null;
  http: number | null;
  link: string;
  lostAt: number | null;
  position: number;
  reason: Generated<string>;
  steps: GeneratedJson;
  title: Generated<string>;
  url: string | null;
  verdict: 'ok' | 'moved' | 'broken' | 'blocked' | 'limited' | 'flaky' | 'unknown' | null;
}

interface LinkChecks {
  createdAt: Date;
  id: Generated<number>;
  mailTo: string | null;
  name: string;
  ownerId: number;
  source: 'form' | 'upload' | 'email';
}

interface LinkOutages {
  decidedAt: Date;
  endedAt: Date | null;
  failedAt: Date;
  id: GeneratedAlways<number>;
  linkId: number;
}

interface LinkProblems {
  archivedAt: Date | null;
  cases: number;
  createdAt: Generated<Date>;
  found: string;
  id: Generated<number>;
  lastAt: Date;
  problem: 'cost_not_allowed' | 'cost_unreadable' | 'cost_too_high' | 'cost_too_high_for_day' | 'cost_currency' | 'rate_missing' | 'unknown_source' | 'unknown_postback';
  trafficSourceId: number | null;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface LinkWatchSettings {
  id: number;
  takesOut: Generated<boolean>;
  valuedAt: Date | null;
  version: Generated<number>;
}

interface LookerReports {
  archivedAt: Date | null;
  createdAt: Generated<Date>;
  id: Generated<number>;
  name: string;
  position: Generated<number>;
  updatedAt: Generated<Date>;
  url: string;
  version: Generated<number>;
}

interface MailAttachments {
  content: Buffer;
  contentType: string;
  id: Generated<number>;
  name: string;
  notificationId: number;
}

interface MailBounces {
  at: Date;
  code: string | null;
  effect: string;
  hash: Buffer;
  id: GeneratedAlways<number>;
  kind: 'bounced' | 'delayed' | 'complained' | 'automatic' | 'unknown';
  recipientId: number | null;
}

interface MailPeople {
  address: string;
  createdAt: Date;
  id: Generated<number>;
  score: Generated<string>;
  scoredAt: Date | null;
}

interface MailRecipients {
  answer: string | null;
  answeredAt: Date | null;
  code: string | null;
  decidedAt: Date | null;
  decidedById: number | null;
  id: Generated<number>;
  isReputation: Generated<boolean>;
  lease: string | null;
  leaseUntil: Date | null;
  log: GeneratedJson;
  mailId: number;
  name: string;
  nextTryAt: Date | null;
  personId: number;
  places: Json;
  publisherId: number;
  sentAt: Date | null;
  state: 'planned' | 'sending' | 'accepted' | 'refused' | 'uncertain' | 'bounced' | 'complained' | 'suppressed' | 'cancelled';
  tries: Generated<number>;
}

interface MailSender {
  armedAt: Date | null;
  armedById: number | null;
  counter: Generated<number>;
  doubtedAt: Date | null;
  epoch: Generated<string>;
  haltReason: string | null;
  haltedAt: Date | null;
  id: Generated<boolean>;
  isMarkDue: Generated<boolean>;
  serverProblem: string | null;
}

interface MailSuppressions {
  at: Date;
  byId: number | null;
  personId: number;
  reason: 'unsubscribed' | 'bounced' | 'complained' | 'staff';
  topic: 'every' | 'offers' | 'news' | 'account';
}

interface Mails {
  html: string | null;
  notificationId: number;
  plain: string | null;
  replyTo: string | null;
}

interface ManualTransactions {
  amount: string;
  archivedAt: Date | null;
  attachments: GeneratedJson;
  createdAt: Generated<Date>;
  currency: string;
  day: string;
  entryKind: 'revenue' | 'cost' | 'flat_fee' | 'publisher_cost';
  entryStatus: Generated<'posted' | 'reversed'>;
  geoId: number | null;
  id: Generated<number>;
  partnerId: number | null;
  publisherId: number | null;
  reason: string;
  reversedBecause: string | null;
  trafficSourceId: number | null;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface MbgMirrors {
  active: Generated<boolean>;
  archivedAt: Date | null;
  createdAt: Generated<Date>;
  geoId: number;
  id: Generated<number>;
  name: string;
  notes: string | null;
  partnerId: number;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface NoteMentions {
  noteId: number;
  userId: number;
}

interface Notes {
  authorId: number;
  body: string;
  createdAt: Date;
  day: string | null;
  deletedAt: Date | null;
  editedAt: Date | null;
  entity: string | null;
  id: Generated<number>;
  metric: number | null;
  recordId: number | null;
  resolvedAt: Date | null;
  resolvedBy: number | null;
  rowWords: Generated<string>;
  tab: string | null;
}

interface Notices {
  notificationId: number;
  readAt: Date | null;
  userId: number;
}

interface NotificationChannels {
  createdAt: Date;
  endedAt: Date | null;
  id: Generated<number>;
  kind: 'slack' | 'telegram' | 'webhook' | 'push';
  label: string;
  problem: string | null;
  removedAt: Date | null;
  targetIndex: Buffer;
  targetSealed: Buffer;
  testedAt: Date | null;
  userId: number;
}

interface NotificationChoices {
  channel: 'bell' | 'email' | 'slack' | 'telegram' | 'webhook' | 'push';
  isOn: boolean;
  topic: string;
  userId: number;
}

interface NotificationQuietHours {
  endsAt: string;
  errorsAlways: boolean;
  startsAt: string;
  userId: number;
}

interface Notifications {
  at: Date;
  body: Json;
  dedupeKey: string;
  id: Generated<number>;
  senderId: number | null;
  severity: 'info' | 'success' | 'warning' | 'error';
  threadKey: string;
  title: string;
  topic: string;
}

interface NumberSeries {
  fiscalYear: number;
  id: Generated<number>;
  kind: 'invoice' | 'selfBilled' | 'received' | 'creditNote';
  lastHash: Generated<string>;
  lastIssueDate: string | null;
  lastNumber: Generated<number>;
  legalEntityId: number;
}

interface Offers {
  androidUrl: string | null;
  archivedAt: Date | null;
  createdAt: Generated<Date>;
  id: Generated<number>;
  integrationId: number | null;
  iosUrl: string | null;
  name: string;
  partnerId: number;
  productId: number;
  targetUrl: string | null;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface OrphanVisits {
  archivedAt: Date | null;
  botVisits: number;
  createdAt: Generated<Date>;
  day: string;
  domainId: number | null;
  host: string;
  id: Generated<number>;
  lastAt: Date;
  orphanKind: 'link' | 'root' | 'path';
  path: string;
  sentOn: number;
  updatedAt: Generated<Date>;
  version: Generated<number>;
  visits: number;
}

interface OutgoingAttempts {
  answer: Generated<string>;
  at: Date;
  deliveryId: number;
  http: number | null;
  id: GeneratedAlways<number>;
  ms: number;
  problem: string | null;
}

interface OutgoingDeliveries {
  archivedAt: Date | null;
  createdAt: Generated<Date>;
  event: string;
  http: number | null;
  id: Generated<number>;
  lastTriedAt: Date | null;
  method: string;
  nextTryAt: Date | null;
  outgoingPostbackId: number;
  places: Json | null;
  problem: string | null;
  state: Generated<'waiting' | 'delivered' | 'failed'>;
  transactionId: number;
  tries: Generated<number>;
  updatedAt: Generated<Date>;
  url: string;
  version: Generated<number>;
}

interface OutgoingPostbacks {
  archivedAt: Date | null;
  createdAt: Generated<Date>;
  events: Generated<string[]>;
  failureText: string | null;
  id: Generated<number>;
  method: Generated<'GET' | 'POST'>;
  name: string;
  publisherId: number | null;
  status: Generated<'active' | 'paused'>;
  successText: string | null;
  trafficSourceId: number | null;
  updatedAt: Generated<Date>;
  url: string;
  version: Generated<number>;
}

interface OutgoingStop {
  armedAt: Date | null;
  armedById: number | null;
  id: Generated<boolean>;
  reason: string | null;
  stoppedAt: Date | null;
}

interface PageDefaults {
  buttonId: number | null;
  campaignBoxId: number | null;
  id: Generated<number>;
  texts: GeneratedJson;
  updatedAt: Date;
  version: Generated<number>;
  websiteId: number;
}

interface PageTests {
  buttonId: number | null;
  buttonWinnerId: number | null;
  endedAt: Date | null;
  id: Generated<number>;
  leastP: GeneratedJson;
  lookedAt: Date | null;
  plan: Json;
  planHash: string;
  promotedVariant: number | null;
  promotedVersion: number | null;
  result: Json | null;
  startedAt: Date;
  startedBy: number | null;
  state: 'running' | 'won' | 'harmful' | 'futile' | 'timed_out' | 'stopped' | 'promoted' | 'undone';
  templateId: number | null;
  weightsBefore: Json | null;
  winnerId: number | null;
}

interface PartnerContacts {
  email: string | null;
  id: Generated<number>;
  name: string;
  note: string | null;
  partnerId: number;
  phone: string | null;
  position: number;
  role: string | null;
}

interface PartnerOverrides {
  amount: string;
  archivedAt: Date | null;
  createdAt: Generated<Date>;
  currency: Generated<string>;
  dealType: Generated<'CPA' | 'CPL' | 'RevShare' | 'Hybrid' | 'Flat' | 'CPC'>;
  decidedAt: Date | null;
  decisionNote: string | null;
  geoId: number | null;
  id: Generated<number>;
  name: string;
  overrideStatus: Generated<'proposed' | 'approved' | 'rejected'>;
  partnerId: number;
  reason: string | null;
  trafficSourceId: number | null;
  updatedAt: Generated<Date>;
  validFrom: string;
  validTo: string | null;
  version: Generated<number>;
}

interface PartnerPostbacks {
  changedAt: Generated<Date>;
  keyHash: Buffer;
  keySealed: Buffer;
  partnerId: number;
  protection: Generated<'none' | 'secret' | 'hmac'>;
  secretSealed: Buffer | null;
}

interface PartnerRevenues {
  amount: string;
  archivedAt: Date | null;
  createdAt: Generated<Date>;
  currency: string;
  entryStatus: Generated<'posted' | 'reversed'>;
  fromDay: string;
  geoId: number | null;
  id: Generated<number>;
  name: string;
  notes: string | null;
  partnerId: number;
  productId: number | null;
  reversedBecause: string | null;
  toDay: string;
  trafficSourceId: number | null;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface PartnerTypes {
  archivedAt: Date | null;
  createdAt: Generated<Date>;
  id: Generated<number>;
  name: string;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface Partners {
  affiliateNetworkId: number | null;
  archivedAt: Date | null;
  billingEmail: string | null;
  billingFrom: string | null;
  billingGeoId: number | null;
  city: string | null;
  companyNumber: string | null;
  createdAt: Generated<Date>;
  currency: Generated<string>;
  id: Generated<number>;
  isConsumer: Generated<boolean>;
  isSmallBusiness: Generated<boolean>;
  legalName: string | null;
  name: string;
  notes: string | null;
  partnerTypeId: number;
  paymentTermsDays: number | null;
  postalCode: string | null;
  status: Generated<'active' | 'paused' | 'ended'>;
  street: string | null;
  taxNumber: string | null;
  timeZone: Generated<string>;
  updatedAt: Generated<Date>;
  vatId: string | null;
  version: Generated<number>;
}

interface PartnersIntegrations {
  position: number;
  recordId: number;
  targetId: number;
}

interface Payments {
  amount: string;
  baseAmount: string;
  createdAt: Date;
  createdBy: number;
  currency: string;
  day: string;
  id: Generated<number>;
  legalEntityId: number;
  partnerId: number | null;
  publisherId: number | null;
  rate: Json;
  reference: Generated<string>;
  reversesId: number | null;
  side: 'receivable' | 'payable';
}

interface PayoutsBesideDeals {
  agreed: string | null;
  agreedCurrency: string | null;
  currency: string | null;
  dealId: number;
  dealType: string;
  differs: boolean | null;
  id: number;
  occurredAt: Date;
  partnerId: number;
  payout: string | null;
  pricedBy: string;
}

interface PeriodLocks {
  closedAt: Date;
  closedBy: number;
  month: string;
  position: number;
}

interface PostbackRefusals {
  at: Date;
  id: GeneratedAlways<number>;
  partnerId: number;
  raw: Json;
  reason: string;
  replayedAt: Date | null;
  sealed: Buffer | null;
}

interface Postings {
  account: string;
  amount: string;
  baseAmount: string;
  currency: string;
  id: GeneratedAlways<number>;
  journalId: number;
  partnerId: number | null;
  publisherId: number | null;
}

interface Preferences {
  key: string;
  userId: number;
  value: Json;
}

interface PrelanderDomains {
  archivedAt: Date | null;
  createdAt: Generated<Date>;
  domainRole: Generated<'serving' | 'standby' | 'burnt'>;
  expiresOn: string | null;
  id: Generated<number>;
  name: string;
  registrar: string | null;
  rotationWeight: Generated<number>;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface PricedClickouts {
  clickId: string | null;
  factId: string;
  hour: Date;
  partnerId: number;
}

interface PricedCosts {
  factId: string;
  hour: Date;
}

interface Products {
  archivedAt: Date | null;
  createdAt: Generated<Date>;
  id: Generated<number>;
  name: string;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface PublisherContacts {
  email: string | null;
  id: Generated<number>;
  name: string;
  note: string | null;
  phone: string | null;
  position: number;
  publisherId: number;
  role: string | null;
}

interface PublisherMails {
  allContacts: Generated<boolean>;
  archivedAt: Date | null;
  audience: Generated<'chosen' | 'view' | 'active'>;
  confirmedById: number | null;
  createdAt: Generated<Date>;
  createdById: number | null;
  finishedAt: Date | null;
  html: string;
  id: Generated<number>;
  perMinute: Generated<number>;
  problem: string | null;
  recipientCount: Generated<number>;
  replyTo: string | null;
  savedViewId: number | null;
  sendAt: Date | null;
  startedAt: Date | null;
  state: Generated<'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled'>;
  subject: string;
  topic: Generated<'offers' | 'news' | 'account'>;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface PublisherMailsPublishers {
  position: number;
  recordId: number;
  targetId: number;
}

interface PublisherTerms {
  commissionPercent: string | null;
  geoId: number | null;
  id: Generated<number>;
  perFirstDeposit: string | null;
  position: number;
  productId: number | null;
  publisherId: number;
  validFrom: string;
  validTo: string | null;
}

interface Publishers {
  archivedAt: Date | null;
  billingEmail: string | null;
  billingFrom: string | null;
  billingGeoId: number | null;
  city: string | null;
  commissionPercent: string | null;
  companyNumber: string | null;
  contactEmail: string | null;
  createdAt: Generated<Date>;
  currency: Generated<string>;
  id: Generated<number>;
  isConsumer: Generated<boolean>;
  isSmallBusiness: Generated<boolean>;
  legalName: string | null;
  managerId: number | null;
  name: string;
  notes: string | null;
  paymentAccount: string | null;
  paymentHolder: string | null;
  paymentMethod: 'bank' | 'paypal' | 'crypto' | null;
  paymentTermsDays: number | null;
  postalCode: string | null;
  status: Generated<'active' | 'paused'>;
  street: string | null;
  taxNumber: string | null;
  updatedAt: Generated<Date>;
  vatId: string | null;
  version: Generated<number>;
}

interface PushKeys {
  isOnly: Generated<boolean>;
  privateSealed: Buffer;
  publicKey: string;
}

interface PushNotifications {
  accepted: Generated<number>;
  archivedAt: Date | null;
  body: string;
  campaignBoxId: number;
  capPerDay: Generated<number>;
  clicked: Generated<number>;
  createdAt: Generated<Date>;
  devices: Generated<string[]>;
  icon: string | null;
  id: Generated<number>;
  image: string | null;
  localDay: string | null;
  localTime: string | null;
  maxAgeDays: number | null;
  minAgeDays: number | null;
  name: string;
  offerEndsAt: Date | null;
  perMinute: Generated<number>;
  quietFrom: string | null;
  quietTo: string | null;
  replaceWord: string | null;
  sendAt: Date | null;
  sentAt: Date | null;
  shown: Generated<number>;
  state: Generated<'draft' | 'scheduled' | 'sending' | 'sent' | 'stopped' | 'failed'>;
  timing: Generated<'now' | 'at' | 'local'>;
  title: string;
  topics: string | null;
  trafficSourceId: number | null;
  ttlHours: Generated<number>;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface PushNotificationsGeos {
  position: number;
  recordId: number;
  targetId: number;
}

interface PushNotificationsWebsites {
  position: number;
  recordId: number;
  targetId: number;
}

interface PushSends {
  acceptedAt: Date | null;
  attempts: Generated<number>;
  clickedAt: Date | null;
  dueAt: Date;
  http: number | null;
  id: Generated<number>;
  pushId: number;
  shownAt: Date | null;
  state: Generated<'waiting' | 'accepted' | 'gone' | 'refused' | 'too_large' | 'unreachable' | 'expired' | 'capped'>;
  subscriptionId: number | null;
  takenAt: Date | null;
  token: Generated<string>;
}

interface PushSubscriptions {
  auth: string;
  createdAt: Generated<Date>;
  device: Generated<string>;
  endpoint: string;
  fails: Generated<number>;
  geoId: number | null;
  id: Generated<number>;
  lastOk: Date | null;
  needsRenewal: Generated<boolean>;
  p256dh: string;
  topics: Generated<string[]>;
  vapidKeyId: number;
  websiteId: number;
  zone: Generated<string>;
}

interface ReferralCodes {
  archivedAt: Date | null;
  code: string;
  createdAt: Generated<Date>;
  id: Generated<number>;
  partnerId: number | null;
  publisherId: number | null;
  terms: string | null;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface Referrers {
  archivedAt: Date | null;
  createdAt: Generated<Date>;
  id: Generated<number>;
  name: string;
  publisherId: number | null;
  trafficSourceId: number | null;
  updatedAt: Generated<Date>;
  version: Generated<number>;
  websiteId: number | null;
}

interface ReportDeliveries {
  channel: 'email' | 'webhook';
  createdAt: Date;
  downloadId: number;
  id: Generated<number>;
  notificationId: number | null;
  problem: string | null;
  recipient: string;
  userId: number | null;
}

interface ReportDownloads {
  againOf: number | null;
  asOf: Date | null;
  createdAt: Date;
  definition: Json;
  dueAt: Date;
  expiresAt: Date | null;
  finishedAt: Date | null;
  format: string;
  id: Generated<number>;
  isScheduled: boolean;
  isSent: boolean;
  removedAt: Date | null;
  reportId: number;
  runId: number | null;
  summary: Json | null;
  title: string;
  userId: number;
}

interface ReportFiles {
  bytes: number;
  downloadId: number;
  id: Generated<number>;
  name: string;
  partyId: number | null;
  partyName: string | null;
  path: string;
  rows: number;
  sha256: string;
  sheets: number;
  tableSha256: string;
}

interface Reports {
  archivedAt: Date | null;
  createdAt: Generated<Date>;
  definition: Json;
  delivery: Json | null;
  format: Generated<'xlsx' | 'csv' | 'csv.gz'>;
  id: Generated<number>;
  name: string;
  ownerId: number | null;
  schedule: Json | null;
  updatedAt: Generated<Date>;
  version: Generated<number>;
  visibility: Generated<'own' | 'shared'>;
}

interface ReportsRecipients {
  position: number;
  recordId: number;
  targetId: number;
}

interface Retention {
  changedAt: Date;
  changedById: number;
  days: number | null;
  kind: string;
}

interface RobotPartners {
  apiKey: string | null;
  archivedAt: Date | null;
  bodyFormat: Generated<'json' | 'form' | 'query'>;
  createdAt: Generated<Date>;
  endpointUrl: string;
  id: Generated<number>;
  integrationId: number;
  leadCap: number | null;
  method: Generated<'POST' | 'PUT' | 'GET'>;
  name: string;
  partnerId: number;
  settingsJson: Json | null;
  status: Generated<'active' | 'paused'>;
  timeoutSeconds: Generated<number>;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface RuleCampaigns {
  campaignId: number;
  id: Generated<number>;
  lock: Generated<boolean>;
  position: number;
  ruleId: number;
  weight: number;
  weightOverride: Generated<boolean>;
}

interface Rules {
  archivedAt: Date | null;
  conditions: Json;
  createdAt: Generated<Date>;
  id: Generated<number>;
  name: string;
  notes: string | null;
  status: Generated<'active' | 'paused'>;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface Runs {
  againOf: number | null;
  attempt: Generated<number>;
  bytes: number | null;
  cancelRequestedAt: Date | null;
  createdAt: Date;
  done: Generated<number>;
  errorId: string | null;
  expectedAt: Date;
  finishedAt: Date | null;
  id: Generated<number>;
  input: Json;
  inputHash: Buffer;
  interruptions: Generated<number>;
  key: string;
  kind: string;
  lateSources: Generated<string[]>;
  lease: string | null;
  localDate: string | null;
  nextTryAt: Date | null;
  overdueReportedAt: Date | null;
  ownerId: number | null;
  problem: string | null;
  progressedAt: Date | null;
  result: Json | null;
  rows: number | null;
  scheduleId: number | null;
  startedAt: Date | null;
  state: Generated<'waiting' | 'running' | 'succeeded' | 'failed' | 'cancelled'>;
  title: string;
  total: number | null;
  watermark: Date | null;
}

interface SavedViews {
  createdAt: Generated<Date>;
  id: Generated<number>;
  name: string;
  query: string;
  screen: string;
  shared: Generated<boolean>;
  userId: number;
}

interface Schedules {
  createdAt: Date;
  id: Generated<number>;
  input: Json;
  kind: string;
  ownerId: number;
  pausedAt: Date | null;
  pausedBecause: string | null;
  rule: Json;
  subject: string;
  title: string;
  updatedAt: Date;
}

interface Sessions {
  createdAt: Date;
  expiresAt: Date;
  id: string;
  lastUsedAt: Date;
  revokedAt: Date | null;
  tokenHash: Buffer;
  userAgent: string;
  userId: number;
}

interface SignInWhitelist {
  archivedAt: Date | null;
  createdAt: Generated<Date>;
  id: Generated<number>;
  notes: string | null;
  pattern: string;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface SimpleCosts {
  amount: string;
  archivedAt: Date | null;
  createdAt: Generated<Date>;
  currency: string;
  entryStatus: Generated<'posted' | 'reversed'>;
  fromDay: string;
  geoId: number | null;
  id: Generated<number>;
  name: string;
  notes: string | null;
  reversedBecause: string | null;
  spread: 'evenly' | 'visits';
  toDay: string;
  trafficSourceId: number;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface SitePushKeys {
  createdAt: Generated<Date>;
  id: Generated<number>;
  privateSealed: Buffer;
  publicKey: string;
}

interface SourceCostDays {
  cost: string;
  day: string;
  trafficSourceId: number;
}

interface SpiderDomains {
  archivedAt: Date | null;
  createdAt: Generated<Date>;
  domainRole: Generated<'serving' | 'standby' | 'burnt'>;
  expiresOn: string | null;
  id: Generated<number>;
  name: string;
  registrar: string | null;
  rotationWeight: Generated<number>;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface StatisticsEngine {
  factsId: string;
  isOnly: Generated<boolean>;
}

interface StatusMappingOverrides {
  archivedAt: Date | null;
  createdAt: Generated<Date>;
  id: Generated<number>;
  meaning: 'lead' | 'qualified_lead' | 'rejected_lead' | 'pending' | 'first_deposit' | 'deposit' | 'chargeback' | 'withdrawal' | 'revenue' | 'ignore';
  partnerId: number;
  reason: string | null;
  status: string;
  updatedAt: Generated<Date>;
  validFrom: string;
  version: Generated<number>;
}

interface Taggings {
  entity: string;
  recordId: number;
  tagId: number;
}

interface Tags {
  archivedAt: Date | null;
  color: Generated<string>;
  createdAt: Generated<Date>;
  id: Generated<number>;
  name: string;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface TemplateTexts {
  id: Generated<number>;
  name: string;
  position: number;
  templateId: number;
  text: string;
}

interface TemplateVariants {
  archivedAt: Date | null;
  html: string;
  id: Generated<number>;
  name: string;
  position: number;
  templateId: number;
  weight: number;
}

interface Templates {
  archivedAt: Date | null;
  buttonId: number | null;
  campaignId: number;
  createdAt: Generated<Date>;
  css: string | null;
  id: number;
  images: GeneratedJson;
  name: string;
  status: Generated<'active' | 'paused'>;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface TestTickets {
  geo: string;
  tokenHash: string;
  until: Date;
}

interface TrafficSources {
  archivedAt: Date | null;
  categoryId: number;
  createdAt: Generated<Date>;
  id: Generated<number>;
  maySendCosts: Generated<boolean>;
  mostCostPerClick: Generated<string>;
  mostCostPerDay: string | null;
  name: string;
  publisherId: number | null;
  sourceKind: Generated<'regular' | 'internal_social' | 'influencer'>;
  updatedAt: Generated<Date>;
  version: Generated<number>;
}

interface TransactionAdditions {
  at: Date;
  fileName: string;
  id: Generated<number>;
  partnerId: number;
  transactions: number;
  undoneAt: Date | null;
  undoneById: number | null;
  userId: number;
}

interface TransactionEvents {
  at: Date;
  detail: GeneratedJson;
  id: GeneratedAlways<number>;
  transactionId: number;
  userId: number | null;
  what: string;
}

interface UndoneChanges {
  at: Date;
  byRequestId: string;
  requestId: string;
}

interface Users {
  archivedAt: Date | null;
  createdAt: Generated<Date>;
  displayCurrency: string | null;
  email: string;
  excludedPaths: Generated<string[]>;
  grade: Generated<'Admin' | 'Management' | 'Default User' | 'Publisher' | 'Seo User' | 'Cost User' | 'Exclude All Pages' | 'Starter Profile' | 'Operations'>;
  homeTab: string | null;
  id: Generated<number>;
  includedPaths: Generated<string[]>;
  lastSeenAt: Date | null;
  name: string;
  numberFormat: 'point' | 'comma' | 'spaces' | null;
  publisherId: number | null;
  timeZone: Generated<string>;
  updatedAt: Generated<Date>;
  version: Generated<number>;
  weekStart: Generated<'monday' | 'sunday' | 'saturday'>;
}

interface VatRules {
  category: 'S' | 'AE' | 'O' | 'E';
  country: string | null;
  id: Generated<number>;
  note: string | null;
  noteCode: string | null;
  rate: string;
  treatment: 'domestic' | 'reverseCharge' | 'outsideEu' | 'outsideEuConsumer' | 'abroad' | 'smallBusiness' | 'smallBusinessOutsideEu' | 'euConsumer' | 'privateSeller';
  validFrom: string;
  version: string;
}

interface VaultKey {
  createdAt: Generated<Date>;
  fingerprint: Buffer;
  formerSealed: Generated<Buffer[]>;
  onlyRow: Generated<boolean>;
}

interface WatchedLinks {
  certificateUntil: Date | null;
  clickId: 'not_sent' | 'survives' | 'lost' | null;
  confirmedAt: Date | null;
  deaths: Generated<number>;
  endUrl: string | null;
  failedAt: Date | null;
  failures: Generated<number>;
  host: string;
  http: number | null;
  id: Generated<number>;
  isDead: Generated<boolean>;
  isTrusted: Generated<boolean>;
  lookedAt: Date | null;
  lostAt: number | null;
  notBefore: Date | null;
  odds: Generated<number>;
  reason: Generated<string>;
  revenuePerDay: Generated<string>;
  since: Date;
  steps: GeneratedJson;
  successes: Generated<number>;
  title: Generated<string>;
  url: string;
  verdict: 'ok' | 'moved' | 'broken' | 'blocked' | 'limited' | 'flaky' | 'unknown' | null;
}

interface WatchedLinksInUse {
  certificateUntil: Date | null;
  clickId: string | null;
  confirmedAt: Date | null;
  deaths: number | null;
  domainUntil: string | null;
  endUrl: string | null;
  endsAt: Date | null;
  failedAt: Date | null;
  failures: number | null;
  host: string | null;
  http: number | null;
  id: number | null;
  isBroken: boolean | null;
  isDead: boolean | null;
  isTrusted: boolean | null;
  lookedAt: Date | null;
  lostAt: number | null;
  notBefore: Date | null;
  odds: number | null;
  reason: string | null;
  revenuePerDay: string | null;
  since: Date | null;
  steps: Json | null;
  successes: number | null;
  title: string | null;
  url: string | null;
  verdict: string | null;
}

interface WatchedPlaces {
  kind: 'campaign' | 'offer' | 'boxOffer' | 'mirror' | 'directLink' | 'directLinkFallback' | 'gamblingLink' | 'boxFallback' | 'siteFallback' | 'domainRoot' | 'domainUnknownLinks';
  linkId: number;
  recordId: number;
}

interface WebsiteLeadKeys {
  changedAt: Generated<Date>;
  hint: string;
  keyHash: Buffer;
  websiteId: number;
}

interface Websites {
  archivedAt: Date | null;
  createdAt: Generated<Date>;
  fallbackUrl: string | null;
  id: Generated<number>;
  name: string;
  notes: string | null;
  ownerId: number | null;
  publisherId: number | null;
  updatedAt: Generated<Date>;
  version: Generated<number>;
  websiteKind: Generated<'own' | 'parasite' | 'incubator' | 'external'>;
}

interface WeightRounds {
  arms: Json;
  because: string;
  campaignBoxId: number;
  metric: 'epc' | 'ftd_rate';
  ranAt: Date;
}

export interface Tables {
  accounts: Accounts;
  accountsPublishers: AccountsPublishers;
  affiliateNetworks: AffiliateNetworks;
  affiliateTransactions: AffiliateTransactions;
  alertWatches: AlertWatches;
  alerts: Alerts;
  alertsRecipients: AlertsRecipients;
  allocations: Allocations;
  apiKeyNetworks: ApiKeyNetworks;
  apiKeys: ApiKeys;
  appSchemes: AppSchemes;
  approvalTiers: ApprovalTiers;
  approvals: Approvals;
  approvedOverrides: ApprovedOverrides;
  attachments: Attachments;
  attentionTold: AttentionTold;
  audit: Audit;
  bannerGlobalRuleCampaigns: BannerGlobalRuleCampaigns;
  bannerGlobalRules: BannerGlobalRules;
  baseCurrency: BaseCurrency;
  boxCampaigns: BoxCampaigns;
  boxOffers: BoxOffers;
  boxSheetGoogle: BoxSheetGoogle;
  boxSheetGooglePlans: BoxSheetGooglePlans;
  boxSheetRows: BoxSheetRows;
  boxSheets: BoxSheets;
  buttonVariants: ButtonVariants;
  buttons: Buttons;
  campaignBoxes: CampaignBoxes;
  campaignBoxesRules: CampaignBoxesRules;
  campaigns: Campaigns;
  categories: Categories;
  claimExceptions: ClaimExceptions;
  claims: Claims;
  clickoutPartners: ClickoutPartners;
  clients: Clients;
  conversionMarks: ConversionMarks;
  conversionsToSettle: ConversionsToSettle;
  deadLetters: DeadLetters;
  dealChanges: DealChanges;
  dealFlow: DealFlow;
  dealProposals: DealProposals;
  dealToday: DealToday;
  deals: Deals;
  deliveries: Deliveries;
  demoWorld: DemoWorld;
  directLinks: DirectLinks;
  disputes: Disputes;
  documentAuthors: DocumentAuthors;
  documentEvents: DocumentEvents;
  documentFiles: DocumentFiles;
  documentLines: DocumentLines;
  documents: Documents;
  domains: Domains;
  doubledClickouts: DoubledClickouts;
  exchangeRates: ExchangeRates;
  factChunks: FactChunks;
  factOutbox: FactOutbox;
  flatFeeContacts: FlatFeeContacts;
  flatFeeContactsWebsites: FlatFeeContactsWebsites;
  flatFeeTerms: FlatFeeTerms;
  flatFees: FlatFees;
  gamblingImportFiles: GamblingImportFiles;
  gamblingImports: GamblingImports;
  gamblingLinks: GamblingLinks;
  gamblingStats: GamblingStats;
  geos: Geos;
  globalDeals: GlobalDeals;
  globalRuleCampaigns: GlobalRuleCampaigns;
  globalRules: GlobalRules;
  googleAccounts: GoogleAccounts;
  homePins: HomePins;
  hostChecks: HostChecks;
  idempotency: Idempotency;
  incidentEvents: IncidentEvents;
  incidents: Incidents;
  installation: Installation;
  integrations: Integrations;
  jobBeats: JobBeats;
  journals: Journals;
  launchChecks: LaunchChecks;
  leadAttempts: LeadAttempts;
  leadCaps: LeadCaps;
  leadPersons: LeadPersons;
  leadPlaces: LeadPlaces;
  leadRefusalCounts: LeadRefusalCounts;
  leadRefusals: LeadRefusals;
  leads: Leads;
  leadsAwaitingClicks: LeadsAwaitingClicks;
  legalEntities: LegalEntities;
  linkCheckResults: LinkCheckResults;
  linkChecks: LinkChecks;
  linkOutages: LinkOutages;
  linkProblems: LinkProblems;
  linkWatchSettings: LinkWatchSettings;
  lookerReports: LookerReports;
  mailAttachments: MailAttachments;
  mailBounces: MailBounces;
  mailPeople: MailPeople;
  mailRecipients: MailRecipients;
  mailSender: MailSender;
  mailSuppressions: MailSuppressions;
  mails: Mails;
  manualTransactions: ManualTransactions;
  mbgMirrors: MbgMirrors;
  noteMentions: NoteMentions;
  notes: Notes;
  notices: Notices;
  notificationChannels: NotificationChannels;
  notificationChoices: NotificationChoices;
  notificationQuietHours: NotificationQuietHours;
  notifications: Notifications;
  numberSeries: NumberSeries;
  offers: Offers;
  orphanVisits: OrphanVisits;
  outgoingAttempts: OutgoingAttempts;
  outgoingDeliveries: OutgoingDeliveries;
  outgoingPostbacks: OutgoingPostbacks;
  outgoingStop: OutgoingStop;
  pageDefaults: PageDefaults;
  pageTests: PageTests;
  partnerContacts: PartnerContacts;
  partnerOverrides: PartnerOverrides;
  partnerPostbacks: PartnerPostbacks;
  partnerRevenues: PartnerRevenues;
  partnerTypes: PartnerTypes;
  partners: Partners;
  partnersIntegrations: PartnersIntegrations;
  payments: Payments;
  payoutsBesideDeals: PayoutsBesideDeals;
  periodLocks: PeriodLocks;
  postbackRefusals: PostbackRefusals;
  postings: Postings;
  preferences: Preferences;
  prelanderDomains: PrelanderDomains;
  pricedClickouts: PricedClickouts;
  pricedCosts: PricedCosts;
  products: Products;
  publisherContacts: PublisherContacts;
  publisherMails: PublisherMails;
  publisherMailsPublishers: PublisherMailsPublishers;
  publisherTerms: PublisherTerms;
  publishers: Publishers;
  pushKeys: PushKeys;
  pushNotifications: PushNotifications;
  pushNotificationsGeos: PushNotificationsGeos;
  pushNotificationsWebsites: PushNotificationsWebsites;
  pushSends: PushSends;
  pushSubscriptions: PushSubscriptions;
  referralCodes: ReferralCodes;
  referrers: Referrers;
  reportDeliveries: ReportDeliveries;
  reportDownloads: ReportDownloads;
  reportFiles: ReportFiles;
  reports: Reports;
  reportsRecipients: ReportsRecipients;
  retention: Retention;
  robotPartners: RobotPartners;
  ruleCampaigns: RuleCampaigns;
  rules: Rules;
  runs: Runs;
  savedViews: SavedViews;
  schedules: Schedules;
  sessions: Sessions;
  signInWhitelist: SignInWhitelist;
  simpleCosts: SimpleCosts;
  sitePushKeys: SitePushKeys;
  sourceCostDays: SourceCostDays;
  spiderDomains: SpiderDomains;
  statisticsEngine: StatisticsEngine;
  statusMappingOverrides: StatusMappingOverrides;
  taggings: Taggings;
  tags: Tags;
  templateTexts: TemplateTexts;
  templateVariants: TemplateVariants;
  templates: Templates;
  testTickets: TestTickets;
  trafficSources: TrafficSources;
  transactionAdditions: TransactionAdditions;
  transactionEvents: TransactionEvents;
  undoneChanges: UndoneChanges;
  users: Users;
  vatRules: VatRules;
  vaultKey: VaultKey;
  watchedLinks: WatchedLinks;
  watchedLinksInUse: WatchedLinksInUse;
  watchedPlaces: WatchedPlaces;
  websiteLeadKeys: WebsiteLeadKeys;
  websites: Websites;
  weightRounds: WeightRounds;
}
