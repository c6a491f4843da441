import { expect, it } from 'vitest';
import { findTable, NO_HEADER } from './table.ts';

const KNOWN = new Set(['date', 'datum', 'revenue', 'ftd', 'transaction id', 'payout']);
const knows = (names: readonly string[]): number => names.filter((name) => KNOWN.has(name.toLowerCase())).length;

/** Files as public reports show them, as own small inputs: cells by comma, and what is found. */
it.each<[form: string, lines: string[], columns: string, rows: string[], leftOut: string[]]>([
  ['a plain table', ['Date,Revenue', '1,2'], 'Date,Revenue', ['2:1,2'], []],
  ['a title and a period', ['Report', 'Period: May', 'Date,Revenue', '1,2'], 'Date,Revenue', ['4:1,2'], ['1', '2']],
  [
    'pairs above',
    ['Account,7', 'From,1 May', 'Date,FTD,Revenue', '1,2,3'],
    'Date,FTD,Revenue',
    ['4:1,2,3'],
    ['1', '2'],
  ],
  ['padded titles', ['Report,,', 'Date,FTD,Revenue', '1,2,3'], 'Date,FTD,Revenue', ['3:1,2,3'], ['1']],
  ['titles with no known name below', ['Report', 'x,y', '1,2', '3,4'], 'x,y', ['3:1,2', '4:3,4'], ['1']],
  ['a delimiter behind every line', ['Date,Revenue,', '1,2,'], 'Date,Revenue', ['2:1,2'], []],
  ['a delimiter behind the header alone', ['Date,Revenue,', '1,2'], 'Date,Revenue', ['2:1,2'], []],
  ['delimiters behind rows alone', ['Date,Revenue', '1,2,,'], 'Date,Revenue', ['2:1,2'], []],
  ['a value under no name', ['Date,Revenue,', '1,2,3'], 'Date,Revenue,', ['2:1,2,3'], []],
  ['a value beyond the header', ['Date,Revenue', '1,2,3'], 'Date,Revenue', ['2:1,2,3'], []],
  ['a short row', ['Date,FTD,Revenue', '1,2'], 'Date,FTD,Revenue', ['2:1,2'], []],
  ['a total', ['Date,Revenue', '1,2', 'Total,2'], 'Date,Revenue', ['2:1,2'], ['3']],
  ['a total with its currency', ['Date,Revenue', '1,2', 'Total:,EUR 2.00'], 'Date,Revenue', ['2:1,2'], ['3']],
  ['a German total', ['Datum,Revenue', '1,2', 'Summe,2'], 'Datum,Revenue', ['2:1,2'], ['3']],
  ['a total in a later column', ['Date,FTD,Revenue', '1,2,3', ',Gesamt,3'], 'Date,FTD,Revenue', ['2:1,2,3'], ['3']],
  ['several totals', ['Date,Revenue', '1,2', 'Subtotal,2', 'Grand Total,2'], 'Date,Revenue', ['2:1,2'], ['3', '4']],
  ['a total in the middle', ['Date,Revenue', 'Total,2', '1,2'], 'Date,Revenue', ['2:Total,2', '3:1,2'], []],
  ['a name that begins like a total', ['Date,Revenue', 'Total Casino,2'], 'Date,Revenue', ['2:Total Casino,2'], []],
  [
    'a transaction with the status total',
    ['Payout,Transaction id', 'Total,TX-abcd'],
    'Payout,Transaction id',
    ['2:Total,TX-abcd'],
    [],
  ],
  ['a header alone', ['Date,Revenue'], 'Date,Revenue', [], []],
  ['no header', ['2026-10-02,5.00', '2026-10-03,6'], 'Column 1,Column 2', ['1:2026-10-02,5.00', '2:2026-10-03,6'], []],
  ['ids without a header', ['OB1,2.50', 'OB2,5'], 'Column 1,Column 2', ['1:OB1,2.50', '2:OB2,5'], []],
  ['one row without a header', ['OB1,2.50'], 'Column 1,Column 2', ['1:OB1,2.50'], []],
  ['no header below a title', ['Report', 'OB1,2', 'OB2,3'], 'Column 1,Column 2', ['2:OB1,2', '3:OB2,3'], ['1']],
  [
    'no header, and a first row that ends in empty cells',
    ['2026-11-20,CX,10,7.5,,', '2026-11-21,Test,143,2.5,60,2%', '2026-11-22,Composta,231,3.5,60,2%'],
    'Column 1,Column 2,Column 3,Column 4,Column 5,Column 6',
    ['1:2026-11-20,CX,10,7.5,,', '2:2026-11-21,Test,143,2.5,60,2%', '3:2026-11-22,Composta,231,3.5,60,2%'],
    [],
  ],
  [
    'no header, and two first rows with gaps below a title',
    ['Report,,', 'OB1,,2.5', 'OB2,5', 'OB3,5,2', 'OB4,6,3', 'OB5,7,4'],
    'Column 1,Column 2,Column 3',
    ['2:OB1,,2.5', '3:OB2,5', '4:OB3,5,2', '5:OB4,6,3', '6:OB5,7,4'],
    ['1'],
  ],
  [
    'no header, below pairs',
    ['Account,7', 'From,2026-10-01', '2026-10-02,5,1', '2026-10-03,6,2'],
    'Column 1,Column 2,Column 3',
    ['3:2026-10-02,5,1', '4:2026-10-03,6,2'],
    ['1', '2'],
  ],
  [
    'more pairs than rows, with a delimiter behind every line',
    [
      'Umsatz,',
      'Name,Kim,',
      'BLZ,37010050,',
      'IBAN,DE1,',
      'Stand,5,',
      'Tag,Text,Betrag,',
      '28.10.,x,-1,',
      '29.10.,y,-2,',
    ],
    'Tag,Text,Betrag',
    ['7:28.10.,x,-1', '8:29.10.,y,-2'],
    ['1', '2', '3', '4', '5'],
  ],
  [
    'more pairs than rows',
    ['Name,Kim', 'BLZ,37010050', 'IBAN,DE1', 'Stand,5', 'Tag,Text,Betrag', '28.10.,x,-1', '29.10.,y,-2'],
    'Tag,Text,Betrag',
    ['6:28.10.,x,-1', '7:29.10.,y,-2'],
    ['1', '2', '3', '4'],
  ],
  [
    'pairs with two longer rows at the end',
    ['Brand,Sum', 'x,1', 'y,2', 'z,3', 'v,4,5', 'w,6,7'],
    'Brand,Sum',
    ['2:x,1', '3:y,2', '4:z,3', '5:v,4,5', '6:w,6,7'],
    [],
  ],
  [
    'pairs with a remark in the middle',
    ['Brand,Sum', 'x,1', 'y,2,late', 'z,3', 'v,4'],
    'Brand,Sum',
    ['2:x,1', '3:y,2,late', '4:z,3', '5:v,4'],
    [],
  ],
  ['years as names', ['Brand,2025,2026', 'x,1,2'], 'Brand,2025,2026', ['2:x,1,2'], []],
  ['a number among unknown names', ['Brand,30', 'x,y', 'z,y'], 'Brand,30', ['2:x,y', '3:z,y'], []],
  ['known names beside a number', ['Date,7', '2026-10-02,5'], 'Date,7', ['2:2026-10-02,5'], []],
  ['other cases and blanks', [' DATE , Revenue ', '1,2'], 'DATE,Revenue', ['2:1,2'], []],
])('finds the table in %s', (_form, lines, columns, rows, leftOut) => {
  const found = findTable(
    lines.map((line, at) => ({ row: at + 1, cells: line.split(',') })),
    knows,
  );
  expect(found?.columns.join(',')).toBe(columns);
  expect(found?.rows.map(({ row, cells }) => `${row}:${cells.join(',')}`)).toEqual(rows);
  expect([...(found?.titles ?? []), ...(found?.totals ?? [])].map(({ row }) => String(row))).toEqual(leftOut);
});

