import { describe, expect, it } from 'vitest';
import { alertHoursSchema, includesInstant, nextIncluded } from './hours.ts';

const ZONE = 'Europe/Berlin';
const office = { days: [1, 2, 3, 4, 5], from: 9, to: 18 };
const night = { days: [5], from: 22, to: 6 };

describe('the hours of an alert', () => {
  it.each([
    ['a Monday at nine', office, '2026-11-23T08:00:00Z', true],
    ['a Monday before nine', office, '2026-11-23T07:59:59Z', false],
    ['the hour of the end', office, '2026-11-23T17:00:00Z', false],
    ['a Saturday', office, '2026-11-28T11:00:00Z', false],
    ['a Friday at ten in the evening', night, '2026-11-27T21:00:00Z', true],
    ['the morning after that Friday', night, '2026-11-28T04:59:00Z', true],
    ['the morning of that Friday', night, '2026-11-27T03:00:00Z', false],
    ['the evening of the Saturday', night, '2026-11-28T21:00:00Z', false],
    ['midnight of whole days', { days: [7], from: 0, to: 24 }, '2026-11-28T23:00:00Z', true],
    ['the midnight that ends them', { days: [7], from: 0, to: 24 }, '2026-11-29T23:00:00Z', false],
    ['summer time', office, '2026-07-06T07:00:00Z', true],
  ])('say of %s whether it is one of them', (_, hours, at, isIncluded) => {
    expect(includesInstant(hours, ZONE, new Date(at))).toBe(isIncluded);
  });

  it.each([
    ['now, within them', office, ZONE, '2026-11-23T10:12:13Z', '2026-11-23T10:12:13.000Z'],
    ['on Monday, after a Friday evening', office, ZONE, '2026-11-27T20:00:00Z', '2026-11-30T08:00:00.000Z'],
    [
      'after the clocks have changed',
      { ...office, days: [7] },
      ZONE,
      '2026-03-28T12:00:00Z',
      '2026-03-29T07:00:00.000Z',
    ],
    [
      'with the hour that clocks do not skip',
      { days: [7], from: 2, to: 4 },
      ZONE,
      '2026-03-28T12:00:00Z',
      '2026-03-29T01:00:00.000Z',
    ],
    ['in a zone of quarter hours', office, 'Asia/Kathmandu', '2026-11-23T00:00:00Z', '2026-11-23T03:15:00.000Z'],
    ['in a week', { days: [1], from: 0, to: 1 }, 'UTC', '2026-11-23T01:00:00Z', '2026-11-30T00:00:00.000Z'],
  ])('begin %s', (_, hours, zone, at, next) => {
    expect(nextIncluded(hours, zone, new Date(at)).toISOString()).toBe(next);
  });

  it.each([
    ['no day', { ...office, days: [] }, 'Choose at least one day.'],
    ['a day twice', { ...office, days: [1, 1] }, 'Choose each day once.'],
    ['an empty span', { ...office, to: 9 }, 'Choose an end that is not the beginning.'],
  ])('are refused with %s', (_, hours, message) => {
    expect(alertHoursSchema.safeParse(hours).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
});
