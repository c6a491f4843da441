import { dayRangeToInstants } from '@signpost/contract/dates/dates.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Grain } from './rollups.ts';
import { cover, isFineAs, zoneGrain } from './segments.ts';

const told = (start: string, end: string, timeZone: string, grains: readonly Grain[] = ['day', 'hour']) =>
  cover(dayRangeToInstants({ start, end }, timeZone), (grain) => grains.includes(grain)).map(
    ({ grain, from, until }) => `${grain} ${from.toISOString().slice(5, 16)} ${until.toISOString().slice(5, 16)}`,
  );

describe('A range', () => {
  it.each<[string, string, readonly Grain[], string[]]>([
    ['UTC', '2026-03-03', ['day', 'hour'], ['day 03-01T00:00 03-04T00:00']],
    ['UTC', '2026-03-03', ['hour'], ['hour 03-01T00:00 03-04T00:00']],
    ['UTC', '2026-03-03', [], ['raw 03-01T00:00 03-04T00:00']],
    [
      'Europe/Berlin',
      '2026-03-03',
      ['day', 'hour'],
      ['hour 02-28T23:00 03-01T00:00', 'day 03-01T00:00 03-03T00:00', 'hour 03-03T00:00 03-03T23:00'],
    ],
    ['UTC', '2026-03-03', ['week', 'day'], ['day 03-01T00:00 03-04T00:00']],
    [
      'UTC',
      '2026-03-17',
      ['week', 'day'],
      ['day 03-01T00:00 03-02T00:00', 'week 03-02T00:00 03-16T00:00', 'day 03-16T00:00 03-18T00:00'],
    ],
    ['Europe/Berlin', '2026-03-01', ['day'], ['raw 02-28T23:00 03-01T23:00']],
    [
      'Asia/Kolkata',
      '2026-03-02',
      ['day', 'hour'],
      [
        'raw 02-28T18:30 02-28T19:00',
        'hour 02-28T19:00 03-01T00:00',
        'day 03-01T00:00 03-02T00:00',
        'hour 03-02T00:00 03-02T18:00',
        'raw 03-02T18:00 03-02T18:30',
      ],
    ],
  ])('in %s until %s is read by %s', (zone, end, grains, expected) => {
    expect(told('2026-03-01', end, zone, grains)).toEqual(expected);
  });

  it('is covered without gaps or overlaps by segments that start and end on the bounds of their grain', () => {
    const instant = fc.integer({ min: 0, max: 1e12 });
    const grains = fc.subarray<Grain>(['week', 'date', 'day', 'hour']);
    fc.assert(
      fc.property(instant, fc.integer({ min: 0, max: 1e9 }), grains, (from, length, may) => {
        const range = { from: new Date(from), until: new Date(from + length) };
        const segments = cover(range, (grain) => may.includes(grain));
        expect(segments.reduce((at, it) => (at === it.from.getTime() ? it.until.getTime() : Number.NaN), from)).toBe(
          from + length,
        );
        for (const it of segments) {
          const step = { week: 86_400_000, date: 86_400_000, day: 86_400_000, hour: 3_600_000, raw: 1 }[it.grain];
          expect([it.from.getTime() % step, it.until.getTime() % step]).toEqual([0, 0]);
          if (it.grain === 'week') expect([it.from.getUTCDay(), it.until.getUTCDay()]).toEqual([1, 1]);
        }
      }),
    );
  });
});

it('finds the coarsest grain whose bounds match those of a zone', () => {
  const year = { from: new Date('2025-01-01T00:00:00Z'), until: new Date('2026-01-01T00:00:00Z') };
  const winter = { from: year.from, until: new Date('2025-02-01T00:00:00Z') };
  expect(zoneGrain(year, 'UTC')).toBe('day');
  expect(zoneGrain(winter, 'Europe/London')).toBe('day');
  expect(zoneGrain(year, 'Europe/London')).toBe('hour');
  expect(zoneGrain(year, 'Pacific/Kiritimati')).toBe('hour');
  expect(zoneGrain(year, 'Asia/Kathmandu')).toBe('raw');
  expect(zoneGrain(winter, 'Australia/Lord_Howe')).toBe('hour');
  expect(zoneGrain(year, 'Australia/Lord_Howe')).toBe('raw');
  expect([isFineAs('day', 'hour'), isFineAs('hour', 'hour'), isFineAs('raw', 'day')]).toEqual([false, true, true]);
});
