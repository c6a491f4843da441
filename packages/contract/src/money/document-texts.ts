/** The words on documents, by language. Amounts and days are written as the language writes them. */

import { placesOf } from '../reading/minor-units.ts';
import type { DocumentPayload } from './document.ts';
import { atLeastPlaces } from './rounding.ts';

export type DocumentLanguage = DocumentPayload['language'];

interface Texts {
  kinds: Record<DocumentPayload['kind'], string>;
  draft: string;
  draftHelp: string;
  from: string;
  to: string;
  number: string;
  issueDate: string;
  dueDate: string;
  period: string;
  creditedInvoice: string;
  externalNumber: string;
  yourVatId: string;
  vatId: string;
  taxNumber: string;
  yourTaxNumber: string;
  companyNumber: string;
  position: string;
  description: string;
  quantity: string;
  unitPrice: string;
  net: string;
  vat: string;
  total: string;
  earlierPeriods: string;
  reason: string;
  /** The name of the VAT with this rate in the totals. */
  vatOf: (rate: string) => string;
  withoutVat: string;
  inCurrency: (currency: string) => string;
  rate: (one: { from: string; to: string; rate: string; day: string; source: string }) => string;
  /** Where a rate comes from, by the source that the payload names. */
  sources: Readonly<Record<string, string>>;
  /** When and how a document is paid; the PDF names the account below it. */
  payTo: (days: number, day: string) => string;
  paidTo: (day: string) => string;
  /** The same as a whole sentence, where no account follows. */
  payWithin: (days: number, day: string) => string;
  paidBy: (day: string) => string;
  creditTerms: (invoice: string) => string;
  account: string;
  page: (page: number, pages: number) => string;
  seal: string;
}

export const DOCUMENT_TEXTS: Readonly<Record<DocumentLanguage, Texts>> = {
  en: {
    kinds: {
      invoice: 'Invoice',
      selfBilled: 'Self-billed invoice',
      received: 'Received invoice',
      creditNote: 'Credit note',
    },
    draft: 'Draft',
    draftHelp: 'This is not an invoice: it has no number yet.',
    from: 'From',
    to: 'To',
    number: 'Number',
    issueDate: 'Issue date',
    dueDate: 'Due date',
    period: 'Period',
    creditedInvoice: 'Credits invoice',
    externalNumber: 'Your number',
    yourVatId: 'Your VAT id',
    vatId: 'VAT id',
    taxNumber: 'Tax number',
    yourTaxNumber: 'Your tax number',
    companyNumber: 'Company number',
    position: 'No.',
    description: 'Description',
    quantity: 'Quantity',
    unitPrice: 'Unit price',
    net: 'Net',
    vat: 'VAT',
    total: 'Total',
    earlierPeriods: 'Earlier periods',
    reason: 'Reason',
    vatOf: (rate) => `VAT ${rate} %`,
    withoutVat: 'No VAT',
    inCurrency: (currency) => `In ${currency}`,
    rate: ({ from, to, rate, day, source }) => `1 ${from} = ${rate} ${to}, published on ${day} (${source})`,
    sources: { ecb: 'European Central Bank', package: 'daily table', manual: 'entered by hand' },
    payTo: (days, day) => `Payable within ${days} days, by ${day}, to:`,
    paidTo: (day) => `We pay by ${day} to:`,
    payWithin: (days, day) => `Payable within ${days} ${days === 1 ? 'day' : 'days'}, by ${day}.`,
    paidBy: (day) => `We pay by ${day}.`,
    creditTerms: (invoice) => `Reduces what is open on invoice ${invoice}.`,
    account: 'Account holder',
    page: (page, pages) => `Page ${page} of ${pages}`,
    seal: 'Seal',
  },
  de: {
    kinds: {
      invoice: 'Rechnung',
      selfBilled: 'Gutschrift',
      received: 'Eingangsrechnung',
      creditNote: 'Rechnungskorrektur',
    },
    draft: 'Entwurf',
    draftHelp: 'Dies ist keine Rechnung: Sie hat noch keine Nummer.',
    from: 'Von',
    to: 'An',
    number: 'Nummer',
    issueDate: 'Datum',
    dueDate: 'Fällig am',
    period: 'Leistungszeitraum',
    creditedInvoice: 'Korrigiert Rechnung',
    externalNumber: 'Ihre Nummer',
    yourVatId: 'Ihre USt-IdNr.',
    vatId: 'USt-IdNr.',
    taxNumber: 'Steuernummer',
    yourTaxNumber: 'Ihre Steuernummer',
    companyNumber: 'Registernummer',
    position: 'Pos.',
    description: 'Beschreibung',
    quantity: 'Menge',
    unitPrice: 'Einzelpreis',
    net: 'Netto',
    vat: 'USt.',
    total: 'Gesamtbetrag',
    earlierPeriods: 'Frühere Zeiträume',
    reason: 'Grund',
    vatOf: (rate) => `USt. ${rate} %`,
    withoutVat: 'Keine USt.',
    inCurrency: (currency) => `In ${currency}`,
    rate: ({ from, to, rate, day, source }) => `1 ${from} = ${rate} ${to}, veröffentlicht am ${day} (${source})`,
    sources: { ecb: 'Europäische Zentralbank', package: 'Tagestabelle', manual: 'von Hand eingetragen' },
    payTo: (days, day) => `Zahlbar innerhalb von ${days} Tagen, bis ${day}, auf:`,
    paidTo: (day) => `Wir zahlen bis ${day} auf:`,
    payWithin: (days, day) => `Zahlbar innerhalb von ${days} ${days === 1 ? 'Tag' : 'Tagen'}, bis ${day}.`,
    paidBy: (day) => `Wir zahlen bis ${day}.`,
    creditTerms: (invoice) => `Vermindert den offenen Betrag der Rechnung ${invoice}.`,
    account: 'Kontoinhaber',
    page: (page, pages) => `Seite ${page} von ${pages}`,
    seal: 'Siegel',
  },
};

