import { afterEach, expect, it, vi } from 'vitest';
import { fillPage, parsePage } from './liquid.ts';

afterEach(() => void vi.restoreAllMocks());

it('fills a page although the process stood still for five seconds on the way', () => {
  const parsed = parsePage('<p>{{ headline }}</p><p>{{ text }}</p>');
  if (!parsed.ok) throw new Error(parsed.problem);
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 5_000;
    return now;
  });
  expect(fillPage(parsed.pieces, { headline: 'Offer', text: 'Today' })).toBe('<p>Offer</p><p>Today</p>');
  expect(now).toBeGreaterThan(5_000);
});
