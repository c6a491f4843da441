import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openClickHouse } from './clickhouse.ts';
import { newId } from './ids.ts';
import { createLog } from './log.ts';
import { camelCase, snakeCase } from './names.ts';
import { openSession } from './postgres.ts';
import { reaching, StartError, startSentence } from './start-error.ts';

it('makes ids that are UUIDs of version 7 and sort by time', () => {
  const at = (ms: number): string => newId({ now: () => new Date(ms) });
  expect(at(0)).toMatch(/^00000000-0000-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 45 }), fc.integer({ min: 1, max: 1e6 }), (ms, later) => {
      expect(at(ms) < at(ms + later)).toBe(true);
    }),
  );
});

it('maps names to SQL and back', () => {
  expect(snakeCase('leadCapPerDay')).toBe('lead_cap_per_day');
  expect(snakeCase('sub1')).toBe('sub1');
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z][a-z0-9]*([A-Z][a-z0-9]+){0,3}$/), (name) => {
      expect(camelCase(snakeCase(name))).toBe(name);
    }),
  );
});

it('keeps tokens, passwords and addresses out of the log', () => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', name: 'test', destination: { write: (line) => lines.push(line) } });
  const url = '/postback/k?click_id=1&secret=hidden&token=hidden';
  log.info({
    authorization: 'Bearer hidden',
    req: { headers: { cookie: 'hidden' }, url },
    user: { email: 'hidden@x.org' },
  });
  log.info('sent to hidden@example.com with Bearer hidden.hidden');
  log.error({ err: new Error('connect postgres://signpost:hidden@127.0.0.1/x') }, 'failed');
  log.info({ accessToken: 'hid"den', count: 3 }, 'ok');
  // PostgreSQL's client hangs the whole connection on its errors.
  log.warn({ err: Object.assign(new Error('lost'), { code: '57P01', client: { user: 'hidden' } }) }, 'lost');
  expect(lines.join('')).not.toContain('hidden');
  expect(lines.join('')).not.toContain('hid\\"den');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    req: { url: '/postback/k?click_id=1&secret=[redacted]&token=[redacted]' },
  });
  expect(JSON.parse(lines[3] ?? '')).toMatchObject({ count: 3, msg: 'ok' });
  expect(JSON.parse(lines[4] ?? '')).toMatchObject({
    err: { message: 'lost', code: '57P01', stack: expect.any(String) },
  });
});

it('explains common problems at start, and leaves programming errors their stack trace', () => {
  const failed = (code: string | number, more: object = {}) => Object.assign(new Error('x'), { code, ...more });
  expect(startSentence(new StartError('As it is.'))).toBe('As it is.');
  expect(startSentence(failed('EADDRINUSE', { port: 4000 }))).toMatch(/^Port 4000 is taken by another program/);
  expect(startSentence(failed('EACCES', { path: '/var/x' }))).toMatch(/^\/var\/x is not writable/);
  for (const full of ['ENOSPC', '53100', 243]) expect(startSentence(failed(full))).toMatch(/^The disk is full/);
  expect(startSentence(new TypeError('undefined is not a function'))).toBeUndefined();
});

it('says of a database that cannot be reached which address it is, and which variable to correct', async () => {
  const refusedBy = (cause: Error) => reaching('DATABASE_URL', () => Promise.reject(cause));
  const closed = createServer();
  await new Promise<void>((done) => closed.listen(0, '127.0.0.1', done));
  const { port } = closed.address() as AddressInfo;
  await new Promise((done) => closed.close(done));
  await expect(
    reaching('DATABASE_URL', () => openSession(`postgres://x:y@127.0.0.1:${port}/x`, 'test')),
  ).rejects.toThrow(
    `127.0.0.1 port ${port} refuses the connection: start the database there, or correct DATABASE_URL.`,
  );
  const clickhouse = openClickHouse({ url: `http://127.0.0.1:${port}/x` });
  await expect(reaching('CLICKHOUSE_URL', () => clickhouse.command('SELECT 1'))).rejects.toThrow(
    `127.0.0.1 port ${port} refuses the connection: start the database there, or correct CLICKHOUSE_URL.`,
  );
  await clickhouse.close();
  await expect(refusedBy(Object.assign(new Error('x'), { code: '28P01' }))).rejects.toThrow(
    /^PostgreSQL refuses the user or the password: correct them in DATABASE_URL\.$/,
  );
  await expect(refusedBy(new StartError('As it is.'))).rejects.toThrow(/^As it is\.$/);
  await expect(refusedBy(new TypeError('a mistake'))).rejects.toThrow(TypeError);
});
