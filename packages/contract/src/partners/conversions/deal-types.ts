/** The types of deals, and what a deal pays for. */

/** The types of deals with agreed terms. Partner overrides have only these, because an override replaces an agreed amount. */
export const AGREED_DEAL_TYPES = [
  { value: 'CPA', label: 'CPA' },
  { value: 'CPL', label: 'CPL' },
  { value: 'RevShare', label: 'RevShare' },
  { value: 'Hybrid', label: 'Hybrid' },
  { value: 'Flat', label: 'Flat' },
  { value: 'CPC', label: 'CPC' },
] as const;

/** The type of deals that pay the payout of each report (docs/decisions/0362). */
export const REPORTED = 'Reported';

export const DEAL_TYPES = [...AGREED_DEAL_TYPES, { value: REPORTED, label: 'As reported' }] as const;

/** The label of a stored deal type; an unknown one as it is stored. */
export const dealTypeLabel = (stored: string): string =>
  DEAL_TYPES.find(({ value }) => value === stored)?.label ?? stored;

/** Explains the one type of deals that has no amount of its own. */
export const DEAL_TYPE_HELP =
  'As reported: pays the payout of each report. Such a deal has no amount, and its revenue type has no effect.';

export type DealType = (typeof DEAL_TYPES)[number]['value'];

export const DEAL_REVENUE_TYPES = [
  { value: 'firstDeposit', label: 'First deposit' },
  { value: 'qualifiedLead', label: 'Qualified lead' },
  { value: 'lead', label: 'Lead' },
  { value: 'netRevenue', label: 'Net revenue' },
  { value: 'clickout', label: 'Click-out' },
  { value: 'period', label: 'Period' },
] as const;
/** The events or amounts for which a deal pays. */
export type RevenueType = (typeof DEAL_REVENUE_TYPES)[number]['value'];
