import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../dates/dates.ts';
import { detectOrder, readDay } from './day.ts';
import { dayProblem } from './problems.ts';

const today = '2026-11-22';
const read = (text: string, order: 'dayFirst' | 'monthFirst' | null = null) => readDay(text, { today, order });

describe('a typed day', () => {
  it.each([
    '22.11.2026',
    '22/11/2026',
    '11/22/2026',
    '22-11-2026',
    '2026-11-22',
    '2026/11/22',
    '2026.11.22',
    '20261122',
    '22 Nov 2026',
    '22 november 2026',
    '22-Nov-2026',
    'Nov 22, 2026',
    'November 22nd, 2026',
    '22.11.26',
    '22 novembre 2026',
    '22. Nov. 2026',
    '22 de noviembre de 2026',
    'today',
    ' Today ',
    '2026-11-22T07:30:00Z',
    '2026-11-22 07:30',
  ])('reads %s as it is meant', (text) => {
    expect(read(text)).toEqual({ kind: 'day', day: today });
  });

  it.each([
    ['3 févr. 2026', '2026-02-03'],
    ['1er août 2026', '2026-08-01'],
    ['6 juin 2026', '2026-06-06'],
    ['5 juil. 2026', '2026-07-05'],
    ['7 déc. 2025', '2025-12-07'],
    ['1 mrt. 2026', '2026-03-01'],
    ['2 mei 2026', '2026-05-02'],
    ['31-dic-2025', '2025-12-31'],
    ['1. März 2026', '2026-03-01'],
    ['5 ene 2026', '2026-01-05'],
    ['8 sett 2026', '2026-09-08'],
    ['9 out 2026', '2026-10-09'],
    ['1.3.26', '2026-03-01'],
  ])('reads %s in its language', (text, day) => {
    expect(read(text)).toEqual({ kind: 'day', day });
  });

  it('is not read from the beginning of two months', () => {
    expect(read('5 jui 2026')).toEqual({ kind: 'unreadable' });
  });

  it('can be yesterday, tomorrow or a date with single digits', () => {
    expect(read('yesterday')).toEqual({ kind: 'day', day: '2026-11-21' });
    expect(read('tomorrow')).toEqual({ kind: 'day', day: '2026-11-23' });
    expect(read('1.3.2026')).toEqual({ kind: 'day', day: '2026-03-01' });
    expect(read('5/5/2026')).toEqual({ kind: 'day', day: '2026-05-05' });
  });

  it('cannot be a relative word in a file, because it would mean another day tomorrow', () => {
    expect(readDay('yesterday', { today: null })).toEqual({ kind: 'unreadable' });
    expect(readDay('22.11.2026', { today: null })).toEqual({ kind: 'day', day: today });
  });

  it('asks which number is the month, unless the order is known', () => {
    expect(read('05/06/2026')).toEqual({ kind: 'ambiguous', dayFirst: '2026-06-05', monthFirst: '2026-05-06' });
    expect(dayProblem('05/06/2026', read('05/06/2026'))).toBe(
      '“05/06/2026” can mean 2026-06-05 or 2026-05-06. Type the one you mean.',
    );
    expect(read('05/06/2026', 'dayFirst')).toEqual({ kind: 'day', day: '2026-06-05' });
    expect(read('05/06/2026', 'monthFirst')).toEqual({ kind: 'day', day: '2026-05-06' });
    expect(read('22/11/2026', 'monthFirst')).toEqual({ kind: 'impossible' });
  });

  it.each(['31.11.2026', '29/02/2026', '2026-02-30', '20261131', '31 Nov 2026', '00.01.2026', '13/13/2026'])(
    'refuses %s: no calendar has it',
    (text) => {
      expect(read(text)).toEqual({ kind: 'impossible' });
    },
  );

  it.each([
    '2026-11-1',
    '2026-1-11',
    '22.11.13',
    '22/11/26',
    '22-11-26',
    '22.11/2026',
    '1',
    '',
    'soon',
    'constructor',
    '22 Foo 2026',
    '2026',
    'NaN',
    '1795305600',
  ])('refuses %s', (text) => {
    expect(read(text)).toEqual({ kind: 'unreadable' });
  });

  it('is read as the same day in every notation', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60_000 }), (count) => {
        const day = addDays('1950-01-01', count);
        const [year, month, date] = day.split('-');
        for (const text of [day, `${year}/${month}/${date}`, `${date}.${month}.${year}`, `${year}${month}${date}`])
          expect(read(text)).toEqual({ kind: 'day', day });
        const slashes = read(`${date}/${month}/${year}`);
        if (slashes.kind === 'ambiguous') expect(slashes.dayFirst).toBe(day);
        else expect(slashes).toEqual({ kind: 'day', day });
        expect(read(`${date}/${month}/${year}`, 'dayFirst')).toEqual({ kind: 'day', day });
        expect(read(`${month}/${date}/${year}`, 'monthFirst')).toEqual({ kind: 'day', day });
      }),
    );
  });

  it('gives an answer for any text', () => {
    fc.assert(fc.property(fc.string({ maxLength: 60 }), (text) => read(text).kind !== undefined));
  });
});

describe('the order of day and month in a column', () => {
  it('is detected from the unambiguous cells', () => {
    expect(detectOrder(['05/06/2026', '22/06/2026'])).toEqual({
      order: 'dayFirst',
      isMixed: false,
      example: null,
    });
    expect(detectOrder(['05/06/2026', '06/22/2026']).order).toBe('monthFirst');
    expect(detectOrder(['05/06/2026', '2026-11-01'])).toEqual({
      order: null,
      isMixed: false,
      example: '05/06/2026',
    });
    expect(detectOrder(['2026-11-01', '22.11.2026'])).toEqual({ order: null, isMixed: false, example: null });
  });

  it('is asked for if the unambiguous cells contradict each other, however many are on one side', () => {
    expect(detectOrder(['22/06/2026', '23/06/2026', '06/22/2026'])).toEqual({
      order: null,
      isMixed: true,
      example: null,
    });
    expect(detectOrder(['13/10/2026', '10/14/2026', '05/06/2026'])).toEqual({
      order: null,
      isMixed: true,
      example: '05/06/2026',
    });
  });
});
