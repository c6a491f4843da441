import { conditionWords } from '@signpost/contract/traffic/clicks/condition-words.ts';
import {
  CONDITION_FIELDS,
  type ConditionGroup,
  type ConditionOf,
  type ConditionTest,
  conditionsSchema,
  conditionTestSchema,
  NO_CONDITIONS,
  readConditions,
} from '@signpost/contract/traffic/clicks/conditions.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matches } from '../testing/matches.ts';
import { apart, type Subject } from './condition-match.ts';

const visit: Subject = {
  geo: 'DE',
  language: 'de',
  device: 'mobile',
  os: 'ios',
  browser: 'mobile safari',
  address: '203.0.113.7',
  source: 4,
  category: 5,
  referrer: 'shop.news.example',
  publisher: 6,
  website: 7,
  subs: ['Alpha', 'beta', 'c', 'd', ''],
  // A Saturday; 23:30 in Berlin.
  at: Date.parse('2026-11-21T22:30:00Z'),
  returning: true,
  unit: () => 0.5,
};
const berlin = 'Europe/Berlin';
const all = [1, 2, 3, 4, 5, 6, 7];

/** Condition without its is / is not → whether it holds as "is". */
const table: [Record<string, unknown>, boolean][] = [
  [{ field: 'geo', values: ['de'] }, true],
  [{ field: 'geo', values: ['AT', 'DE', 'CH'] }, true],
  [{ field: 'geo', values: ['AT', 'CH'] }, false],
  [{ field: 'language', values: ['en', 'DE'] }, true],
  [{ field: 'language', values: ['en'] }, false],
  [{ field: 'language', values: ['de-AT'] }, true],
  [{ field: 'device', values: ['tablet', 'mobile'] }, true],
  [{ field: 'device', values: ['desktop'] }, false],
  [{ field: 'os', values: ['iOS'] }, true],
  [{ field: 'os', values: ['Windows', 'macOS'] }, false],
  [{ field: 'browser', values: ['Chrome', 'Mobile Safari'] }, true],
  [{ field: 'browser', values: ['Chrome'] }, false],
  [{ field: 'address', values: ['198.51.100.1', '203.0.113.0/24'] }, true],
  [{ field: 'address', values: ['203.0.113.4-9'] }, true],
  [{ field: 'address', values: ['203.0.113.*'] }, true],
  [{ field: 'address', values: ['::ffff:203.0.113.7'] }, true],
  [{ field: 'address', values: ['203.0.113.8', '::/1'] }, false],
  [{ field: 'source', values: [1, 4] }, true],
  [{ field: 'source', values: [1] }, false],
  [{ field: 'category', values: [5] }, true],
  [{ field: 'category', values: [1, 2] }, false],
  [{ field: 'publisher', values: [6, 1] }, true],
  [{ field: 'publisher', values: [1] }, false],
  [{ field: 'website', values: [7] }, true],
  [{ field: 'website', values: [1, 2, 3] }, false],
  [{ field: 'referrer', how: 'equals', values: ['news.example'] }, true],
  [{ field: 'referrer', how: 'equals', values: ['https://www.News.example/a?b'] }, true],
  [{ field: 'referrer', how: 'equals', values: ['x.example', 'ews.example'] }, false],
  [{ field: 'referrer', how: 'contains', values: ['zzz', 'ews.exa'] }, true],
  [{ field: 'referrer', how: 'contains', values: ['zzz'] }, false],
  [{ field: 'sub1', how: 'equals', values: ['x', 'ALPHA'] }, true],
  [{ field: 'sub1', how: 'equals', values: ['alph'] }, false],
  [{ field: 'sub1', how: 'contains', values: ['LPH'] }, true],
  [{ field: 'sub2', how: 'equals', values: ['beta'] }, true],
  [{ field: 'sub3', how: 'contains', values: ['x', 'y'] }, false],
  [{ field: 'sub4', how: 'equals', values: ['d'] }, true],
  [{ field: 'sub5', how: 'contains', values: ['a'] }, false],
  [{ field: 'hours', timeZone: berlin, days: [6], from: 23, to: 24 }, true],
  [{ field: 'hours', timeZone: 'UTC', days: [6], from: 23, to: 24 }, false],
  [{ field: 'hours', timeZone: berlin, days: all, from: 22, to: 6 }, true],
  [{ field: 'hours', timeZone: berlin, days: [7], from: 0, to: 24 }, false],
  [{ field: 'hours', timeZone: 'Asia/Tokyo', days: [7], from: 7, to: 8 }, true],
  [{ field: 'dates', timeZone: berlin, from: '2026-11-21', to: '2026-11-21' }, true],
  [{ field: 'dates', timeZone: berlin, from: null, to: '2026-11-20' }, false],
  [{ field: 'dates', timeZone: 'Asia/Tokyo', from: '2026-11-22', to: null }, true],
  [{ field: 'visitor', values: ['returning'] }, true],
  [{ field: 'visitor', values: ['new'] }, false],
  [{ field: 'share', percent: 51 }, true],
  [{ field: 'share', percent: 50 }, false],
];

