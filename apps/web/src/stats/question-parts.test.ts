import { readQuestion } from '@signpost/contract/insight/stats/query.ts';
import { globalTab as tab } from '@signpost/contract/insight/stats/tabs/global.ts';
import { buildQuery, parseQuery } from '@signpost/contract/reading/brackets.ts';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { askable, asked, dateRangeProps, given, levelsIn, withParts } from './question-parts.ts';

// The tested module imports the session, which listens to other tabs and so needs a window.
vi.hoisted(() => vi.stubGlobal('window', new EventTarget()));

const VIENNA = 'Europe/Vienna';
const JANUARY = { start: '2026-01-01', end: '2026-01-31' };

it('uses the last 30 days in the person’s time zone when the address has no dates', () => {
  const question = readQuestion(tab, asked({}, VIENNA));
  const { start, end } = question.dateRange;
  expect((Date.parse(end) - Date.parse(start)) / 86_400_000).toBe(29);
  expect(question.timeZone).toBe(VIENNA);
});

it('prefers the dates and the time zone of the address', () => {
  const question = readQuestion(tab, asked({ dateRange: JANUARY, timeZone: 'UTC' }, VIENNA));
  expect(question).toMatchObject({ dateRange: JANUARY, timeZone: 'UTC' });
});

it('keeps the levels of a question through a round trip in the address', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9999 }), { maxLength: tab.startLevels.length }), (picked) => {
      const levels = tab.startLevels.map(({ type }, at) => {
        const selectedItemId = picked[at];
        return selectedItemId === undefined ? { type } : { type, selectedItemId };
      });
      const [first, ...rest] = levels;
      if (first === undefined) throw new Error('The tab starts with no level.');
      const search = parseQuery(buildQuery({ levels: levelsIn([first, ...rest]), dateRange: JANUARY }));
      expect(levelsIn(readQuestion(tab, asked(search, 'UTC')).levels)).toEqual(levels);
    }),
  );
});

it('keeps parts on another tab only if that tab supports them', () => {
  expect(askable(tab, { dateRange: JANUARY, compare: undefined }, VIENNA)).toEqual({ dateRange: JANUARY });
  expect(askable(tab, { dateRange: { start: '2026-02-30', end: 'never' } }, VIENNA)).toEqual({});
  expect(askable(tab, { timeZone: 'Mars/Olympus' }, VIENNA)).toEqual({});
});

it('returns to the first page with every change except of the page', () => {
  const now = { offset: '100', kingstat: '19' };
  expect(given(withParts(now, { limit: 250 }))).toEqual({ kingstat: '19', limit: 250 });
  expect(given(withParts(now, { offset: 200 }))).toEqual({ kingstat: '19', offset: 200 });
});

it('removes a part that is set to undefined', () => {
  expect(given(withParts({ filters: { geo: ['1'] } }, { filters: undefined }))).toEqual({});
});

it('keeps a relative date range in words, so that a link follows the calendar', () => {
  const changes: unknown[] = [];
  const question = readQuestion(tab, asked({ dateRange: 'last7Days' }, VIENNA));
  const props = dateRangeProps(question, { dateRange: 'last7Days' }, (parts) => changes.push(parts));
  expect(props.word).toBe('last7Days');
  props.onWord('last30Days');
  props.onChange(JANUARY);
  expect(changes).toEqual([{ dateRange: 'last30Days' }, { dateRange: JANUARY }]);
  expect(dateRangeProps(question, { dateRange: JANUARY }, () => undefined).word).toBeNull();
});
