import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell, csvLine, isFormula, toCsv } from './csv.ts';

/** A reader of RFC 4180, written apart from the writer. */
const read = (text: string): string[][] => {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < text.length; ) {
    let cell = '';
    if (text[at] === '"') {
      at += 1;
      while (text[at] !== '"' || text[at + 1] === '"') {
        if (text[at] === '"') at += 1;
        cell += text[at];
        at += 1;
      }
      at += 1;
    } else {
      while (at < text.length && text[at] !== ',' && text[at] !== '\r') cell += text[at++];
    }
    row.push(cell);
    if (text[at] === ',') at += 1;
    else {
      rows.push(row);
      row = [];
      at += 2;
    }
  }
  return rows;
};

describe('csv', () => {
  it('quotes commas, quotes and line breaks', () => {
    expect(csvLine(['a,b', 'say "x"', 'two\nlines', 'plain', 5, null, true])).toBe(
      '"a,b","say ""x""","two\nlines",plain,5,,true',
    );
    expect(toCsv([['a'], ['b']])).toBe('a\r\nb\r\n');
  });

  it.each([
    ['-12.50'],
    ['−12.50'],
    ['+3'],
    ['-1,204.50'],
    ['-12.5%'],
    ['-12.5 %'],
    ['0'],
    ['12e'],
    ['DE'],
    ['a=b'],
    ['49 170 123'],
  ])('leaves %s as it is', (text) => {
    expect(isFormula(text)).toBe(false);
  });

  it.each(
    [
      '=1+1',
      '+cmd',
      '-cmd',
      '@SUM(A1)',
      ' =1',
      '\n=1',
      '\r=1',
      '\t=1',
      '\0=1',
      '\uFEFF=1',
      '\u00A0=1',
      '\u200B=1',
      '\u202E=1',
    ]
      .concat([
        '＝1',
        '＋cmd',
        '－cmd',
        '＠x',
        '\u3000＝1',
        ' \uFEFF\u00A0=1',
        '-1+1',
        "-2-3|cmd' /C calc'!A0",
        '\ttext',
        '|cmd',
      ])
      .map((text) => [text]),
  )('neutralises %j', (text) => {
    expect(csvCell(text).replace(/^"/, '').startsWith("'")).toBe(true);
  });

  it('neutralises a formula after any whitespace and control characters', () => {
    const blank = fc.constantFrom(...' \t\r\n\0\v\f\u00A0\u2028\u3000\uFEFF\u200B\u0085\u00AD');
    const opener = fc.constantFrom(...'=+-@＝＋－＠');
    fc.assert(
      fc.property(fc.array(blank), opener, fc.string(), (blanks, sign, rest) => {
        const text = `${blanks.join('')}${sign}A${rest}`;
        expect(isFormula(text)).toBe(true);
      }),
    );
  });

  it('neutralises formulas for spreadsheets that separate cells by semicolons or tabs', () => {
    for (const [text, safe] of [
      ['x;=1+1;y', "x;'=1+1;y"],
      ['x\t=1+1', "x\t'=1+1"],
      ['x; @SUM(A1)', "x;' @SUM(A1)"],
      ['x\n=1', '"x\n\'=1"'],
      ['x;"=1', '"x;\'""=1"'],
      ['x;;＝1', "x;;'＝1"],
      ['a;-5;b', 'a;-5;b'],
      ['a;b=c', 'a;b=c'],
    ] as const)
      expect(csvCell(text), text).toBe(safe);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab;\t",\n =-1') }), (text) => {
        for (const field of csvCell(text).split(/[;\t\r\n]/))
          expect(isFormula(field.replace(/^"+|"+$/g, ''))).toBe(false);
      }),
    );
  });

  it('leaves every finite number unchanged', () => {
    fc.assert(fc.property(fc.integer(), fc.nat(99), (whole, cents) => !isFormula(`${whole}.${cents}`)));
  });

  it('is read back as written', () => {
    const cell = fc.string({ unit: fc.constantFrom(...'ab,"\n\r =-1') });
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 4 }), (rows) => {
        const found = read(toCsv(rows));
        // The texts have no apostrophes of their own.
        expect(found.map((row) => row.map((text) => text.replaceAll("'", '')))).toEqual(rows);
        expect(found.flat().filter(isFormula)).toEqual([]);
      }),
    );
  });
});
