/**
 * The electronic form of a document: UBL 2.1 after EN 16931 (Invoice 380, self-billed 389, credit note 381, self-billed
 * credit note 261). It depends on the frozen payload alone, so the same document always gives the same bytes
 * (docs/decisions/0201).
 */
import type { DocumentPayload, IssuedHead, Party } from '@signpost/contract/money/document.ts';
import { DOCUMENT_TEXTS, dayOn } from '@signpost/contract/money/document-texts.ts';
import { idsOf } from '@signpost/contract/money/vat-ids.ts';
import { xmlProblem } from '@signpost/contract/reading/minor-units.ts';
import { create } from 'xmlbuilder2';

const CBC = 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2';
const CAC = 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2';
const ROOT = (name: string) => `urn:oasis:names:specification:ubl:schema:xsd:${name}-2`;
const EN_16931 = 'urn:cen.eu:en16931:2017';
/** One piece, by UN/ECE recommendation 20. */
const PIECE = 'C62';
/** A credit transfer, by UN/CEFACT 4461. */
const TRANSFER = '30';

type Kind = 'invoice' | 'creditNote';
/** The types of documents, by UN/CEFACT 1001. Documents that we owe are self-billed. */
const TYPE_CODES: Readonly<Record<Kind, Record<DocumentPayload['side'], string>>> = {
  invoice: { receivable: '380', payable: '389' },
  creditNote: { receivable: '381', payable: '261' },
};
const ROOTS: Readonly<Record<Kind, string>> = { invoice: 'Invoice', creditNote: 'CreditNote' };
const QUANTITIES: Readonly<Record<Kind, string>> = {
  invoice: 'cbc:InvoicedQuantity',
  creditNote: 'cbc:CreditedQuantity',
};
type Element = { [name: string]: unknown };

/**
 * The XML of an issued document. Errors: RangeError if a party has no country, which EN 16931 demands (BR-9, BR-11), for
 * a currency with more than two decimals (BR-DEC), or for a received invoice, which its publisher writes.
 */
export function renderUbl(payload: DocumentPayload, head: IssuedHead): string {
  const { currency, credits, note, period } = payload;
  const accounting = accountingVatOf(payload);
  if (payload.kind === 'received')
    throw new RangeError('A received invoice is rendered by the publisher who wrote it.');
  const problem = xmlProblem(currency);
  if (problem !== '') throw new RangeError(problem);
  const kind: Kind = payload.kind === 'creditNote' ? 'creditNote' : 'invoice';
  const root = ROOTS[kind];
  const code = TYPE_CODES[kind][payload.side];
  const notes = [note, credits?.reason ?? ''].map(clean).filter((text) => text !== '');
  const content: Element = {
    'cbc:CustomizationID': EN_16931,
    'cbc:ID': clean(head.number),
    'cbc:IssueDate': head.issueDate,
    ...(kind === 'invoice' && { 'cbc:DueDate': head.dueDate }),
    [`cbc:${root}TypeCode`]: code,
    ...(notes.length > 0 && { 'cbc:Note': notes.join('\n') }),
    'cbc:DocumentCurrencyCode': currency,
    ...(accounting.currency !== currency && { 'cbc:TaxCurrencyCode': accounting.currency }),
    'cac:InvoicePeriod': periodOf(period.start, period.end),
    ...(credits !== null && {
      'cac:BillingReference': {
        'cac:InvoiceDocumentReference': { 'cbc:ID': clean(credits.number), 'cbc:IssueDate': credits.issueDate },
      },
    }),
    'cac:AccountingSupplierParty': { 'cac:Party': partyOf(payload, payload.seller, true) },
    'cac:AccountingCustomerParty': { 'cac:Party': partyOf(payload, payload.buyer, false) },
    ...paymentOf(payload, head, kind),
    'cac:TaxTotal': taxTotals(payload),
    'cac:LegalMonetaryTotal': {
      'cbc:LineExtensionAmount': money(payload.totals.net, currency),
      'cbc:TaxExclusiveAmount': money(payload.totals.net, currency),
      'cbc:TaxInclusiveAmount': money(payload.totals.total, currency),
      'cbc:PayableAmount': money(payload.totals.total, currency),
    },
    [`cac:${root}Line`]: payload.lines.map((line) => lineOf(payload, line, kind)),
  };
  return create({ version: '1.0', encoding: 'UTF-8' })
    .ele(ROOT(root), root, { 'xmlns:cac': CAC, 'xmlns:cbc': CBC })
    .ele(content)
    .doc()
    .end({ prettyPrint: true });
}

