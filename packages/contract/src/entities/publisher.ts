import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { BILLING_FIELDS } from './shared/billing-fields.ts';
import { CURRENCY, MOST_PRICE, PAUSABLE, PEOPLE, VALID_TO } from './shared/fields.ts';

/** A person or company that sends visitors and is paid a share of the revenue. */
export const publisher = defineEntity({
  name: 'publisher',
  path: 'publishers',
  table: 'publishers',
  one: 'Publisher',
  many: 'Publishers',
  title: 'name',
  routes: { list: 'publishers', add: 'publishersAdd', edit: 'publishersEdit', view: 'publisherView' },
  scope: { publisher: 'id' },
  fields: fields({
    name: { kind: 'text', label: 'Name', max: 120, required: true, search: true, unique: true },
    status: PAUSABLE,
    commissionPercent: {
      kind: 'decimal',
      label: 'Commission',
      unit: '%',
      min: '0',
      max: '100',
      help: 'Share of revenue owed to the publisher.',
    },
    currency: {
      ...CURRENCY,
      help: 'Payments to this publisher are made in it, and amounts per first deposit are agreed in it. Commission is due in the base currency, as the statistics show it.',
    },
    contactEmail: { kind: 'text', label: 'Contact e-mail', max: 254, format: 'email', search: true },
    managerId: { kind: 'reference', label: 'Manager', to: 'user', help: 'The person responsible for this publisher.' },
    paymentMethod: {
      kind: 'choice',
      label: 'Payment method',
      options: [
        { value: 'bank', label: 'Bank transfer' },
        { value: 'paypal', label: 'PayPal' },
        { value: 'crypto', label: 'Crypto' },
      ],
    },
    paymentAccount: {
      kind: 'text',
      label: 'Payment account',
      max: 120,
      secret: true,
      mono: true,
      hideInList: true,
      help: 'IBAN, PayPal address or wallet. It is always shown masked.',
    },
    paymentHolder: { kind: 'text', label: 'Account holder', max: 120, hideInList: true },
    notes: { kind: 'text', label: 'Notes', max: 4000, multiline: true, hideInList: true },
    ...BILLING_FIELDS,
    tags: { kind: 'tags', label: 'Tags' },
    terms: {
      kind: 'rows',
      label: 'Commission terms',
      one: 'term',
      table: 'publisher_terms',
      parent: 'publisherId',
      max: 100,
      removal: 'delete',
      of: fields({
        productId: { kind: 'reference', label: 'Product', to: 'product' },
        geoId: { kind: 'reference', label: 'Geo', to: 'geo' },
        commissionPercent: { kind: 'decimal', label: 'Share', unit: '%', min: '0', max: '100' },
        perFirstDeposit: {
          kind: 'decimal',
          label: 'Per first deposit',
          min: '0',
          max: MOST_PRICE,
          currencyField: 'currency',
        },
        validFrom: { kind: 'date', label: 'Valid from', required: true },
        validTo: VALID_TO,
      }),
    },
    contacts: {
      kind: 'rows',
      label: 'Contacts',
      one: 'contact',
      table: 'publisher_contacts',
      parent: 'publisherId',
      max: 50,
      removal: 'delete',
      ...PEOPLE,
    },
  }),
  defaultSort: { orderBy: 'name', direction: 'asc' },
  routing: true,
  metadata: ['publishers'],
});
