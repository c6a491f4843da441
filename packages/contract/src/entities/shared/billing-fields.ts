import { fields } from '../../define/field.ts';

/** Where a party has its seat, as documents state it. */
const SEAT = {
  legalName: { kind: 'text', label: 'Legal name', max: 200, hideInList: true, help: 'As documents state it.' },
  street: { kind: 'text', label: 'Street', max: 200, hideInList: true },
  postalCode: { kind: 'text', label: 'Postal code', max: 20, hideInList: true },
  city: { kind: 'text', label: 'City', max: 100, hideInList: true },
  billingGeoId: { kind: 'reference', label: 'Country', to: 'geo', hideInList: true },
} as const;

const IDENTITY = {
  vatId: {
    kind: 'text',
    label: 'VAT id',
    max: 20,
    mono: true,
    hideInList: true,
    help: 'With the letters of its country, such as ATU12345678. Reverse charge needs a valid one.',
  },
  taxNumber: {
    kind: 'text',
    label: 'Tax number',
    max: 40,
    mono: true,
    hideInList: true,
    help: 'The number that the tax office gave. Who sells without a VAT id needs it.',
  },
  companyNumber: { kind: 'text', label: 'Company number', max: 40, mono: true, hideInList: true },
  billingEmail: { kind: 'text', label: 'Billing e-mail', max: 254, format: 'email', hideInList: true },
} as const;

const SMALL_BUSINESS = {
  kind: 'toggle',
  label: 'Small business',
  default: false,
  hideInList: true,
  help: 'Charges no VAT in its own country.',
} as const;

/** The data of a partner or publisher that documents need. */
export const BILLING_FIELDS = fields({
  ...SEAT,
  ...IDENTITY,
  isConsumer: {
    kind: 'toggle',
    label: 'Private person',
    default: false,
    hideInList: true,
    help: 'Not a business: charges no VAT, and reverse charge does not apply.',
  },
  isSmallBusiness: SMALL_BUSINESS,
  paymentTermsDays: {
    kind: 'integer',
    label: 'Payment terms',
    unit: 'days',
    min: 0,
    max: 180,
    hideInList: true,
    help: 'Days until a document is due. Leave empty for the terms of the legal entity.',
  },
  billingFrom: {
    kind: 'date',
    label: 'Billing begins with',
    hideInList: true,
    help: 'The month of this day is the first one that documents bill. Whoever makes the first draft chooses it otherwise.',
  },
});

/** The data of one of our own companies that documents need. */
export const ENTITY_FIELDS = fields({
  legalName: { ...SEAT.legalName, required: true, search: true },
  street: { ...SEAT.street, required: true },
  postalCode: { ...SEAT.postalCode, required: true },
  city: { ...SEAT.city, required: true },
  billingGeoId: { kind: 'reference', label: 'Country', to: 'geo', required: true },
  ...IDENTITY,
  isSmallBusiness: SMALL_BUSINESS,
});
