/** Documents for tests of their forms: random ones that follow the rules, and a readable one. */
import type { DocumentPayload, IssuedHead, Party } from '@signpost/contract/money/document.ts';
import { convertMoney, priceOf, shareMoney, vatOf } from '@signpost/contract/money/rounding.ts';
import { placesOf } from '@signpost/contract/reading/minor-units.ts';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';

export const HEAD: IssuedHead = {
  id: 10_001,
  number: 'SIG-2026-00042',
  issueDate: '2026-11-03',
  dueDate: '2026-12-03',
  payloadHash: 'a'.repeat(64),
  previousHash: 'b'.repeat(64),
  documentHash: '9f2c4e7a1b3d5f60'.padEnd(64, '0'),
};

export const SELLER: Party = {
  kind: 'legalEntity',
  id: 1,
  name: 'Signpost Media GmbH',
  street: 'Mariahilfer Straße 20/4',
  postalCode: '1070',
  city: 'Wien',
  countryCode: 'AT',
  country: 'Austria',
  vatId: 'ATU12345678',
  companyNumber: 'FN 123456a',
  email: 'billing@signpost.example',
  isConsumer: false,
  isSmallBusiness: false,
  bank: { name: 'Erste Bank', holder: 'Signpost Media GmbH', iban: 'AT61 1904 3002 3457 3201', bic: 'GIBAATWWXXX' },
};

export const BUYER: Party = {
  ...SELLER,
  kind: 'partner',
  id: 801,
  name: 'Amber Royale Ltd.',
  street: '14 Triq San Ġorġ',
  postalCode: 'STJ 3207',
  city: 'St. Julian’s',
  countryCode: 'MT',
  country: 'Malta',
  vatId: 'MT12345678',
  companyNumber: 'C 98765',
  email: 'finance@amber-royale.example',
  bank: null,
};

type Group = Pick<DocumentPayload['groups'][number], 'category' | 'rate' | 'treatment' | 'note' | 'noteCode'>;

export const GROUPS: Readonly<Record<'S' | 'AE' | 'O' | 'E', Group>> = {
  S: { category: 'S', rate: '20.00', treatment: 'domestic', note: '', noteCode: '' },
  AE: {
    category: 'AE',
    rate: '0.00',
    treatment: 'reverseCharge',
    noteCode: 'VATEX-EU-AE',
    note: 'Reverse charge: the customer is liable for the VAT (Article 196 of Directive 2006/112/EC).',
  },
  O: { category: 'O', rate: '0.00', treatment: 'outsideEu', note: 'Not subject to VAT.', noteCode: 'VATEX-EU-O' },
  E: { category: 'E', rate: '0.00', treatment: 'smallBusiness', note: 'Exempt: small business.', noteCode: '' },
};

interface RawLine {
  description: string;
  month: string;
  exact: string;
  facts: number;
}

const sumOf = (amounts: readonly string[], places = 2): string =>
  amounts.reduce((sum, amount) => sum.plus(amount), new Decimal(0)).toFixed(places);

