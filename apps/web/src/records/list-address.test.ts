import { buildQuery, parseQuery } from '@signpost/contract/reading/brackets.ts';
import { type ListQuery, listQuerySchema, PAGE_SIZES } from '@signpost/contract/records/list-query.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { asksOnly, readListQuery, readOpen, withChange, writeListSearch } from './list-address.ts';

const DEFAULT = listQuerySchema.parse({});
const word = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
const query: fc.Arbitrary<ListQuery> = fc
  .record({
    q: fc.option(word, { nil: undefined }),
    filters: fc.dictionary(word, fc.array(word, { minLength: 1, maxLength: 4 }), { maxKeys: 3 }),
    archived: fc.constantFrom('no', 'only', 'all'),
    orderBy: fc.option(word, { nil: undefined }),
    orderByDirection: fc.option(fc.constantFrom('asc', 'desc'), { nil: undefined }),
    limit: fc.constantFrom(...PAGE_SIZES),
    offset: fc.nat({ max: 10_000 }),
  })
  .map((parts) => listQuerySchema.parse(JSON.parse(JSON.stringify(parts))));

it('reads every list query back from its address', () => {
  fc.assert(
    fc.property(query, (asked) => {
      const address = parseQuery(buildQuery(writeListSearch(asked, null, {})));
      expect(readListQuery(address)).toEqual(asked);
    }),
  );
});

it('writes nothing into the address for the default query', () => {
  expect(writeListSearch(DEFAULT, null, { q: 'before' })).toEqual({});
});

it('uses the default query when the address is invalid', () => {
  for (const search of [{ limit: 'many' }, { archived: 'maybe' }, { unknown: '1' }, { filters: 'geo' }])
    expect(readListQuery(search)).toEqual(DEFAULT);
});

it('keeps the query and the view of the screen when a form is opened beside the list', () => {
  fc.assert(
    fc.property(query, fc.nat().map(String), (asked, id) => {
      const search = writeListSearch(asked, id, { view: 'rates', kind: 'pool' });
      expect(readListQuery(search)).toEqual(asked);
      expect(readOpen(search)).toBe(id);
      expect(search).toMatchObject({ view: 'rates', kind: 'pool' });
    }),
  );
});

it('removes the form and its presets when the form is closed', () => {
  const open = { open: 'new', preset: { partnerId: '7' }, view: 'rates' };
  expect(writeListSearch(DEFAULT, null, open)).toEqual({ view: 'rates' });
  expect(writeListSearch(DEFAULT, 'new', open)).toEqual(open);
});

it('returns to the first page with every change except of the page', () => {
  const second = { ...DEFAULT, offset: 50 };
  expect(withChange(second, { q: 'best' })).toMatchObject({ q: 'best', offset: 0 });
  expect(withChange(second, { offset: 100 })).toMatchObject({ offset: 100 });
});

it('distinguishes a change of the query from a change of the open form or the screen', () => {
  const at = (search: Record<string, unknown>, pathname = '/partners') => ({ pathname, search });
  expect(asksOnly(at({ q: 'a', open: '7' }), at({ q: 'b', open: '7' }))).toBe(true);
  expect(asksOnly(at({ open: '7' }), at({ open: '8' }))).toBe(false);
  expect(asksOnly(at({}), at({}, '/campaigns'))).toBe(false);
});
