import { expect, it } from 'vitest';
import { RecentClicks } from './recent-clicks.ts';

const idOf = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const lineOf = (n: number, sub1: string): string =>
  JSON.stringify({ at: '2026-11-22T10:00:00.000Z', fact_id: idOf(n), kind: 'visit', visitor_id: '1', sub1 });

it('gives back a click with any text, and lets it leave once', () => {
  const recent = new RecentClicks();
  recent.put(idOf(1), lineOf(1, 'ä 中 😀'), false);
  expect(recent.get(idOf(1))).toMatchObject({ clickId: idOf(1), sub1: 'ä 中 😀' });
  expect([recent.leave(idOf(1)), recent.leave(idOf(1)), recent.leave(idOf(2))]).toEqual([true, false, false]);
});

it('holds at most twice its bytes, however long the lines are, and drops the oldest clicks first', () => {
  const most = 1024 * 1024;
  for (const length of [0, 500, 8_000]) {
    const recent = new RecentClicks(most);
    const line = lineOf(0, '中'.repeat(length));
    for (let n = 0; n < 10_000; n += 1) recent.put(idOf(n), line.replace(idOf(0), idOf(n)), false);
    const held = Array.from({ length: 10_000 }, (_, n) => recent.get(idOf(n)) !== undefined);
    const count = held.filter(Boolean).length;
    expect(count * Buffer.byteLength(line)).toBeLessThanOrEqual(2 * most);
    expect(held.slice(-count).every(Boolean)).toBe(true);
    expect(count).toBeGreaterThan(most / (Buffer.byteLength(line) + 400));
  }
});
