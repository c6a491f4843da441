import { addDays } from '@signpost/contract/dates/dates.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isIncomplete, type PickerEvent, pickerReducer, pickerState } from './date-range-picker.ts';

const october = { start: '2026-10-01', end: '2026-10-31' };
const today = '2026-11-21';
const run = (events: PickerEvent[], minDate: string | null = null, submitted: typeof october | null = october) =>
  events.reduce(pickerReducer, pickerState(submitted, today, minDate));

describe('the date-range picker', () => {
  it('opens on focus', () => {
    expect(run([{ type: 'focus' }]).focused).toBe(true);
  });

  it('sets only the start when the end equals the current end, and shows that as incomplete', () => {
    const state = run([{ type: 'focus' }, { type: 'choose', start: '2026-10-05', end: '2026-10-31' }]);
    expect(state).toMatchObject({ start: '2026-10-05', end: null, focused: true, submitted: october });
    expect(isIncomplete(state)).toBe(true);
  });

  it('submits and loses focus once both ends are chosen, even if the end stays the same', () => {
    const state = run([
      { type: 'focus' },
      { type: 'choose', start: '2026-10-05', end: '2026-10-31' },
      { type: 'choose', start: '2026-10-05', end: '2026-10-31' },
    ]);
    expect(state).toMatchObject({ submitted: { start: '2026-10-05', end: '2026-10-31' }, focused: false });
  });

  it('restores the submitted range when it loses focus with one end chosen', () => {
    const state = run([{ type: 'focus' }, { type: 'choose', start: '2026-10-05', end: null }, { type: 'blur' }]);
    expect(state).toEqual(pickerState(october, today));
    expect(isIncomplete(state)).toBe(false);
  });

  it('allows the same day for both ends', () => {
    const state = run([
      { type: 'choose', start: today, end: null },
      { type: 'choose', start: today, end: today },
    ]);
    expect(state.submitted).toEqual({ start: today, end: today });
  });

  it('refuses future days and days before the minimum', () => {
    const before = pickerState(october, today, '2023-06-01');
    for (const [start, end] of [
      ['2026-11-22', null],
      ['2026-11-01', '2026-11-22'],
      ['2023-05-31', '2026-10-01'],
    ] as const) {
      expect(pickerReducer(before, { type: 'choose', start, end })).toEqual(before);
    }
    expect(pickerReducer(before, { type: 'set', range: { start: '2020-01-01', end: today } })).toEqual(before);
    expect(pickerReducer(before, { type: 'choose', start: 'soon', end: null })).toEqual(before);
  });

  it('accepts the ends in either order', () => {
    const state = run([{ type: 'choose', start: '2026-11-10', end: '2026-11-03' }]);
    expect(state.submitted).toEqual({ start: '2026-11-03', end: '2026-11-10' });
  });

  it('shows no error while nothing is chosen', () => {
    expect(isIncomplete(run([{ type: 'focus' }], null, null))).toBe(false);
  });

  it('always has a complete, ordered submitted range without future days', () => {
    const day = fc.integer({ min: -1200, max: 3 }).map((offset) => addDays(today, offset));
    const event: fc.Arbitrary<PickerEvent> = fc.oneof(
      fc.constant<PickerEvent>({ type: 'focus' }),
      fc.constant<PickerEvent>({ type: 'blur' }),
      fc.record({ type: fc.constant('choose' as const), start: day, end: fc.option(day) }),
      fc.record({ type: fc.constant('set' as const), range: fc.record({ start: day, end: day }) }),
    );
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const state = run(events, '2023-06-01');
        const { start, end } = state.submitted ?? october;
        expect(start <= end && end <= today && start >= '2023-06-01').toBe(true);
        if (!state.focused && !isIncomplete(state)) expect([state.start, state.end]).toEqual([start, end]);
      }),
    );
  });
});
