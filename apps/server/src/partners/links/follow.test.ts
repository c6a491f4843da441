import { expect, it } from 'vitest';
import type { Send } from '../../platform/outgoing.ts';
import { follow } from './follow.ts';

const START = 'https://partner.example/landing';
/** Far above what reading 100 KB takes, far below what a super-linear search of it would. */
const MOST_MS = 1_000;

/** A web whose first page has this body and whose other pages are empty. */
const pageOf =
  (body: string): Send =>
  async ({ url }) => ({
    http: 200,
    ms: 1,
    location: null,
    contentType: 'text/html',
    certificateUntil: null,
    headers: {},
    cookies: [],
    body: url === START ? body : '',
  });

const hopsOf = async (body: string): Promise<string[]> =>
  (await follow(pageOf(body), START, 'click', {})).hops.map(({ url }) => url);

it.each([
  '<meta http-equiv="refresh" content="0; url=/next?a=1&amp;b=2">',
  "<META content='0;URL=/next?a=1&b=2' HTTP-EQUIV = refresh />",
  `<html><head><meta charset="utf-8"><meta name=x content="y">\n<meta\n http-equiv=refresh\n content="3; url=/next?a=1&b=2">`,
])('follows a page that sends its visitor on: %s', async (body) => {
  expect(await hopsOf(body)).toEqual([START, 'https://partner.example/next?a=1&b=2']);
});

it.each([
  '<meta http-equiv="refresh" content="5">',
  '<meta name="refresh" content="url=/x">',
  '<meta http-equiv=refresh url=/x',
  '',
])('stays on a page that sends nobody on: %s', async (body) => {
  expect(await hopsOf(body)).toEqual([START]);
});

it.each(['<meta http-equiv=refresh', '<meta', '<meta http-equiv=refresh url=', '<meta http-equiv', '<meta >'])(
  'reads a hostile page that repeats %s without delay',
  async (piece) => {
    // The processor time of this thread: what else the machine does must not count.
    const began = process.threadCpuUsage();
    expect(await hopsOf(piece.repeat(100_000 / piece.length))).toEqual([START]);
    const { user, system } = process.threadCpuUsage(began);
    expect((user + system) / 1_000).toBeLessThan(MOST_MS);
  },
);