const MARKS = { en: { group: ',', decimal: '.' }, de: { group: '.', decimal: ',' } } as const;

const MINUS = '−';

/** A decimal text with the marks of a language: `-1234.50` → `−1,234.50` or `−1.234,50`. No digit is added or lost. */
export function decimalIn(language: DocumentLanguage, amount: string): string {
  const { group, decimal } = MARKS[language];
  const [, sign = '', whole = '', places] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  const first = whole.length % 3;
  const groups = [whole.slice(0, first)];
  for (let at = first; at < whole.length; at += 3) groups.push(whole.slice(at, at + 3));
  const grouped = groups.filter((part) => part !== '').join(group);
  const minus = sign === '' ? '' : MINUS;
  const fraction = places === undefined ? '' : `${decimal}${places}`;
  return `${minus}${grouped}${fraction}`;
}

/** An amount as English texts write it, with at least the decimals of its currency: `€1,234.50`, `¥1,234`. */
export function amountText(amount: string, currency: string): string {
  const text = new Intl.NumberFormat('en', { style: 'currency', currency }).formatToParts(0);
  const symbol = text.find(({ type }) => type === 'currency')?.value ?? currency;
  const written = atLeastPlaces(amount, placesOf(currency));
  const sign = written.startsWith('-') ? MINUS : '';
  return `${sign}${symbol}${decimalIn('en', written.replace('-', ''))}`;
}

/** A percentage without idle zeros: `20.00` → `20`. */
export function percentIn(language: DocumentLanguage, rate: string): string {
  let end = rate.length;
  if (rate.includes('.')) {
    while (rate[end - 1] === '0') end -= 1;
    if (rate[end - 1] === '.') end -= 1;
  }
  return decimalIn(language, rate.slice(0, end));
}

/** A day (`2026-11-01`) as a language writes it: `1 Nov 2026`, `01.11.2026`. */
export function dayOn(language: DocumentLanguage, day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  const style =
    language === 'de'
      ? ({ day: '2-digit', month: '2-digit', year: 'numeric' } as const)
      : ({ day: 'numeric', month: 'short', year: 'numeric' } as const);
  return new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', { ...style, timeZone: 'UTC' }).format(date);
}
