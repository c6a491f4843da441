export const ENTRY_STATE = {
  entryStatus: {
    kind: 'choice',
    label: 'Status',
    required: true,
    readOnly: true,
    options: [
      { value: 'posted', label: 'Posted', tone: 'good' },
      { value: 'reversed', label: 'Reversed', tone: 'attention' },
    ],
  },
  reversedBecause: { kind: 'text', label: 'Reversal reason', max: 500, readOnly: true, hideInList: true },
} as const;

export const ENTRY_NAME = {
  kind: 'text',
  label: 'Entry',
  max: 300,
  required: true,
  readOnly: true,
  search: true,
} as const;

export const ENTRY_AMOUNT = { kind: 'decimal', label: 'Amount', required: true, currencyField: 'currency' } as const;

/** The largest amount of an entry: 100 billion, which is about 3.5 million euros in Vietnamese dong. */
export const MOST_AMOUNT = '100000000000';

export const ENTRY_NOTES = { kind: 'text', label: 'Notes', max: 2000, multiline: true, hideInList: true } as const;

export const ENTRY_DAYS = {
  fromDay: { kind: 'date', label: 'First day', required: true, ledger: true, help: 'In UTC.' },
  toDay: {
    kind: 'date',
    label: 'Last day',
    required: true,
    ledger: true,
    notBefore: 'fromDay',
    help: 'In UTC; at most 366 days after the first.',
  },
} as const;

export const COUNT = { kind: 'integer', min: 0, max: 10_000_000, required: true, default: 0 } as const;
