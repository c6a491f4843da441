import { expect, it } from 'vitest';
import { somebody } from '../testing/asker.ts';
import { parseTable } from './parse.ts';
import { piecesOf } from './pieces.ts';

it('divides rows by their cells and by their characters, and keeps their order', () => {
  const wide = Array.from({ length: 60 }, (_, at) => Array.from({ length: 1_000 }, () => String(at)));
  const long = Array.from({ length: 5 }, () => ['x'.repeat(600_000)]);
  const pieces = [...piecesOf([...wide, ...long])];
  expect(pieces.flat()).toEqual([...wide, ...long]);
  expect(pieces.map(({ length }) => length)).toEqual([10, 10, 10, 10, 10, 10, 1, 1, 1, 1, 1]);
});

it('takes a table over in pieces, between which others are served', async () => {
  const most = { rows: 200_000, columns: 200, cells: 5_000_000 };
  const lines = Buffer.from(`${'1,'.repeat(49)}1\n`.repeat(40_000));
  let turns = 0;
  let isRead = false;
  const others = (): void => {
    turns += 1;
    if (!isRead) setImmediate(others);
  };
  setImmediate(others);
  const { rows } = await parseTable(lines, somebody(), { limits: most });
  isRead = true;
  expect(rows).toHaveLength(40_000);
  // Two million cells, of which no more than ten thousand arrive at once.
  expect(turns).toBeGreaterThan(2_000_000 / 10_000);
});