/** A text without characters that XML forbids. */
const clean = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 forbids exactly these control characters.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .trim();

const money = (amount: string, currency: string): Element => ({ '@currencyID': currency, '#': amount });
const VAT: Element = { 'cbc:ID': 'VAT' };
/** The tax registration of the seller (BT-32) has any other code. */
const TAX_NUMBER: Element = { 'cbc:ID': 'FC' };

function periodOf(start: string, end: string): Element {
  return { 'cbc:StartDate': start, 'cbc:EndDate': end };
}

/** The first and the last day of a month (`2026-10`). */
function daysOf(month: string): { start: string; end: string } {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const end = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 'YYYY-MM-DD'.length);
  return { start: `${month}-01`, end };
}

/** An element for every text that is not empty. */
function texts(content: Record<string, string>): Element {
  return Object.fromEntries(
    Object.entries(content)
      .map(([name, text]) => [name, clean(text)])
      .filter(([, text]) => text !== ''),
  );
}

function partyOf({ groups }: DocumentPayload, party: Party, isSeller: boolean): Element {
  if (party.countryCode === '')
    throw new RangeError(`${party.name} has no country, which an electronic invoice demands.`);
  // A document that is not subject to VAT names no VAT id of either party (BR-O-2, BR-O-3, BR-O-4).
  const isOutside = groups.some(({ category }) => category === 'O');
  const { vatId, taxNumber } = idsOf(party);
  const schemes: Element[] = [];
  if (vatId !== '' && !isOutside) schemes.push({ 'cbc:CompanyID': clean(vatId), 'cac:TaxScheme': VAT });
  // Only the seller's tax registration has a place in the standard.
  if (isSeller && clean(taxNumber) !== '')
    schemes.push({ 'cbc:CompanyID': clean(taxNumber), 'cac:TaxScheme': TAX_NUMBER });
  const companyNumber = clean(party.companyNumber);
  return {
    // One identifier is always there (BR-CO-26).
    'cac:PartyIdentification': { 'cbc:ID': `${party.kind} ${party.id}` },
    'cac:PartyName': { 'cbc:Name': clean(party.name) },
    'cac:PostalAddress': {
      ...texts({ 'cbc:StreetName': party.street, 'cbc:CityName': party.city, 'cbc:PostalZone': party.postalCode }),
      'cac:Country': { 'cbc:IdentificationCode': party.countryCode },
    },
    ...(schemes.length > 0 && { 'cac:PartyTaxScheme': schemes }),
    'cac:PartyLegalEntity': {
      'cbc:RegistrationName': clean(party.name),
      ...texts({ 'cbc:CompanyID': companyNumber }),
    },
    ...(clean(party.email) !== '' && { 'cac:Contact': { 'cbc:ElectronicMail': clean(party.email) } }),
  };
}

