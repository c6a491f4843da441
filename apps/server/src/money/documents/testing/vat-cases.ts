/** Every case that the VAT table tells apart, as documents. */
import type { DocumentPayload, Party, Side } from '@signpost/contract/money/document.ts';
import { decideVat, placeOf, statedParty, type VatRow } from '@signpost/contract/money/vat.ts';
import { noteIn } from '../words.ts';
import { BUYER, payloadOf, SELLER } from './payloads.ts';

const OUTSIDE = { version: '2026-11', validFrom: '2026-01-01', country: null, category: 'O', rate: '0' } as const;
const NOT_SUBJECT = { ...OUTSIDE, noteCode: 'VATEX-EU-O' } as const;

/** The rows of the migrations, without most countries; `lists.test.ts` compares them with the database. */
export const VAT_ROWS: readonly VatRow[] = [
  ...(['domestic', 'euConsumer'] as const).flatMap((treatment) =>
    [
      { country: 'AT', rate: '20' },
      { country: 'DE', rate: '19' },
      { country: 'GR', rate: '24' },
      { country: 'FR', rate: '20' },
    ].map(
      (own): VatRow => ({
        ...own,
        treatment,
        version: '2026-01',
        validFrom: '2026-01-01',
        category: 'S',
        noteCode: null,
        note: null,
      }),
    ),
  ),
  { ...OUTSIDE, treatment: 'domestic', country: 'GB', category: 'S', rate: '20', noteCode: null, note: null },
  { ...OUTSIDE, treatment: 'domestic', country: 'CH', category: 'S', rate: '8.1', noteCode: null, note: null },
  {
    ...OUTSIDE,
    version: '2026-01',
    treatment: 'reverseCharge',
    category: 'AE',
    noteCode: 'VATEX-EU-AE',
    note: 'Reverse charge: the customer is liable for the VAT (Article 196 of Directive 2006/112/EC).',
  },
  {
    ...NOT_SUBJECT,
    version: '2026-01',
    treatment: 'outsideEu',
    note: 'Not subject to VAT: the place of supply is outside the European Union (Article 44 of Directive 2006/112/EC).',
  },
  {
    ...NOT_SUBJECT,
    treatment: 'outsideEuConsumer',
    note: 'Not subject to VAT: the place of supply is outside the European Union (Article 59 of Directive 2006/112/EC).',
  },
  {
    ...NOT_SUBJECT,
    version: '2026-12',
    treatment: 'outsideEu',
    note: 'Not subject to VAT: the place of supply is outside the VAT area of the European Union (Article 44 of Directive 2006/112/EC).',
  },
  {
    ...NOT_SUBJECT,
    version: '2026-12',
    treatment: 'outsideEuConsumer',
    note: 'Not subject to VAT: the place of supply is outside the VAT area of the European Union (Article 59 of Directive 2006/112/EC).',
  },
  {
    ...NOT_SUBJECT,
    treatment: 'abroad',
    note: 'Not subject to VAT: the service is supplied in the country where its recipient is established.',
  },
  {
    ...OUTSIDE,
    version: '2026-01',
    treatment: 'smallBusiness',
    category: 'E',
    noteCode: null,
    note: 'Exempt from VAT: the seller is a small business (Article 284 of Directive 2006/112/EC).',
  },
  {
    ...OUTSIDE,
    treatment: 'smallBusinessOutsideEu',
    category: 'E',
    noteCode: null,
    note: 'Exempt from VAT: the seller is a small business under the law of its country.',
  },
  {
    ...NOT_SUBJECT,
    treatment: 'privateSeller',
    note: 'Not subject to VAT: the seller is a private person and not a taxable person.',
  },
];

const COUNTRIES = [
  { countryCode: 'AT', country: 'Austria', vatId: 'ATU12345678' },
  { countryCode: 'DE', country: 'Germany', vatId: 'DE123456789' },
  { countryCode: 'GR', country: 'Greece', vatId: 'EL123456789' },
  { countryCode: 'GB', country: 'United Kingdom', vatId: 'GB123456789' },
  { countryCode: 'CH', country: 'Switzerland', vatId: 'CHE-123.456.789' },
  { countryCode: 'US', country: 'United States', vatId: '12-3456789' },
  // Parties whose VAT territory differs from their country.
  { countryCode: 'IM', country: 'Isle of Man', vatId: 'GB123456789' },
  { countryCode: 'MC', country: 'Monaco', vatId: 'FR40303265045' },
  { countryCode: 'ES', country: 'Spain', vatId: 'ESB12345678', postalCode: '35001', city: 'Las Palmas' },
] as const;
const STATUSES = [
  { isConsumer: false, isSmallBusiness: false },
  { isConsumer: false, isSmallBusiness: true },
  { isConsumer: true, isSmallBusiness: false },
] as const;
/** The ids that a party has. */
const IDS = ['none', 'vatId', 'taxNumber', 'broken'] as const;

