import { describe, expect, it } from 'vitest';
import { type Day, dayIn } from '../../dates/dates.ts';
import { wallClock } from '../../dates/wall-clock.ts';
import { describeSchedule, nextRunDay, runInstant, scheduleRuleSchema } from './schedule.ts';

const at = (time: string, zone: string, day: Day) => runInstant({ time, zone }, day).toISOString();

describe('the instant of a run', () => {
  it('is the wanted local time on an ordinary day', () => {
    expect(at('08:00', 'Europe/Berlin', '2026-01-15')).toBe('2026-01-15T07:00:00.000Z');
    expect(at('00:00', 'Asia/Kathmandu', '2026-01-15')).toBe('2026-01-14T18:15:00.000Z');
  });

  it('moves to the end of the gap when clocks skip the wanted time', () => {
    expect(at('02:30', 'Europe/Berlin', '2026-03-29')).toBe('2026-03-29T01:00:00.000Z');
    // Clocks in Cairo skip midnight itself.
    expect(at('00:30', 'Africa/Cairo', '2026-04-24')).toBe('2026-04-23T22:00:00.000Z');
  });

  it('is the first of two when clocks show the wanted time twice', () => {
    expect(at('02:30', 'Europe/Berlin', '2026-10-25')).toBe('2026-10-25T00:30:00.000Z');
    expect(at('01:45', 'Australia/Lord_Howe', '2026-04-05')).toBe('2026-04-04T14:45:00.000Z');
  });

  it('is the beginning of the next day where a zone skipped the whole day', () => {
    expect(at('09:00', 'Pacific/Apia', '2011-12-30')).toBe('2011-12-30T10:00:00.000Z');
  });
});

describe('the days of a schedule', () => {
  it('are the chosen weekdays', () => {
    const rule = { days: { every: 'week' as const, weekdays: [1, 5] } };
    expect(nextRunDay(rule, '2026-11-22')).toBe('2026-11-23');
    expect(nextRunDay(rule, '2026-11-23')).toBe('2026-11-27');
  });

  it('are the last day of months that have no such day', () => {
    const rule = { days: { every: 'month' as const, day: 31 } };
    const days = [];
    for (let day: Day = '2027-01-30'; days.length < 4; days.push(day)) day = nextRunDay(rule, day);
    expect(days).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']);
  });

  it('refuse a rule without days, an unknown zone, and a time that does not exist', () => {
    const rule = { time: '08:00', zone: 'UTC', days: { every: 'week', weekdays: [1] } };
    expect(scheduleRuleSchema.safeParse(rule).success).toBe(true);
    for (const wrong of [
      { ...rule, days: { every: 'week', weekdays: [] } },
      { ...rule, zone: 'Mars/Base' },
      { ...rule, time: '24:00' },
      { ...rule, time: '8:00' },
    ])
      expect(scheduleRuleSchema.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
  });

  it('read as a sentence', () => {
    expect(describeSchedule({ time: '08:00', zone: 'UTC', days: { every: 'week', weekdays: [5, 1, 3] } })).toBe(
      'Every Monday, Wednesday and Friday at 08:00, UTC',
    );
  });
});

/** Forty zones with every kind of rule: half-hour changes, changes at midnight, changes twice a year around Ramadan. */
const ZONES = [
  'Europe/Berlin',
  'Europe/London',
  'Europe/Dublin',
  'Europe/Lisbon',
  'Atlantic/Azores',
  'Europe/Chisinau',
  'America/New_York',
  'America/Los_Angeles',
  'America/St_Johns',
  'America/Havana',
  'America/Santiago',
  'America/Asuncion',
  'America/Nuuk',
  'America/Scoresbysund',
  'America/Miquelon',
  'America/Sao_Paulo',
  'America/Phoenix',
  'America/Anchorage',
  'America/Adak',
  'America/Port-au-Prince',
  'America/Bogota',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Africa/El_Aaiun',
  'Africa/Lagos',
  'Africa/Johannesburg',
  'Asia/Beirut',
  'Asia/Jerusalem',
  'Asia/Gaza',
  'Asia/Tehran',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Australia/Adelaide',
  'Australia/Eucla',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Apia',
  'Pacific/Norfolk',
];

it('runs once for every day of two years in forty zones, never earlier than wanted and never a day late', () => {
  expect(ZONES).toHaveLength(40);
  const wrong: string[] = [];
  for (const [index, zone] of ZONES.entries()) {
    // Most clock changes are between midnight and four; every zone is checked at another minute of that time.
    const minutes = (index * 37) % 240;
    const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
    const rule = { time, zone, days: { every: 'day' as const } };
    let before = Number.NEGATIVE_INFINITY;
    for (let day: Day = '2026-01-01'; day < '2028-01-01'; day = nextRunDay(rule, day)) {
      const run = runInstant(rule, day);
      const local = wallClock(run, zone);
      const minuteBefore = wallClock(new Date(run.getTime() - 60_000), zone);
      const isEarliest = minuteBefore.day < day || minuteBefore.minutes < minutes;
      const isRight = local.day === day && local.minutes >= minutes && isEarliest && run.getTime() > before;
      // Only a gap moves a run, by an hour at most.
      if (!isRight || local.minutes - minutes > 60) wrong.push(`${zone} ${day} ${time}`);
      before = run.getTime();
    }
    expect(dayIn(new Date(before), zone)).toBe('2027-12-31');
  }
  expect(wrong).toEqual([]);
});
