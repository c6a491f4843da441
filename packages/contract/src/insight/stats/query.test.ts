import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayRangeToInstants } from '../../dates/dates.ts';
import { weekOf } from '../../dates/weeks.ts';
import { AppError } from '../../errors.ts';
import { buildQuery } from '../../reading/brackets.ts';
import { TAB_NAMES } from '../../routes/tab-names.ts';
import { DIMENSION_KEYS } from './dimensions.ts';
import { drillInto, groupingOf, riseTo } from './levels.ts';
import { QUESTION_LIMITS, readQuestion } from './query.ts';
import { seriesUnit } from './series.ts';
import { TABS, tabOf } from './tabs/index.ts';

const october = { start: '2026-10-01', end: '2026-10-31' };
const base = { dateRange: october };

const refusal = (raw: Record<string, unknown> | string, tab = TABS.global as Parameters<typeof readQuestion>[0]) => {
  try {
    readQuestion(tab, raw);
  } catch (error) {
    if (error instanceof AppError && error.code === 'VALIDATION') return error.errors.map((it) => it.path);
    throw error;
  }
  return 'accepted';
};

describe('a statistics question', () => {
  it('is parsed from its query string', () => {
    const query =
      'tab=paid&levels[0][type]=category&levels[0][selectedItemId]=51&levels[1][type]=traffic_source' +
      '&dateRange[start]=2026-10-01&dateRange[end]=2026-10-31&compare[start]=2026-09-01&compare[end]=2026-09-30' +
      '&attribution=click&filters[geo][0]=34&filters[device][0]=mobile' +
      '&kingstat=19&columns[0]=1&columns[1]=20&orderBy=20&orderByDirection=asc&limit=25&offset=50';
    expect(readQuestion(TABS.paid, query)).toEqual({
      tab: 'paid',
      levels: [{ type: 'category', selectedItemId: 51 }, { type: 'traffic_source' }],
      dateRange: october,
      compare: { start: '2026-09-01', end: '2026-09-30' },
      attribution: 'click',
      timeZone: 'UTC',
      excludes: {},
      filters: { geo: [34], device: ['mobile'] },
      kingstat: 19,
      columns: [1, 20],
      orderBy: 20,
      orderByDirection: 'asc',
      series: 'on',
      limit: 25,
      offset: 50,
      scope: { kind: 'item', dimension: 'category', id: 51 },
    });
  });

  it('takes missing parts from its tab', () => {
    for (const name of TAB_NAMES) {
      const tab = tabOf(name);
      const question = readQuestion(tab, base);
      expect(question).toMatchObject({ tab: name, kingstat: tab.defaultKingStat, orderBy: tab.defaultOrderBy });
      expect(question).toMatchObject({ levels: tab.startLevels, columns: tab.defaultVisibleColumns, scope: tab.scope });
      expect(question).toMatchObject({ attribution: 'event', orderByDirection: 'desc', limit: 50, offset: 0 });
      expect('compare' in question).toBe(false);
    }
    expect(readQuestion(TABS.costs, { ...base, kingstat: '26' }).orderBy).toBe(26);
  });

  it('survives a round trip through its query string', () => {
    const arbitrary = fc.record({
      levels: fc
        .subarray([...DIMENSION_KEYS], { minLength: 1, maxLength: 6 })
        .map((keys) => keys.map((type) => ({ type }))),
      columns: fc.subarray([1, 2, 11, 19, 20, 31], { minLength: 1 }),
      kingstat: fc.constantFrom(1, 11, 19),
      orderBy: fc.constantFrom(1, 'name' as const),
      filters: fc.record({ geo: fc.array(fc.nat(300), { minLength: 1, maxLength: 60 }) }),
      timeZone: fc.constantFrom('UTC', 'Europe/Berlin'),
      limit: fc.integer({ min: 1, max: 50_000 }),
    });
    fc.assert(
      fc.property(arbitrary, (asked) => {
        expect(readQuestion(TABS.global, buildQuery({ ...base, ...asked }))).toMatchObject(asked);
      }),
    );
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['no range', {}, ['dateRange']],
    ['a day that does not exist', { dateRange: { start: '2026-02-30', end: '2026-03-01' } }, ['dateRange.start']],
    ['an end before the start', { dateRange: { start: '2026-02-02', end: '2026-02-01' } }, ['dateRange.end']],
    ['a range without end', { dateRange: { start: '1990-01-01', end: '2026-02-01' } }, ['dateRange.end']],
    ['an unknown dimension', { ...base, levels: [{ type: 'shoe_size' }] }, ['levels.0.type']],
    ['a dimension twice', { ...base, levels: [{ type: 'geo' }, { type: 'geo' }] }, ['levels.1.type']],
    [
      'a selection below an open level',
      { ...base, levels: [{ type: 'geo' }, { type: 'offer', selectedItemId: 1 }] },
      ['levels.1'],
    ],
    [
      'an id of the wrong kind',
      { ...base, levels: [{ type: 'geo', selectedItemId: 'DE' }] },
      ['levels.0.selectedItemId'],
    ],
    ['too many levels', { ...base, levels: DIMENSION_KEYS.slice(0, 7).map((type) => ({ type })) }, ['levels']],
    ['an unknown filter', { ...base, filters: { shoe_size: ['1'] } }, ['filters']],
    ['a filter of a prototype', { ...base, filters: { constructor: ['1'] } }, ['filters']],
    ['a filter id of the wrong kind', { ...base, filters: { geo: ['34', "1') OR 1=1"] } }, ['filters.geo.1']],
    ['an unknown metric', { ...base, kingstat: '99' }, ['kingstat']],
    ['a column twice', { ...base, columns: ['1', '1'] }, ['columns']],
    ['SQL as order', { ...base, orderBy: 'visits; DROP TABLE facts' }, ['orderBy']],
    ['another direction', { ...base, orderByDirection: 'sideways' }, ['orderByDirection']],
    ['another attribution', { ...base, attribution: 'moon' }, ['attribution']],
    ['a zone that does not exist', { ...base, timeZone: 'Mars/Olympus' }, ['timeZone']],
    ['no rows', { ...base, limit: '0' }, ['limit']],
    ['too many rows', { ...base, limit: String(QUESTION_LIMITS.rows + 1) }, ['limit']],
    ['half a row', { ...base, offset: '1.5' }, ['offset']],
    ['another tab', { ...base, tab: 'seo' }, ['tab']],
    ['what it does not know', { ...base, sql: 'select 1' }, ['']],
  ])('is refused for %s, naming where', (_, raw, paths) => {
    expect(refusal(raw)).toEqual(paths);
  });

  it('is refused when its query is too long or nested too deeply', () => {
    expect(refusal(`a${'[b]'.repeat(30)}=1`)).toEqual(['']);
    expect(refusal(Array.from({ length: 2000 }, (_, index) => `columns[${index}]=1`).join('&'))).toEqual(['']);
  });

  it('is either parsed or refused as invalid for any input', () => {
    fc.assert(fc.property(fc.dictionary(fc.string(), fc.anything()), (raw) => Array.isArray(refusal(raw))));
    fc.assert(
      fc.property(fc.string(), (raw) => {
        refusal(raw);
        refusal(`dateRange[start]=2026-10-01&dateRange[end]=2026-10-02&${raw}`);
      }),
    );
  });
});

