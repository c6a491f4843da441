import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { specialLink } from './special-link.ts';

const hosts = ['go.example', 'l.example:4001'];

describe('special links', () => {
  it.each([
    ['https://any.example/box_12', 'https://any.example/box_12', 'box', '12'],
    ['https://any.example/x/bs_7/more?sub1=a#top', 'https://any.example/x/bs_7', 'seoBox', '7'],
    ['/b_abc-1?x=1', '/b_abc-1', 'banner', 'abc-1'],
    ['box_5 and some text', 'box_5', 'box', '5'],
    ['  https://go.example/q1?code=a', 'https://go.example/q1', 'short', null],
    ['go.example', 'go.example', 'short', null],
    ['https://any.example/mybox_1', 'https://any.example/mybox_1', 'box', '1'],
    ['https://any.example/lob_by?x=1', 'https://any.example/lob_by', 'banner', 'by'],
    ['https://any.example/web_site/box_12/more', 'https://any.example/web_site/box_12', 'box', '12'],
    ['any.example/tabs_9/x', 'any.example/tabs_9', 'seoBox', '9'],
    ['//GO.example/box_3/', '//GO.example/box_3', 'box', '3'],
    ['http://l.example:4001/d_sale"', 'http://l.example:4001/d_sale', 'short', null],
  ])('recognise %s and cut off the rest', (text, link, kind, id) => {
    expect(specialLink(text, hosts)).toEqual({ link, kind, id });
  });

  it.each([
    'https://web_1.any.example/x',
    'https://any.example/?next=/box_1',
    'https://any.example/#/b_1',
    'https://go.example.evil.example/x',
    'https://evil.example/go.example',
    'https://any.example/box_',
    'plain words',
    '',
  ])('are not %s', (text) => {
    expect(specialLink(text, hosts)).toBeNull();
  });

  it('are part of their text and are recognised again on their own', () => {
    const text = fc.oneof(
      fc.string(),
      fc.webUrl().map((url) => `${url}/box_9`),
      fc.string().map((it) => `go.example/${it}`),
    );
    fc.assert(
      fc.property(text, (it) => {
        const found = specialLink(it, hosts);
        if (found === null) return;
        expect(it).toContain(found.link);
        expect(specialLink(found.link, hosts)).toEqual(found);
      }),
    );
  });
});
