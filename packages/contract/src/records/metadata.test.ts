import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { campaignLabel, costsCategoryLabel, selectionLabel, toggleLabel } from './labels.ts';
import { arrangeCollection, contentHash, filterOptions, OPTION_COLLECTIONS, staleCollections } from './metadata.ts';

const options = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ value: index, label: `Option ${index}` }));

describe('collections', () => {
  it('become options sorted by newest first', () => {
    for (const name of OPTION_COLLECTIONS) {
      expect(
        arrangeCollection(name, [
          { id: 2, name: 'b' },
          { id: 10, name: 'a' },
        ]),
      ).toEqual([
        { id: 10, name: 'a', value: 10, label: 'a' },
        { id: 2, name: 'b', value: 2, label: 'b' },
      ]);
    }
    const geos = [
      { id: 1, code: 'DE', country: 'Germany' },
      { id: 2, code: 'AT', country: 'Austria' },
    ];
    expect(arrangeCollection('geos', geos)).toEqual(geos);
  });

  it('show 50 matching options and a notice', () => {
    expect(filterOptions(options(51), '')).toMatchObject({ isCapped: true, shown: { length: 50 } });
    expect(filterOptions(options(50), '')).toMatchObject({ isCapped: false, shown: { length: 50 } });
    expect(filterOptions(options(60), 'tion OPT 59')).toEqual({
      isCapped: false,
      shown: [{ value: 59, label: 'Option 59' }],
    });
    expect(filterOptions([{ value: 7, label: 'x' }], ' 7 ').shown).toHaveLength(1);
    expect(filterOptions(options(60), 'none').shown).toEqual([]);
  });
});

describe('hashes', () => {
  const same = (text: string) => text;

  it('depend on the content, not on the order of keys', () => {
    expect(contentHash([{ a: 1, b: { c: 2, d: 3 } }], same)).toBe(contentHash([{ b: { d: 3, c: 2 }, a: 1 }], same));
    expect(contentHash([{ a: 1 }, { a: 2 }], same)).not.toBe(contentHash([{ a: 2 }, { a: 1 }], same));
  });

  it('identify exactly the new and changed collections', () => {
    const hashes = fc.dictionary(fc.constantFrom('geos', 'tags', 'offers'), fc.constantFrom('1', '2'));
    fc.assert(
      fc.property(hashes, hashes, (cached, current) => {
        const stale = staleCollections(cached, current);
        for (const name of Object.keys(current)) expect(stale.includes(name)).toBe(cached[name] !== current[name]);
        expect(stale.every((name) => name in current)).toBe(true);
      }),
    );
  });
});

describe('labels', () => {
  it('describe missing and unnamed items', () => {
    expect(campaignLabel([{ id: 5, name: 'Spring' }], '5')).toBe('Spring');
    expect(campaignLabel([{ id: 5, name: 'Spring' }], 6)).toBe('Deleted campaign');
    expect([undefined, null, '', ' '].map(selectionLabel)).toEqual(['Und.', 'Und.', 'Und.', 'Und.']);
  });

  it('rename only Regulated Crypto', () => {
    expect(['Regulated Crypto', 'Crypto'].map(costsCategoryLabel)).toEqual(['Crypto Affiliation', 'Crypto']);
    expect([true, false].map(toggleLabel)).toEqual(['Yes', 'No']);
  });
});
