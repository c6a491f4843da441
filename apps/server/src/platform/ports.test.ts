import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePort } from './ports.ts';

it('A free port is given once, is below those that the system gives away, and is none that somebody listens on.', async () => {
  const first = await freePort();
  const next = first + 1;
  const occupied = createServer().listen(next, '127.0.0.1');
  await once(occupied, 'listening');
  const others = [await freePort(), await freePort(), await freePort()];
  occupied.close();
  expect(new Set([first, ...others]).size).toBe(4);
  expect(others).not.toContain(next);
  expect(Math.max(first, ...others)).toBeLessThan(32_768);
});
