import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { CURRENCY, NEWEST_FIRST } from './shared/fields.ts';
import { ENTRY_AMOUNT, ENTRY_DAYS, ENTRY_NAME, ENTRY_NOTES, ENTRY_STATE, MOST_AMOUNT } from './shared/ledger-fields.ts';

/** Media cost of a traffic source over a range of days. */
export const simpleCost = defineEntity({
  name: 'simpleCost',
  path: 'simple-costs',
  table: 'simple_costs',
  one: 'Simple cost',
  many: 'Simple costs',
  title: 'name',
  routes: { list: 'simpleCost', add: 'simpleCost', copy: 'simpleCostCopy' },
  ledger: true,
  fields: fields({
    name: ENTRY_NAME,
    trafficSourceId: { kind: 'reference', label: 'Traffic source', to: 'trafficSource', required: true },
    geoId: { kind: 'reference', label: 'Geo', to: 'geo', help: 'Leave empty for every geo.' },
    ...ENTRY_DAYS,
    amount: { ...ENTRY_AMOUNT, min: '0.01', max: MOST_AMOUNT, help: 'For the whole range.' },
    currency: CURRENCY,
    spread: {
      kind: 'choice',
      label: 'Spread',
      required: true,
      default: 'evenly',
      options: [
        { value: 'evenly', label: 'Evenly' },
        { value: 'visits', label: 'By visits' },
      ],
      help: 'By visits: the cost is spread in proportion to the source’s visits per day, or evenly if there were none.',
    },
    notes: ENTRY_NOTES,
    ...ENTRY_STATE,
  }),
  defaultSort: NEWEST_FIRST,
});
