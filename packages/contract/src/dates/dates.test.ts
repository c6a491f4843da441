import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { datePresets } from './date-presets.ts';
import {
  addDays,
  addMonths,
  dayIn,
  dayRangeToInstants,
  daysIn,
  eachDay,
  isDay,
  isTimeZone,
  periodBefore,
  rangeLabel,
  rangeLabelShort,
  samePeriodLastYear,
  startOfDay,
} from './dates.ts';

const day = fc
  .date({ min: new Date('2021-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((it) => it.toISOString().slice(0, 10));
const zone = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Africa/Cairo',
  'Asia/Beirut',
  'America/Santiago',
  'America/Havana',
);

describe('days', () => {
  it('are valid only as existing dates in the form YYYY-MM-DD', () => {
    expect(['2024-02-29', '2026-11-21'].every(isDay)).toBe(true);
    expect(['2023-02-29', '2026-13-01', '21.11.2026', '2026-1-1', '', null, 20261121].some(isDay)).toBe(false);
  });

  it('are added across months, years and leap days', () => {
    expect(addDays('2024-02-28', 2)).toBe('2024-03-01');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(addMonths('2026-08-31', -6)).toBe('2026-02-28');
    expect(addMonths('2024-02-29', -12)).toBe('2023-02-28');
    expect(addMonths('2026-11-30', 3)).toBe('2027-02-28');
  });

  it('are counted inclusively', () => {
    fc.assert(
      fc.property(day, fc.nat(500), (start, more) => {
        const range = { start, end: addDays(start, more) };
        return daysIn(range) === more + 1 && eachDay(range).length === more + 1;
      }),
    );
  });
});

describe('comparison ranges', () => {
  it('end the day before and have the same length', () => {
    expect(periodBefore({ start: '2026-10-01', end: '2026-10-31' })).toEqual({
      start: '2026-08-31',
      end: '2026-09-30',
    });
    fc.assert(
      fc.property(day, fc.nat(400), (start, more) => {
        const range = { start, end: addDays(start, more) };
        const before = periodBefore(range);
        return daysIn(before) === daysIn(range) && addDays(before.end, 1) === start;
      }),
    );
  });

  it('can be the same days a year ago', () => {
    const february = { start: '2024-02-01', end: '2024-02-29' };
    expect(samePeriodLastYear(february)).toEqual({ start: '2023-02-01', end: '2023-02-28' });
  });
});

describe('instants of a range', () => {
  it('follow clock changes', () => {
    const hours = (day: string) => {
      const { from, until } = dayRangeToInstants({ start: day, end: day }, 'Europe/Berlin');
      return (until.getTime() - from.getTime()) / 3_600_000;
    };
    expect([hours('2026-03-29'), hours('2026-06-01'), hours('2026-10-25')]).toEqual([23, 24, 25]);
    expect(startOfDay('2026-07-01', 'Europe/Berlin').toISOString()).toBe('2026-06-30T22:00:00.000Z');
  });

  it('begin after the gap when clocks skip midnight, and are empty on a day that a zone skipped', () => {
    expect(startOfDay('2018-11-04', 'America/Sao_Paulo').toISOString()).toBe('2018-11-04T03:00:00.000Z');
    const skipped = dayRangeToInstants({ start: '2011-12-30', end: '2011-12-30' }, 'Pacific/Apia');
    expect(skipped.from).toEqual(skipped.until);
  });

  it('join without overlap or gap in every zone', () => {
    fc.assert(
      fc.property(day, fc.nat(40), fc.nat(40), zone, (start, first, second, timeZone) => {
        const middle = addDays(start, first);
        const end = addDays(middle, second + 1);
        const left = dayRangeToInstants({ start, end: middle }, timeZone);
        const right = dayRangeToInstants({ start: addDays(middle, 1), end }, timeZone);
        const whole = dayRangeToInstants({ start, end }, timeZone);
        expect(left.until).toEqual(right.from);
        expect([left.from, right.until]).toEqual([whole.from, whole.until]);
        expect(dayIn(whole.from, timeZone)).toBe(start);
        expect(dayIn(new Date(whole.until.getTime() - 1), timeZone)).toBe(end);
        expect(dayIn(new Date(whole.from.getTime() - 1), timeZone) < start).toBe(true);
      }),
    );
  });

  it('are refused for an unknown time zone', () => {
    expect(isTimeZone('Europe/Berlin')).toBe(true);
    expect(['Mars/Olympus', '', null].some(isTimeZone)).toBe(false);
    expect(() => startOfDay('2026-01-01', 'Mars/Olympus')).toThrow(RangeError);
    for (const known of [
      'UTC',
      'CET',
      'GMT',
      'Etc/GMT',
      'Mexico/BajaSur',
      'Africa/Dar_es_Salaam',
      'US/East-Indiana',
      'America/Nuuk',
      'Asia/Kolkata',
      'Europe/Kyiv',
      'Etc/GMT+3',
      'America/Port-au-Prince',
    ])
      expect(isTimeZone(known), known).toBe(true);
    expect(Intl.supportedValuesOf('timeZone').filter((name) => !isTimeZone(name))).toEqual([]);
  });

  it('are refused in other capitals and as offsets, which the statistics engine does not know', () => {
    const wrong = ['utc', 'europe/berlin', 'EUROPE/BERLIN', 'america/CIUDAD_JUAREZ', 'Asia/KOLKATA', 'asia/kolkata'];
    for (const name of [
      ...wrong,
      'AmerIca/IndiAna/IndiAnapOlis',
      'Asia/KolKata',
      'SystemV/EST5',
      'cet',
      '+05:30',
      '-23:59',
      '-00:00',
      'Factory',
    ])
      expect(isTimeZone(name), name).toBe(false);
  });
});

describe('presets', () => {
  const labels = (options = {}) => datePresets('2026-11-21', options).map((preset) => preset.label);
  it('are the specified ones, followed by the weeks', () => {
    const short = ['Today', 'Yesterday', 'Last 7 Days', 'This Month', 'Last Month', 'Last 30 Days'];
    const always = [...short, 'Last 60 Days', 'Last 90 Days'];
    expect(labels()).toEqual(always);
    expect(labels({ long: true })).toEqual([...always, 'Last 6 Months', 'Last 1 Year', 'This Week', 'Last Week']);
    expect(labels({ allTimes: true })).toEqual([...always, 'All Times']);
  });

  it('are at most 30 days long in a restricted picker, also if it asks for the long ones', () => {
    const short = ['Today', 'Yesterday', 'Last 7 Days', 'This Month', 'Last Month', 'Last 30 Days'];
    expect(labels({ restricted: true })).toEqual(short);
    expect(labels({ restricted: true, long: true, allTimes: true })).toEqual([...short, 'This Week', 'Last Week']);
  });

  it('span the days of their labels', () => {
    const all = datePresets('2026-03-31', { long: true, allTimes: true });
    expect(Object.fromEntries(all.map(({ label, range }) => [label, `${range.start} ${range.end}`]))).toEqual({
      Today: '2026-03-31 2026-03-31',
      Yesterday: '2026-03-30 2026-03-30',
      'Last 7 Days': '2026-03-25 2026-03-31',
      'This Month': '2026-03-01 2026-03-31',
      'Last Month': '2026-02-01 2026-02-28',
      'Last 30 Days': '2026-03-02 2026-03-31',
      'Last 60 Days': '2026-01-31 2026-03-31',
      'Last 90 Days': '2026-01-01 2026-03-31',
      'Last 6 Months': '2025-10-01 2026-03-31',
      'Last 1 Year': '2025-04-01 2026-03-31',
      'All Times': '2021-01-01 2026-03-31',
      'This Week': '2026-03-30 2026-03-31',
      'Last Week': '2026-03-23 2026-03-29',
    });
  });

  it('never reach into the future or before the minimum', () => {
    fc.assert(
      fc.property(day, day, (today, minDate) => {
        const presets = datePresets(today, { long: true, allTimes: true, minDate });
        return presets.every(({ range }) => range.end <= today && range.start >= minDate && range.start <= range.end);
      }),
    );
  });
});

describe('the label of the date field', () => {
  it('shows the placeholder or the range', () => {
    expect(rangeLabel(null)).toBe('Select a Date Range');
    expect(rangeLabel({ start: '2026-01-01', end: '2026-01-31' })).toBe('From 2026-01-01 to 2026-01-31');
    expect(rangeLabelShort({ start: '2026-01-01', end: '2026-01-31' })).toBe('2026-01-01 – 2026-01-31');
  });
});