/** How the total is paid: by transfer to the seller's account, if it is known. */
function paymentOf(payload: DocumentPayload, head: IssuedHead, kind: Kind): Element {
  const { bank } = payload.seller;
  const account = bank?.iban.replace(/\s/g, '') ?? '';
  const means: Element = {
    'cbc:PaymentMeansCode': TRANSFER,
    ...(kind === 'creditNote' && { 'cbc:PaymentDueDate': head.dueDate }),
    'cbc:PaymentID': clean(head.number),
    ...(account !== '' && {
      'cac:PayeeFinancialAccount': {
        'cbc:ID': account,
        ...texts({ 'cbc:Name': bank?.holder ?? '' }),
        ...(clean(bank?.bic ?? '') !== '' && {
          'cac:FinancialInstitutionBranch': { 'cbc:ID': clean(bank?.bic ?? '') },
        }),
      },
    }),
  };
  return {
    // A transfer names its account (BR-61).
    ...((account !== '' || kind === 'creditNote') && {
      'cac:PaymentMeans': account === '' ? withoutAccount(means) : means,
    }),
    'cac:PaymentTerms': { 'cbc:Note': termsOf(payload, head) },
  };
}

/** When it is paid, as a whole sentence: on self-billed documents we are the ones who pay. */
function termsOf({ side, language, credits, paymentTermsDays }: DocumentPayload, { dueDate }: IssuedHead): string {
  const words = DOCUMENT_TEXTS[language];
  if (credits !== null) return words.creditTerms(clean(credits.number));
  const day = dayOn(language, dueDate);
  if (side === 'payable') return words.paidBy(day);
  return words.payWithin(paymentTermsDays, day);
}

/** Without an account the means are not defined (code 1), because a transfer would have to name one. */
const withoutAccount = (means: Element): Element => ({ ...means, 'cbc:PaymentMeansCode': '1' });

function categoryOf(category: string, rate: string, exemption: Element = {}): Element {
  return {
    'cbc:ID': category,
    // An amount that is not subject to VAT has no rate (BR-O-5, BR-48).
    ...(category !== 'O' && { 'cbc:Percent': rate }),
    ...exemption,
    'cac:TaxScheme': VAT,
  };
}

/** The VAT in the currency in which it is accounted for: the seller's national one, otherwise that of the books. */
const accountingVatOf = ({ nationalVat, functional, functionalCurrency }: DocumentPayload) => {
  if (nationalVat === undefined) return { currency: functionalCurrency, vat: functional.vat };
  return { currency: nationalVat.rate.to, vat: nationalVat.vat };
};

function taxTotals(payload: DocumentPayload): Element[] {
  const { groups, totals, currency } = payload;
  const accounting = accountingVatOf(payload);
  const breakdown = {
    'cbc:TaxAmount': money(totals.vat, currency),
    'cac:TaxSubtotal': groups.map(({ category, rate, net, vat, note, noteCode }) => ({
      'cbc:TaxableAmount': money(net, currency),
      'cbc:TaxAmount': money(vat, currency),
      'cac:TaxCategory': categoryOf(
        category,
        rate,
        // Only categories without VAT give a reason (BR-S-10, BR-AE-10, BR-E-10, BR-O-10).
        category === 'S' ? {} : texts({ 'cbc:TaxExemptionReasonCode': noteCode, 'cbc:TaxExemptionReason': note }),
      ),
    })),
  };
  if (accounting.currency === currency) return [breakdown];
  return [breakdown, { 'cbc:TaxAmount': money(accounting.vat, accounting.currency) }];
}

function lineOf({ currency, period }: DocumentPayload, line: DocumentPayload['lines'][number], kind: Kind): Element {
  const { start, end } = daysOf(line.month);
  const quantity = { '@unitCode': PIECE, '#': line.quantity };
  // The period of a line lies within the document's (BR-30); earlier months are named in the text.
  const isInside = start >= period.start && end <= period.end;
  return {
    'cbc:ID': String(line.position),
    [QUANTITIES[kind]]: quantity,
    'cbc:LineExtensionAmount': money(line.net, currency),
    ...(isInside && { 'cac:InvoicePeriod': periodOf(start, end) }),
    'cac:Item': {
      'cbc:Name': clean(line.description) || line.month,
      'cac:ClassifiedTaxCategory': categoryOf(line.vatCategory, line.vatRate),
    },
    'cac:Price': { 'cbc:PriceAmount': money(line.unitPrice, currency) },
  };
}