/** Words with which the tables of spreadsheets end, in their languages. */
const TOTALS = `
  Total, TOTAL:, Totals, Grand Total, Grand-Total, Sub-Total, Subtotal, Overall total, Report Total, Sum, Total EUR, Total (EUR), Total Amount,
  Gesamt, Gesamtsumme, Gesamtergebnis, Summe:, Insgesamt, Zwischensumme, Total général, Totaux, Sous-total, Somme,
  Suma, Suma total, Total geral, Totais, Soma, Totale, Totale complessivo, Totale:, Totaal, Eindtotaal, Subtotaal,
  Razem, RAZEM:, Ogółem, Łącznie, Suma końcowa, Celkem, Celkový součet, Celkom, Spolu, Súčet,
  Итого, Итого:, Всего, Общий итог, Сумма, Разом, Усього, Всього, Общо, Ukupno, Укупно, Sveukupno, Skupaj,
  Toplam, TOPLAM, Genel Toplam, Összesen, Mindösszesen, Végösszeg, Yhteensä, Summa, Totalt, Totalsumma, I alt, Hovedtotal, Samtals,
  Kokku, Kopā, Iš viso, Total parțial, Σύνολο, ΣΥΝΟΛΟ, Γενικό Σύνολο, 合計, 合計:, 合計：, 総計, 小計, 总计, 合计, 總計, 총계, 합계, 총합계,
  รวม, รวมทั้งหมด, ผลรวมทั้งหมด, ยอดรวม, Tổng cộng, Tổng, Jumlah, المجموع, المجموع الكلي, الإجمالي, إجمالي, جمع کل, סה"כ, סה״כ, סך הכל, कुल, कुल योग
`;

