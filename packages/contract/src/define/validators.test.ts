import { describe, expect, it } from 'vitest';
import { FORMAT_VALIDATORS, isEmptyValue, sourceName, type TextFormat, targetUrl } from './validators.ts';

describe('an empty value', () => {
  it.each([[null], [undefined], [''], [[]], [{}]])('is %j', (value) => {
    expect(isEmptyValue(value)).toBe(true);
  });

  it.each([[0], [-1], [Number.NaN], ['a'], [' '], [false], [[0]], [{ a: 1 }], [new Date(0)]])('is not %j', (value) => {
    expect(isEmptyValue(value)).toBe(false);
  });
});

describe('source name', () => {
  it('contains only letters, digits and underscores and is not empty', () => {
    expect(sourceName('Google_Ads_2')).toBeNull();
    expect(sourceName('')).toBe('Source Name should not be empty.');
    for (const bad of ['a b', 'a-b', 'ä', 'a\n', 5])
      expect(sourceName(bad)).toBe('Please use letters and digits only.');
  });
});

describe('an address that is refused', () => {
  it.each([
    ['https://example.com/a b', 'An address has no spaces. Remove them, or write %20 for a space.'],
    ['https://example.com:99999/', 'This port does not exist. Enter a port from 1 to 65535, or remove it.'],
    ['https://example.com:x1/', 'This port does not exist. Enter a port from 1 to 65535, or remove it.'],
    ['https://example.com:0/', 'This port does not exist. Enter a port from 1 to 65535, or remove it.'],
    ['https://name:word@example.com/', 'Leave out the user name and the password of the address.'],
    ['https://[::1', 'The host of the address is not valid. Enter an address such as https://example.com/page.'],
    ['example.com', 'Enter a web address that starts with http:// or https://.'],
  ])('says what is wrong with %s', (text, message) => {
    expect(FORMAT_VALIDATORS.url(text)).toBe(message);
  });
});

describe('formats', () => {
  const cases: Record<TextFormat, [good: string[], bad: string[]]> = {
    sourceName: [['a_1'], ['a b']],
    letters: [['a_1'], ['a b', 'a-b', '']],
    androidUrl: [
      ['market://details?id=com.example.app', 'https://shop.example/{click_id}'],
      ['javascript:x', 'shop'],
    ],
    iosUrl: [['itms-apps://apps.apple.com/app/id1', 'https://shop.example/'], ['market://details?id=com.example.app']],
    appScheme: [
      ['example', 'com.example.app'],
      ['Example', 'example:', 'javascript', 'https', 'x'],
    ],
    url: [
      [
        'https://example.com',
        'http://localhost:3000/a?b=c#d',
        'HTTPS://OK.EXAMPLE/Path',
        'https://x.example./',
        'https://[2001:db8::1]:8443/',
        'https://bücher.example/%C3%BC',
      ],
      [
        'https:///x.example',
        'https://x..example/',
        'https://-x.example/',
        'https://x-.example/',
        'https://x.example:0/',
        'https://x.example/\\evil',
        'https://x.example/%zz',
        'https://x.example/100%',
        'https://?a=b',
        'ftp://example.com',
        'javascript:alert(1)',
        'example.com',
        'https://',
        'https://a b',
        'https://u:p@example.com',
      ],
    ],
    targetUrl: [
      ['https://x.example/?c={click_id}&g={geo}'],
      ['https://{geo}.example/', 'https://x.example/{nope}', 'javascript:{click_id}', '{click_id}'],
    ],
    campaignTarget: [
      ['https://x.example/?c={click_id}', '/p_12', '/p_12?s={sub1}'],
      ['/p_0', '/p_x', '/p_12/more', '//p_12.example', '/p_12?s={nope}', '/p_12#a', 'javascript:{click_id}'],
    ],
    hostAddress: [
      ['https://x.example/', 'https://x.example/{geo}?d={device}'],
      [
        'https://{geo}.example/',
        'https://x.example/{click_id}',
        'https://x.example/{{geo}}',
        'javascript:1',
        'x.example',
      ],
    ],
    parameterNames: [
      ['utm_source, gclid', 'ids[]'],
      ['*', 'utm_*', 'source', 'a=b', 'a&b'],
    ],
    placeName: [
      ['headline', 'cta_2'],
      ['', 'Headline', '2nd', 'a-b', 'a b'],
    ],
    hexColor: [['#1864ab'], ['', '#fff', '#1864AB', 'red', '#1864ab;}']],
    imageAddress: [
      ['https://x.example/a.png', '/images/0123456789abcdef0123456789abcdef.png'],
      [
        'javascript:alert(1)',
        'http://x.example/a.png',
        '/images/a.png',
        'https://x.example/"onload=',
        'data:image/png,',
      ],
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
    currencyOrCoin: [
      ['EUR', 'USDT', 'T0KEN'],
      ['eur', 'EU', '1NCH', 'ABCDEFGHIJK'],
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
      [
        '+43 1 2345678',
        '(030) 123-45',
        '0664/1234567',
        '+1 555 0100 x12',
        '0660–1234567',
        'tel:+43-660-1234567',
        '\u202d+43 660 1234567\u202c',
        '+43 (0) 660 1234567',
        '٠٦٦٠١٢٣٤٥٦٧',
        '+41 44 668 18 00, ext. 3',
        '0660 1',
        '4711',
      ],
      ['', 'call me', '+', '1;2', '1', '+4366012345678901234'],
    ],
    seriesPrefix: [
      ['ACME', 'A-1'],
      ['', 'acme', 'A B', 'ABCDEFGHIJKLM'],
    ],
    pagePath: [
      ['/', '/best-casinos/', '/größe_1.html'],
      ['', 'best', '/a b', '/a?b=1', 'https://example.com/'],
    ],
    timeOfDay: [
      ['00:00', '23:59'],
      ['24:00', '8:00', '12:60', ''],
    ],
    topics: [
      ['news', 'news, bonus', 'news,sport-2'],
      ['News', 'news,', 'a b', ''],
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

  it.each(Object.entries(cases))('accept valid and refuse invalid values: %s', (format, [good, bad]) => {
    const validator = FORMAT_VALIDATORS[format as TextFormat];
    for (const value of good) expect(validator(value), value).toBeNull();
    for (const value of bad) expect(validator(value), value).toMatch(/\.$/);
  });

  it('explain what is wrong with a target', () => {
    expect(targetUrl('https://x.example/{nope}')).toBe('Unknown macro {nope}.');
    expect(targetUrl(null)).toContain('http://');
  });
});
