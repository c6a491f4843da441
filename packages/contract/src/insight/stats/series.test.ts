import { describe, expect, it } from 'vitest';
import { overAt, seriesUnit, spanAt } from './series.ts';

describe('the finished part of a chart', () => {
  const hours = ['2026-11-21T22:00', '2026-11-21T23:00', '2026-11-22T00:00', '2026-11-22T01:00'];

  it('leaves out the current hour and later ones', () => {
    expect(overAt(hours, '2026-11-22T00:00')).toEqual({ over: 2, goesOn: true });
    expect(overAt(hours, '2026-11-21T22:00')).toEqual({ over: 0, goesOn: true });
  });

  it('is all of a past range and nothing of a future one', () => {
    expect(overAt(hours, '2026-11-23T00:00')).toEqual({ over: 4, goesOn: false });
    expect(overAt(hours, '2026-11-20T00:00')).toEqual({ over: 0, goesOn: false });
    expect(overAt([], '2026-11-20T00:00')).toEqual({ over: 0, goesOn: false });
  });

  it('follows the days and weeks of the question’s time zone', () => {
    const at = new Date('2026-11-22T11:30:00Z');
    const now = (range: { start: string; end: string }, zone: string) => spanAt(at, seriesUnit(range), zone);
    const quarter = { start: '2026-09-01', end: '2026-11-23' };
    expect(now(quarter, 'Pacific/Kiritimati')).toBe('2026-11-23');
    expect(now(quarter, 'Pacific/Pago_Pago')).toBe('2026-11-22');
    expect(now({ start: '2026-01-01', end: '2026-11-23' }, 'UTC')).toBe('2026-11-16');
  });
});
