import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { CURRENCY, NEWEST_FIRST } from './shared/fields.ts';
import { COUNT, ENTRY_NAME, ENTRY_STATE, MOST_AMOUNT } from './shared/ledger-fields.ts';

const money = { kind: 'decimal', required: true, default: '0', currencyField: 'currency' } as const;

/** A day’s figures that a gambling partner reports. */
export const gamblingStat = defineEntity({
  name: 'gamblingStat',
  path: 'gambling-stats',
  table: 'gambling_stats',
  one: 'Gambling stat',
  many: 'Gambling stats',
  title: 'name',
  routes: { list: 'gamblingStats', add: 'gamblingStatsAdd' },
  ledger: true,
  fields: fields({
    name: ENTRY_NAME,
    day: { kind: 'date', label: 'Day', required: true, ledger: true, help: 'In UTC.' },
    partnerId: { kind: 'reference', label: 'Partner', to: 'partner', required: true },
    geoId: { kind: 'reference', label: 'Geo', to: 'geo' },
    trafficSourceId: { kind: 'reference', label: 'Traffic source', to: 'trafficSource' },
    registrations: { ...COUNT, label: 'Registrations' },
    firstDeposits: { ...COUNT, label: 'First deposits' },
    deposits: { ...COUNT, label: 'Deposits' },
    depositAmount: { ...money, label: 'Deposit amount', min: '0', max: MOST_AMOUNT },
    revenue: { ...money, label: 'Revenue', min: `-${MOST_AMOUNT}`, max: MOST_AMOUNT },
    currency: CURRENCY,
    importId: { kind: 'reference', label: 'Import', to: 'gamblingImport', readOnly: true },
    ...ENTRY_STATE,
  }),
  defaultSort: NEWEST_FIRST,
});
