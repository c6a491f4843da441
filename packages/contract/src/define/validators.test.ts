import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clampNumber,
  cutText,
  errorsOf,
  FORMAT_VALIDATORS,
  hasToBeANumber,
  hasToBeFilled,
  hasToBeFilledMultiSelect,
  sourceName,
  type TextFormat,
  targetUrl,
} from './validators.ts';

describe('has to be filled', () => {
  it.each([[null], [undefined], [''], [[]], [{}]])('refuses %j', (value) => {
    expect(hasToBeFilled(value)).toBe('Field has to be filled.');
  });

  it.each([[0], [-1], [Number.NaN], ['a'], [' '], [false], [[0]], [{ a: 1 }], [new Date(0)]])('passes %j', (value) => {
    expect(hasToBeFilled(value)).toBeNull();
  });

  it('looks at the value of a multi-select', () => {
    expect(hasToBeFilledMultiSelect({ value: [] })).toBe('Field has to be filled.');
    expect(hasToBeFilledMultiSelect({})).toBe('Field has to be filled.');
    expect(hasToBeFilledMultiSelect(undefined)).toBe('Field has to be filled.');
    expect(hasToBeFilledMultiSelect({ value: [3] })).toBeNull();
  });
});

describe('has to be a number', () => {
  it('passes every finite number and its text', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect([hasToBeANumber(value), hasToBeANumber(String(value))]).toEqual([null, null]);
      }),
    );
  });

  it.each([
    [''],
    [' '],
    ['1,5'],
    ['12 apples'],
    ['Infinity'],
    [Number.NaN],
    [Infinity],
    [null],
    [undefined],
    [[1]],
    [true],
  ])('refuses %s', (value) => {
    expect(hasToBeANumber(value)).toBe('Field has to be a number.');
  });
});

describe('source name', () => {
  it('is letters, digits and underscore, and not empty', () => {
    expect(sourceName('Google_Ads_2')).toBeNull();
    expect(sourceName('')).toBe('Source Name should not be empty.');
    for (const bad of ['a b', 'a-b', 'ä', 'a\n', 5])
      expect(sourceName(bad)).toBe('Please use letters and digits only.');
  });
});

describe('formats', () => {
  const cases: Record<TextFormat, [good: string[], bad: string[]]> = {
    sourceName: [['a_1'], ['a b']],
    url: [
      ['https://example.com', 'http://localhost:3000/a?b=c#d'],
      ['ftp://example.com', 'javascript:alert(1)', 'example.com', 'https://', 'https://a b', 'https://u:p@example.com'],
    ],
    targetUrl: [
      ['https://x.example/?c={click_id}&g={geo}'],
      ['https://{geo}.example/', 'https://x.example/{nope}', 'javascript:{click_id}', '{click_id}'],
    ],
    outgoingUrl: [
      ['https://x.example/?c={click_id}&p={payout}&e={event}'],
      ['https://{sub1}.example/', 'https://x.example/?c={clickid}', 'https://x.example/?g={geo}', 'ftp://x.example'],
    ],
    leadUrl: [
      ['https://x.example/api?key={api_key}&a={extra_age}'],
      ['https://{email}/', 'https://x.example/{payout}', 'https://x.example/{extra_}'],
    ],
    email: [['a.b+c@example.co.uk'], ['a', 'a@b', '@b.c', 'a b@c.de', 'a@b..c']],
    host: [
      ['example.com', 'a-b.example.co'],
      ['example', '-a.example', 'exa mple.com', 'https://example.com', 'a..b'],
    ],
    timeZone: [
      ['Europe/Berlin', 'UTC'],
      ['Mars/Olympus', ''],
    ],
    currency: [['EUR'], ['eur', 'EURO', '']],
    code: [
      ['DE', 'a-b_1'],
      ['a b', ''],
    ],
    whitelist: [
      ['ann@example.com', 'example.co.uk', '203.0.113.7', '10.0.0.0/8', '2001:db8::/32'],
      [
        'Ann@example.com',
        '2001:DB8::/32',
        '0.0.0.0/0',
        '10.0.0.0/33',
        'a@b@example.com',
        'example',
        '@example.com',
        'https://example.com',
      ],
    ],
    phone: [
      ['+43 1 2345678', '(030) 123-45', '0664/1234567', '+1 555 0100 x12'],
      ['', 'call me', '+', '1;2'],
    ],
    pagePath: [
      ['/', '/best-casinos/', '/größe_1.html'],
      ['', 'best', '/a b', '/a?b=1', 'https://example.com/'],
    ],
    lookerUrl: [
      [
        'https://lookerstudio.google.com/embed/reporting/1/page/2',
        'https://company.cloud.looker.com/embed/dashboards/3',
      ],
      [
        'http://lookerstudio.google.com/embed/1',
        'https://lookerstudio.google.com.evil.test/embed/',
        'https://evil.test/looker.com/',
      ],
    ],
  };

  it.each(Object.entries(cases))('%s takes what is right and refuses what is not', (format, [good, bad]) => {
    const validator = FORMAT_VALIDATORS[format as TextFormat];
    for (const value of good) expect(validator(value), value).toBeNull();
    for (const value of bad) expect(validator(value), value).toMatch(/\.$/);
  });

  it('say what is wrong with a target', () => {
    expect(targetUrl('https://x.example/{nope}')).toBe('Unknown macro {nope}.');
    expect(targetUrl(null)).toContain('http://');
  });
});

describe('fields', () => {
  it('are not validated while hidden', () => {
    expect(errorsOf('', [hasToBeFilled, hasToBeANumber])).toEqual([
      'Field has to be filled.',
      'Field has to be a number.',
    ]);
    expect(errorsOf('', [hasToBeFilled, hasToBeANumber], true)).toEqual([]);
  });

  it('clamp numbers to the bounds that are given', () => {
    expect([
      clampNumber(5, {}),
      clampNumber(5, { max: 3 }),
      clampNumber(5, { min: 7 }),
      clampNumber(5, { min: 0, max: 9 }),
    ]).toEqual([5, 3, 7, 5]);
  });

  it('cut texts without breaking a character', () => {
    expect([cutText('abc', 2), cutText('abc', 3), cutText('a😀', 2), cutText('abc', 0)]).toEqual([
      'ab',
      'abc',
      'a',
      '',
    ]);
  });
});
