/** Phone numbers and countries as people, address books and networks write them, each with its one right answer. */
import { describe, expect, it } from 'vitest';
import { leadBody, leadCountry, leadPerson } from '../leads/lead.ts';
import { readCountry } from './country.ts';
import { hasOtherPhones, readPhone } from './phone.ts';

describe('A text with a phone number', () => {
  it.each([
    ['+43 660 1234567, +43 1 7654321', true],
    ['+43 660 1234567; +43 1 7654321', true],
    ['+43 660 1234567;+43 1 7654321', true],
    ['0660 1234567,01 7654321', true],
    ['0660 1234567, Fax: 01 7654321', true],
    ['tel:+43 660 1234567; tel:+43 1 7654321', true],
    ['0660 1234567；01 7654321', true],
    ['0660 1234567, 0660 1234567', false],
    ['+43 660 1234567', false],
    ['+43 660 1234567,', false],
    ['+43 660 1234567; 12', false],
    ['tel:+436601234567;ext=1234567', false],
    ['tel:6601234567;phone-context=+43', false],
    ['+1 212 555 0123, ext. 1234567', false],
    ['+1 212 555 0123, x1234567', false],
    ['+1 212 555 0123,,1234567', false],
    ['+1 212 555 0123,1234567#', false],
  ])('%j has others: %s', (written, right) => {
    expect(readPhone(written)).not.toBeNull();
    expect(hasOtherPhones(written)).toBe(right);
  });
});

describe('A phone number', () => {
  it.each([
    ['+43 660 1234567', '+436601234567'],
    ['0043 660 1234567', '00436601234567'],
    ['0011 43 660 1234567', '0011436601234567'],
    ['+436601234567.0', '+436601234567'],
    ['+43 (0) 660 1234567', '+436601234567'],
    ['+43(0)660/1234567', '+436601234567'],
    ['0660 1234567', '06601234567'],
    ['0660–1234567', '06601234567'],
    ['0660\u20111234567', '06601234567'],
    ['0660\u22121234567', '06601234567'],
    ['0660.123.45.67', '06601234567'],
    ['(0660) 123-4567', '06601234567'],
    ['\u202d+43 660 1234567\u202c', '+436601234567'],
    ['\u200e+43 660 1234567', '+436601234567'],
    ['\ufeff+43\u00a0660\u202f1234567', '+436601234567'],
    ['+43\u200b6601234567', '+436601234567'],
    ['tel:+43-660-1234567', '+436601234567'],
    ['Tel.: +43 660 1234567', '+436601234567'],
    ['tel:+436601234567;ext=12', '+436601234567'],
    ['+1 (212) 555-0123 ext. 45', '+12125550123'],
    ['+1 212 555 0123 x45', '+12125550123'],
    ['+1 201 555 0123x12', '+12015550123'],
    ['+1 201 555 0123X 12', '+12015550123'],
    ['+1 201 555 0123ext12', '+12015550123'],
    ['+1 201 555 0123 extension 12', '+12015550123'],
    ['+1 201 555 0123 #12', '+12015550123'],
    ['+7 495 123-45-67 доб. 12', '+74951234567'],
    ['+7 495 123-45-67 (доб.12)', '+74951234567'],
    ['+7 495 123-45-67 вн. 12', '+74951234567'],
    ['+43 1 234567dw12', '+431234567'],
    ['\u0660\u0666\u0666\u0660 \u0661\u0662\u0663\u0664\u0665\u0666\u0667', '06601234567'],
    ['\u06f0\u06f9\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6\u06f7\u06f8\u06f9', '09123456789'],
    ['\u0966\u096f\u0967\u0968\u0969\u096a\u096b\u096c', '09123456'],
    ['＋４３６６０１２３４５６７', '+436601234567'],
    ['+43 660 · 123 45 67', '+436601234567'],
  ])('%j is read', (written, right) => {
    expect(readPhone(written)).toBe(right);
  });

  it.each([
    'call me',
    '',
    '+',
    '12345',
    '+4366012345678901',
    '0660 123 45 6a',
    'jo@example.com',
    '++43660123456',
    '0000000000',
    '+00000000',
    '43+660123456',
    'xx4366012345',
    '#12',
    'ext. 12345678',
  ])('%j is none', (written) => {
    expect(readPhone(written)).toBeNull();
  });
});

