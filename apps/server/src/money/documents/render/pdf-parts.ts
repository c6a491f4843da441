/** The parts of the PDF of a document. The server runs TypeScript as it is, so elements are made without JSX. */
import { StyleSheet, Text, View } from '@react-pdf/renderer';
import type { DocumentPayload, IssuedHead, Party } from '@signpost/contract/money/document.ts';
import { DOCUMENT_TEXTS, dayOn, decimalIn, percentIn } from '@signpost/contract/money/document-texts.ts';
import { createElement as h, type ReactNode } from 'react';
import { directionOf, hasRightToLeft } from './direction.ts';

const INK = '#16181d';
const MUTED = '#5f6774';
const LINE = '#d5d9e0';

const directions = StyleSheet.create({
  ltr: { direction: 'ltr' },
  rtl: { direction: 'rtl', textAlign: 'left' },
});

export const styles = StyleSheet.create({
  page: { padding: 44, paddingBottom: 84, fontSize: 9, color: INK },
  // Digits of equal width, so that amounts stand below each other.
  text: { fontSize: 9, lineHeight: 1.4, fontFeatureSettings: ['tnum'] },
  head: { flexDirection: 'row', justifyContent: 'space-between', marginBottom: 26 },
  seller: { fontSize: 11, fontWeight: 600 },
  title: { fontSize: 20, fontWeight: 600, lineHeight: 1.2, textAlign: 'right' },
  muted: { color: MUTED },
  small: { fontSize: 8, color: MUTED },
  strong: { fontWeight: 600 },
  right: { textAlign: 'right' },
  addresses: { flexDirection: 'row', justifyContent: 'space-between', marginBottom: 24 },
  facts: { width: 230 },
  fact: { flexDirection: 'row', justifyContent: 'space-between', gap: 12 },
  tableHead: {
    flexDirection: 'row',
    borderBottomWidth: 1,
    borderBottomColor: INK,
    paddingBottom: 4,
  },
  line: { flexDirection: 'row', borderBottomWidth: 0.5, borderBottomColor: LINE, paddingVertical: 5 },
  section: { marginTop: 10, marginBottom: 2, fontWeight: 600 },
  totals: { marginTop: 14, marginLeft: 'auto', width: 250 },
  total: {
    flexDirection: 'row',
    justifyContent: 'space-between',
    borderTopWidth: 1,
    borderTopColor: INK,
    marginTop: 4,
    paddingTop: 5,
  },
  large: { fontSize: 11, fontWeight: 600 },
  notes: { marginTop: 20, gap: 6 },
  parts: { flexDirection: 'row', flexWrap: 'wrap', columnGap: 3 },
  sender: {
    position: 'absolute',
    left: 44,
    right: 44,
    bottom: 38,
    borderTopWidth: 0.5,
    borderTopColor: LINE,
    paddingTop: 6,
    fontSize: 7,
    color: MUTED,
  },
  senderText: { fontSize: 7, lineHeight: 1.2, color: MUTED },
  pageNumber: { position: 'absolute', left: 44, right: 44, bottom: 26, fontSize: 7, color: MUTED },
});

const COLUMNS = { position: 26, quantity: 62, unitPrice: 72, net: 78 } as const;

type Style = (typeof styles)[keyof typeof styles];
/**
 * A text. The line height stands here, because a page number that is set by `render` vanishes if it inherits one. Each
 * line of a text with letters from right to left has the direction of its own words, and stays where other lines begin.
 */
function text(content: string, style: Style | Style[] = [], more: object = {}): ReactNode {
  const all = [styles.text, ...[style].flat()];
  if (!hasRightToLeft(content)) return h(Text, { style: all, ...more }, content);
  const lineOf = (line: string, own: object) =>
    h(Text, { style: [directions[directionOf(line)], ...all], ...own }, line || ' ');
  const lines = content.split('\n');
  if (lines.length === 1) return lineOf(content, more);
  return h(View, more, ...lines.map((line, key) => lineOf(line, { key })));
}

/**
 * Parts of one line. If one of them has letters from right to left, each is a text of its own, because one direction for
 * the whole line would change the order of the words of such a name and of the parts beside it.
 */
function parts(
  all: readonly string[],
  { between, style = [] }: { between: string; style?: Style | Style[] },
): ReactNode {
  if (!all.some(hasRightToLeft)) return text(all.join(between), style);
  const sign = between.trim();
  const row = all.flatMap((part, at) => {
    const own = text(part, style, { key: at });
    if (at === 0 || sign === '') return [own];
    return [text(sign, style, { key: `${at} ${sign}` }), own];
  });
  return h(View, { style: styles.parts }, ...row);
}