function vatIdOf(ids: (typeof IDS)[number], { vatId, countryCode }: (typeof COUNTRIES)[number]): string {
  if (ids === 'vatId') return vatId;
  return ids === 'broken' ? `${countryCode}?` : '';
}

const partiesLike = (model: Party): Party[] =>
  COUNTRIES.flatMap((country) =>
    STATUSES.flatMap((status) =>
      IDS.map((ids) => ({
        ...model,
        ...country,
        ...status,
        // The number in a register could stand for an id (BT-47), so that a missing one would not be seen.
        companyNumber: '',
        vatId: vatIdOf(ids, country),
        ...(ids === 'taxNumber' && { taxNumber: '12 345/6789' }),
      })),
    ),
  );

export interface VatOutcome {
  name: string;
  side: Side;
  seller: Party;
  buyer: Party;
  /** The document that the table allows, and its credit note; none if it is refused. */
  payloads: readonly DocumentPayload[];
  refused: string | null;
}

const LINE = { description: 'CPA Commission · Casino · Austria', month: '2026-10', exact: '1234.5', facts: 3 };
const BACK = { ...LINE, description: 'Taken back', exact: '-34.505' };
const nameOf = ({ countryCode, isConsumer, isSmallBusiness, vatId, taxNumber }: Party): string =>
  [
    countryCode,
    isConsumer && 'private',
    isSmallBusiness && 'small',
    vatId.endsWith('?') && 'broken',
    vatId !== '' && !vatId.endsWith('?') && 'vat',
    taxNumber && 'tax',
  ]
    .filter(Boolean)
    .join('-');

function outcomeOf(side: Side, ...given: readonly [Party, Party]): VatOutcome {
  const seller = statedParty(given[0]);
  const buyer = statedParty(given[1]);
  const name = [side, nameOf(seller), nameOf(buyer)].join('_');
  const { row, refused } = decideVat(VAT_ROWS, { side, seller, buyer }, '2026-10-31');
  if (row === null) return { name, side, seller, buyer, payloads: [], refused };
  const { treatment, category, noteCode } = row;
  const payloads = (['en', 'de'] as const).flatMap((language, at): DocumentPayload[] => {
    const more = {
      side,
      language,
      seller,
      buyer,
      kind: side === 'payable' ? 'selfBilled' : 'invoice',
      currency: at === 0 ? 'EUR' : 'USD',
    } as const;
    const group = { category, treatment, rate: row.rate, noteCode: noteCode ?? '', note: noteIn(language, row) };
    const credits = {
      id: 1,
      number: 'SIG-2026-00041',
      issueDate: '2026-10-03',
      reason: 'Players were rejected.',
      settlement: 'refund',
      releasesFacts: false,
    } as const;
    return [
      payloadOf([LINE, BACK], group, more, at === 0 ? '1' : '0.9'),
      payloadOf([LINE], group, { ...more, kind: 'creditNote', credits }, at === 0 ? '1' : '0.9'),
    ];
  });
  return { name, side, seller, buyer, payloads, refused: null };
}

/** The outcomes of all cases: our company on one side, every kind of partner or publisher on the other. */
export function allVatOutcomes(): VatOutcome[] {
  const ours = partiesLike(SELLER).filter(({ isConsumer }) => !isConsumer);
  const partners = partiesLike(BUYER);
  const publishers = partiesLike({ ...BUYER, kind: 'publisher' });
  return [
    ...ours.flatMap((seller) => partners.map((buyer) => outcomeOf('receivable', seller, buyer))),
    ...publishers.flatMap((seller) => ours.map((buyer) => outcomeOf('payable', seller, buyer))),
  ];
}

export interface VatDocument extends VatOutcome {
  payload: DocumentPayload;
}

/** One document for each case, whatever the countries are, and for each treatment and rate. */
export function distinctVatDocuments(outcomes: readonly VatOutcome[]): VatDocument[] {
  const chosen = new Map(
    outcomes.flatMap((outcome) =>
      outcome.payloads.map((payload) => {
        const { treatment, rate } = payload.groups[0] ?? {};
        const like = outcome.name.replaceAll(/(?<=_)[A-Z]{2}/g, '');
        const place = placeOf(outcome.seller, outcome.buyer);
        return [[like, place, payload.kind, payload.language, treatment, rate].join(' '), { ...outcome, payload }];
      }),
    ),
  );
  return [...chosen.values()];
}
