import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { unpacked } from './unpacked.ts';

const TEXT = '{"success":false,"message":"unknown click"}';
const read = async (body: Buffer, encoding?: string, largest = 1_000) =>
  (await unpacked(body, encoding, largest)).toString();

it.each([
  ['gzip', gzipSync(TEXT)],
  ['x-gzip', gzipSync(TEXT)],
  [' GZIP ', gzipSync(TEXT)],
  ['deflate', deflateSync(TEXT)],
  ['deflate', deflateRawSync(TEXT)],
  ['br', brotliCompressSync(TEXT)],
  ['gzip', Buffer.from(TEXT)],
  ['deflate', Buffer.from(TEXT)],
  ['br', Buffer.from(TEXT)],
  ['identity', Buffer.from(TEXT)],
  ['zstd', Buffer.from(TEXT)],
  [undefined, Buffer.from(TEXT)],
])('reads a body that says to be %s', async (encoding, body) => {
  expect(await read(body, encoding)).toBe(TEXT);
});

it('keeps an empty body and the beginning of one that was cut off', async () => {
  for (const encoding of ['gzip', 'deflate', 'br']) expect(await read(Buffer.alloc(0), encoding)).toBe('');
  const long = Array.from({ length: 2_000 }, (_, at) => `line ${at}\n`).join('');
  const part = await read(gzipSync(long).subarray(0, 2_000), 'gzip', 1_000_000);
  expect(part.length).toBeGreaterThan(1_000);
  expect(long.startsWith(part)).toBe(true);
});

it('cuts off at the bound, however much a small body unpacks to', async () => {
  for (const body of [gzipSync(Buffer.alloc(50_000_000, 97))])
    expect(await read(body, 'gzip', 1_000)).toBe('a'.repeat(1_000));
});
