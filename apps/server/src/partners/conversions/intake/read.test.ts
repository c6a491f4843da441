import { NO_SETTINGS, type PostbackSettings } from '@signpost/contract/partners/conversions/postback.ts';
import { expect, it } from 'vitest';
import { maskedParameters, readReport } from './read.ts';

const now = new Date('2026-11-21T12:00:00.000Z');

/** The report in these parameters beside a click id, or the refusal. */
function readWith(status: string, more: Record<string, string>, settings: Partial<PostbackSettings> = {}) {
  const given = new Map(Object.entries({ click_id: 'x', status, ...more }));
  return readReport(given, { settings: { ...NO_SETTINGS, ...settings }, overrides: [], currency: 'EUR' }, now);
}
const reportOf = (...given: Parameters<typeof readWith>) => {
  const read = readWith(...given);
  return 'report' in read ? read.report : read.refusal;
};

it('takes a time that is ahead by the fault of a clock as now, and refuses one that is days ahead', () => {
  expect(reportOf('lead', { event_time: '2026-11-21T13:00:00Z' })).toMatchObject({ occurredAt: now, hasTime: true });
  for (const event_time of ['2026-11-23', '2019-12-31', '05/06/2026', '1970-01-01 10:00:00', '0000-00-00 10:00:00'])
    expect(reportOf('lead', { event_time }), event_time).toBe('bad_time');
});

it.each([
  '{timestamp}',
  '{{event_time}}',
  '[DATE]',
  '0',
  'null',
  'N/A',
  '0000-00-00',
  '0000-00-00 00:00:00',
  '0000-00-00T00:00:00Z',
  '0001-01-01T00:00:00',
  '1970-01-01T00:00:00.000Z',
  '1970-01-01 00:00:00 +0000',
  '1970-01-01 00:00',
  '/Date(-62135596800000)/',
])('takes the time of arrival with a note for the time %j, which says nothing', (event_time) => {
  const note = 'The event time says nothing, so the time of arrival counts.';
  expect(readWith('lead', { event_time })).toMatchObject({
    report: { occurredAt: now, hasTime: false },
    notes: [note],
  });
  expect(readWith('lead', { event_time: '' })).toMatchObject({ report: { hasTime: false }, notes: [] });
});

it('knows parameters by their names in any case, and prefers the one in the case that was asked for', () => {
  const read = (given: Record<string, string>, names: PostbackSettings['names'] = {}) =>
    readReport(
      new Map(Object.entries(given)),
      { settings: { ...NO_SETTINGS, names }, overrides: [], currency: 'EUR' },
      now,
    );
  expect(read({ Click_ID: 'x', Status: 'lead', TxID: '1', AMOUNT: '5', Currency: 'EUR' })).toMatchObject({
    report: { clickText: 'x', status: 'lead', txid: '1', amount: '5', currency: 'EUR' },
  });
  expect(read({ SubId: 'x', STATUS: 'lead' }, { click_id: 'subid' })).toMatchObject({ report: { clickText: 'x' } });
  expect(read({ subid: 'x', STATUS: 'lead' }, { click_id: 'SubID' })).toMatchObject({ report: { clickText: 'x' } });
  expect(read({ CLICK_ID: 'y', click_id: 'x', status: 'lead' })).toMatchObject({ report: { clickText: 'x' } });
});

it.each([
  ['12.5', '12.5'],
  ['-12.50', '-12.5'],
  ['+3', '3'],
  ['.5', '0.5'],
  ['-.25', '-0.25'],
  ['7.', '7'],
  ['0.000123456789012345', '0.000123456789'],
  ['1.0000000000005', '1'],
  ['12,50', '12.5'],
  ['1.250,75', '1250.75'],
  ['1 000', '1000'],
  ['0', '0'],
  ['', null],
  ['null', null],
  ['NaN', null],
  ['{payout}', null],
  ['-', null],
])('reads the amount %j of a lead as %j', (amount, read) => {
  expect(reportOf('lead', { amount })).toMatchObject({ amount: read });
});

it.each(['1,250', '1e', '.', '1.2.3', '{payout}'])('refuses the amount %j where it is the money', (amount) => {
  for (const status of ['revenue', 'deposit', 'withdrawal', 'chargeback'])
    expect(reportOf(status, { amount }), status).toBe('bad_amount');
});

it.each(['1,250', '1e', '.', '1.2.3'])(
  'counts a lead without its amount %j, which its price does not need',
  (amount) => {
    expect(reportOf('lead', { amount })).toMatchObject({ amount: null });
  },
);

it.each([
  [{ amount: '5', currency: 'USDT_TRC20' }, '5', 'USDT'],
  [{ amount: '5', currency: 'mBTC' }, '0.005', 'BTC'],
  [{ amount: '$12.50', currency: 'usd' }, '12.5', 'USD'],
  [{ amount: '12.50 EUR' }, '12.5', 'EUR'],
  [{ amount: '€5' }, '5', 'EUR'],
  [{ amount: '5', currency: '978' }, '5', 'EUR'],
  [{ amount: '5', currency: '{currency}' }, '5', null],
  [{ amount: '5', currency: 'ZZZ' }, '5', 'ZZZ'],
  [{ amount: '5' }, '5', null],
])('reads the amount and currency of %j', (given, amount, currency) => {
  expect(reportOf('revenue', given)).toMatchObject({ amount, currency });
});

it('refuses money in an unknown currency, and keeps a lead with it', () => {
  expect(reportOf('revenue', { amount: '5', currency: 'moon money' })).toBe('bad_currency');
  expect(reportOf('lead', { amount: '5', currency: 'moon money' })).toMatchObject({ amount: '5', currency: 'XXX' });
});