describe('a path of levels', () => {
  const path = TABS.paid.startLevels;

  it('groups by its first open level and selects what is above', () => {
    expect(groupingOf(path)).toEqual({
      selected: [{ type: 'category', id: 51 }],
      groupBy: 'traffic_source',
      hasChildren: false,
    });
    expect(groupingOf([{ type: 'geo' }, { type: 'offer' }])).toEqual({
      selected: [],
      groupBy: 'geo',
      hasChildren: true,
    });
    expect(groupingOf([{ type: 'geo', selectedItemId: 1 }])).toMatchObject({ groupBy: 'geo', hasChildren: false });
  });

  it('can be drilled into and left again', () => {
    const start = [{ type: 'geo' }, { type: 'offer' }] as const;
    const inside = drillInto(start, 34);
    expect(inside).toEqual([{ type: 'geo', selectedItemId: 34 }, { type: 'offer' }]);
    expect(drillInto(inside, 5)).toEqual(inside);
    expect(riseTo(inside, 0)).toEqual(start);
    expect(riseTo(path, 1)).toEqual(path);
  });
});

describe('the series of a question', () => {
  it('has a step that fits its range', () => {
    const unit = (end: string) => seriesUnit({ start: '2026-01-01', end });
    expect(['2026-01-01', '2026-01-02', '2026-01-03', '2026-04-02', '2026-04-03'].map(unit)).toEqual([
      'hour',
      'hour',
      'day',
      'day',
      'week',
    ]);
  });

  it('starts weeks on Monday', () => {
    expect(['2026-11-16', '2026-11-22', '2026-11-23', '2026-01-01'].map((day) => weekOf(day))).toEqual([
      '2026-11-16',
      '2026-11-16',
      '2026-11-23',
      '2025-12-29',
    ]);
  });
});

