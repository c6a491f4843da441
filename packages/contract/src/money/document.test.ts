import { expect, it } from 'vitest';
import {
  type DocumentPayload,
  documentPayloadSchema,
  type IssuedHead,
  issuedHeadSchema,
  type Party,
} from './document.ts';

const party = (kind: Party['kind'], name: string): Party => ({
  kind,
  id: 1,
  name,
  street: 'Main street 1',
  postalCode: '1010',
  city: 'Vienna',
  countryCode: 'AT',
  country: 'Austria',
  vatId: 'ATU12345678',
  companyNumber: '',
  email: '',
  isConsumer: false,
  isSmallBusiness: false,
  bank: null,
});

const payload: DocumentPayload = {
  schema: 1,
  kind: 'invoice',
  side: 'receivable',
  language: 'en',
  currency: 'EUR',
  functionalCurrency: 'EUR',
  rounding: 'halfUp',
  seller: party('legalEntity', 'Signpost GmbH'),
  buyer: party('partner', 'Acme'),
  period: { start: '2026-10-01', end: '2026-10-31' },
  lines: [],
  groups: [],
  totals: { net: '0.00', vat: '0.00', total: '0.00' },
  rate: {
    currency: 'EUR',
    to: 'EUR',
    rate: '1',
    agreedOn: '2026-10-31',
    publishedOn: '2026-10-31',
    source: 'same currency',
    fetchedAt: null,
  },
  functional: { net: '0.00', vat: '0.00', total: '0.00' },
  claims: [],
  heldFacts: [],
  movedFacts: [],
  statistics: { base: '0', definitions: '1' },
  paymentTermsDays: 30,
  note: '',
  externalNumber: '',
  fileHash: '',
  credits: null,
};

it('accepts the content of a document and refuses amounts that are not decimals or differ in their number of decimals', () => {
  expect(documentPayloadSchema.parse(payload)).toEqual(payload);
  const wrong = { ...payload, totals: { net: '1,00', vat: 'nothing', total: '1e2' } };
  expect(documentPayloadSchema.safeParse(wrong).error?.issues.map(({ path }) => path.join('.'))).toEqual([
    'totals.net',
    'totals.vat',
    'totals.total',
  ]);
  const uneven = { ...payload, totals: { net: '1.00', vat: '0', total: '1.00' } };
  expect(documentPayloadSchema.safeParse(uneven).error?.issues).toMatchObject([
    { path: ['totals', 'vat'], message: 'All amounts of a document have the same number of decimals.' },
  ]);
  const yen = { ...payload, currency: 'JPY', totals: { net: '100', vat: '10', total: '110' } };
  expect(documentPayloadSchema.safeParse(yen).success).toBe(true);
  const head: IssuedHead = {
    id: 1,
    number: 'SP-2026-00001',
    issueDate: '2026-11-01',
    dueDate: '2026-12-01',
    payloadHash: 'a',
    previousHash: '',
    documentHash: 'b',
  };
  expect(issuedHeadSchema.parse(head)).toEqual(head);
});
