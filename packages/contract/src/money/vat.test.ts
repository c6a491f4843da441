import { describe, expect, it } from 'vitest';
import type { Side } from './document.ts';
import { decideVat, idsOf, isVatId, type VatParty, type VatRow } from './vat.ts';
import type { VatTreatment } from './vat-codes.ts';

const row = (treatment: VatTreatment, more: Partial<VatRow> = {}): VatRow => ({
  version: '1',
  validFrom: '2026-01-01',
  treatment,
  country: null,
  category: 'O',
  rate: '0',
  noteCode: null,
  note: null,
  ...more,
});
const ROWS: readonly VatRow[] = [
  ...['AT', 'DE', 'GB'].map((country) => row('domestic', { country, category: 'S', rate: '20' })),
  ...['AT', 'DE'].map((country) => row('euConsumer', { country, category: 'S', rate: '20' })),
  row('reverseCharge', { category: 'AE' }),
  row('outsideEu'),
  row('outsideEuConsumer'),
  row('abroad'),
  row('smallBusiness', { category: 'E' }),
  row('smallBusinessOutsideEu', { category: 'E' }),
  row('privateSeller'),
];

const IDS: Readonly<Record<string, string>> = {
  AT: 'ATU12345678',
  DE: 'DE123456789',
  GB: 'GB123456789',
  US: '',
  CH: 'CHE123456789',
};

/** `AT small tax`: a small business of Austria that has a tax number and no VAT id. */
function party(text: string, kind: VatParty['kind']): VatParty {
  const [country = '', ...words] = text.split(' ');
  return {
    kind,
    name: kind === 'legalEntity' ? 'Ours' : 'Theirs',
    countryCode: country,
    country,
    vatId: words.includes('vat') ? (IDS[country] ?? '') : words.includes('broken') ? `${country}12` : '',
    taxNumber: words.includes('tax') ? '12 345/6789' : '',
    isConsumer: words.includes('private'),
    isSmallBusiness: words.includes('small'),
  };
}

function outcome(side: Side, ours: string, theirs: string): string {
  const own = party(ours, 'legalEntity');
  const other = party(theirs, side === 'receivable' ? 'partner' : 'publisher');
  const service = side === 'receivable' ? { seller: own, buyer: other } : { seller: other, buyer: own };
  const { row: used, refused } = decideVat(ROWS, { side, ...service }, '2026-10-31');
  return used?.treatment ?? refused ?? '';
}

const NO_ID = (name: string, place: string) =>
  `${name} has neither a VAT id of the right format nor a tax number. Enter one ${place}.`;
const NO_VAT_ID = (name: string, place: string) =>
  `${name} has no VAT id of the right format, which reverse charge needs. Enter it ${place}.`;
const THERE = 'under Billing';
const HERE = 'with the legal entity under All invoices';

