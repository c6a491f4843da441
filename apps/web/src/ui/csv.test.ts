import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { neutralise, toCsv } from './csv.ts';

describe('CSV', () => {
  it('quotes values that contain commas', () => {
    expect(toCsv(['name', 'visits'], [['Rome, IT', 3]])).toBe('\ufeffname,visits\r\n"Rome, IT",3');
  });
  it.each([
    '=1+1',
    '+cmd',
    '-cmd',
    '@sum',
    ' =1',
    '\n=1',
    '\u0000=1',
    '\ufeff=1',
    '\u00a0=1',
    '\t=1',
    '\uff1d1',
    '\uff0b1',
    '\uff0d1',
    '\uff201',
  ])('neutralises %j', (value) => expect(neutralise(value)).toBe(`'${value}`));
  it('leaves numbers numbers', () => {
    expect(neutralise('-12.50')).toBe('-12.50');
    expect(neutralise('+3')).toBe('+3');
  });
  it('comes back as it was written', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string()), { minLength: 1 }), (rows) => {
        const back = Papa.parse(toCsv(['a', 'b'], rows).slice(1), { delimiter: ',' }).data;
        expect(back.slice(1)).toEqual(rows.map((row) => row.map(neutralise)));
      }),
    );
  });
});
