/** Forms in which networks and trackers send ids, currencies and moments, each with its one right answer. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCurrency } from './currency.ts';
import { readMoment } from './moment.ts';
import { readClickId, readReference } from './reference.ts';

const ID = '0198c2d4-1111-7222-8333-944455556666';

describe('an id of another system', () => {
  it.each([
    'null',
    'NULL',
    '0',
    'undefined',
    'N/A',
    'n/a',
    '-',
    '--',
    'none',
    'nil',
    'NaN',
    'test',
    '',
    '  ',
    '\u200b',
    '#N/A',
    '(not set)',
    '[object Object]',
  ])('%j is none', (text) => {
    expect(readReference(text)).toEqual({ kind: 'none' });
  });

  it.each([
    '{transaction_id}',
    '{{transaction_id}}',
    '\x24{txid}',
    '[TXID]',
    '<txid>',
    '#txid#',
    '%TXID%',
    '%%TXID%%',
    '%7Btxid%7D',
    '__TXID__',
    '{aff_sub}',
    '{click.id}',
    'net-{transaction_id}',
    '$clickid$',
    '%{clickid}',
    '{ clickid }',
    '(af-id)',
    '(clickid)',
    '[[[order_id]]]',
    '[[tid]]',
    '{tid',
    'tid}',
    'ORDER_ID',
    'conversion_id',
    'YOUR_TRANSACTION_ID',
    'order-id',
    'REPLACE',
    'REPLACE_WITH_ORDER_ID',
    'OPTIONAL',
    'INSERT_ORDER_NUMBER',
  ])('%s is a macro that was not filled', (text) => {
    expect(readReference(text)).toEqual({ kind: 'unfilled', text });
  });

  it.each([
    ['TX-1', 'TX-1'],
    ['ORDER_ID_17', 'ORDER_ID_17'],
    ['order-1004', 'order-1004'],
    ['(17)', '(17)'],
    ['user17', 'user17'],
    ['\ufeffA1\u200b', 'A1'],
    [' 9182736455463728191 ', '9182736455463728191'],
    ['a b', 'a b'],
    ['100%', '100%'],
    ['[12]', '[12]'],
    ['00', null],
    ['testing', 'testing'],
    ['null-1', 'null-1'],
    ['#1001', '#1001'],
    ['50%_off_10%', '50%_off_10%'],
  ])('%j is read as %j', (text, id) => {
    expect(readReference(text)).toEqual(id === null ? { kind: 'none' } : { kind: 'reference', text: id });
  });

  it('with an invisible character inside is refused', () => {
    expect(readReference('A\u200b1')).toEqual({ kind: 'broken' });
  });

  it.each([
    ID,
    ID.toUpperCase(),
    ID.replaceAll('-', ''),
    `{${ID}}`,
    `"${ID}"`,
    `'${ID}'`,
    `(${ID})`,
    `[${ID}]`,
    `<${ID}>`,
    `urn:uuid:${ID}`,
    `${ID}\u200b`,
    `\u202d${ID}\u202c`,
    ` ${ID} `,
    `{${ID.replaceAll('-', '').toUpperCase()}}`,
  ])('%j is our click id', (text) => {
    expect(readClickId(text)).toBe(ID);
  });

  it.each(['', ID.slice(1), `${ID}0`, 'click', '{click_id}'])('%j is no click id of ours', (text) => {
    expect(readClickId(text)).toBeNull();
  });
});

describe('a currency', () => {
  it.each([
    ['eur', 'EUR'],
    ['US$', 'USD'],
    ['€', 'EUR'],
    ['978', 'EUR'],
    ['36', 'AUD'],
    ['Euro', 'EUR'],
    ['USDT', 'USDT'],
    ['USDC', 'USDC'],
    ['doge', 'DOGE'],
    ['USDT_TRC20', 'USDT'],
    ['USDT-TRC20', 'USDT'],
    ['USDTBEP20', 'USDT'],
    ['polygon_usdc', 'USDC'],
    ['usdt (ERC20)', 'USDT'],
    ['XBT', 'BTC'],
    ['₿', 'BTC'],
    ['\u200bGBP ', 'GBP'],
    ['RMB', 'CNY'],
    ['zł', 'PLN'],
    ['R$', 'BRL'],
    ['TRX', 'TRX'],
    ['Bitcoin', 'BTC'],
  ])('%j is %s', (text, code) => {
    expect(readCurrency(text)).toEqual({ kind: 'currency', code, factor: '1' });
  });

  it.each([
    ['mBTC', 'BTC', '0.001'],
    ['uBTC', 'BTC', '0.000001'],
    ['sats', 'BTC', '0.00000001'],
    ['GBX', 'GBP', '0.01'],
  ])('%s is a part of %s', (text, code, factor) => {
    expect(readCurrency(text)).toEqual({ kind: 'currency', code, factor });
  });

  it.each(['ZZZ', 'GOLD', 'T0KEN'])('%s is an unknown code, which is kept', (text) => {
    expect(readCurrency(text)).toEqual({ kind: 'unknown', code: text });
  });

  it.each(['$', '¥', 'kr', '{currency}', 'moon money', '12.5'])('%j is unreadable', (text) => {
    expect(readCurrency(text)).toEqual({ kind: 'unreadable', text });
  });

  it.each(['', 'null', 'N/A', 'undefined'])('%j is none', (text) => {
    expect(readCurrency(text)).toEqual({ kind: 'none' });
  });
});

describe('a moment', () => {
  it.each([
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20 10:30', '2026-11-20T10:30:00.000Z'],
    ['2026-11-20T10:30:05.250Z', '2026-11-20T10:30:05.250Z'],
    ['2026-11-20T10:30:05,250Z', '2026-11-20T10:30:05.250Z'],
    ['2026-11-20T10:30:05+02:00', '2026-11-20T08:30:05.000Z'],
    ['2026-11-20T10:30:05 02:00', '2026-11-20T08:30:05.000Z'],
    ['2026-11-20 10:30:05-0530', '2026-11-20T16:00:05.000Z'],
    ['2026-11-20T10:30:05+02', '2026-11-20T08:30:05.000Z'],
    ['2026-11-20 9:30:05', '2026-11-20T09:30:05.000Z'],
    ['2026-11-26 10:00:00 UTC', '2026-11-26T10:00:00.000Z'],
    ['2026/11/26 10:00:00', '2026-11-26T10:00:00.000Z'],
    ['2026.11.26 10:00', '2026-11-26T10:00:00.000Z'],
    ['20261126100000', '2026-11-26T10:00:00.000Z'],
    ['20261126T100000Z', '2026-11-26T10:00:00.000Z'],
    ['Fri, 20 Nov 2026 10:30:05 GMT', '2026-11-20T10:30:05.000Z'],
    ['Fri, 20 Nov 2026 10:30:05 +0200', '2026-11-20T08:30:05.000Z'],
    ['jan 20 2020', '2020-01-20T00:00:00.000Z'],
    ['January 20, 2020 08:15', '2020-01-20T08:15:00.000Z'],
    ['20-Nov-2026 10:30:05', '2026-11-20T10:30:05.000Z'],
    ['1763634605', '2025-11-20T10:30:05.000Z'],
    ['1763634605.123', '2025-11-20T10:30:05.123Z'],
    ['1763634605000', '2025-11-20T10:30:05.000Z'],
    ['1763634605123456', '2025-11-20T10:30:05.123Z'],
    ['1763634605123456789', '2025-11-20T10:30:05.123Z'],
    ['\u200b2026-11-20\u200b', '2026-11-20T00:00:00.000Z'],
    ['20171018T074308+00', '2017-10-18T07:43:08.000Z'],
    ['20171018T074308+0200', '2017-10-18T05:43:08.000Z'],
    ['20171018T074308-05:30', '2017-10-18T13:13:08.000Z'],
    ['20171018T074308 02', '2017-10-18T05:43:08.000Z'],
    ['20171018T074308.250Z', '2017-10-18T07:43:08.250Z'],
    ['/Date(1795790000000)/', '2026-11-27T14:33:20.000Z'],
    ['/Date(1795790000000+0200)/', '2026-11-27T14:33:20.000Z'],
    ['\\/Date(1795790000000)\\/', '2026-11-27T14:33:20.000Z'],
    ['Fri Nov 27 2026 14:30:00 GMT+0000 (Coordinated Universal Time)', '2026-11-27T14:30:00.000Z'],
    ['Fri Nov 20 2026 10:00:00 GMT+0100 (CET)', '2026-11-20T09:00:00.000Z'],
    ['Fri Nov 20 2026 10:00:00 GMT 0100 (CET)', '2026-11-20T09:00:00.000Z'],
    ['Fri Nov 27 14:30:00 2026', '2026-11-27T14:30:00.000Z'],
    ['Fri Nov  6 14:30:00 2026', '2026-11-06T14:30:00.000Z'],
    ['Fri Nov 27 14:30:00 UTC 2026', '2026-11-27T14:30:00.000Z'],
    ['Fri Nov 27 14:30:00 +0100 2026', '2026-11-27T13:30:00.000Z'],
    ['2026-11-27 14:30:00 +0000 UTC', '2026-11-27T14:30:00.000Z'],
    ['2026-11-27 14:30:00 UTC+02:00', '2026-11-27T12:30:00.000Z'],
    ['2026-11-26 10:00:00 EST', '2026-11-26T15:00:00.000Z'],
    ['2026-07-26 10:00:00 EST', '2026-07-26T15:00:00.000Z'],
    ['2026-07-26 10:00:00 edt', '2026-07-26T14:00:00.000Z'],
    ['16:23:34 May 05, 2026 PDT', '2026-05-05T23:23:34.000Z'],
    ['08:23:34 Jan 5, 2026 PST', '2026-01-05T16:23:34.000Z'],
    ['Sun, 05 Apr 2026 11:38:14 PST', '2026-04-05T19:38:14.000Z'],
    ['Fri Nov 27 14:30:00 CET 2026', '2026-11-27T13:30:00.000Z'],
    ['2026-11-26 10:00:00 CET', '2026-11-26T09:00:00.000Z'],
    ['2026-07-26 10:00:00 CEST', '2026-07-26T08:00:00.000Z'],
    ['2026-07-26 10:00:00 MESZ', '2026-07-26T08:00:00.000Z'],
    ['2026-11-26 10:00:00 MSK', '2026-11-26T07:00:00.000Z'],
    ['2026-11-26 10:00:00 (CET)', '2026-11-26T09:00:00.000Z'],
    ['2026-11-26 10:00:00 GMT+2', '2026-11-26T08:00:00.000Z'],
    ['2026-11-26 10:00:00 GMT 2', '2026-11-26T08:00:00.000Z'],
    ['2026-11-26 10:00:00 UTC-3', '2026-11-26T13:00:00.000Z'],
    ['2026-11-26 10:00:00 +0200', '2026-11-26T08:00:00.000Z'],
    ['2026-11-26 10:00:00 +2', '2026-11-26T08:00:00.000Z'],
    ['2026-11-26 10:00:00 +5:30', '2026-11-26T04:30:00.000Z'],
    ['2026-11-26 10:00:00 +0100 CET', '2026-11-26T09:00:00.000Z'],
    ['2026-11-26T10:00:00+01:00[Europe/Berlin]', '2026-11-26T09:00:00.000Z'],
    ['2026-07-26 10:00:00 Europe/Berlin', '2026-07-26T08:00:00.000Z'],
    ['2026-07-26 10:00:00 PST8PDT', '2026-07-26T17:00:00.000Z'],
    ['2026-07-26 10:00:00 America/New_York', '2026-07-26T14:00:00.000Z'],
    ['20261126100000 EST', '2026-11-26T15:00:00.000Z'],
  ])('%j is %s', (text, time) => {
    expect(readMoment(text)?.toISOString()).toBe(time);
  });

  it.each([
    '05/06/2026',
    '05.06.2026',
    '2026-02-31',
    '2026-13-01T00:00:00Z',
    '2026-11-20T25:00:00Z',
    'sale 2026',
    '7 2026',
    '',
    '20 Foo 2026',
    '12:30',
    '{timestamp}',
    '2026-11-20-10',
    '2026-11-27 14:30:00 IST',
    '2026-11-27 14:30:00 CST',
    'Fri Nov 27 14:30:00 BST 2026',
    '2026-11-27 14:30:00 AST',
    '2026-11-27 14:30:00 ET',
    '2026-11-27 14:30:00 (Eastern time)',
    '2026-11-27 14:30:00 Europe/Nowhere',
    '2026-11-27 14:30:00 2',
    '2026-11-27 14:30:00 +24',
    '2026-11-27 14:30:0002',
    '/Date(soon)/',
    '/Date(9999999999999999)/',
    '20171018T074308+99',
    '1e10',
  ])('%j is not read', (text) => {
    expect(readMoment(text)).toBeNull();
  });
});

describe('a moment without a zone of its own', () => {
  it.each([
    ['2026-11-26 10:00:00', 'Europe/Berlin', '2026-11-26T09:00:00.000Z'],
    ['2026-07-26 10:00:00', 'Europe/Berlin', '2026-07-26T08:00:00.000Z'],
    ['2026-11-26', 'Europe/Berlin', '2026-11-25T23:00:00.000Z'],
    ['20261126100000', 'America/New_York', '2026-11-26T15:00:00.000Z'],
    ['November 26, 2026 08:15', 'Asia/Kolkata', '2026-11-26T02:45:00.000Z'],
    ['2026-11-26 10:00:00.250', 'Asia/Kathmandu', '2026-11-26T04:15:00.250Z'],
    ['Thu Nov 26 14:30:00 2026', 'EST5EDT', '2026-11-26T19:30:00.000Z'],
    ['2026-11-26 10:00', 'UTC', '2026-11-26T10:00:00.000Z'],
    // Another zone in the text, and times that no zone changes.
    ['2026-11-26 10:00:00Z', 'Europe/Berlin', '2026-11-26T10:00:00.000Z'],
    ['2026-11-26 10:00:00 +0500', 'Europe/Berlin', '2026-11-26T05:00:00.000Z'],
    ['2026-11-26 10:00:00 EST', 'Europe/Berlin', '2026-11-26T15:00:00.000Z'],
    ['1763634605', 'Europe/Berlin', '2025-11-20T10:30:05.000Z'],
    // Clocks skip this hour, so the time moves forward by it.
    ['2026-03-29 02:30:00', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-03-08 02:00:00', 'America/New_York', '2026-03-08T07:00:00.000Z'],
    ['2026-03-08 03:00:00', 'America/New_York', '2026-03-08T07:00:00.000Z'],
    ['2026-10-04 02:15:00', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z'],
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
    // Clocks show this hour twice; the earlier one counts.
    ['2026-10-25 02:30:00', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25 03:00:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
    ['2026-11-01 01:30:00', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['2026-11-01 01:30:00 EST', 'America/New_York', '2026-11-01T06:30:00.000Z'],
    // An abbreviation with several meanings has the one that the clocks of the zone show.
    ['2026-11-26 10:00:00 CST', 'America/Chicago', '2026-11-26T16:00:00.000Z'],
    ['2026-11-26 10:00:00 CST', 'Asia/Shanghai', '2026-11-26T02:00:00.000Z'],
    ['2026-11-26 10:00:00 IST', 'Asia/Kolkata', '2026-11-26T04:30:00.000Z'],
    ['2026-11-26 10:00:00 IST', 'Asia/Jerusalem', '2026-11-26T08:00:00.000Z'],
    ['2026-07-26 10:00:00 BST', 'Europe/London', '2026-07-26T09:00:00.000Z'],
    ['2026-11-01 01:30:00 CDT', 'America/Chicago', '2026-11-01T06:30:00.000Z'],
    ['2026-11-01 01:30:00 CST', 'America/Chicago', '2026-11-01T07:30:00.000Z'],
  ])('%j in %s is %s', (text, timeZone, time) => {
    expect(readMoment(text, timeZone)?.toISOString()).toBe(time);
  });

  it.each([
    ['2026-11-26 10:00:00 CST', 'Europe/Berlin'],
    ['2026-11-26 10:00:00 BST', 'Europe/London'],
    ['2026-11-26 10:00:00 IST', 'America/New_York'],
  ])('%j in %s is not read', (text, timeZone) => {
    expect(readMoment(text, timeZone)).toBeNull();
  });
});

it('reads any text without an exception, in a short time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      readReference(text);
      readClickId(text);
      readCurrency(text);
      readMoment(text);
    }),
  );
});
