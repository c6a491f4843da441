import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { somebody } from '../testing/asker.ts';
import type { Answer, Order } from './kinds.ts';
import { TABLE_LIMITS } from './limits.ts';
import { parseTable } from './parse.ts';
import { piecesOf } from './pieces.ts';
import { PARSER } from './program.ts';

it('divides rows by their cells and by their characters, and keeps their order', () => {
  const wide = Array.from({ length: 60 }, (_, at) => Array.from({ length: 1_000 }, () => String(at)));
  const long = Array.from({ length: 5 }, () => ['x'.repeat(600_000)]);
  const pieces = [...piecesOf([...wide, ...long])];
  expect(pieces.flat()).toEqual([...wide, ...long]);
  expect(pieces.map(({ length }) => length)).toEqual([10, 10, 10, 10, 10, 10, 1, 1, 1, 1, 1]);
});

it('hands over one piece at a time, each after the one before was taken over', async () => {
  const order: Order = {
    name: 'table',
    bytes: Buffer.from(`${'1,'.repeat(99)}1\n`.repeat(250)),
    limits: TABLE_LIMITS,
    ask: {},
  };
  const thread = new Worker(PARSER, { workerData: order, execArgv: [] });
  const answers: Answer[] = [];
  thread.on('message', (answer: Answer) => answers.push(answer));
  for (const rows of [100, 100, 50]) {
    const [piece] = await once(thread, 'message');
    expect(piece.rows).toHaveLength(rows);
    const count = answers.length;
    // Another thread reads a whole file meanwhile, and still no further piece has come.
    await parseTable(Buffer.from('a,b\n1,2\n'), somebody());
    expect(answers).toHaveLength(count);
    thread.postMessage('next');
  }
  await once(thread, 'exit');
  expect(answers.at(-1)).toMatchObject({ result: { count: 250 } });
});