describe('A country', () => {
  it.each([
    ['AT', 'AT'],
    [' at ', 'AT'],
    ['UK', 'GB'],
    ['uk', 'GB'],
    ['GB', 'GB'],
    ['GBR', 'GB'],
    ['Great Britain', 'GB'],
    ['United Kingdom', 'GB'],
    ['EL', 'GR'],
    ['USA', 'US'],
    ['U.S.A.', 'US'],
    ['United States of America', 'US'],
    ['Österreich', 'AT'],
    ['osterreich', 'AT'],
    ['Deutschland', 'DE'],
    ['Germany\u200b', 'DE'],
    ['Czech Republic', 'CZ'],
    ['Czechia', 'CZ'],
    ['Türkiye', 'TR'],
    ['Turkey', 'TR'],
    ['Côte d’Ivoire', 'CI'],
    ['COTE D IVOIRE', 'CI'],
    ['Holland', 'NL'],
    ['POL', 'PL'],
    ['Españ\u0061', 'ES'],
    ['Suisse', 'CH'],
    ['Korea, Republic of', 'KR'],
    ['Korea (Republic of)', 'KR'],
    ["Korea, Democratic People's Republic of", 'KP'],
    ['Iran, Islamic Republic of', 'IR'],
    ['Iran (Islamic Republic of)', 'IR'],
    ['Taiwan, Province of China', 'TW'],
    ['Bolivia (Plurinational State of)', 'BO'],
    ['Venezuela, Bolivarian Republic of', 'VE'],
    ['Moldova, Republic of', 'MD'],
    ['Tanzania, United Republic of', 'TZ'],
    ['Congo, the Democratic Republic of the', 'CD'],
    ['Palestine, State of', 'PS'],
    ['Syrian Arab Republic', 'SY'],
    ['Ivory Coast', 'CI'],
    ['Cabo Verde', 'CV'],
    ['Cape Verde', 'CV'],
    ['Netherlands (Kingdom of the)', 'NL'],
    ['United Kingdom of Great Britain and Northern Ireland', 'GB'],
    ['Hong Kong', 'HK'],
    ['Burma', 'MM'],
    ['Swaziland', 'SZ'],
    ['Россия', 'RU'],
    ['中国', 'CN'],
    ['中國', 'CN'],
    ['Česko', 'CZ'],
    ['Magyarország', 'HU'],
    ['Ελλάδα', 'GR'],
    ['日本', 'JP'],
    ['대한민국', 'KR'],
    ['مصر', 'EG'],
    ['ישראל', 'IL'],
    ['भारत', 'IN'],
    ['ไทย', 'TH'],
    ['Україна', 'UA'],
    ['Sverige', 'SE'],
    ['Niger', 'NE'],
    ['Dominica', 'DM'],
    ['Georgia', 'GE'],
    ['MDG', 'MG'],
    ['Atlantis', null],
    ['EU', null],
    ['CS', null],
    ['cs', null],
    ['AN', null],
    ['CZ', 'CZ'],
    ['RS', 'RS'],
    ['ZZ', null],
    ['', null],
  ])('%j is %j', (written, code) => {
    expect(readCountry(written)).toBe(code);
  });
});

describe('A lead', () => {
  it('is taken with a phone number of an address book and the name of its country', () => {
    const taken = leadBody.parse({ phone: '\u202d+43 660 1234567\u202c', country: 'Austria' });
    expect([leadPerson(taken).phone, taken.country]).toEqual(['+436601234567', 'AT']);
    expect(leadBody.parse({ phone: '+436601234567', country: 'qz' }).country).toBe('qz');
    expect(leadCountry('qz', 'DE')).toEqual({ code: 'QZ', unread: null });
    expect(leadCountry('Atlantis', 'DE')).toEqual({ code: 'DE', unread: 'Atlantis' });
    expect(leadBody.safeParse({ phone: 'call me' }).error?.issues[0]?.message).toBe('This is not a phone number.');
    expect(leadBody.parse({ phone: '+436601234567', country: ' Atlantis ' }).country).toBe('Atlantis');
    expect(leadBody.parse({ phone: 'n/a', email: 'jo@net.example', country: '-' })).toEqual({
      email: 'jo@net.example',
    });
  });
});
