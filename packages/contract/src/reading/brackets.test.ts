import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildQuery, LONGEST_LIST, parseQuery, withoutEmpty } from './brackets.ts';

describe('bracket queries', () => {
  it('nest keys in brackets', () => {
    const query = buildQuery({
      tab: 'paid',
      levels: [{ type: 'category', selectedItemId: 51 }, { type: 'traffic_source' }],
      dateRange: { start: '2026-10-01', end: '2026-10-31' },
      filters: { geo: [34] },
    });
    expect(query).toBe(
      'tab=paid&levels[0][type]=category&levels[0][selectedItemId]=51&levels[1][type]=traffic_source' +
        '&dateRange[start]=2026-10-01&dateRange[end]=2026-10-31&filters[geo][0]=34',
    );
  });

  it('skip empty values and keep zero and false', () => {
    const value = { a: '', b: null, c: undefined, d: [], e: {}, f: [{ g: '' }], h: 0, i: false, j: ['', 'x', null] };
    expect(buildQuery(value)).toBe('h=0&i=false&j[0]=x');
    expect(buildQuery({})).toBe('');
    expect(withoutEmpty({ a: [null] })).toBeUndefined();
  });

  it('encode values', () => {
    expect(buildQuery({ q: 'a&b=c d#é' })).toBe('q=a%26b%3Dc%20d%23%C3%A9');
  });

  it('can be parsed back into strings, without empty values', () => {
    const key = fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9_]{0,8}$/).filter((it) => !(it in Object.prototype));
    const leaf = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean(), fc.constant(null));
    const { tree } = fc.letrec((tie) => ({
      tree: fc.dictionary(key, tie('node'), { maxKeys: 4 }),
      node: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie('node'), { maxLength: 4 }), fc.dictionary(key, tie('node'))),
    }));
    const asStrings = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value), (_, it) => (typeof it === 'object' ? it : String(it)));
    fc.assert(
      fc.property(tree, (value) => {
        const query = buildQuery(value as Record<string, unknown>);
        expect(parseQuery(`?${query}`)).toEqual(asStrings(withoutEmpty(value) ?? {}));
      }),
    );
  });

  it('accept the longest list of a call in every key notation and refuse a longer one', () => {
    const ids = Array.from({ length: LONGEST_LIST }, (_, index) => String(index));
    expect(parseQuery(`${buildQuery({ ids })}&limit=250&orderBy=id`)).toEqual({ ids, limit: '250', orderBy: 'id' });
    expect(parseQuery(ids.map((id) => `ids[]=${id}`).join('&'))).toEqual({ ids });
    expect(() => parseQuery([...ids, 'x'].map((id) => `ids[]=${id}`).join('&'))).toThrow(RangeError);
    expect(() => parseQuery(buildQuery({ ids: [...ids, 'x'] }))).toThrow(RangeError);
  });

  it('refuse too deep or too large queries and never reach a prototype', () => {
    expect(() => parseQuery(`a${'[b]'.repeat(20)}=1`)).toThrow(RangeError);
    expect(() => parseQuery(Array.from({ length: 1300 }, (_, index) => `k${index}=1`).join('&'))).toThrow(RangeError);
    expect(parseQuery('__proto__[polluted]=1&toString=2&a=1')).toEqual({ a: '1' });
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});
