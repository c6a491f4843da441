import { expect, test } from 'vitest';
import { pauseAfter } from './live-pause.ts';

test('Live figures are asked for a second after a quick answer, and seldom while answers are slow.', () => {
  expect([0, 30, 100].map(pauseAfter)).toEqual([1_000, 1_000, 1_000]);
  expect([101, 900, 4_000].map(pauseAfter)).toEqual([2_000, 9_000, 40_000]);
});