describe('at least one condition', () => {
  it.each(table)('%j holds: %s, and its "is not" the opposite', (condition, holds) => {
    expect(matches(conditionTestSchema.parse({ ...condition, is: true }), visit)).toBe(holds);
    expect(matches(conditionTestSchema.parse({ ...condition, is: false }), visit)).toBe(!holds);
  });

  it('has a test here for every field', () => {
    expect(new Set(table.map(([{ field }]) => field))).toEqual(new Set(CONDITION_FIELDS));
  });

  it.each([
    [{ field: 'geo', is: true, values: [] }, 'Choose at least one value.'],
    [{ field: 'hours', is: true, timeZone: 'Mars/Base', days: [1], from: 1, to: 2 }, 'time zone'],
    [{ field: 'hours', is: true, timeZone: 'UTC', days: [1], from: 2, to: 2 }, 'hours are the same'],
    [{ field: 'dates', is: true, timeZone: 'UTC', from: '2026-02-30', to: null }, 'YYYY-MM-DD'],
    [{ field: 'dates', is: true, timeZone: 'UTC', from: null, to: null }, 'first day'],
    [{ field: 'dates', is: true, timeZone: 'UTC', from: '2026-02-02', to: '2026-02-01' }, 'before the first'],
  ])('%j is refused', (condition, message) => {
    const result = conditionTestSchema.safeParse(condition);
    expect(result.error?.issues.map((issue) => issue.message).join()).toContain(message);
  });
});

describe('Values that a router never sees', () => {
  const problems = (field: string, ...values: string[]) => {
    const inner = { match: 'any', items: [{ field, is: true, values }] };
    const result = conditionsSchema.safeParse({ match: 'all', items: [inner] });
    return result.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
  };

  it.each([
    ['geo', 'Germany', '“Germany” is not a country code. Enter DE.'],
    ['geo', 'UK', 'Enter GB.'],
    ['geo', 'QZ', 'is not a country code'],
    ['device', 'phone', 'Use one of desktop, mobile'],
    ['language', 'german', 'is not a language code'],
    ['language', 'x9', 'is not a language code'],
    ['address', '203.0.113.7/24', '“203.0.113.7/24”: This is either the network 203.0.113.0/24'],
    ['address', '0.0.0.0/0', 'every address'],
  ])('%s %s is refused at its place, and read all the same where it was stored before', (field, value, message) => {
    expect(problems(field, value)).toEqual([expect.stringMatching(/^items\.0\.items\.0\.values: /)]);
    expect(problems(field, value)[0]).toContain(message);
    const stored = { match: 'all', items: [{ field, is: true, values: [value] }] };
    expect(readConditions(stored)).toEqual(stored);
  });

  it('do not include values that staff type in another notation', () => {
    expect(problems('geo', 'de', 'GB', 'us')).toEqual([]);
    expect(problems('device', 'Mobile', 'desktop')).toEqual([]);
    expect(problems('language', 'de-AT', 'EN', 'fil')).toEqual([]);
    expect(problems('address', '203.0.113.4 - 203.0.113.9', '2001:DB8::/32')).toEqual([]);
  });
});

