import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it } from 'vitest';
import { isSenderGone, readBody } from './request-body.ts';

it('tells a sender that has left from a failure of ours', async () => {
  const { promise: failure, resolve } = Promise.withResolvers<unknown>();
  const server = createServer((request) => {
    readBody(request, 1_000).catch(resolve);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{');
  await once(server, 'request');
  socket.destroy();
  expect(isSenderGone(await failure)).toBe(true);
  server.close();
  const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  expect([lost, new Error('aborted'), null].map(isSenderGone)).toEqual([false, false, false]);
});
