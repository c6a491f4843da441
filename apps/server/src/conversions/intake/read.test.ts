import { expect, it } from 'vitest';
import { maskedParameters, readReport } from './read.ts';

const now = new Date('2026-11-21T12:00:00.000Z');

function timeOf(text: string): string {
  const given = new Map([
    ['click_id', 'x'],
    ['status', 'lead'],
    ['event_time', text],
  ]);
  const read = readReport(given, { names: {}, statuses: {}, severalFirstDeposits: false }, now);
  return 'report' in read ? read.report.occurredAt.toISOString() : read.refusal;
}

it.each([
  ['2026-11-20', '2026-11-20T00:00:00.000Z'],
  ['2026-11-20 10:30', '2026-11-20T10:30:00.000Z'],
  ['2026-11-20T10:30:05.250Z', '2026-11-20T10:30:05.250Z'],
  ['2026-11-20T10:30:05+02:00', '2026-11-20T08:30:05.000Z'],
  ['2026-11-20T10:30:05 02:00', '2026-11-20T08:30:05.000Z'],
  ['2026-11-20 10:30:05-0530', '2026-11-20T16:00:05.000Z'],
  ['2026-11-20T10:30:05+02', '2026-11-20T08:30:05.000Z'],
  ['Fri, 20 Nov 2026 10:30:05 GMT', '2026-11-20T10:30:05.000Z'],
  ['1763634605', '2025-11-20T10:30:05.000Z'],
  ['1763634605000', '2025-11-20T10:30:05.000Z'],
  // An hour ahead is a clock's fault.
  ['2026-11-21T13:00:00Z', '2026-11-21T12:00:00.000Z'],
])('reads the time %s', (text, time) => {
  expect(timeOf(text)).toBe(time);
});

it.each([
  '05/06/2026',
  '05.06.2026',
  '2026-02-31',
  '2026-13-01T00:00:00Z',
  '2026-11-20T25:00:00Z',
  'sale 2026',
  '7 2026',
  '2019-12-31',
  '2026-11-23',
])('refuses the time %s rather than guess a day', (text) => {
  expect(timeOf(text)).toBe('bad_time');
});

function amountOf(text: string): string | null {
  const given = new Map([
    ['click_id', 'x'],
    ['status', 'lead'],
    ['amount', text],
  ]);
  const read = readReport(given, { names: {}, statuses: {}, severalFirstDeposits: false }, now);
  return 'report' in read ? read.report.amount : read.refusal;
}

it.each([
  ['12.5', '12.5'],
  ['-12.50', '-12.5'],
  ['+3', '3'],
  ['.5', '0.5'],
  ['-.25', '-0.25'],
  ['7.', '7'],
  ['0.000123456789012345', '0.000123'],
  ['1.0000005', '1'],
  ['', null],
])('reads the amount %s', (text, amount) => {
  expect(amountOf(text)).toBe(amount);
});

it.each(['12,5', '1e3', '.', '-', '1 000', '€5', '1.2.3', '1234567890123'])('refuses the amount %s', (text) => {
  expect(amountOf(text)).toBe('bad_amount');
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
      ['signature', 'abc'],
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
    ['signature', '•••'],
  ]);
});
