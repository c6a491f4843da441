import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { datePresets, PRESET_LABELS } from './date-presets.ts';
import { addDays, daysIn } from './dates.ts';
import { COMPARISON_WORDS, comparisonInWords, RANGE_WORDS, rangeInWords } from './relative-dates.ts';

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
});
