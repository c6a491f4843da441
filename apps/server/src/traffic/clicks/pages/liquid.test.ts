import { afterEach, expect, it, vi } from 'vitest';
import { pageBookOf } from './book.ts';
import { fillPage, parsePage } from './liquid.ts';
import { renderPage } from './render.ts';
import { Renderings } from './renderings.ts';

afterEach(() => void vi.restoreAllMocks());

it('fills a page although the process stood still for five seconds on the way', () => {
  const parsed = parsePage('<p>{{ headline }}</p><p>{{ text }}</p>');
  if (!parsed.ok) throw new Error(parsed.problem);
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 5_000;
    return now;
  });
  expect(fillPage(parsed.pieces, { headline: 'Offer', text: 'Today' })).toBe('<p>Offer</p><p>Today</p>');
  expect(now).toBeGreaterThan(5_000);
});

const GROWING = `{{ text${' | replace: "a", "aaaaaaaaaa"'.repeat(8)} }}`;

it.each([
  ['filters that make a text longer and longer', GROWING, 'a'],
  ['a filter on a long text, again and again', '{{ text | replace: "a", "bb" }}'.repeat(1_500), 'a'.repeat(1_000)],
  ['a long text, again and again', '{{ text }}'.repeat(5_000), '<b>&'.repeat(500)],
])('stops %s', (_, html, text) => {
  const parsed = parsePage(html);
  if (!parsed.ok) throw new Error(parsed.problem);
  expect(() => fillPage(parsed.pieces, { text })).toThrow('memory alloc limit exceeded');
});

it('bounds how often one client and all clients together make a page be rendered, and shows it without values then', () => {
  const variants = [{ id: 1, weight: 100, html: '<p>Hello {{ sub1 | downcase }}</p>' }];
  const book = pageBookOf({ templates: [{ id: 8, status: 'active', buttonId: null, css: '', texts: [], variants }] });
  const page = book.pages.get(8);
  const variant = page?.variants.list[0];
  if (page === undefined || variant === undefined) throw new Error('There is no page.');
  const place = { websiteId: 0, boxId: 0 };
  const showing = { book, page, variant, shown: { buttonId: 0, buttonVariantId: 0 }, place };
  const renderings = new Renderings();
  let now = 0;
  const named = (value: string, address: string): boolean => {
    const subs = [value, '', '', '', ''] as const;
    const visitor = { geo: 'DE', device: 'mobile', language: 'de', source: '', subs, cta: '' };
    const html = renderPage(showing, visitor, 'click', {
      failed: (error) => {
        throw error;
      },
      mayRender: () => renderings.allow(address, now),
    });
    expect(html).toContain('Hello');
    return html?.includes(`Hello ${value}<`) ?? false;
  };
  const count = (from: number, address: (at: number) => string) =>
    Array.from({ length: 500 }, (_, at) => named(`name${from + at}`, address(at))).filter(Boolean).length;
  // One client has ten, and others still have theirs.
  expect(count(0, () => '198.51.100.7')).toBe(10);
  expect(named('other', '198.51.100.8')).toBe(true);
  // Values that were shown lately cost nothing.
  expect([named('other', '198.51.100.7'), named('name0', '198.51.100.7')]).toEqual([true, true]);
  expect(count(1_000, (at) => `203.0.${at}.1`)).toBe(89);
  now += 20_000;
  expect(named('later', '198.51.100.7')).toBe(true);
});

it('reports a page that cannot be rendered once, and shows it to nobody', () => {
  const variants = [{ id: 1, weight: 100, html: GROWING }];
  const template = { id: 7, status: 'active', buttonId: null, css: '', texts: [{ name: 'text', text: 'a' }], variants };
  const book = pageBookOf({ templates: [template] });
  const page = book.pages.get(7);
  const variant = page?.variants.list[0];
  if (page === undefined || variant === undefined) throw new Error('There is no page.');
  const showing = {
    book,
    page,
    variant,
    shown: { buttonId: 0, buttonVariantId: 0 },
    place: { websiteId: 0, boxId: 0 },
  };
  const subs = ['', '', '', '', ''] as const;
  const visitor = { geo: 'DE', device: 'mobile', language: 'de', source: '', subs, cta: '' };
  const failed = vi.fn();
  for (let turn = 0; turn < 2; turn += 1) expect(renderPage(showing, visitor, 'click', { failed })).toBeUndefined();
  expect(failed).toHaveBeenCalledTimes(1);
  expect(failed.mock.calls[0]?.[0]).toMatchObject({ message: 'Template 7 cannot be rendered.' });
});
