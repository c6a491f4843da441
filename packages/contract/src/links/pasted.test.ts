import { expect, it } from 'vitest';
import { readLinks } from './pasted.ts';

const settings = { shortHosts: ['go.example'], base: 'https://go.example' };
const found = (...texts: string[]) => readLinks(texts, settings).map(({ url, special }) => [url, special]);

it('finds one link per line, or several between spaces and commas, and each once', () => {
  expect(
    found('https://a.example/1 https://b.example/2\nc.example/x?y=1\n\nhttps://a.example/1', 'http://d.example'),
  ).toEqual([
    ['https://a.example/1', null],
    ['https://b.example/2', null],
    ['https://c.example/x?y=1', null],
    ['http://d.example', null],
  ]);
  expect(found('"https://a.example/1", <https://b.example/2>;')).toEqual([
    ['https://a.example/1', null],
    ['https://b.example/2', null],
  ]);
});

it('recognises special links and cuts off what follows', () => {
  expect(
    found('go.example/box_12?source=x', 'https://else.example/bs_7/more', 'b_9&x', 'go.example/abc?x=1', '/box_5'),
  ).toEqual([
    ['https://go.example/box_12', 'box'],
    ['https://else.example/bs_7', 'seoBox'],
    ['https://go.example/b_9', 'banner'],
    ['https://go.example/abc', 'short'],
    ['https://go.example/box_5', 'box'],
  ]);
});

it('keeps macros, and names what is no address', () => {
  expect(found('https://a.example/?c={click_id}', 'no address', 'javascript:alert(1)')).toEqual([
    ['https://a.example/?c={click_id}', null],
    [null, null],
    [null, null],
  ]);
});
