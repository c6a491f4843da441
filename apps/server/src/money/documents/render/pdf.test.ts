import { extractText, getDocumentProxy } from 'unpdf';
import { expect, it } from 'vitest';
import { BUYER, GROUPS, HEAD, NATIONAL_VAT, payloadOf } from '../testing/payloads.ts';
import { renderPdf } from './pdf.ts';

const LINE = { description: 'CPA, Casino, Österreich', month: '2026-10', exact: '12340.5', facts: 123 };
const EARLIER = { description: 'CPA, Casino, Austria', month: '2026-09', exact: '-150', facts: 3 };

const textOf = async (pdf: Buffer): Promise<string[]> =>
  (await extractText(await getDocumentProxy(new Uint8Array(pdf)))).text;

it('shows the parties, lines, earlier periods, sums, VAT text, account and number of an invoice', async () => {
  const [page = '', ...others] = await textOf(await renderPdf(payloadOf([LINE, EARLIER], GROUPS.AE), HEAD));
  expect(others).toEqual([]);
  for (const part of [
    'Invoice',
    'SIG-2026-00042',
    'Amber Royale Ltd.',
    'Malta',
    'CPA, Casino, Österreich',
    'Earlier periods',
    '12,340.50',
    '−150.00',
    '12,190.50 EUR',
    'Reverse charge',
    'by 3 Dec 2026',
    'AT61 1904 3002 3457 3201',
    'Page 1 of 1',
  ])
    expect(page).toContain(part);
});

it('writes a self-billed invoice in German, with the amounts in the currency of the books', async () => {
  const payload = payloadOf(
    [LINE],
    GROUPS.S,
    { language: 'de', currency: 'USD', kind: 'selfBilled', side: 'payable' },
    '0.9',
  );
  const [page = ''] = await textOf(await renderPdf(payload, HEAD));
  for (const part of ['Gutschrift', '14.808,60 USD', 'In EUR', '13.327,74', '1 USD = 0,9 EUR', 'Seite 1 von 1'])
    expect(page).toContain(part);
});

it('shows no decimals of yen and three of dinars, and keeps those of a price', async () => {
  const yen = payloadOf([{ ...LINE, exact: '1126.5', facts: 8 }], GROUPS.S, { currency: 'JPY' }, '0.00625');
  const [page = ''] = await textOf(await renderPdf(yen, HEAD));
  for (const part of ['1,127', '140.875', '225', '1,352 JPY', '7.04']) expect(page).toContain(part);
  expect(page).not.toContain('1,127.');
  const dinars = payloadOf([{ ...LINE, exact: '1234.5678', facts: 1 }], GROUPS.S, { currency: 'KWD' }, '2.7');
  const [other = ''] = await textOf(await renderPdf(dinars, HEAD));
  for (const part of ['1,234.568', '246.914', '1,481.482 KWD', '3,333.33']) expect(other).toContain(part);
});

it('states net amount and VAT in the national currency of the seller, with the rate', async () => {
  const payload = payloadOf([{ ...LINE, exact: '100.01', facts: 1 }], GROUPS.S, { nationalVat: NATIONAL_VAT });
  const [page = ''] = await textOf(await renderPdf(payload, HEAD));
  for (const part of ['In GBP', '87.01', '17.40', '1 EUR = 0.87 GBP, published on 30 Oct 2026'])
    expect(page).toContain(part);
});

it('says on a draft that it is no invoice', async () => {
  const [page = ''] = await textOf(await renderPdf(payloadOf([LINE], GROUPS.S), null));
  expect(page).toContain('This is not an invoice');
  expect(page).not.toContain('SIG-');
});

it('repeats the head of the table on every page and loses no line', async () => {
  const lines = Array.from({ length: 100 }, (_, index) => ({ ...LINE, description: `Line number ${index + 1}.` }));
  const pages = await textOf(await renderPdf(payloadOf(lines, GROUPS.S), HEAD));
  expect(pages.length).toBeGreaterThan(2);
  for (const [index, page] of pages.entries()) expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
  for (const { description } of lines) expect(pages.filter((page) => page.includes(description))).toHaveLength(1);
  for (const page of pages) if (page.includes('Line number')) expect(page).toContain('Unit price');
});

it('gives the same bytes for the same document, and other bytes for another', async () => {
  const payload = payloadOf([LINE], GROUPS.S);
  const first = await renderPdf(payload, HEAD);
  expect((await renderPdf(structuredClone(payload), HEAD)).equals(first)).toBe(true);
  const renamed = { ...payload, buyer: { ...BUYER, name: 'Amber Royal Ltd.' } };
  expect((await renderPdf(renamed, HEAD)).equals(first)).toBe(false);
});

it('breaks a word that is longer than its column, inside the page and without a letter lost', async () => {
  const long = 'W'.repeat(90);
  const address = `https://shop.example/${'m'.repeat(70)}?x=${'w'.repeat(40)}`;
  const payload = payloadOf([{ ...LINE, description: `CPA ${long}` }], GROUPS.S, { note: address });
  const { seller, buyer } = payload;
  const names = { name: `${long}A`, street: `${long}B` };
  const bank = seller.bank === null ? null : { ...seller.bank, holder: `${long}C` };
  const parties = { seller: { ...seller, ...names, bank }, buyer: { ...buyer, ...names, vatId: `${long}D` } };
  const pdf = await getDocumentProxy(new Uint8Array(await renderPdf({ ...payload, ...parties }, HEAD)));
  const { items } = await (await pdf.getPage(1)).getTextContent();
  const texts = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []));
  const all = texts.map(({ str }) => str.trim()).join('');
  for (const word of [long, `${long}A`, `${long}B`, `${long}C`, `${long}D`, address]) expect(all).toContain(word);
  const boxes = texts.map(({ transform: [, , , , x, y], width, str }) => ({ x, y, end: x + width, str }));
  for (const { end, str } of boxes) expect([str, end <= 595 - 43]).toEqual([str, true]);
  for (const one of boxes)
    for (const other of boxes) {
      const isBeside = one !== other && Math.abs(one.y - other.y) < 2 && one.x < other.x;
      if (isBeside) expect([one.str, other.str, one.end <= other.x + 1]).toEqual([one.str, other.str, true]);
    }
});
