import { expect, it } from 'vitest';
import { isAutomatic, storedPath } from './path.ts';

/** The paths that are opened on hosts of links without being links, and the part of them that is stored. */
const PATHS: [opened: string, stored: string][] = [
  ['/', '/'],
  ['/?utm_source=mail&email=a@b.example', '/'],
  ['/derby', '/derby'],
  ['//derby', '/derby'],
  ['/GPSI', '/GPSI'],
  ['/promo/summer-26', '/promo/summer-26'],
  ['/promo#top', '/promo'],
  ['/wp-login.php', '/wp-login.php'],
  ['/unsubscribe/ann@example.com', '/unsubscribe/*'],
  ['/unsubscribe/ann%40example.com/now', '/unsubscribe/*/now'],
  ['/call/436601234567', '/call/*'],
  ['/o/0190a2b4c6d8e0f11234567890abcdef', '/o/*'],
  ['/t/eyJhbGciOiJIUzI1NiJ9_abcdefgh', '/t/*'],
  ['/p/0199f1a2-7b3c-7d4e-8f5a-6b7c8d9e0f1a', '/p/*'],
  ['/сумка', '/%D1%81%D1%83%D0%BC%D0%BA%D0%B0'],
  ['/half\ud800surrogate', '/half%EF%BF%BDsurrogate'],
  ['/a b', '/a%20b'],
];

it.each(PATHS)('stores %s as %s', (opened, stored) => {
  expect(storedPath(opened)).toBe(stored);
});

it('stores a bounded part of a path', () => {
  expect(storedPath(`/${'a/'.repeat(300)}`)).toHaveLength(100);
});

it.each([
  ['/favicon.ico', true],
  ['/favicon', true],
  ['/apple-touch-icon-precomposed.png', true],
  ['/apple-touch-icon-120x120.png?x', true],
  ['/robots.txt', true],
  ['/.well-known/security.txt', true],
  ['/ads.txt', true],
  ['/favicons-sale', false],
  ['/robots', false],
  ['/', false],
])('tells that %s is asked for by a program: %s', (url, automatic) => {
  expect(isAutomatic(url)).toBe(automatic);
});
