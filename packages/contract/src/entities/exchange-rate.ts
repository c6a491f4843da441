import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { REPORTED_PLACES } from '../reading/minor-units.ts';
import { CURRENCY } from './shared/fields.ts';

/** Daily rates, as the European Central Bank quotes them. */
export const exchangeRate = defineEntity({
  name: 'exchangeRate',
  path: 'exchange-rates',
  table: 'exchange_rates',
  one: 'Exchange rate',
  many: 'Exchange rates',
  title: 'currency',
  routes: { list: 'partnerOverride', add: 'partnerOverride', edit: 'partnerOverride' },
  fields: fields({
    currency: { ...CURRENCY, max: 10, format: 'currencyOrCoin', search: true },
    day: { kind: 'date', label: 'Day', required: true },
    perEuro: {
      kind: 'decimal',
      label: 'For one EUR',
      min: '0.000000000001',
      max: '10000000',
      places: REPORTED_PLACES,
      required: true,
      help: 'Units of the currency for one euro.',
    },
    source: {
      kind: 'choice',
      label: 'Source',
      required: true,
      readOnly: true,
      options: [
        { value: 'package', label: 'Packaged table' },
        { value: 'ecb', label: 'European Central Bank' },
        { value: 'manual', label: 'By hand' },
      ],
    },
    fetchedAt: { kind: 'instant', label: 'Fetched', required: true, readOnly: true },
    reason: { kind: 'text', label: 'Reason', max: 300, help: 'Why a rate is entered by hand.' },
  }),
  defaultSort: { orderBy: 'day', direction: 'desc' },
});
