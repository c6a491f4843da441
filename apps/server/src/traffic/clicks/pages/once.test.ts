/** A page with values of its visitor is finished once, and looks as if it had been rendered and sanitised with each of them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageBookOf } from './book.ts';
import { fillPage, parsePage } from './liquid.ts';
import { type PageVisitor, renderPage } from './render.ts';

/** Shows a template again and again, and counts how often it was rendered. */
function shownPage(html: string) {
  const variants = [{ id: 1, weight: 100, html }];
  const texts = [{ name: 'headline', text: 'Shoes & more' }];
  const book = pageBookOf({ templates: [{ id: 8, status: 'active', buttonId: null, css: 'a>b{}', texts, variants }] });
  const page = book.pages.get(8);
  const variant = page?.variants.list[0];
  if (page === undefined || variant === undefined) throw new Error('There is no page.');
  const showing = {
    book,
    page,
    variant,
    shown: { buttonId: 0, buttonVariantId: 0 },
    place: { websiteId: 0, boxId: 0 },
  };
  let renderings = 0;
  const show = (visitor: PageVisitor): string => {
    const failed = (error: unknown): never => {
      throw error;
    };
    const mayRender = (): boolean => {
      renderings += 1;
      return true;
    };
    return renderPage(showing, visitor, 'the-click', { failed, mayRender }) ?? '';
  };
  return { show, renderings: () => renderings };
}

const visitorOf = (sub1: string, more: Partial<PageVisitor> = {}): PageVisitor => ({
  geo: 'DE',
  device: 'mobile',
  language: 'de',
  source: '',
  subs: [sub1, '', '', '', ''],
  cta: '',
  ...more,
});

/** The template with these values as the sanitiser returns it, as it was done for every visitor before. */
function bodyWith(html: string, { geo, device, language, source, subs }: PageVisitor): string {
  const parsed = parsePage(html);
  if (!parsed.ok) throw new Error(parsed.problem);
  const [sub1, sub2, sub3, sub4, sub5] = subs;
  const values = { headline: 'Shoes & more', geo, device, language, source, sub1, sub2, sub3, sub4, sub5 };
  return fillPage(parsed.pieces, { ...values, click_url: '/out/the-click' });
}

const ONCE = [
  '<p>Hello {{ sub1 }}</p>',
  '<p>{{sub1}}{{- sub1 -}} and {{ sub2 }} {{ sub1 }}</p>',
  '<img src="https://img.example/a.png" alt="For {{ sub1 }} and {{ source }}" title="{{ language }}">',
  '<p title="a {{ sub1 }}">{{ headline }} {% if geo == "DE" %}{{ sub1 }}{% else %}{{ sub3 }}{% endif %}</p>',
  '<span aria-label="{{ sub2 }}">{{ sub1 }}</span><a href="{{ click_url }}">{{ sub1 }} > {{ language }}</a>',
  '<p>{% comment %}{{ sub1 }}{% endcomment %}{{ sub2 }}</p><script>{{ sub1 }}</script>',
] as const;

const NOT_ONCE = [
  ['an address', '<a href="https://shop.example/?s={{ sub1 }}">x</a>'],
  ['the beginning of an address', '<a href="{{ sub1 }}">x</a>'],
  ['the address of an image', '<img src="https://img.example/{{ sub1 }}.png">'],
  ['a style', '<p style="color: {{ sub1 }}">x</p>'],
  ['a class', '<p class="{{ sub1 }}">x</p>'],
  ['a condition', '<p>{% if sub1 == "a" %}A{% endif %}{{ sub1 }}</p>'],
  ['a case', '<p>{% case sub1 %}{% when "a" %}A{% endcase %}{{ sub1 }}</p>'],
  ['a filter', '<p>{{ sub1 | upcase }}{{ sub1 }}</p>'],
  ['the argument of a filter', '<p>{{ headline | replace: "S", sub1 }}{{ sub1 }}</p>'],
] as const;

const HOSTILE = [
  '<b>',
  '"><img src=x onerror=alert(1)>',
  "' title='x",
  '&amp;&lt;&#34;',
  '{{ sub2 }}',
  '{% if %}',
  '$&',
  '\\1',
  '',
];
const value = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 20 }));
const visitors = fc.record({
  geo: fc.constantFrom('DE', 'AT', ''),
  device: fc.constantFrom('mobile', 'desktop'),
  language: value,
  source: value,
  subs: fc.tuple(value, value, value, value, value),
  cta: fc.constant(''),
});

describe('A page with values of its visitor', () => {
  it.each([...ONCE, ...NOT_ONCE.map(([, html]) => html)])('looks as if it was rendered with them: %s', (html) => {
    const { show } = shownPage(html);
    fc.assert(
      fc.property(visitors, (visitor) => {
        expect(show(visitor)).toContain(`<body>${bodyWith(html, visitor)}</body>`);
      }),
      { numRuns: 300 },
    );
  });

  it.each(ONCE)('is rendered once for all texts that a link may carry: %s', (html) => {
    const { show, renderings } = shownPage(html);
    for (let at = 0; at < 1_000; at += 1) show(visitorOf(`name ${at}`, { language: `l${at}` }));
    expect(renderings()).toBe(1);
  });

  it.each(NOT_ONCE)('is rendered with each value that stands in %s', (_, html) => {
    const { show, renderings } = shownPage(html);
    for (let at = 0; at < 20; at += 1) show(visitorOf(`name${at}`));
    expect(renderings()).toBeGreaterThanOrEqual(20);
  });

  it('never lets a value begin an element or an attribute, and has no mark left in it', () => {
    for (const html of ONCE) {
      const { show } = shownPage(html);
      const clean = show(visitorOf('harmless')).replaceAll('harmless', '');
      for (const hostile of HOSTILE.filter((one) => one !== '')) {
        const page = show(visitorOf(hostile));
        expect(page.match(/<[a-z]+/g)).toEqual(clean.match(/<[a-z]+/g));
        expect(page).not.toMatch(/m[0-9a-f]{24}\dx/);
      }
    }
  });

  it('is small, however many places it has', () => {
    const { show, renderings } = shownPage(`<p>${'{{ sub1 }}'.repeat(300)}</p>`);
    for (const name of ['a', 'b', 'c']) expect(show(visitorOf(name))).toContain(name.repeat(300));
    expect(renderings()).toBeGreaterThanOrEqual(3);
  });
});