it.each(['null', '0', 'undefined', 'N/A', '-', 'none', 'test', '{transaction_id}'])(
  'takes the transaction id %j for none',
  (txid) => {
    expect(reportOf('lead', { txid })).toMatchObject({ clickText: 'x', txid: '' });
    expect(reportOf('lead', { txid, click_id: '' })).toBe(txid.startsWith('{') ? 'unfilled_macro' : 'no_reference');
  },
);

it('refuses a click id that is a macro, and an id with an invisible character inside', () => {
  expect(reportOf('lead', { click_id: '{click_id}' })).toBe('unfilled_macro');
  expect(reportOf('lead', { click_id: '{click_id}', txid: 'T1' })).toBe('unfilled_macro');
  expect(reportOf('lead', { click_id: 'a\u200bb' })).toBe('bad_text');
});

it('knows our click ids in capitals, in braces and without dashes', () => {
  const id = '0198c2d4-1111-7222-8333-944455556666';
  for (const click_id of [id.toUpperCase(), `{${id}}`, id.replaceAll('-', ''), `${id}\u200b`])
    expect(reportOf('lead', { click_id }), click_id).toMatchObject({ clickId: id });
});

it('uses the default status of an integration for reports without one', () => {
  expect(reportOf('', {})).toBe('no_status');
  expect(reportOf('', {}, { defaultStatus: 'sale' })).toMatchObject({ status: 'sale' });
  expect(reportOf('null', {}, { defaultStatus: 'sale' })).toMatchObject({ status: 'sale' });
});

it('stores references, amounts and times of a postback and masks what may be secret or personal', () => {
  const stored = maskedParameters(
    new Map([
      ['click_id', 'x'],
      ['their_sum', '12.50'],
      ['s2', 'banner'],
      ['sub1', 'ada@mail.example'],
      ['email', 'ada@mail.example'],
      ['first_name', 'Ada'],
      ['Phone', '+43 1 234567'],
      ['secret', 'hush'],
      ['Signature', 'abc'],
      ['Their_Sum', '1'],
    ]),
    { names: { amount: 'their_sum' } },
  );
  expect(stored).toEqual([
    ['click_id', 'x'],
    ['their_sum', '12.50'],
    ['s2', 'banner'],
    ['sub1', '•••'],
    ['email', '•••'],
    ['first_name', '•••'],
    ['Phone', '•••'],
    ['secret', '•••'],
    ['Signature', '•••'],
    ['Their_Sum', '1'],
  ]);
});

it.each(['amount', 'status', 'click_id', 'txid', 'event_time', 'currency', 'payout'])(
  'refuses an object or several values as %s, and names the form',
  (name) => {
    expect(readWith('lead', { [name]: '{"value":5}' })).toEqual({ refusal: 'nested_body' });
    expect(readWith('lead', { [name]: '["5","500"]' })).toEqual({ refusal: 'nested_body' });
  },
);

it('reads a time without a zone in that of the integration', () => {
  const timeOf = (event_time: string, timeZone: string) => {
    const read = reportOf('lead', { event_time }, { timeZone });
    return typeof read === 'string' ? read : read.occurredAt.toISOString();
  };
  expect(timeOf('2026-11-21 10:00:00', 'UTC')).toBe('2026-11-21T10:00:00.000Z');
  expect(timeOf('2026-11-20 23:00:00', 'America/New_York')).toBe('2026-11-21T04:00:00.000Z');
  expect(timeOf('2026-11-21 10:00:00 CET', 'America/New_York')).toBe('2026-11-21T09:00:00.000Z');
  // Far ahead in UTC, but an hour ago where the network is.
  expect(timeOf('2026-11-22 01:00:00', 'Pacific/Kiritimati')).toBe('2026-11-21T11:00:00.000Z');
  expect(timeOf('2026-11-21 10:00:00 CST', 'UTC')).toBe('bad_time');
});

it.each([
  ['25/10/2026 17:01:35', null, '2026-10-25T17:01:35.000Z'],
  ['25.10.2026 17:01:35', null, '2026-10-25T17:01:35.000Z'],
  ['25-10-2026 17:01', null, '2026-10-25T17:01:00.000Z'],
  ['10/25/2026 17:01:35', null, '2026-10-25T17:01:35.000Z'],
  ['25/10/2026', null, '2026-10-25T00:00:00.000Z'],
  ['25/10/2026 17:01:35 +0200', null, '2026-10-25T15:01:35.000Z'],
  ['10/10/2026 17:01:35', null, '2026-10-10T17:01:35.000Z'],
  ['25/10/2026 17:01:35', 'monthFirst', '2026-10-25T17:01:35.000Z'],
  ['02/11/2026 17:01:35', 'dayFirst', '2026-11-02T17:01:35.000Z'],
  ['02/11/2026 17:01:35', 'monthFirst', '2026-02-11T17:01:35.000Z'],
  ['2.11.2026 7:01', 'dayFirst', '2026-11-02T07:01:00.000Z'],
  ['02/11/2026 17:01:35', null, 'bad_time'],
  ['02.11.2026 17:01:35', null, 'bad_time'],
  ['31/02/2026 10:00', 'dayFirst', 'bad_time'],
  ['25/13/2026 10:00', null, 'bad_time'],
  ['25/10-2026 10:00', null, 'bad_time'],
  ['25/10/26 10:00', null, 'bad_time'],
] as const)('reads the time %j with the order %s as %s', (event_time, dateOrder, right) => {
  const read = reportOf('lead', { event_time }, { dateOrder });
  expect(typeof read === 'string' ? read : read.occurredAt.toISOString()).toBe(right);
});