it.each(TOTALS.split(',').map((word) => word.trim()))('leaves out a last row that begins with %s', (word) => {
  for (const rest of ['30', 'EUR 30.00', '-']) {
    const rows = [
      ['Transaction id', 'Payout'],
      ['R1', '10'],
      ['R2', '20'],
      [word, rest],
    ];
    const found = findTable(
      rows.map((cells, at) => ({ row: at + 1, cells })),
      knows,
    );
    expect(found?.rows.map(({ row }) => row)).toEqual([2, 3]);
    expect(found?.totals).toEqual([{ row: 4, text: `${word} ${rest}` }]);
  }
});

it.each([
  'Total Casino',
  'Totally Wild',
  'Summer',
  'Summerbet',
  'Sumatra',
  'Suma 7',
  'Total 2026',
  'Totalizator',
  'Gesamtbank AG',
  'Somewhere',
  'SUM1',
  'R-Total',
])('keeps a last row that begins with %s', (word) => {
  const rows = [
    ['Transaction id', 'Payout'],
    ['R1', '10'],
    [word, '30'],
  ];
  const found = findTable(
    rows.map((cells, at) => ({ row: at + 1, cells })),
    knows,
  );
  expect(found?.totals).toEqual([]);
});

it('finds nothing in a file without rows', () => {
  expect(findTable([], knows)).toBeNull();
});

it('finds no header if a person says that there is none, and a header of numbers if a person chooses it', () => {
  const rows = ['x,y', '1,2', '3,4'].map((line, at) => ({ row: at + 1, cells: line.split(',') }));
  expect(findTable(rows, knows, NO_HEADER)).toMatchObject({
    headerRow: 0,
    columns: ['Column 1', 'Column 2'],
    titles: [],
  });
  expect(findTable(rows, knows, 2)).toMatchObject({ headerRow: 2, columns: ['1', '2'], rows: [{ row: 3 }] });
});