describe('Hours across midnight', () => {
  const friday: ConditionOf<'hours'> = { field: 'hours', is: true, timeZone: berlin, days: [5], from: 22, to: 4 };
  const holdsAt = (test: ConditionTest, instant: string) => matches(test, { ...visit, at: Date.parse(instant) });

  it('belong to the day on which they start', () => {
    // 2026-11-20 is a Friday; Berlin is an hour ahead of UTC.
    for (const inside of ['2026-11-20T21:00Z', '2026-11-20T22:59Z', '2026-11-20T23:00Z', '2026-11-21T02:59Z'])
      expect(holdsAt(friday, inside), inside).toBe(true);
    for (const outside of ['2026-11-20T00:30Z', '2026-11-20T20:59Z', '2026-11-21T03:00Z', '2026-11-21T21:30Z'])
      expect(holdsAt(friday, outside), outside).toBe(false);
    const sunday = { ...friday, days: [7] };
    expect(holdsAt(sunday, '2026-11-23T01:00Z')).toBe(true);
    expect(holdsAt(sunday, '2026-11-22T01:00Z')).toBe(false);
  });

  it('follow local time through daylight-saving changes', () => {
    const saturday = { ...friday, days: [6] };
    // Clocks go forward in Berlin on Sunday 2026-03-29 at 02:00: 04:00 is two hours of real time after 01:00.
    expect(holdsAt(saturday, '2026-03-29T01:59Z')).toBe(true);
    expect(holdsAt(saturday, '2026-03-29T02:00Z')).toBe(false);
    // And back on 2026-10-25 at 03:00: the hour from 02:00 comes twice.
    for (const inside of ['2026-10-25T00:30Z', '2026-10-25T01:30Z', '2026-10-25T02:59Z'])
      expect(holdsAt(saturday, inside), inside).toBe(true);
    expect(holdsAt(saturday, '2026-10-25T03:00Z')).toBe(false);
  });

  it('mention the next day in their sentence', () => {
    expect(conditionWords({ match: 'all', items: [friday] })).toBe(
      'Time is Fri 22:00–04:00 the next day (Europe/Berlin)',
    );
  });
});

const geo = (...values: string[]): ConditionTest => ({ field: 'geo', is: true, values });
const device = (...values: string[]): ConditionTest => ({ field: 'device', is: true, values });

describe('A group of conditions', () => {
  it('is true when all or any of its conditions are, and for every visit when it is empty', () => {
    const both = [geo('DE'), device('desktop')];
    expect(matches({ match: 'all', items: both }, visit)).toBe(false);
    expect(matches({ match: 'any', items: both }, visit)).toBe(true);
    expect(matches({ match: 'all', items: [geo('DE'), { match: 'any', items: both }] }, visit)).toBe(true);
    for (const match of ['all', 'any'] as const) expect(matches({ match, items: [] }, visit)).toBe(true);
  });

  it('is only parsed when it is complete', () => {
    expect(readConditions({ match: 'all', items: [geo('DE')] })).toEqual({ match: 'all', items: [geo('DE')] });
    for (const odd of [
      null,
      {},
      { match: 'some', items: [] },
      { match: 'all', items: [{ match: 'any', items: [] }] },
    ]) {
      expect(readConditions(odd)).toBeNull();
    }
  });

  it('is described by a sentence', () => {
    const group: ConditionGroup = {
      match: 'all',
      items: [
        { field: 'geo', is: false, values: ['DE', 'AT'] },
        { match: 'any', items: [device('mobile'), { field: 'sub1', is: true, how: 'contains', values: ['x'] }] },
        { field: 'hours', is: true, timeZone: 'UTC', days: [1, 2, 3, 4, 5], from: 9, to: 17 },
      ],
    };
    expect(conditionWords(group)).toBe(
      'Geo is not DE, AT and (Device is mobile or Sub 1 contains “x”) and Time is Mon–Fri 09:00–17:00 (UTC)',
    );
    expect(conditionWords({ match: 'any', items: [] })).toBe('Every visitor');
  });
});