describe('The VAT table', () => {
  it.each([
    // A publisher who bills one of our companies in the same country.
    ['AT vat', 'AT vat', 'domestic'],
    ['AT vat', 'AT tax', 'domestic'],
    ['AT vat', 'AT', NO_ID('Theirs', THERE)],
    ['AT vat', 'AT broken', NO_ID('Theirs', THERE)],
    ['AT vat', 'AT small tax', 'smallBusiness'],
    ['AT vat', 'AT small vat', 'smallBusiness'],
    ['AT vat', 'AT small', NO_ID('Theirs', THERE)],
    ['AT vat', 'AT private', 'privateSeller'],
    ['AT vat', 'AT private small vat', 'privateSeller'],
    ['GB vat', 'GB vat', 'domestic'],
    ['GB vat', 'GB', NO_ID('Theirs', THERE)],
    ['GB vat', 'GB small tax', 'smallBusinessOutsideEu'],
    ['US tax', 'US tax', 'The VAT table has no rate for US.'],
    // In another country of the EU.
    ['AT vat', 'DE vat', 'reverseCharge'],
    ['AT vat', 'DE tax', NO_VAT_ID('Theirs', THERE)],
    ['AT vat', 'DE small vat', 'reverseCharge'],
    ['AT vat', 'DE small tax', NO_VAT_ID('Theirs', THERE)],
    ['AT', 'DE vat', NO_VAT_ID('Ours', HERE)],
    ['AT vat', 'DE private', 'privateSeller'],
    // From outside the EU to a company in it, and the other way.
    ['DE vat', 'US tax', 'reverseCharge'],
    ['DE vat', 'US', NO_ID('Theirs', THERE)],
    ['DE vat', 'CH vat', 'reverseCharge'],
    ['DE tax', 'CH vat', NO_VAT_ID('Ours', HERE)],
    ['DE vat', 'US private', 'privateSeller'],
    ['GB vat', 'DE', 'outsideEu'],
    ['GB vat', 'DE private', 'privateSeller'],
    ['GB vat', 'US', 'abroad'],
  ])('decides that %s, self-billing for a publisher who is %s, gets: %s', (ours, theirs, expected) => {
    expect(outcome('payable', ours, theirs)).toBe(expected);
  });

  it.each([
    ['AT vat', 'AT', 'domestic'],
    ['AT', 'AT vat', NO_ID('Ours', HERE)],
    ['AT tax', 'AT private', 'domestic'],
    ['AT small tax', 'AT vat', 'smallBusiness'],
    ['GB vat', 'GB', 'domestic'],
    ['US tax', 'US', 'The VAT table has no rate for US.'],
    ['AT vat', 'DE vat', 'reverseCharge'],
    ['AT tax', 'DE vat', NO_VAT_ID('Ours', HERE)],
    ['AT small vat', 'DE vat', 'reverseCharge'],
    ['AT small tax', 'DE private', 'smallBusiness'],
    ['AT vat', 'DE broken', 'euConsumer'],
    ['AT vat', 'DE private vat', 'euConsumer'],
    ['AT', 'DE private', NO_ID('Ours', HERE)],
    ['AT vat', 'US', 'outsideEu'],
    ['AT vat', 'US private', 'outsideEuConsumer'],
    ['GB vat', 'DE vat', 'reverseCharge'],
    ['GB vat', 'DE', NO_VAT_ID('Theirs', THERE)],
    ['GB vat', 'DE private', 'The VAT table has no rate for a private person in DE who buys from GB.'],
    ['GB vat', 'US', 'abroad'],
    ['GB', 'CH private', 'abroad'],
  ])('decides that %s, billing a partner who is %s, gets: %s', (ours, theirs, expected) => {
    expect(outcome('receivable', ours, theirs)).toBe(expected);
  });

  it('uses the newest version that is valid on the day', () => {
    const rows = [
      row('domestic', { country: 'AT', rate: '20' }),
      row('domestic', { country: 'AT', rate: '21', version: '2', validFrom: '2026-07-01' }),
    ];
    const service = {
      side: 'receivable',
      seller: party('AT vat', 'legalEntity'),
      buyer: party('AT', 'partner'),
    } as const;
    expect(decideVat(rows, service, '2026-06-30').row?.rate).toBe('20');
    expect(decideVat(rows, service, '2026-07-01').row?.rate).toBe('21');
  });

  it('knows the format of VAT ids, and states another number as the tax number of its country', () => {
    expect(isVatId('EL123456789', 'GR')).toBe(true);
    expect(isVatId('GR123456789', 'GR')).toBe(false);
    const ids = { countryCode: 'US', vatId: '12-3456789', taxNumber: '' };
    expect(idsOf(ids)).toEqual({ vatId: '', taxNumber: '12-3456789' });
    expect(idsOf({ countryCode: 'CH', vatId: 'CHE-123.456.789', taxNumber: '5' })).toEqual({
      vatId: 'CHE123456789',
      taxNumber: '5',
    });
  });
});
