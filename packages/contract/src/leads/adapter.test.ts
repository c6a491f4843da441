import { expect, it } from 'vitest';
import { readAnswer } from './adapter.ts';

const adapter = {
  headers: {},
  body: {},
  read: { accepted: { path: 'status', is: ['ok'] }, redirect: 'url', reason: 'why', redirectAccepts: true },
};

/** What a buyer answers with a redirect → where the visitor goes. */
it.each<[url: unknown, target: string | null]>([
  ['https://ok.example/a?b=1#c', 'https://ok.example/a?b=1#c'],
  [' https://ok.example/a ', 'https://ok.example/a'],
  ['HTTPS://OK.example', 'https://ok.example/'],
  ['https://ok.example/\0x', 'https://ok.example/%00x'],
  ['https://ok.example/a b', 'https://ok.example/a%20b'],
  ['https://ok.example/a\nb', 'https://ok.example/ab'],
  ['https://ok.example/\ud800', 'https://ok.example/%EF%BF%BD'],
  ['//ok.example/a', null],
  ['/welcome', null],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['https://', null],
  ['', null],
  [null, null],
  [7, null],
  [{ url: 'https://ok.example/' }, null],
])('reads the address %j of an acceptance as %j', (url, target) => {
  const body = JSON.stringify({ status: 'ok', url });
  expect(readAnswer(adapter, { http: 200, location: null, body })).toMatchObject({
    outcome: 'accepted',
    redirectUrl: target,
  });
  if (typeof url === 'string')
    expect(readAnswer(adapter, { http: 302, location: url, body: '' })).toMatchObject({ redirectUrl: target });
});

it('reads an answer that is nested too deep as one that is not JSON', () => {
  const body = `{"status":"ok","more":${'['.repeat(1_000)}${']'.repeat(1_000)}}`;
  expect(readAnswer(adapter, { http: 200, location: null, body })).toMatchObject({ outcome: 'error' });
});