const word = fc.string({ minLength: 1, maxLength: 8 }).filter((text) => text.trim() !== '');
const words = fc.array(fc.oneof(word, fc.constantFrom('DE', 'mobile', 'Alpha')), { minLength: 1, maxLength: 3 });
const ids = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 });
const is = fc.boolean();
const zone = fc.constantFrom('UTC', berlin, 'Asia/Kathmandu', 'America/St_Johns');
const test = fc.oneof(
  fc.record({ field: fc.constantFrom('geo', 'language', 'device', 'os', 'browser'), is, values: words }),
  fc.record({
    field: fc.constant('address'),
    is,
    values: fc.subarray(['203.0.113.0/24', '10.0.0.0/8', '2001:db8::/32', '203.0.113.4-9'], { minLength: 1 }),
  }),
  fc.record({ field: fc.constantFrom('source', 'category', 'publisher', 'website'), is, values: ids }),
  fc.record({
    field: fc.constantFrom('referrer', 'sub1', 'sub5'),
    is,
    how: fc.constantFrom('equals', 'contains'),
    values: words,
  }),
  fc
    .record({
      field: fc.constant('hours'),
      is,
      timeZone: zone,
      days: fc.subarray(all, { minLength: 1 }),
      from: fc.nat(23),
      to: fc.nat(24),
    })
    .filter(({ from, to }) => from !== to),
  fc.record({
    field: fc.constant('dates'),
    is,
    timeZone: zone,
    from: fc.constant('2026-11-21'),
    to: fc.constant(null),
  }),
  fc.record({ field: fc.constant('visitor'), is, values: fc.constantFrom(['new'], ['returning']) }),
  fc.record({ field: fc.constant('share'), is, percent: fc.integer({ min: 1, max: 99 }) }),
);
const group = <T>(item: fc.Arbitrary<T>, minLength: number) =>
  fc.record({ match: fc.constantFrom('all', 'any'), items: fc.array(item, { minLength, maxLength: 4 }) });
const conditions = group(fc.oneof(test, group(fc.oneof(test, group(test, 1)), 1)), 0).map(
  (it) => readConditions(it) ?? NO_CONDITIONS,
);
const subject = fc.record({
  geo: fc.constantFrom('', 'DE', 'AT'),
  language: word,
  device: fc.constantFrom('', 'mobile'),
  os: word,
  browser: fc.string(),
  address: fc.oneof(fc.ipV4(), fc.ipV6(), fc.constantFrom('', '203.0.113.7', '10.1.2.3')),
  source: fc.nat(9),
  category: fc.nat(9),
  referrer: fc.string(),
  publisher: fc.nat(9),
  website: fc.nat(9),
  returning: fc.boolean(),
  at: fc.integer({ min: 0, max: 4e12 }),
  subs: fc.tuple(fc.string(), fc.string(), fc.string(), fc.string(), fc.string()),
  unit: fc.double({ min: 0, max: 1, noNaN: true }).map((unit) => () => unit),
});

/** The definition, without any of the compiled form's short cuts. */
function plainly(node: ConditionGroup | ConditionTest, of: Subject): boolean {
  if (!('items' in node)) return matches(node, of);
  if (node.items.length === 0) return true;
  return node.match === 'all' ? node.items.every((it) => plainly(it, of)) : node.items.some((it) => plainly(it, of));
}

describe('Arbitrary conditions and visits', () => {
  it('never fail, and give the same result as evaluating each condition separately', () => {
    fc.assert(
      fc.property(conditions, subject, (tree, of) => {
        expect(matches(tree, of)).toBe(plainly(tree, of));
        expect(conditionWords(tree)).not.toBe('');
        expect(readConditions(JSON.parse(JSON.stringify(tree)))).toEqual(tree);
      }),
      { numRuns: 500 },
    );
  });

  it('give the same result as the index lookup combined with the remaining conditions', () => {
    fc.assert(
      fc.property(conditions, subject, (tree, of) => {
        const { texts, rest } = apart(tree);
        const isFound = texts.every(({ field, is, values }) => values.has(of[field]) === is);
        expect(isFound && matches(rest, of)).toBe(matches(tree, of));
      }),
      { numRuns: 1_000 },
    );
  });
});
