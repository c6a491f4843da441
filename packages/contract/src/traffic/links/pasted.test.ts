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

it('finds links in brackets, in Markdown and in HTML', () => {
  const urls = (...texts: string[]) => found(...texts).map(([url]) => url);
  expect(urls('(https://par.example/x_(y))')).toEqual(['https://par.example/x_(y)']);
  expect(urls('see (https://a.example/x).')).toEqual(['https://a.example/x']);
  expect(urls('(www.a.example/x)')).toEqual(['https://www.a.example/x']);
  expect(urls('[one](https://a.example/1), ![two](https://a.example/2)')).toEqual([
    'https://a.example/1',
    'https://a.example/2',
  ]);
  expect(urls('<a href="https://a.invalid/x?y=1&amp;z=2">hi</a><img src=\'https://b.invalid/y\'>')).toEqual([
    'https://a.invalid/x?y=1&z=2',
    'https://b.invalid/y',
  ]);
  expect(urls(`https://a.example/x${')'.repeat(20_000)}`)).toEqual(['https://a.example/x']);
  // Inside an address, all of these belong to it.
  const whole = 'https://a.example/?to=https://b.example/(x)&amp;q=[1]';
  expect(urls(whole)).toEqual([whole]);
});

/** Signs and words that surround a link in mails, chats and tables. */
it.each([
  ['https://a.example/4\u200b', 'https://a.example/4'],
  ['\u202ahttps://a.example/20\u202c', 'https://a.example/20'],
  ['\u2066https://a.example/21\u2069.', 'https://a.example/21'],
  ['See https://a.example/7.', 'https://a.example/7'],
  ['https://a.example/7!', 'https://a.example/7'],
  ['https://a.example/8 (dead)', 'https://a.example/8'],
  ['https://a.example/18。', 'https://a.example/18'],
  ['https://a.example/19…', 'https://a.example/19'],
  ['“https://a.example/22”', 'https://a.example/22'],
  ['&lt;https://a.example/15&gt;', 'https://a.example/15'],
  ['https://a.example/16?a=1&amp;b=2', 'https://a.example/16?a=1&amp;b=2'],
  ['https://a.example/x_(y)', 'https://a.example/x_(y)'],
  // Words behind a link.
  ['https://a.example/promo is live', 'https://a.example/promo'],
  ['https://a.example/foo;bar and more', 'https://a.example/foo;bar'],
  ['https://a.example/30, thanks', 'https://a.example/30'],
  ['https://a.example/31 – sold out', 'https://a.example/31'],
  ['https://a.example/32\u00a0offline', 'https://a.example/32'],
  ['www.a.example/33 is live', 'https://www.a.example/33'],
  ['a.example/34 is live', 'https://a.example/34'],
  ['//a.example/35 is live', 'https://a.example/35'],
  // The markup of wikis, chats, forums and texts.
  ['<https://a.example/d/1|#1>', 'https://a.example/d/1'],
  ['<https://a.example/d/2|the second one>', 'https://a.example/d/2'],
  ['<https://a.example/d/3>', 'https://a.example/d/3'],
  ['see <https://a.example/d/4>.', 'https://a.example/d/4'],
  ['`text <https://a.example/d/5>`_', 'https://a.example/d/5'],
  ['[text](https://a.example/d/6)', 'https://a.example/d/6'],
  ['[some text](https://a.example/d/7 "title")', 'https://a.example/d/7'],
  ['[https://a.example/d/8](https://a.example/d/8)', 'https://a.example/d/8'],
  ['[text](<https://a.example/d/9>)', 'https://a.example/d/9'],
  ['[https://a.example/d/10 text]', 'https://a.example/d/10'],
  ['[[https://a.example/d/11 some text]]', 'https://a.example/d/11'],
  ['[[https://a.example/d/12|text]]', 'https://a.example/d/12'],
  ['[https://a.example/d/13|text]', 'https://a.example/d/13'],
  ['[text|https://a.example/d/14]', 'https://a.example/d/14'],
  ['[url=https://a.example/d/15]text[/url]', 'https://a.example/d/15'],
  ['[url]https://a.example/d/16[/url]', 'https://a.example/d/16'],
  ['"text":https://a.example/d/17', 'https://a.example/d/17'],
  ['https://a.example/d/18[text]', 'https://a.example/d/18'],
  ['https://a.example/d/19[some text]', 'https://a.example/d/19'],
  ['https://a.example/?q=[1]&r=a|b', 'https://a.example/?q=[1]&r=a|b'],
  ['http://[2001:db8::1]/x', 'http://[2001:db8::1]/x'],
])('finds in %j the link %s', (text, url) => {
  expect(found(text).filter(([address]) => address !== null)).toEqual([[url, null]]);
});

it('says why a text is no address', () => {
  const problems = (text: string) => readLinks([text], settings).map(({ problem }) => problem);
  expect(problems('nothing')).toEqual(['This is not a web address.']);
  expect(problems(`https://a.example/${'x'.repeat(15_000)}`)).toEqual(['The address is longer than 2000 characters.']);
  expect(problems('https://a.example/')).toEqual([null]);
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
