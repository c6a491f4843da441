/** Fields that several entities have word for word. */
export const PAUSABLE = {
  kind: 'choice',
  label: 'Status',
  required: true,
  default: 'active',
  options: [
    { value: 'active', label: 'Active', tone: 'good' },
    { value: 'paused', label: 'Paused', tone: 'attention' },
  ],
} as const;

/** In the base currency. */
export const MONEY_OR_NONE = { unit: 'EUR' } as const;

export const DEAL_TYPES = [
  { value: 'CPA', label: 'CPA' },
  { value: 'CPL', label: 'CPL' },
  { value: 'RevShare', label: 'RevShare' },
  { value: 'Hybrid', label: 'Hybrid' },
  { value: 'Flat', label: 'Flat' },
  { value: 'CPC', label: 'CPC' },
] as const;

export const DEAL_REVENUE_TYPES = [
  { value: 'firstDeposit', label: 'First deposit' },
  { value: 'qualifiedLead', label: 'Qualified lead' },
  { value: 'lead', label: 'Lead' },
  { value: 'netRevenue', label: 'Net revenue' },
  { value: 'clickout', label: 'Click-out' },
  { value: 'period', label: 'Period' },
] as const;

/** A share of money, where the deal's type pays one. */
export const SHARE_PERCENT = {
  kind: 'decimal',
  label: 'Share',
  unit: '%',
  min: '0',
  max: '100',
  visibleWhen: { field: 'dealType', is: ['RevShare', 'Hybrid'] },
} as const;

/** Three letters of ISO 4217. */
export const CURRENCY = {
  kind: 'text',
  label: 'Currency',
  max: 3,
  required: true,
  format: 'currency',
  default: 'EUR',
  mono: true,
} as const;
