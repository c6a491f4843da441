import type { ConditionGroup, ConditionNode, ConditionTest } from '@signpost/contract/traffic/clicks/conditions.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matches } from '../testing/matches.ts';
import type { Subject } from './condition-match.ts';
import { type Claim, canHold } from './condition-sense.ts';

const anywhere = { places: null, since: null };
const zone = 'Europe/Berlin';
const geo = (is: boolean, ...values: string[]): ConditionTest => ({ field: 'geo', is, values });
const sub = (is: boolean, how: 'equals' | 'contains', ...values: string[]): ConditionTest => ({
  field: 'sub1',
  is,
  how,
  values,
});
const referrer = (is: boolean, how: 'equals' | 'contains', ...values: string[]): ConditionTest => ({
  field: 'referrer',
  is,
  how,
  values,
});
const share = (is: boolean, percent: number): ConditionTest => ({ field: 'share', is, percent });
const address = (is: boolean, ...values: string[]): ConditionTest => ({ field: 'address', is, values });
const hours = (is: boolean, days: number[], from: number, to: number, timeZone = zone): ConditionTest => ({
  field: 'hours',
  is,
  timeZone,
  days,
  from,
  to,
});
const dates = (is: boolean, from: string | null, to: string | null): ConditionTest => ({
  field: 'dates',
  is,
  timeZone: zone,
  from,
  to,
});
const all = (...items: ConditionNode[]): ConditionGroup => ({ match: 'all', items });
const any = (...items: ConditionNode[]): ConditionGroup => ({ match: 'any', items });
const week = [1, 2, 3, 4, 5, 6, 7];

describe('Conditions that no visit can fulfil', () => {
  it.each<[string, ConditionGroup]>([
    ['a geo that is and is not', all(geo(true, 'DE'), geo(false, 'de'))],
    ['two geos at once', all(geo(true, 'DE', 'AT'), geo(true, 'US'))],
    ['a geo that is no code', all(geo(true, 'Germany'))],
    ['each way of an inner group closed', all(geo(true, 'DE'), any(geo(true, 'US'), geo(false, 'DE', 'AT')))],
    ['a text that has to hold what it must not', all(sub(true, 'contains', 'abc', 'xbx'), sub(false, 'contains', 'b'))],
    ['a text that is what it must not contain', all(sub(true, 'equals', 'Alpha'), sub(false, 'contains', 'LPH'))],
    [
      'a subdomain of what it must not be',
      all(referrer(true, 'equals', 'a.x.example'), referrer(false, 'equals', 'x.example')),
    ],
    ['two sites at once', all(referrer(true, 'equals', 'x.example'), referrer(true, 'equals', 'y.example'))],
    ['two networks at once', all(address(true, '203.0.113.0/24'), address(true, '198.51.100.*', '2001:db8::/32'))],
    [
      'an address in a network that it must not be in',
      all(address(true, '203.0.113.4-9', '::ffff:198.51.100.7'), address(false, '203.0.113.0/24', '198.51.100.0/24')),
    ],
    [
      'a network that two others cover',
      all(address(true, '203.0.113.0/24'), address(false, '203.0.113.0/25'), address(false, '203.0.113.128/25')),
    ],
    ['a share and its rest', all(share(true, 30), share(false, 30))],
    [
      'new and returning',
      all({ field: 'visitor', is: true, values: ['new'] }, { field: 'visitor', is: false, values: ['new'] }),
    ],
    ['hours that do not meet', all(hours(true, week, 22, 6), hours(true, week, 8, 20))],
    ['the week-end on week-days', all(hours(true, [6, 7], 0, 24), hours(false, [6, 7, 1], 0, 24))],
    ['days that do not meet', all(dates(true, '2026-01-05', null), dates(true, null, '2026-01-04'))],
    [
      'days that are all taken away',
      all(
        dates(true, '2026-01-01', '2026-01-09'),
        dates(false, '2025-12-01', '2026-01-05'),
        dates(false, '2026-01-06', null),
      ),
    ],
    ['a Monday on days that have none', all(dates(true, '2026-11-17', '2026-11-20'), hours(true, [1], 0, 24))],
  ])('%s', (_, conditions) => {
    expect(canHold([{ node: conditions, seed: 1, holds: true }], anywhere)).toBe('no');
  });
});

