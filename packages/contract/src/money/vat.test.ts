import { describe, expect, it } from 'vitest';
import type { Side } from './document.ts';
import { decideVat, statedParty, type VatParty, type VatRow } from './vat.ts';
import type { VatTreatment } from './vat-codes.ts';
import { idsOf, isVatId, readVatId } from './vat-ids.ts';
import { postalCodeOf, territoryOf } from './vat-territory.ts';

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
  ...['AT', 'DE', 'FR', 'GB', 'CH', 'PT'].map((country) => row('domestic', { country, category: 'S', rate: '20' })),
  ...['AT', 'DE', 'FR', 'PT'].map((country) => row('euConsumer', { country, category: 'S', rate: '20' })),
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
  ES: 'ESB12345678',
  FI: 'FI12345678',
  FR: 'FR40303265045',
  GR: 'EL094259216',
  IT: 'IT12345678901',
  AX: 'FI12345678',
  IM: 'GB123456789',
  LI: 'CHE123456789',
  MC: 'FR40303265045',
  PT: 'PT123456789',
  RE: 'FR40303265045',
};

/** `AT small tax`: a small business of Austria that has a tax number and no VAT id. `ES 35001`: with this postal code. */
function party(text: string, kind: VatParty['kind']): VatParty {
  const [country = '', ...words] = text.split(' ');
  return {
    kind,
    name: kind === 'legalEntity' ? 'Ours' : 'Theirs',
    countryCode: country,
    country,
    street: 'Street 1',
    postalCode: words.find((word) => /\d/.test(word)) ?? '',
    city: 'City',
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
const BROKEN = (name: string, country: string, place: string) =>
  `The VAT id “${country}12” of ${name} is not one of ${country}. Correct or remove it ${place}.`;
const THERE = 'under Billing';
const HERE = 'with the legal entity under All invoices';

describe('The VAT table', () => {
  it.each([
    // A publisher who bills one of our companies in the same country.
    ['AT vat', 'AT vat', 'domestic'],
    ['AT vat', 'AT tax', 'domestic'],
    ['AT vat', 'AT', NO_ID('Theirs', THERE)],
    ['AT vat', 'AT broken', BROKEN('Theirs', 'AT', THERE)],
    ['AT broken', 'DE vat', BROKEN('Ours', 'AT', HERE)],
    ['AT vat', 'DE private broken', 'privateSeller'],
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
    // Parties whose VAT territory differs from their country.
    ['GB vat', 'IM vat', 'domestic'],
    ['IM vat', 'GB vat', 'domestic'],
    ['CH vat', 'LI vat', 'domestic'],
    ['LI vat', 'CH small tax', 'smallBusinessOutsideEu'],
    ['FR vat', 'MC vat', 'domestic'],
    ['AT vat', 'MC vat', 'reverseCharge'],
    ['AT vat', 'MC tax', NO_VAT_ID('Theirs', THERE)],
    ['AT vat', 'ES 35001 tax', 'reverseCharge'],
    ['AT vat', 'ES 35001 vat', 'reverseCharge'],
    ['AT vat', 'ES 35001', NO_ID('Theirs', THERE)],
    ['AT vat', 'ES 28001 tax', NO_VAT_ID('Theirs', THERE)],
    ['AT vat', 'AX vat', 'reverseCharge'],
    // Regions with rates of their own, which the table does not have.
    ['PT 1000-001 vat', 'PT 1000-205 vat', 'domestic'],
    ['PT 1000-001 vat', 'PT 9500-150 vat', 'The VAT table has no rate for the Azores.'],
    ['PT 9000-001 vat', 'PT 1000-001 vat', 'The VAT table has no rate for Madeira.'],
    ['PT PT-9700 vat', 'PT small tax', 'smallBusiness'],
    ['AT vat', 'PT 9500-150 vat', 'reverseCharge'],
    ['AT 1010 vat', 'AT 6691 vat', 'The VAT table has no rate for Jungholz.'],
    ['AT 1010 vat', 'AT A-6992 vat', 'The VAT table has no rate for Mittelberg.'],
    ['AT 6691 vat', 'AT 1010 vat', 'domestic'],
    ['AT vat', 'AT 6991 private', 'privateSeller'],
    ['CH vat', 'DE 78266 vat', 'The VAT table has no rate for a party in CH who buys from Büsingen.'],
    ['GB vat', 'GB JE1 1AA', 'abroad'],
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
    ['AT vat', 'DE broken', BROKEN('Theirs', 'DE', THERE)],
    ['AT vat', 'AT broken', BROKEN('Theirs', 'AT', THERE)],
    ['AT vat', 'DE', 'euConsumer'],
    ['AT vat', 'DE private broken', 'euConsumer'],
    ['AT vat', 'DE private vat', 'euConsumer'],
    ['AT', 'DE private', NO_ID('Ours', HERE)],
    ['AT vat', 'US', 'outsideEu'],
    ['AT vat', 'US private', 'outsideEuConsumer'],
    ['GB vat', 'DE vat', 'reverseCharge'],
    ['GB vat', 'DE', NO_VAT_ID('Theirs', THERE)],
    ['GB vat', 'DE private', 'The VAT table has no rate for a private person in DE who buys from GB.'],
    ['GB vat', 'US', 'abroad'],
    ['GB', 'CH private', 'abroad'],
    // Parties whose VAT territory differs from their country.
    ['GB vat', 'IM vat', 'domestic'],
    ['IM vat', 'GB', 'domestic'],
    ['IM vat', 'AT vat', 'reverseCharge'],
    ['CH vat', 'LI vat', 'domestic'],
    ['LI vat', 'CH vat', 'domestic'],
    ['AT vat', 'LI vat', 'outsideEu'],
    ['MC vat', 'FR vat', 'domestic'],
    ['FR vat', 'MC vat', 'domestic'],
    ['AT vat', 'MC vat', 'reverseCharge'],
    ['MC vat', 'AT private', 'euConsumer'],
    ['AT vat', 'ES 28001 vat', 'reverseCharge'],
    ['AT vat', 'ES 35001 vat', 'outsideEu'],
    ['AT vat', 'ES 38001 private', 'outsideEuConsumer'],
    ['AT vat', 'ES 51001', 'outsideEu'],
    ['AT vat', 'ES 52001', 'outsideEu'],
    ['AT vat', 'IT 23041 vat', 'outsideEu'],
    ['AT vat', 'IT 23030 vat', 'reverseCharge'],
    ['AT vat', 'IT 22061 vat', 'outsideEu'],
    ['AT vat', 'DE 78266 vat', 'outsideEu'],
    ['DE vat', 'DE 27498 vat', 'outsideEu'],
    ['AT vat', 'FI 22100 vat', 'outsideEu'],
    ['AT vat', 'AX vat', 'outsideEu'],
    ['AT vat', 'GR 63086 vat', 'outsideEu'],
    ['AT vat', 'FR 97400 vat', 'outsideEu'],
    ['AT vat', 'RE vat', 'outsideEu'],
    ['AT vat', 'FR 75001 vat', 'reverseCharge'],
    ['ES 35001 tax', 'AT vat', 'reverseCharge'],
    ['ES 35001 tax', 'ES 38001 tax', 'The VAT table has no rate for the Canary Islands.'],
    ['ES 35001 tax', 'US', 'abroad'],
    ['FR vat', 'RE vat', 'The VAT table has no rate for a party in RE who buys from FR.'],
    ['MC vat', 'FR 97200', 'The VAT table has no rate for a party in Martinique who buys from MC.'],
    ['FR vat', 'FR 97300 vat', 'outsideEu'],
    ['FI vat', 'FI 22100 vat', 'The VAT table has no rate for a party in Åland who buys from FI.'],
    ['CH vat', 'DE 78266 vat', 'The VAT table has no rate for a party in Büsingen who buys from CH.'],
    ['CH vat', 'DE 78262 vat', 'reverseCharge'],
    ['GB vat', 'GB JE2 3AB vat', 'abroad'],
    ['GB vat', 'GB gy1 2hz', 'abroad'],
    ['GB vat', 'GB BT1 5GS', 'domestic'],
    ['PT 9000-001 vat', 'DE private', 'The VAT table has no rate for Madeira.'],
    ['PT 1000-001 vat', 'DE private', 'euConsumer'],
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

  it.each([
    ['DE', '136695976', 'DE136695976'],
    ['DE', 'de 136 695 976', 'DE136695976'],
    ['DE', 'FR40303265045', null],
    ['DE', '1366', null],
    ['FR', '40 303 265 045', 'FR40303265045'],
    ['GR', 'GR094259216', 'EL094259216'],
    ['GR', '094259216', 'EL094259216'],
    ['GR', 'EL 094259216', 'EL094259216'],
    ['AT', 'U12345678', 'ATU12345678'],
    ['AT', '12345678', null],
    ['NL', '123456789B01', 'NL123456789B01'],
    ['US', '12-3456789', '12-3456789'],
  ])('reads in %s the VAT id %s as %s', (country, text, expected) => {
    expect(readVatId(text, country)).toBe(expected);
  });

  it('states a VAT id in full and with the country that gave it', () => {
    const german = { ...party('DE', 'partner'), vatId: '136695976' };
    expect(statedParty(german)).toEqual({ ...german, vatId: 'DE136695976' });
    const monegasque = statedParty(party('MC vat', 'partner'));
    expect(monegasque.vatCountry).toBe('FR');
    expect(idsOf(monegasque)).toEqual({ vatId: 'FR40303265045', taxNumber: '' });
  });

  it.each([
    ['35001', '', '', '35001'],
    ['E-35001', '', '', '35001'],
    ['630 86', '', '', '63086'],
    ['', '35001 Las Palmas', 'Calle 1', '35001'],
    ['', 'Las Palmas', 'Calle Mayor 1, 35001 Las Palmas', '35001'],
    ['Las Palmas 35001', '', '', '35001'],
    ['', 'Las Palmas', 'Calle 12345, 35001 Las Palmas', ''],
    ['', 'Las Palmas', 'Calle Mayor 1', ''],
    ['350012', '', '', ''],
  ])('reads the postal code of “%s”, “%s”, “%s” as “%s”', (postalCode, city, street, expected) => {
    expect(postalCodeOf({ countryCode: 'ES', country: 'Spain', postalCode, city, street })).toBe(expected);
  });

  it('assumes that a party without a readable postal code is in its country itself', () => {
    expect(territoryOf(party('ES', 'partner'))).toEqual({ code: 'ES', name: 'ES', isInEu: true, taxedWith: null });
  });
});
