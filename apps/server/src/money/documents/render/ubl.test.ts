import type { DocumentPayload } from '@signpost/contract/money/document.ts';
import { decimalsOf } from '@signpost/contract/reading/minor-units.ts';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { create } from 'xmlbuilder2';
import { anyPayload, BUYER, GROUPS, HEAD, payloadOf, SELLER } from '../testing/payloads.ts';
import { renderUbl } from './ubl.ts';

const RUNS = { numRuns: 100 };
const LINE = { description: 'CPA Casino, Austria', month: '2026-10', exact: '1234.5', facts: 3 };

/** The texts of all elements with this name, in their order. */
function textsOf(xml: string, name: string): string[] {
  const found: string[] = [];
  create(xml).each(
    (node) => {
      if (node.node.nodeName === name) found.push(node.node.textContent ?? '');
    },
    false,
    true,
  );
  return found;
}
/** The parts of the XML between the tags of this element. */
const partsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}[ >][\\s\\S]*?</${name}>`, 'g'))].map(([part]) => part);
const one = (xml: string, name: string): string => textsOf(xml, name)[0] ?? '';
const sum = (amounts: readonly string[]): string =>
  amounts.reduce((total, amount) => total.plus(amount), new Decimal(0)).toFixed(decimalsOf(amounts[0] ?? '0.00'));
const inDocument = (xml: string) => partsOf(xml, 'cac:TaxTotal')[0] ?? '';

/** Renders any document and checks a rule on it. */
const holds = (rule: (xml: string, payload: DocumentPayload) => void) => () =>
  fc.assert(
    fc.property(anyPayload, (payload) => {
      rule(renderUbl(payload, HEAD), payload);
    }),
    RUNS,
  );
const subtotals = (xml: string) => partsOf(xml, 'cac:TaxSubtotal');
const lines = (xml: string) => [...partsOf(xml, 'cac:InvoiceLine'), ...partsOf(xml, 'cac:CreditNoteLine')];

describe('EN 16931', () => {
  it(
    'BR-CO-10: the sum of line net amounts is their sum',
    holds((xml) =>
      expect(one(xml, 'cbc:LineExtensionAmount')).toBe(
        sum(lines(xml).map((line) => one(`<r xmlns:cbc="b" xmlns:cac="a">${line}</r>`, 'cbc:LineExtensionAmount'))),
      ),
    ),
  );
  it(
    'BR-CO-13: the total without VAT is the sum of line net amounts',
    holds((xml) => expect(one(xml, 'cbc:TaxExclusiveAmount')).toBe(totalOfLines(xml))),
  );
  it(
    'BR-CO-14: the total VAT is the sum of the VAT of the groups',
    holds((xml) => {
      const [total, ...groups] = amountsIn(inDocument(xml), 'cbc:TaxAmount');
      expect(total).toBe(sum(groups));
    }),
  );
  it(
    'BR-CO-15: the total with VAT is the total without plus the VAT',
    holds((xml) =>
      expect(one(xml, 'cbc:TaxInclusiveAmount')).toBe(
        sum([one(xml, 'cbc:TaxExclusiveAmount'), amountsIn(inDocument(xml), 'cbc:TaxAmount')[0] ?? '']),
      ),
    ),
  );
  it(
    'BR-CO-16: the amount due is the total with VAT',
    holds((xml) => expect(one(xml, 'cbc:PayableAmount')).toBe(one(xml, 'cbc:TaxInclusiveAmount'))),
  );
  it(
    'BR-CO-17: the VAT of a group is its net amount times its rate, rounded to the minor units',
    holds((xml) => {
      for (const group of subtotals(xml)) {
        const [net = '0'] = amountsIn(group, 'cbc:TaxableAmount');
        const [vat = '0'] = amountsIn(group, 'cbc:TaxAmount');
        const [rate = '0'] = amountsIn(group, 'cbc:Percent');
        expect(vat).toBe(new Decimal(net).times(rate).div(100).toFixed(decimalsOf(net), Decimal.ROUND_HALF_UP));
      }
    }),
  );
  it(
    'BR-CO-25: a positive amount due has a due date or payment terms',
    holds((xml) => expect(partsOf(xml, 'cac:PaymentTerms')).toHaveLength(1)),
  );
  it(
    'BR-S-8, BR-AE-8, BR-E-8, BR-O-8: the net amount of a group is the sum of its lines',
    holds((xml) => {
      for (const group of subtotals(xml)) expect(amountsIn(group, 'cbc:TaxableAmount')[0]).toBe(totalOfLines(xml));
    }),
  );
  it(
    'BR-S-10, BR-AE-10, BR-E-10, BR-O-10: exactly the categories without VAT give a reason',
    holds((xml, { groups }) => {
      const isTaxed = groups[0]?.category === 'S';
      expect(xml.includes('cbc:TaxExemptionReason')).toBe(!isTaxed);
    }),
  );
  it(
    'BR-AE-5, BR-E-5, BR-S-5, BR-O-5: lines have the rate of their category, and none if not subject to VAT',
    holds((xml, { groups }) => {
      const [group] = groups;
      const rates = lines(xml).map((line) => amountsIn(line, 'cbc:Percent')[0]);
      expect(new Set(rates)).toEqual(new Set([group?.category === 'O' ? undefined : group?.rate]));
    }),
  );
  it(
    'BR-O-2: what is not subject to VAT names no VAT id, and everything else names the seller’s',
    holds((xml, { groups }) =>
      expect(partsOf(xml, 'cac:PartyTaxScheme').length).toBe(groups[0]?.category === 'O' ? 0 : 2),
    ),
  );
  it(
    'BR-53: the VAT is stated in the national currency of the seller, or in that of the books if it is another one',
    holds((xml, { currency, functional, nationalVat }) => {
      const totals = partsOf(xml, 'cac:TaxTotal');
      const isStated = currency !== 'EUR' || nationalVat !== undefined;
      expect(totals).toHaveLength(isStated ? 2 : 1);
      if (!isStated) return;
      expect(amountsIn(totals[1] ?? '', 'cbc:TaxAmount')).toEqual([nationalVat?.vat ?? functional.vat]);
      expect(one(xml, 'cbc:TaxCurrencyCode')).toBe(nationalVat?.rate.to ?? 'EUR');
    }),
  );
  it(
    'BR-61: a transfer names its account',
    holds((xml) => {
      if (xml.includes('<cbc:PaymentMeansCode>30<')) expect(xml).toContain('cac:PayeeFinancialAccount');
    }),
  );
  it(
    'BR-27: no line has a negative price, and quantity times price is its net amount',
    holds((xml) => {
      for (const line of lines(xml)) {
        const [price = '0'] = amountsIn(line, 'cbc:PriceAmount');
        const [quantity = '0'] = [
          ...amountsIn(line, 'cbc:InvoicedQuantity'),
          ...amountsIn(line, 'cbc:CreditedQuantity'),
        ];
        expect(new Decimal(price).isNegative() && !new Decimal(price).isZero()).toBe(false);
        const [net = ''] = amountsIn(line, 'cbc:LineExtensionAmount');
        expect(new Decimal(price).times(quantity).toFixed(decimalsOf(net))).toBe(net);
      }
    }),
  );
  it.each([
    ['invoice', 'receivable', 'InvoiceTypeCode', '380'],
    ['selfBilled', 'payable', 'InvoiceTypeCode', '389'],
    ['creditNote', 'receivable', 'CreditNoteTypeCode', '381'],
    ['creditNote', 'payable', 'CreditNoteTypeCode', '261'],
  ] as const)('names the type of a document of kind %s, %s', (kind, side, element, code) => {
    const credits = {
      id: 1,
      number: 'SIG-2026-00041',
      issueDate: '2026-10-03',
      reason: '',
      settlement: 'refund',
      releasesFacts: false,
    } as const;
    const xml = renderUbl(
      payloadOf([LINE], GROUPS.S, { kind, side, credits: kind === 'creditNote' ? credits : null }),
      HEAD,
    );
    expect(one(xml, `cbc:${element}`)).toBe(code);
    expect(xml.includes('cac:BillingReference')).toBe(kind === 'creditNote');
  });
});

const amountsIn = (part: string, name: string): string[] => textsOf(`<r xmlns:cbc="b" xmlns:cac="a">${part}</r>`, name);
const totalOfLines = (xml: string): string =>
  sum(lines(xml).map((line) => amountsIn(line, 'cbc:LineExtensionAmount')[0] ?? '0'));

it('keeps any text of people readable and the XML well-formed', () => {
  const name = 'Ü & <b>“Amber”</b> \u0000\u000b𝕏 \ud800 Ltd.';
  const xml = renderUbl(payloadOf([{ ...LINE, description: name }], GROUPS.S, { buyer: { ...BUYER, name } }), HEAD);
  expect(textsOf(xml, 'cbc:RegistrationName')).toContain('Ü & <b>“Amber”</b> 𝕏 \ufffd Ltd.');
});

it('states yen without decimals, and refuses a currency with more decimals than the standard allows', () => {
  const xml = renderUbl(payloadOf([{ ...LINE, exact: '1126.5' }], GROUPS.S, { currency: 'JPY' }, '0.00625'), HEAD);
  expect(xml).toContain('<cbc:PayableAmount currencyID="JPY">1352</cbc:PayableAmount>');
  expect(xml).toContain('<cbc:TaxAmount currencyID="EUR">1.41</cbc:TaxAmount>');
  expect(() => renderUbl(payloadOf([LINE], GROUPS.S, { currency: 'KWD' }), HEAD)).toThrow('There is no XML');
});

it('refuses a party without a country, and a received invoice', () => {
  const without = { ...SELLER, countryCode: '' };
  expect(() => renderUbl(payloadOf([LINE], GROUPS.S, { seller: without }), HEAD)).toThrow(/has no country/);
  expect(() => renderUbl(payloadOf([LINE], GROUPS.S, { kind: 'received' }), HEAD)).toThrow(RangeError);
});

it('gives the same bytes for the same document', () => {
  const payload = payloadOf([LINE], GROUPS.AE);
  expect(renderUbl(structuredClone(payload), HEAD)).toBe(renderUbl(payload, HEAD));
});