describe('Conditions that some visit can fulfil', () => {
  it.each<[string, ConditionGroup]>([
    ['none', all()],
    ['a geo among others', all(geo(true, 'DE', 'AT'), geo(false, 'DE'))],
    ['one way of a group open', all(geo(true, 'DE'), any(geo(true, 'US'), geo(true, 'DE')))],
    [
      'a text that contains two',
      all(sub(true, 'contains', 'a'), sub(true, 'contains', 'b'), sub(false, 'equals', 'ab')),
    ],
    ['another subdomain', all(referrer(true, 'equals', 'x.example'), referrer(false, 'equals', 'a.x.example'))],
    ['a network without a part of it', all(address(true, '203.0.113.0/24'), address(false, '203.0.113.1-255'))],
    ['an address that is not known', all(address(false, '0.0.0.0/1', '128.0.0.0/1', '::/1', '8000::/1'))],
    ['a part of a share', all(share(true, 30), share(false, 29))],
    ['hours in two zones', all(hours(true, week, 8, 9), hours(true, week, 8, 9, 'Asia/Tokyo'))],
    [
      'a day between two spans',
      all(dates(true, '2026-01-01', '2026-01-09'), dates(false, null, '2026-01-03'), dates(false, '2026-01-05', null)),
    ],
  ])('%s', (_, conditions) => {
    expect(canHold([{ node: conditions, seed: 1, holds: true }], anywhere)).toBe('yes');
  });

  it('distinguish past from future rules, and reveal an earlier rule that takes all visits of a later one', () => {
    const spring: Claim = { node: all(dates(true, '2026-03-01', '2026-05-31')), seed: 1, holds: true };
    expect(canHold([spring], { places: null, since: '2026-11-21' })).toBe('no');
    expect(canHold([spring], { places: null, since: '2026-05-31' })).toBe('yes');
    const inner: Claim = { node: all(geo(true, 'DE'), sub(true, 'equals', 'x')), seed: 1, holds: true };
    expect(canHold([inner, { node: any(geo(true, 'DE', 'AT')), seed: 2, holds: false }], anywhere)).toBe('no');
    expect(canHold([inner, { node: all(geo(true, 'DE'), share(true, 50)), seed: 2, holds: false }], anywhere)).toBe(
      'yes',
    );
  });

  it('take the category of a source into account', () => {
    const asked: Claim[] = [
      { node: { field: 'source', is: true, values: [1, 2] }, seed: 1, holds: true },
      { node: { field: 'category', is: true, values: [9] }, seed: 1, holds: true },
    ];
    const place = { publisher: 0, website: 0 };
    const places = (category: number) => [
      { ...place, source: 1, category },
      { ...place, source: 3, category: 9 },
    ];
    expect(canHold(asked, { places: places(8), since: null })).toBe('no');
    expect(canHold(asked, { places: places(9), since: null })).toBe('yes');
    expect(canHold(asked, anywhere)).toBe('yes');
  });
});

const some = <T>(...values: T[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 });
const is = fc.boolean();
const how = fc.constantFrom('equals' as const, 'contains' as const);
const day = fc.constantFrom('2026-11-18', '2026-11-20', '2026-11-21', '2026-11-22', '2026-11-30');
const anyZone = fc.constantFrom(zone, 'UTC', 'Asia/Tokyo');
const test: fc.Arbitrary<ConditionTest> = fc.oneof(
  fc.record({ field: fc.constant('geo' as const), is, values: some('DE', 'at', 'US') }),
  fc.record({ field: fc.constant('device' as const), is, values: some('mobile', 'Desktop') }),
  fc.record({
    field: fc.constant('address' as const),
    is,
    values: some('203.0.113.0/24', '203.0.113.4-7', '203.0.113.7', '198.51.100.*', '2001:db8::/32'),
  }),
  fc.record({ field: fc.constantFrom('source' as const, 'category' as const), is, values: some(1, 2, 3) }),
  fc.record({ field: fc.constant('referrer' as const), is, how, values: some('x.example', 'a.x.example', 'y', 'x') }),
  fc.record({ field: fc.constant('sub1' as const), is, how, values: some('a', 'ab', 'B', 'abc') }),
  fc.record({
    field: fc.constant('visitor' as const),
    is,
    values: fc.constantFrom<('new' | 'returning')[]>(['new'], ['returning']),
  }),
  fc.record({ field: fc.constant('share' as const), is, percent: fc.constantFrom(20, 50, 80) }),
  fc.record({
    field: fc.constant('hours' as const),
    is,
    timeZone: anyZone,
    days: some(5, 6, 7, 1),
    from: fc.constantFrom(0, 8, 20),
    to: fc.constantFrom(6, 12, 24),
  }),
  fc.record({ field: fc.constant('dates' as const), is, timeZone: anyZone, from: fc.option(day), to: fc.option(day) }),
);
const group = (item: fc.Arbitrary<ConditionNode>): fc.Arbitrary<ConditionNode> =>
  fc.record({ match: fc.constantFrom('all' as const, 'any' as const), items: fc.array(item, { maxLength: 4 }) });
const node = group(fc.oneof(test, group(fc.oneof(test, group(test)))));
const claims = fc.array(fc.record({ node, seed: fc.constantFrom(1, 2), holds: fc.boolean() }), {
  minLength: 1,
  maxLength: 4,
});
const visit: fc.Arbitrary<Subject> = fc.record({
  geo: fc.constantFrom('DE', 'AT', 'US', ''),
  device: fc.constantFrom('mobile', 'desktop', ''),
  language: fc.constant('de'),
  os: fc.constant('ios'),
  browser: fc.constant(''),
  address: fc.constantFrom('', '203.0.113.4', '203.0.113.7', '203.0.113.200', '198.51.100.1', '2001:db8::1'),
  source: fc.constantFrom(0, 1, 2),
  category: fc.constantFrom(0, 1, 2),
  publisher: fc.constant(0),
  website: fc.constant(0),
  referrer: fc.constantFrom('', 'x.example', 'a.x.example', 'b.a.x.example', 'y', 'z.example'),
  subs: fc.constantFrom('', 'a', 'AB', 'b', 'abc', 'cab').map((text): Subject['subs'] => [text, '', '', '', '']),
  at: fc.integer({ min: 0, max: 30 * 24 }).map((hour) => Date.parse('2026-11-10T00:00:00Z') + hour * 3_600_000),
  returning: fc.boolean(),
  unit: fc.integer({ min: 0, max: 99 }).map((at) => (seed: number) => ((at + seed * 37) % 100) / 100),
});

it('calls conditions impossible only if no visit fulfils them', () => {
  let refuted = 0;
  fc.assert(
    fc.property(claims, fc.array(visit, { minLength: 20, maxLength: 20 }), (asked, visits) => {
      if (canHold(asked, anywhere) !== 'no') return;
      refuted += 1;
      for (const subject of visits)
        expect(asked.every(({ node: one, seed, holds }) => matches(one, subject, seed) === holds)).toBe(false);
    }),
    { numRuns: 3_000 },
  );
  expect(refuted).toBeGreaterThan(100);
});
