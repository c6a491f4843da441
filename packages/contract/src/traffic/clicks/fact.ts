/**
 * A fact: one thing that happened to one click or one ledger entry, at one instant (docs/product/statistics.md#words).
 * This is the only list of its columns: the click log writes them, the shipper inserts them, ClickHouse stores them, the
 * statistics read them. A test compares the list with the table.
 */

export const FACT_KINDS = [
  'visit',
  'bot_visit',
  'impression',
  'prelander_visit',
  'clickout',
  'lead',
  'qualified_lead',
  'rejected_lead',
  'pending',
  'first_deposit',
  'deposit',
  'chargeback',
  'withdrawal',
  'revenue',
  'cost',
  'flat_fee',
  'publisher_cost',
  'correction',
] as const;
export type FactKind = (typeof FACT_KINDS)[number];

/** Labels of the kinds. */
export const FACT_KIND_LABELS = {
  visit: 'Visit',
  bot_visit: 'Bot visit',
  impression: 'Impression',
  prelander_visit: 'Prelander visit',
  clickout: 'Click-out',
  lead: 'Lead',
  qualified_lead: 'Qualified lead',
  rejected_lead: 'Rejected lead',
  pending: 'Pending',
  first_deposit: 'First deposit',
  deposit: 'Deposit',
  chargeback: 'Chargeback',
  withdrawal: 'Withdrawal',
  revenue: 'Revenue',
  cost: 'Cost',
  flat_fee: 'Flat fee',
  publisher_cost: 'Publisher cost',
  correction: 'Correction',
} as const satisfies Record<FactKind, string>;

/** Ids of records; 0 means "none". */
export const FACT_IDS = [
  'trafficSourceId',
  'campaignBoxId',
  'campaignId',
  'prelanderId',
  'offerId',
  'productId',
  'partnerId',
  'integrationId',
  'dealId',
  'geoId',
  'publisherId',
  'websiteId',
  'domainId',
  'referralCodeId',
  'templateId',
  'buttonId',
  'templateVariantId',
  'buttonVariantId',
  'ruleId',
] as const;
export type FactId = (typeof FACT_IDS)[number];

/** Short texts with few values; '' means "none". */
export const FACT_TEXTS = [
  'nativeBoxType',
  'dealType',
  'device',
  'os',
  'browser',
  'language',
  'referrer',
  'reason',
  'status',
  'currency',
  'consent',
] as const;
export type FactText = (typeof FACT_TEXTS)[number];

/**
 * Free texts of one click; '' means "none". Two are JSON: `parameters` has the other parameters of its link, and
 * `trace` the steps that decided the click.
 */
export const FACT_FREE_TEXTS = [
  'sub1',
  'sub2',
  'sub3',
  'sub4',
  'sub5',
  'txid',
  'targetUrl',
  'parameters',
  'trace',
] as const;
export type FactFreeText = (typeof FACT_FREE_TEXTS)[number];

/** Summable counts; negative in a correction. */
export const COUNT_MEASURES = [
  'visits',
  'botVisits',
  'impressions',
  'prelanderVisits',
  'prelanderClickouts',
  'clickouts',
  'leads',
  'qualifiedLeads',
  'rejectedLeads',
  'firstDeposits',
  'deposits',
  'codeUses',
] as const;
export type CountMeasure = (typeof COUNT_MEASURES)[number];

/** Summable money in the base currency, decimal strings with six places. */
export const MONEY_MEASURES = [
  'revenue',
  'pendingRevenue',
  'depositAmount',
  'cost',
  'flatFeeCost',
  'publisherCost',
] as const;
export type MoneyMeasure = (typeof MONEY_MEASURES)[number];
export type Measure = CountMeasure | MoneyMeasure;

/** Labels of the measures. */
export const MEASURE_LABELS = {
  visits: 'Visits',
  botVisits: 'Bot visits',
  impressions: 'Impressions',
  prelanderVisits: 'Prelander visits',
  prelanderClickouts: 'Prelander click-outs',
  clickouts: 'Click-outs',
  leads: 'Leads',
  qualifiedLeads: 'Qualified leads',
  rejectedLeads: 'Rejected leads',
  firstDeposits: 'First deposits',
  deposits: 'Deposits',
  codeUses: 'Code uses',
  revenue: 'Revenue',
  pendingRevenue: 'Pending revenue',
  depositAmount: 'Deposit amount',
  cost: 'Cost',
  flatFeeCost: 'Flat fee cost',
  publisherCost: 'Publisher cost',
} as const satisfies Record<Measure, string>;

export type Fact = {
  /** UUIDv7 of this fact. */
  factId: string;
  kind: FactKind;
  /** When it happened, when its click happened, and when it was recorded: ISO 8601, UTC, milliseconds. */
  at: string;
  clickAt: string;
  recordedAt: string;
  /** UUIDv7 of the click; the nil UUID for ledger entries. */
  clickId: string;
  /** 64-bit hash of the visitor as a decimal string; '0' for ledger entries. */
  visitorId: string;
  dealVersion: number;
  allocationVersion: number;
  /** The reported amount in `currency`, and the rate that converts it to the base currency. */
  amount: string;
  rate: string;
} & Record<FactId, number> &
  Record<FactText | FactFreeText, string> &
  Record<CountMeasure, number> &
  Record<MoneyMeasure, string>;

export const NIL_UUID = '00000000-0000-0000-0000-000000000000';
