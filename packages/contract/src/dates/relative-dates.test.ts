import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QUESTION_LIMITS } from '../insight/stats/query.ts';
import { keysOf } from '../objects.ts';
import { datePresets, PRESET_LABELS } from './date-presets.ts';
import { addDays, daysIn } from './dates.ts';
import { WEEK_STARTS, type WeekStart } from './habits.ts';
import {
  COMPARISON_WORDS,
  comparisonInWords,
  isRangeWord,
  LAST_UNITS,
  lastWord,
  RANGE_WORDS,
  rangeInWords,
} from './relative-dates.ts';
import { weekOf } from './weeks.ts';

const aDay = fc.integer({ min: 0, max: 4000 }).map((count) => addDays('2021-06-01', count));

describe('a relative range', () => {
  it('means different days on a different day', () => {
    expect(rangeInWords('last7Days', '2026-11-22')).toEqual({ start: '2026-11-16', end: '2026-11-22' });
    expect(rangeInWords('last7Days', '2026-11-23')).toEqual({ start: '2026-11-17', end: '2026-11-23' });
    expect(rangeInWords('thisWeek', '2026-11-22')).toEqual({ start: '2026-11-16', end: '2026-11-22' });
    expect(rangeInWords('thisWeek', '2026-11-23')).toEqual({ start: '2026-11-23', end: '2026-11-23' });
    expect(rangeInWords('lastWeek', '2026-11-25')).toEqual({ start: '2026-11-16', end: '2026-11-22' });
    expect(rangeInWords('lastMonth', '2026-03-31')).toEqual({ start: '2026-02-01', end: '2026-02-28' });
    expect(rangeInWords('last1Year', '2028-02-29')).toEqual({ start: '2027-03-01', end: '2028-02-29' });
  });

  it('never reaches into the future and never starts after its end', () => {
    fc.assert(
      fc.property(aDay, fc.constantFrom(...RANGE_WORDS), (today, word) => {
        const { start, end } = rangeInWords(word, today);
        expect(end <= today && start <= end).toBe(true);
      }),
    );
  });

  it('begins weeks on the day that the person chose', () => {
    const thisWeek = (weekStart: WeekStart) => rangeInWords('thisWeek', '2026-11-22', weekStart).start;
    expect(WEEK_STARTS.map(thisWeek)).toEqual(['2026-11-16', '2026-11-22', '2026-11-21']);
    expect(rangeInWords('lastWeek', '2026-11-22', 'sunday')).toEqual({ start: '2026-11-15', end: '2026-11-21' });
    fc.assert(
      fc.property(aDay, fc.constantFrom(...WEEK_STARTS), (day, weekStart) => {
        const first = weekOf(day, weekStart);
        const weekday = new Date(`${first}T00:00:00Z`).getUTCDay();
        expect(weekday).toBe({ monday: 1, sunday: 0, saturday: 6 }[weekStart]);
        expect(first <= day && day < addDays(first, 7)).toBe(true);
      }),
    );
  });

  it('can be any number of days, weeks or months, all of which end today', () => {
    expect(rangeInWords('last14Days', '2026-11-22')).toEqual({ start: '2026-11-09', end: '2026-11-22' });
    expect(rangeInWords('last4Weeks', '2026-11-22')).toEqual({ start: '2026-10-26', end: '2026-11-22' });
    expect(rangeInWords('last2Months', '2026-11-22')).toEqual({ start: '2026-09-23', end: '2026-11-22' });
    fc.assert(
      fc.property(
        aDay,
        fc.constantFrom(...keysOf(LAST_UNITS)),
        fc.integer({ min: 1, max: 9999 }),
        (today, unit, count) => {
          const word = `last${count}${unit}`;
          expect(isRangeWord(word)).toBe(count <= LAST_UNITS[unit]);
          if (!isRangeWord(word)) return;
          const range = rangeInWords(word, today);
          expect(range.end).toBe(today);
          expect(daysIn(range)).toBeLessThanOrEqual(QUESTION_LIMITS.rangeDays);
          expect(lastWord({ count, unit })).toBe(word);
        },
      ),
    );
  });

  it('is no other text that only looks like one', () => {
    for (const text of [
      'last0Days',
      'last07Days',
      'last-3Days',
      'last3days',
      'last3Years',
      'last99999Days',
      'lastDays',
      7,
    ])
      expect(isRangeWord(text), String(text)).toBe(false);
  });

  it('matches the preset of the same name', () => {
    for (const { word, label, range } of datePresets('2026-11-22', { long: true, allTimes: true })) {
      expect(range).toEqual(rangeInWords(word, '2026-11-22'));
      expect(label).toBe(PRESET_LABELS[word]);
    }
  });
});

describe('a relative comparison', () => {
  it('follows the range it is compared with and ends before it', () => {
    fc.assert(
      fc.property(aDay, fc.integer({ min: 0, max: 364 }), fc.constantFrom(...COMPARISON_WORDS), (start, more, word) => {
        const range = { start, end: addDays(start, more) };
        const compared = comparisonInWords(word, range);
        expect(Math.abs(daysIn(compared) - daysIn(range))).toBeLessThanOrEqual(word === 'previousPeriod' ? 0 : 1);
        expect(compared.end < range.end).toBe(true);
      }),
    );
  });

  it('is the same part of the week before for this week, so that weekdays are compared with their like', () => {
    fc.assert(
      fc.property(aDay, fc.constantFrom(...WEEK_STARTS), (today, weekStart) => {
        const range = rangeInWords('thisWeek', today, weekStart);
        const before = comparisonInWords('previousPeriod', range, 'thisWeek');
        expect(before).toEqual({ start: addDays(range.start, -7), end: addDays(today, -7) });
      }),
    );
  });

  it.each([
    ['thisMonth', '2026-11-25', '2026-10-01', '2026-10-25'],
    ['thisMonth', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['thisMonth', '2026-01-01', '2025-12-01', '2025-12-01'],
    ['lastMonth', '2026-11-25', '2026-09-01', '2026-09-30'],
    ['lastMonth', '2026-04-10', '2026-02-01', '2026-02-28'],
    ['lastWeek', '2026-11-25', '2026-11-09', '2026-11-15'],
    ['last7Days', '2026-11-25', '2026-11-12', '2026-11-18'],
  ] as const)('before %s of %s is %s to %s', (word, today, start, end) => {
    expect(comparisonInWords('previousPeriod', rangeInWords(word, today), word)).toEqual({ start, end });
  });
});
