import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePort, portToBeFree } from './ports.ts';

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

it('A start waits for the port of a process that is still ending, and refuses one that stays taken.', async () => {
  const other = createServer().listen(await freePort(), '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const place = { host: '127.0.0.1', port: address.port };
  const refused = portToBeFree(place, { onWait: () => {}, patienceMs: 0 });
  await expect(refused).rejects.toMatchObject({ code: 'EADDRINUSE', port: place.port });
  let waits = 0;
  await portToBeFree(place, {
    onWait: () => {
      waits += 1;
      other.close();
    },
  });
  expect(waits).toBe(1);
});
