import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { ENTITY_FIELDS } from './shared/billing-fields.ts';
import { BY_NAME, CURRENCY } from './shared/fields.ts';

/** One of our own companies, in whose name documents are issued. */
export const legalEntity = defineEntity({
  name: 'legalEntity',
  path: 'legal-entities',
  table: 'legal_entities',
  one: 'Legal entity',
  many: 'Legal entities',
  title: 'name',
  routes: { list: 'allInvoices', add: 'allInvoices', edit: 'allInvoices' },
  listWith: { view: 'entities' },
  adminWrites: true,
  fields: fields({
    name: { kind: 'text', label: 'Name', max: 120, required: true, search: true, unique: true },
    ...ENTITY_FIELDS,
    bankName: { kind: 'text', label: 'Bank', max: 120, hideInList: true },
    iban: { kind: 'text', label: 'IBAN', max: 40, mono: true, hideInList: true },
    bic: { kind: 'text', label: 'BIC', max: 11, mono: true, hideInList: true },
    functionalCurrency: {
      ...CURRENCY,
      label: 'Functional currency',
      readOnly: true,
      help: 'The currency of its books: the base currency of all figures.',
    },
    roundingMode: {
      kind: 'choice',
      label: 'Rounding',
      required: true,
      default: 'halfUp',
      options: [
        { value: 'halfUp', label: 'Half away from zero' },
        { value: 'halfEven', label: 'Half to even' },
      ],
      help: 'How sums are rounded on documents.',
    },
    documentLanguage: {
      kind: 'choice',
      label: 'Language of documents',
      required: true,
      default: 'en',
      options: [
        { value: 'en', label: 'English' },
        { value: 'de', label: 'German' },
      ],
    },
    timeZone: { kind: 'text', label: 'Time zone', max: 64, required: true, format: 'timeZone', default: 'UTC' },
    fiscalYearMonth: {
      kind: 'integer',
      label: 'First month of the fiscal year',
      min: 1,
      max: 12,
      required: true,
      default: 1,
      help: 'Number series start again with it.',
    },
    paymentTermsDays: {
      kind: 'integer',
      label: 'Payment terms',
      unit: 'days',
      min: 0,
      max: 180,
      required: true,
      default: 30,
    },
    numberPrefix: {
      kind: 'text',
      label: 'Number prefix',
      max: 12,
      mono: true,
      unique: true,
      required: true,
      format: 'seriesPrefix',
      help: 'The start of every document number, such as ACME.',
    },
  }),
  defaultSort: BY_NAME,
});
