import { describe, expect, it } from 'vitest';
import { dueAt, passedField, type Timing } from './due.ts';
import { ttlOf } from './message.ts';
import { nextTry, outcomeOf, outcomeOfProblem } from './outcome.ts';

const NOW = new Date('2026-11-23T12:00:00Z');
const QUIET = { startsAt: '22:00', endsAt: '08:00' };
const timing = (more: Partial<Timing> = {}): Timing => ({
  timing: 'now',
  sendAt: null,
  localDay: null,
  localTime: null,
  quiet: null,
  ...more,
});
const due = (more: Partial<Timing>, zone: string, now = NOW) => dueAt(timing(more), zone, now).toISOString();

describe('the time of a message', () => {
  it('is the same instant for everybody, or a time of day in the zone of each visitor', () => {
    expect(due({}, 'Asia/Tokyo')).toBe('2026-11-23T12:00:00.000Z');
    const sendAt = new Date('2026-11-24T10:00:00Z');
    expect(due({ timing: 'at', sendAt }, 'Asia/Tokyo')).toBe('2026-11-24T10:00:00.000Z');
    const local = { timing: 'local', localDay: '2026-11-24', localTime: '18:00' } as const;
    expect(due(local, 'Europe/Berlin')).toBe('2026-11-24T17:00:00.000Z');
    expect(due(local, 'America/New_York')).toBe('2026-11-24T23:00:00.000Z');
    expect(due(local, 'Pacific/Auckland')).toBe('2026-11-24T05:00:00.000Z');
  });

  it('is now where it has passed already', () => {
    expect(due({ timing: 'at', sendAt: new Date('2026-11-22T10:00:00Z') }, 'UTC')).toBe(NOW.toISOString());
    const local = { timing: 'local', localDay: '2026-11-23', localTime: '09:00' } as const;
    expect(due(local, 'Europe/Berlin')).toBe(NOW.toISOString());
    expect(due(local, 'America/Los_Angeles')).toBe('2026-11-23T17:00:00.000Z');
  });

  it('has passed once it has in the last zone of the world', () => {
    const passed = (more: Partial<Timing>) => passedField(timing(more), NOW);
    expect(passed({})).toBeNull();
    expect(passed({ timing: 'at', sendAt: new Date('2026-11-23T11:59:00Z') })).toBe('sendAt');
    expect(passed({ timing: 'at', sendAt: new Date('2026-11-23T12:01:00Z') })).toBeNull();
    // 12:00 UTC is midnight at UTC−12.
    expect(passed({ timing: 'local', localDay: '2026-11-23', localTime: '00:01' })).toBeNull();
    expect(passed({ timing: 'local', localDay: '2026-11-22', localTime: '23:59' })).toBe('localDay');
  });

  it('waits for the end of the quiet hours where the visitor is', () => {
    expect(due({ quiet: QUIET }, 'Europe/Berlin')).toBe(NOW.toISOString());
    // 21:00 and 22:00 on the clocks of Tokyo and Brisbane; 04:00 in Los Angeles.
    expect(due({ quiet: QUIET }, 'Asia/Tokyo')).toBe(NOW.toISOString());
    expect(due({ quiet: QUIET }, 'Australia/Brisbane')).toBe('2026-11-23T22:00:00.000Z');
    expect(due({ quiet: QUIET }, 'America/Los_Angeles')).toBe('2026-11-23T16:00:00.000Z');
  });

  it('exists on days on which clocks change', () => {
    // Clocks in Berlin skip 02:00 to 03:00 on 29 March 2026, and repeat it on 25 October.
    const at = (localDay: string) => ({ timing: 'local', localDay, localTime: '02:30' }) as const;
    const early = new Date('2026-01-01T00:00:00Z');
    expect(due(at('2026-03-29'), 'Europe/Berlin', early)).toBe('2026-03-29T01:00:00.000Z');
    expect(due(at('2026-10-25'), 'Europe/Berlin', early)).toBe('2026-10-25T00:30:00.000Z');
  });

  it('keeps a message no longer than its offer lasts', () => {
    expect(ttlOf({ ttlHours: 24, offerEndsAt: null }, NOW)).toBe(86_400);
    expect(ttlOf({ ttlHours: 24, offerEndsAt: new Date('2026-11-23T12:30:00Z') }, NOW)).toBe(1_800);
    expect(ttlOf({ ttlHours: 1, offerEndsAt: new Date('2026-12-01T00:00:00Z') }, NOW)).toBe(3_600);
    expect(ttlOf({ ttlHours: 24, offerEndsAt: new Date('2026-11-23T11:59:00Z') }, NOW)).toBe(0);
  });
});

describe('the answer of a push service', () => {
  const judged = (http: number, retryAfter?: string) =>
    outcomeOf({ http, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } }, NOW);

  it('is accepted, ended, refused, our fault, or tried again', () => {
    for (const http of [200, 201, 202]) expect(judged(http)).toEqual({ kind: 'accepted' });
    for (const http of [404, 410]) expect(judged(http)).toEqual({ kind: 'gone' });
    for (const http of [400, 401, 403]) expect(judged(http)).toEqual({ kind: 'refused', needsRenewal: true });
    expect(judged(406)).toEqual({ kind: 'refused', needsRenewal: false });
    expect(judged(301)).toEqual({ kind: 'refused', needsRenewal: false });
    expect(judged(413)).toEqual({ kind: 'tooLarge' });
    for (const http of [408, 429, 500, 503]) expect(judged(http)).toEqual({ kind: 'retry', afterS: null });
  });

  it('may say when to try again, as a number or as a date, which is kept within a day', () => {
    expect(judged(429, '120')).toEqual({ kind: 'retry', afterS: 120 });
    expect(judged(503, 'Mon, 23 Nov 2026 12:05:00 GMT')).toEqual({ kind: 'retry', afterS: 300 });
    expect(judged(503, 'Mon, 23 Nov 2026 11:00:00 GMT')).toEqual({ kind: 'retry', afterS: 1 });
    expect(judged(503, '999999999')).toEqual({ kind: 'retry', afterS: 86_400 });
    for (const odd of ['soon', '1e9']) expect(judged(503, odd)).toEqual({ kind: 'retry', afterS: null });
    expect(nextTry(1, 120, NOW)?.toISOString()).toBe('2026-11-23T12:02:00.000Z');
    expect(nextTry(1, null, NOW)?.toISOString()).toBe('2026-11-23T12:00:30.000Z');
    expect(nextTry(6, 1, NOW)).toBeNull();
  });

  it('is missing for an address that may not be opened, which has ended', () => {
    expect(outcomeOfProblem('private_address')).toEqual({ kind: 'gone' });
    for (const problem of ['timeout', 'refused', 'unknown_host', 'tls'] as const)
      expect(outcomeOfProblem(problem)).toEqual({ kind: 'retry', afterS: null });
  });
});
