import { expect, it } from 'vitest';
import { mailOfTemplate } from './from-template.ts';

it('begins an e-mail with the page of a template, its texts filled in and its button as a link', () => {
  const record = {
    texts: [
      { name: 'headline', text: 'Win & <smile>' },
      { name: 'small', text: 'From us' },
    ],
    variants: [
      { html: '<h1>{{ headline }}</h1><p>{{small}} in {{ country }}</p>{% button %}<a href="{{ click_url }}">Go</a>' },
      { html: 'never' },
    ],
  };
  expect(mailOfTemplate(record)).toEqual({
    subject: 'Win & <smile>',
    html: '<h1>Win &amp; &lt;smile&gt;</h1><p>From us in {{ country }}</p><a href="https://example.com/">See the offer</a><a href="https://example.com/">Go</a>',
  });
  expect(mailOfTemplate({ texts: [], variants: [] })).toEqual({ subject: '', html: '' });
});