const cell = (content: string, width: number, style: Style[] = []): ReactNode =>
  h(View, { style: { width } }, text(content, [styles.right, ...style]));

/** The lines of an address that are not empty. */
function addressOf(party: Party, isDomestic: boolean): string[] {
  const town = [party.postalCode, party.city].filter((part) => part !== '').join(' ');
  return [party.street, town, isDomestic ? '' : party.country].filter((line) => line !== '');
}

/** Seller above left, kind and number above right. */
export function Head({ payload, head }: { payload: DocumentPayload; head: IssuedHead | null }): ReactNode {
  const words = DOCUMENT_TEXTS[payload.language];
  return h(
    View,
    { style: styles.head },
    text(payload.seller.name, styles.seller),
    h(
      View,
      { style: { width: 300, alignItems: 'flex-end' } },
      text(words.kinds[payload.kind], styles.title),
      head === null && text(`${words.draft}. ${words.draftHelp}`, [styles.muted, styles.right]),
      head !== null && text(head.number, [styles.strong, styles.right]),
    ),
  );
}

/** The buyer's address, and the facts of the document beside it. */
export function Addresses({ payload, head }: { payload: DocumentPayload; head: IssuedHead | null }): ReactNode {
  const { language, buyer, seller, period, credits, externalNumber } = payload;
  const words = DOCUMENT_TEXTS[language];
  const on = (day: string) => dayOn(language, day);
  const facts: [string, string][] = [
    [words.issueDate, head === null ? '' : on(head.issueDate)],
    [words.dueDate, head === null || credits !== null ? '' : on(head.dueDate)],
    [words.period, `${on(period.start)} – ${on(period.end)}`],
    [words.creditedInvoice, credits === null ? '' : `${credits.number}, ${on(credits.issueDate)}`],
    [words.externalNumber, externalNumber],
    [words.yourVatId, buyer.vatId],
    [words.yourTaxNumber, buyer.taxNumber ?? ''],
  ];
  return h(
    View,
    { style: styles.addresses },
    h(
      View,
      { style: { maxWidth: 240 } },
      text(words.to, styles.small),
      text(buyer.name, styles.strong),
      ...addressOf(buyer, buyer.countryCode === seller.countryCode).map((line) => text(line, [], { key: line })),
    ),
    h(
      View,
      { style: styles.facts },
      ...facts
        .filter(([, value]) => value !== '')
        .map(([label, value]) =>
          h(View, { style: styles.fact, key: label }, text(label, styles.muted), text(value, styles.right)),
        ),
    ),
  );
}

/** The lines of the document's own period, then those of earlier periods. A line is never split between two pages. */
export function Lines({ payload }: { payload: DocumentPayload }): ReactNode {
  const { language, lines } = payload;
  const words = DOCUMENT_TEXTS[language];
  const line = (one: DocumentPayload['lines'][number]) =>
    h(
      View,
      { style: styles.line, wrap: false, key: one.position },
      h(View, { style: { width: COLUMNS.position } }, text(String(one.position), styles.muted)),
      h(View, { style: { flex: 1, paddingRight: 8 } }, text(one.description)),
      cell(decimalIn(language, one.quantity), COLUMNS.quantity),
      cell(decimalIn(language, one.unitPrice), COLUMNS.unitPrice),
      cell(decimalIn(language, one.net), COLUMNS.net),
    );
  const earlier = lines.filter(({ isEarlier }) => isEarlier);
  return h(
    View,
    {},
    h(
      View,
      { style: styles.tableHead, fixed: true },
      h(View, { style: { width: COLUMNS.position } }, text(words.position, styles.small)),
      h(View, { style: { flex: 1 } }, text(words.description, styles.small)),
      cell(words.quantity, COLUMNS.quantity, [styles.small]),
      cell(words.unitPrice, COLUMNS.unitPrice, [styles.small]),
      cell(`${words.net} (${payload.currency})`, COLUMNS.net, [styles.small]),
    ),
    ...lines.filter(({ isEarlier }) => !isEarlier).map(line),
    earlier.length > 0 && text(words.earlierPeriods, styles.section, { key: 'earlier' }),
    ...earlier.map(line),
  );
}

