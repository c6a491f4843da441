import { describe, expect, it } from 'vitest';
import { ownLinkIn } from './own-link.ts';

const hosts = ['go.example', 'localhost:4001'];

describe('an own link in a field', () => {
  it.each([
    ['https://go.example/box_12/more?y=1', 'https://go.example/box_12', '/more?y=1', true, 'campaign box 12'],
    ['  go.example/bs_9#top ', 'go.example/bs_9', '#top', true, 'SEO campaign box 9'],
    ['http://localhost:4001/b_7?utm=x', 'http://localhost:4001/b_7', '?utm=x', true, 'banner or button 7'],
    ['https://GO.example/d_sale?x=1', 'https://GO.example/d_sale', '?x=1', true, 'short link'],
    ['https://go.example/box_12', 'https://go.example/box_12', '', false, 'campaign box 12'],
    ['https://go.example/box_12?sub1={sub1}', 'https://go.example/box_12', '?sub1={sub1}', false, 'campaign box 12'],
  ])('is recognised in %s', (text, link, rest, isCut, words) => {
    expect(ownLinkIn(text, hosts)).toEqual({ link, rest, isCut, words });
  });

  it.each([
    'https://partner.example/web_site/offer?x=1',
    'https://partner.example/box_12/more',
    'https://go.example.evil.example/box_12/more',
    'http://localhost:40011/box_12/more',
    '/p_12?x=1',
    '',
  ])('is nothing else: %s', (text) => {
    expect(ownLinkIn(text, hosts)).toBeNull();
  });
});
