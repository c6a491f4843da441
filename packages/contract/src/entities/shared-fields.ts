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