/** Net and VAT of each group, the total, and the total in the functional currency where it is another one. */
export function Totals({ payload }: { payload: DocumentPayload }): ReactNode {
  const { language, currency, functionalCurrency, groups, totals, functional, rate, nationalVat } = payload;
  const words = DOCUMENT_TEXTS[language];
  const sum = (label: string, amount: string, style: Style[] = []) =>
    h(View, { style: styles.fact, key: label }, text(label, style), text(decimalIn(language, amount), style));
  const vat = groups.map(({ category, rate: percent, net, vat: amount }) => {
    const name = category === 'S' ? words.vatOf(percentIn(language, percent)) : words.withoutVat;
    const label = groups.length > 1 ? `${name}, ${words.net} ${decimalIn(language, net)}` : name;
    return sum(label, amount);
  });
  const isForeign = functionalCurrency !== currency;
  const rateText = (used: DocumentPayload['rate']) =>
    words.rate({
      from: used.currency,
      to: used.to,
      rate: decimalIn(language, used.rate),
      day: dayOn(language, used.publishedOn),
      source: words.sources[used.source] ?? used.source,
    });
  return h(
    View,
    { style: styles.totals, wrap: false },
    sum(words.net, totals.net),
    ...vat,
    h(
      View,
      { style: styles.total },
      text(words.total, styles.large),
      text(`${decimalIn(language, totals.total)} ${currency}`, styles.large),
    ),
    isForeign &&
      h(
        View,
        { style: { marginTop: 8 } },
        text(words.inCurrency(functionalCurrency), [styles.small, styles.strong]),
        sum(words.net, functional.net, [styles.small]),
        sum(words.vat, functional.vat, [styles.small]),
        sum(words.total, functional.total, [styles.small]),
        text(rateText(rate), styles.small),
      ),
    nationalVat !== undefined &&
      h(
        View,
        { style: { marginTop: 8 } },
        text(words.inCurrency(nationalVat.rate.to), [styles.small, styles.strong]),
        sum(words.net, nationalVat.net, [styles.small]),
        sum(words.vat, nationalVat.vat, [styles.small]),
        text(rateText(nationalVat.rate), styles.small),
      ),
  );
}

/** The texts that VAT law demands, the person's own note, and where the money goes. */
export function Notes({ payload, head }: { payload: DocumentPayload; head: IssuedHead | null }): ReactNode {
  const { language, seller, credits, paymentTermsDays } = payload;
  const words = DOCUMENT_TEXTS[language];
  const notes = [...new Set([...payload.groups.map(({ note }) => note), payload.note])].filter((note) => note !== '');
  const bank = credits === null && head !== null ? seller.bank : null;
  const day = head === null ? '' : dayOn(language, head.dueDate);
  return h(
    View,
    { style: styles.notes },
    ...notes.map((note) => text(note, [], { key: note })),
    credits !== null && text(words.creditTerms(credits.number)),
    credits !== null && credits.reason !== '' && parts([`${words.reason}:`, credits.reason], { between: ' ' }),
    bank !== null &&
      h(
        View,
        { wrap: false },
        text(payload.side === 'payable' ? words.paidTo(day) : words.payTo(paymentTermsDays, day)),
        parts(
          [bank.name, bank.iban, bank.bic].filter((part) => part !== ''),
          { between: ' · ', style: styles.strong },
        ),
        bank.holder !== '' && parts([`${words.account}:`, bank.holder], { between: ' ', style: styles.muted }),
      ),
  );
}

function labelled(label: string, value: string): string {
  if (value === '') return '';
  return `${label} ${value}`;
}

/** On every page: who sends it, the page, and the seal by which the document can be checked. */
export function foot({ payload, head }: { payload: DocumentPayload; head: IssuedHead | null }): ReactNode[] {
  const { language, seller } = payload;
  const words = DOCUMENT_TEXTS[language];
  const sender = [
    seller.name,
    ...addressOf(seller, false),
    labelled(words.vatId, seller.vatId),
    labelled(words.taxNumber, seller.taxNumber ?? ''),
    labelled(words.companyNumber, seller.companyNumber),
    seller.email,
  ].filter((part) => part !== '');
  const isPlain = !sender.some(hasRightToLeft);
  const seal = head === null ? '' : ` · ${words.seal} ${head.documentHash.slice(0, 16)}`;
  return [
    isPlain
      ? h(Text, { style: styles.sender, fixed: true, key: 'sender' }, sender.join(' · '))
      : h(
          View,
          { style: styles.sender, fixed: true, key: 'sender' },
          parts(sender, { between: ' · ', style: styles.senderText }),
        ),
    h(Text, {
      style: styles.pageNumber,
      fixed: true,
      key: 'page',
      render: ({ pageNumber, totalPages }) => `${words.page(pageNumber, totalPages)}${seal}`,
    }),
  ];
}
