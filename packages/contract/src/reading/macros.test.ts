import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressPattern, carriesClickId, fillMacros, MACROS, targetUrlProblem, unknownMacros } from './macros.ts';
import { readClickId } from './reference.ts';

describe('macros', () => {
  it('are the documented ones', () => {
    const listed =
      'click_id click_id_plain geo device source sub1 sub2 sub3 sub4 sub5 campaign_id box_id offer_id partner_id code cta timestamp';
    expect(MACROS.join(' ')).toBe(listed);
  });

  it('are filled in and encoded every time they occur, and empty when the value is unknown', () => {
    const template = 'https://x.example/?c={click_id}&g={geo}&g2={geo}&s={sub1}&n={sub2}';
    expect(fillMacros(template, { click_id: 'a', geo: 'DE', sub1: 'a b&c=d/é' })).toBe(
      'https://x.example/?c=a&g=DE&g2=DE&s=a%20b%26c%3Dd%2F%C3%A9&n=',
    );
  });

  it('include the click id without its dashes, for partners that take letters and digits only', () => {
    const id = '0193a7c1-1d2e-7f00-8a6b-00c11c1c1d00';
    const template = 'https://x.example/?c={click_id_plain}&d={click_id}';
    expect(fillMacros(template, { click_id: id })).toBe(
      `https://x.example/?c=0193a7c11d2e7f008a6b00c11c1c1d00&d=${id}`,
    );
    expect(readClickId('0193a7c11d2e7f008a6b00c11c1c1d00')).toEqual(readClickId(id));
    expect(['{click_id_plain}', '{click_id}', '{click}'].map(carriesClickId)).toEqual([true, true, false]);
  });

  it('are listed and left in place when they are unknown', () => {
    expect(unknownMacros('https://x.example/{geo}/{country}?a={aff}&b={aff}')).toEqual(['country', 'aff']);
    expect(fillMacros('https://x.example/{country}', {})).toBe('https://x.example/{country}');
    expect(targetUrlProblem('https://x.example/?a={aff}')).toBe('Unknown macro {aff}.');
  });

  it('include any parameter that the click keeps, by its name in any case', () => {
    const template = 'https://x.example/?g={param.gclid}&S={param.ScCid}&u={param.utm-x.y}&none={param.toString}';
    expect(targetUrlProblem(template)).toBeNull();
    expect(fillMacros(template, { param: { gclid: 'a b', sccid: 'c', 'utm-x.y': '1' } })).toBe(
      'https://x.example/?g=a%20b&S=c&u=1&none=',
    );
    expect(fillMacros(template, {})).toBe('https://x.example/?g=&S=&u=&none=');
    expect(targetUrlProblem('https://{param.host}/x')).toBe('The host name cannot contain a macro.');
    expect(targetUrlProblem('https://x.example/?a={param}')).toBe('Unknown macro {param}.');
    for (const name of ['param.', 'params.gclid', 'param.a b', `param.${'n'.repeat(41)}`])
      expect(targetUrlProblem(`https://x.example/?a={${name}}`), name).not.toBeNull();
    expect(new RegExp(addressPattern(template).replace('(?i:', '(?:')).test(fillMacros(template, {}))).toBe(true);
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

describe('the pattern of an address', () => {
  const matches = (template: string, url: string) =>
    // JavaScript knows the flag of a group under the same name as RE2.
    new RegExp(addressPattern(template)).test(url);

  it('matches the template with any values of its macros, and no other address', () => {
    const template = 'https://Shop.example/a+b?c={click_id}&o=1&s={sub1}';
    expect(matches(template, 'https://shop.example/a+b?c=0192&o=1&s=')).toBe(true);
    expect(matches(template, 'https://shop.example/a+b?c=a%26b&o=1&s=x')).toBe(true);
    for (const other of ['?c=0192&o=2&s=', '?c=0192&o=1&s=&t=1', '?c=1&o=1'])
      expect(matches(template, `https://shop.example/a+b${other}`)).toBe(false);
    expect(matches(template, 'https://shop.example/aab?c=0192&o=1&s=')).toBe(false);
  });

  it('matches every address that the template can be filled to', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (click, sub) => {
        const template = 'https://x.example/(a)/{click_id}?s={sub1}#[b]';
        expect(matches(template, fillMacros(template, { click_id: click, sub1: sub }))).toBe(true);
      }),
    );
  });
});