describe('relative ranges', () => {
  const NOW = new Date('2026-11-22T07:30:00Z');
  const tab = tabOf('global');

  it('are resolved to days in the time zone of the question', () => {
    const question = readQuestion(tab, 'dateRange=last7Days&compare=previousPeriod&timeZone=UTC', NOW);
    expect(question.dateRange).toEqual({ start: '2026-11-16', end: '2026-11-22' });
    expect(question.compare).toEqual({ start: '2026-11-09', end: '2026-11-15' });
    const east = readQuestion(tab, 'dateRange=today&timeZone=Pacific/Kiritimati', new Date('2026-11-22T11:00:00Z'));
    expect(east.dateRange.start).toBe('2026-11-23');
  });

  it('are refused with the list of valid words when unknown, or when the current day is not given', () => {
    for (const [raw, now] of [
      ['dateRange=lastTuesday', NOW],
      ['dateRange=last7Days', undefined],
      ['dateRange=today&compare=lastTuesday', NOW],
    ] as const)
      expect(() => readQuestion(tab, raw, now)).toThrow(
        expect.objectContaining({
          code: 'VALIDATION',
          errors: [expect.objectContaining({ message: expect.stringContaining('last7Days') })],
        }),
      );
  });
});

describe('the comparison of an unfinished range', () => {
  const tab = tabOf('global');
  const read = (query: string, now: string) => readQuestion(tab, query, new Date(now));

  it('ends at the same time of its last day as now', () => {
    const { compareUntil } = read(
      'dateRange=last7Days&compare=previousPeriod&timeZone=Asia/Kolkata',
      '2026-11-22T07:31:05Z',
    );
    expect(compareUntil).toBe('2026-11-15T07:31:05.000Z');
    expect(read('dateRange=thisMonth&compare=lastYear', '2026-11-22T07:30:00Z').compareUntil).toBe(
      '2025-11-22T07:30:00.000Z',
    );
  });

  it('is cut for manually chosen days too', () => {
    const days =
      'dateRange[start]=2026-11-20&dateRange[end]=2026-11-22&compare[start]=2026-11-13&compare[end]=2026-11-15';
    expect(read(days, '2026-11-22T18:00:00Z').compareUntil).toBe('2026-11-15T18:00:00.000Z');
    expect(read(days, '2026-11-21T18:00:00Z').compareUntil).toBe('2026-11-14T18:00:00.000Z');
  });

  it('is not cut for whole days, for ranges of different lengths, or without a clock', () => {
    expect(read('dateRange=lastMonth&compare=previousPeriod', '2026-11-22T07:30:00Z').compareUntil).toBeUndefined();
    const longer = 'dateRange=today&compare[start]=2026-10-01&compare[end]=2026-10-31';
    expect(read(longer, '2026-11-22T07:30:00Z').compareUntil).toBeUndefined();
    const days =
      'dateRange[start]=2026-11-22&dateRange[end]=2026-11-22&compare[start]=2026-11-21&compare[end]=2026-11-21';
    expect(readQuestion(tab, days).compareUntil).toBeUndefined();
  });

  it('never reaches past its own last day, even when clocks change', () => {
    for (const timeZone of ['Europe/Berlin', 'Australia/Lord_Howe', 'America/New_York'])
      for (const now of ['2026-10-25T22:59:00Z', '2026-03-29T21:30:00Z', '2026-11-01T23:30:00Z']) {
        const { compare, compareUntil } = read(`dateRange=today&compare=previousPeriod&timeZone=${timeZone}`, now);
        const end = dayRangeToInstants({ start: compare?.end ?? '', end: compare?.end ?? '' }, timeZone).until;
        expect(new Date(compareUntil ?? 0).getTime()).toBeLessThanOrEqual(end.getTime());
      }
  });
});
