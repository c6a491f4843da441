import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillMacros, MACROS, targetUrlProblem, unknownMacros } from './macros.ts';

describe('macros', () => {
  it('are the documented ones', () => {
    const listed =
      'click_id geo device source sub1 sub2 sub3 sub4 sub5 campaign_id box_id offer_id partner_id code timestamp';
    expect(MACROS.join(' ')).toBe(listed);
  });

  it('are filled in and encoded every time they occur, and empty when the value is unknown', () => {
    const template = 'https://x.example/?c={click_id}&g={geo}&g2={geo}&s={sub1}&n={sub2}';
    expect(fillMacros(template, { click_id: 'a', geo: 'DE', sub1: 'a b&c=d/é' })).toBe(
      'https://x.example/?c=a&g=DE&g2=DE&s=a%20b%26c%3Dd%2F%C3%A9&n=',
    );
  });

  it('are listed and left in place when they are unknown', () => {
    expect(unknownMacros('https://x.example/{geo}/{country}?a={aff}&b={aff}')).toEqual(['country', 'aff']);
    expect(fillMacros('https://x.example/{country}', {})).toBe('https://x.example/{country}');
    expect(targetUrlProblem('https://x.example/?a={aff}')).toBe('Unknown macro {aff}.');
  });

  it('are refused in the host name', () => {
    const bad = ['https://{sub1}/x', 'https://a.example{sub1}', '{sub1}://x.example', '{sub1}', 'https:\\\\{sub1}'];
    for (const template of [...bad, 'https://{sub1}@x.example/']) {
      expect(targetUrlProblem(template), template).toBe('The host name cannot contain a macro.');
    }
    expect(targetUrlProblem('https://x.example?c={click_id}')).toBeNull();
  });

  it('never change the host of a target, whatever a visitor sends', () => {
    const templates = fc.constantFrom(
      'https://x.example/a?s={sub1}',
      'https://x.example/{sub1}',
      'https://x.example#{sub1}',
    );
    fc.assert(
      fc.property(templates, fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (template, odd, text) => {
        for (const sub1 of [odd, text]) {
          const url = new URL(fillMacros(template, { sub1 }));
          expect(url.host).toBe('x.example');
          if (template.includes('?')) expect(url.searchParams.get('s')).toBe(sub1.toWellFormed());
        }
      }),
    );
    expect(new URL(fillMacros('https://x.example/?s={sub1}', { sub1: '\uD800' })).host).toBe('x.example');
  });
});