/** A document with one VAT group, rounded by the product's own rules. */
export function payloadOf(
  lines: readonly RawLine[],
  group: Group,
  more: Partial<DocumentPayload> = {},
  rate = '1',
): DocumentPayload {
  const currency = more.currency ?? 'EUR';
  const places = placesOf(currency);
  const rounding = { mode: 'halfUp', places } as const;
  const functionalRounding = { mode: 'halfUp', places: 2 } as const;
  const { net, shares } = shareMoney(
    lines.map(({ exact }) => exact),
    rounding,
  );
  const vat = vatOf(net, group.rate, rounding);
  const totals = { net, vat, total: sumOf([net, vat], places) };
  const functional = {
    net: convertMoney(net, rate, functionalRounding),
    vat: convertMoney(vat, rate, functionalRounding),
    total: sumOf([convertMoney(net, rate, functionalRounding), convertMoney(vat, rate, functionalRounding)]),
  };
  return {
    schema: 1,
    kind: 'invoice',
    side: 'receivable',
    language: 'en',
    currency,
    functionalCurrency: 'EUR',
    rounding: 'halfUp',
    seller: SELLER,
    buyer: BUYER,
    period: { start: '2026-10-01', end: '2026-10-31' },
    lines: lines.map(({ description, month, exact, facts }, index) => ({
      position: index + 1,
      description,
      month,
      isEarlier: month < '2026-10',
      ...priceOf(shares[index] ?? '0', facts, places),
      exact,
      base: exact,
      net: shares[index] ?? '0',
      vatCategory: group.category,
      vatRate: group.rate,
      facts,
      filter: { month, contract: 'performance', dealType: 'CPA', productId: 1, geoId: 12 },
      creditsPosition: null,
    })),
    groups: [{ ...group, exact: net, net, vat, version: '2026-01' }],
    totals,
    rate: {
      currency,
      to: 'EUR',
      rate,
      agreedOn: '2026-10-31',
      publishedOn: '2026-10-30',
      source: 'ECB',
      fetchedAt: '2026-10-30T16:00:00Z',
    },
    functional,
    claims: [{ currency, contract: 'performance', month: '2026-10', from: 0, to: 9 }],
    heldFacts: [],
    movedFacts: [],
    statistics: { base: functional.net, definitions: '1' },
    paymentTermsDays: 30,
    note: '',
    externalNumber: '',
    fileHash: '',
    credits: null,
    ...more,
  };
}

/** VAT in pounds; how it was computed does not matter to the forms. */
export const NATIONAL_VAT: NonNullable<DocumentPayload['nationalVat']> = {
  net: '87.01',
  vat: '17.40',
  rate: {
    currency: 'EUR',
    to: 'GBP',
    rate: '0.87',
    agreedOn: '2026-10-31',
    publishedOn: '2026-10-30',
    source: 'ecb',
    fetchedAt: '2026-10-30T16:00:00Z',
  },
};

const rawLine = fc.record({
  description: fc.string({ unit: 'grapheme', maxLength: 40 }),
  month: fc.constantFrom('2026-08', '2026-09', '2026-10'),
  exact: fc
    .bigInt(-9_000_000_000n, 90_000_000_000n)
    .map((micros) => new Decimal(micros.toString()).div(1e6).toFixed(6)),
  facts: fc.nat(5_000),
});

/** Documents of every kind, side and VAT category, in base and in foreign currency. */
export const anyPayload: fc.Arbitrary<DocumentPayload> = fc
  .record({
    lines: fc.array(rawLine, { minLength: 1, maxLength: 8 }),
    category: fc.constantFrom('S', 'AE', 'O', 'E'),
    side: fc.constantFrom('receivable', 'payable'),
    isCredit: fc.boolean(),
    currency: fc.constantFrom('EUR', 'USD', 'JPY'),
    hasBank: fc.boolean(),
    hasNationalVat: fc.boolean(),
    language: fc.constantFrom('en', 'de'),
  })
  .map(({ lines, category, side, isCredit, currency, hasBank, hasNationalVat, language }) =>
    payloadOf(
      lines,
      GROUPS[category],
      {
        kind: isCredit ? 'creditNote' : side === 'payable' ? 'selfBilled' : 'invoice',
        side,
        currency,
        language,
        ...(hasNationalVat && category === 'S' && { nationalVat: NATIONAL_VAT }),
        ...(!hasBank && { seller: { ...SELLER, bank: null } }),
        credits: isCredit
          ? {
              id: 10_000,
              number: 'SIG-2026-00041',
              issueDate: '2026-10-03',
              reason: 'Players were rejected.',
              settlement: 'refund',
              releasesFacts: false,
            }
          : null,
      },
      currency === 'EUR' ? '1' : '0.91234567',
    ),
  );
