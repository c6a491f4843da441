import { describe, expect, it } from 'vitest';
import { HEAD } from '../testing/payloads.ts';
import { allVatOutcomes, distinctVatDocuments, type VatOutcome } from '../testing/vat-cases.ts';
import { renderUbl } from './ubl.ts';

const outcomes = allVatOutcomes();
const documents = distinctVatDocuments(outcomes).map((one) => ({ ...one, xml: renderUbl(one.payload, HEAD) }));

const schemesOf = (xml: string, party: 'Supplier' | 'Customer') => {
  const part = new RegExp(`<cac:Accounting${party}Party>[\\s\\S]*?</cac:Accounting${party}Party>`).exec(xml)?.[0] ?? '';
  const schemes = [...part.matchAll(/<cac:PartyTaxScheme>[\s\S]*?<\/cac:PartyTaxScheme>/g)].map(([scheme]) => ({
    id: /<cbc:CompanyID>(.*?)</.exec(scheme)?.[1] ?? '',
    code: /<cbc:ID>(.*?)</.exec(scheme)?.[1] ?? '',
  }));
  return {
    vatId: schemes.find(({ code }) => code === 'VAT')?.id ?? '',
    taxNumber: schemes.find(({ code }) => code !== 'VAT')?.id ?? '',
  };
};
const ofCategory = (wanted: string) => documents.filter(({ payload }) => payload.groups[0]?.category === wanted);
const namesOf = (wrong: readonly Pick<VatOutcome, 'name'>[]) => wrong.map(({ name }) => name);

describe('Every case of the VAT table', () => {
  it.each(['S', 'E'])('names an id of the seller in category %s (BR-S-02, BR-E-02)', (category) => {
    const wrong = ofCategory(category).filter(({ xml }) => {
      const { vatId, taxNumber } = schemesOf(xml, 'Supplier');
      return vatId === '' && taxNumber === '';
    });
    expect(ofCategory(category).length).toBeGreaterThan(10);
    expect(namesOf(wrong)).toEqual([]);
  });

  it('names an id of the seller and the buyer’s VAT id under reverse charge (BR-AE-02)', () => {
    const wrong = ofCategory('AE').filter(({ xml }) => {
      const { vatId, taxNumber } = schemesOf(xml, 'Supplier');
      return (vatId === '' && taxNumber === '') || schemesOf(xml, 'Customer').vatId === '';
    });
    expect(ofCategory('AE').length).toBeGreaterThan(10);
    expect(namesOf(wrong)).toEqual([]);
  });

  it('names no VAT id of either party if it is not subject to VAT (BR-O-02)', () => {
    const wrong = ofCategory('O').filter(
      ({ xml }) => schemesOf(xml, 'Supplier').vatId !== '' || schemesOf(xml, 'Customer').vatId !== '',
    );
    expect(ofCategory('O').length).toBeGreaterThan(10);
    expect(namesOf(wrong)).toEqual([]);
  });

  it('begins VAT ids with the letters of a country, and gives none to the buyer that is none (BR-CO-09)', () => {
    const wrong = documents.filter(({ xml }) =>
      (['Supplier', 'Customer'] as const).some((party) => {
        const { vatId } = schemesOf(xml, party);
        return vatId !== '' && !/^(AT|DE|EL|GB|CH|US|FR|ES)/.test(vatId);
      }),
    );
    expect(namesOf(wrong)).toEqual([]);
    expect(documents.filter(({ xml }) => schemesOf(xml, 'Customer').taxNumber !== '')).toEqual([]);
  });

  it('says why there is no VAT, with a rate of zero (BR-AE-10, BR-E-10, BR-O-10)', () => {
    const wrong = documents.filter(
      ({ xml, payload }) =>
        payload.groups[0]?.category !== 'S' &&
        (!xml.includes('<cbc:TaxExemptionReason>') || payload.totals.vat !== '0.00'),
    );
    expect(namesOf(wrong)).toEqual([]);
  });

  it('charges no VAT for a private person who sells', () => {
    const sold = outcomes.filter(({ seller }) => seller.isConsumer);
    const documents = sold.flatMap(({ payloads }) => payloads);
    expect(new Set(documents.map(({ totals }) => totals.vat))).toEqual(new Set(['0.00']));
  });

  it('says in a whole sentence of the language why a case is refused, and by when an invoice is paid', () => {
    for (const { refused, payloads } of outcomes) if (payloads.length === 0) expect(refused).toMatch(/^[A-Z].*\.$/);
    const terms = documents.map(({ xml }) => /<cac:PaymentTerms>\s*<cbc:Note>(.*?)</.exec(xml)?.[1] ?? '');
    expect(terms.filter((text) => /(, to|, auf|to|auf)[.:]?$/.test(text.replace(/\.$/, '')))).toEqual([]);
    expect(new Set(terms)).toEqual(
      new Set([
        'Payable within 30 days, by 3 Dec 2026.',
        'Zahlbar innerhalb von 30 Tagen, bis 03.12.2026.',
        'We pay by 3 Dec 2026.',
        'Wir zahlen bis 03.12.2026.',
        'Reduces what is open on invoice SIG-2026-00041.',
        'Vermindert den offenen Betrag der Rechnung SIG-2026-00041.',
      ]),
    );
  });
});
