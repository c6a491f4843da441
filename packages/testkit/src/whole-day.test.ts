import { expect, it } from 'vitest';
import { untilWholeDay } from './whole-day.ts';

it('waits for midnight only if less than the needed time is left of the day', () => {
  const at = (time: string) => Date.parse(`2028-02-29T${time}Z`);
  expect(untilWholeDay(at('00:00:00'), 300_000)).toBe(0);
  expect(untilWholeDay(at('23:55:00'), 300_000)).toBe(0);
  expect(untilWholeDay(at('23:55:00.001'), 300_000)).toBe(299_999);
  expect(untilWholeDay(at('23:59:59.999'), 300_000)).toBe(1);
});
