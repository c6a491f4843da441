import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeRows } from './merge.ts';
import { readPasted, rowsOfTable, writePasted } from './pasted.ts';
import { checkSheet, lookupOf, readSheetRow } from './read-row.ts';
import type { SheetRow } from './sheet.ts';

const lookup = lookupOf({
  website: [
    { id: 1, name: 'a.example' },
    { id: 2, name: 'twice.example' },
    { id: 3, name: 'Twice.example' },
  ],
  campaign: [
    { id: 11, name: 'Spring' },
    { id: 12, name: 'Top 20' },
    { id: 13, name: 'Rest, and more' },
  ],
  tag: [{ id: 21, name: 'VIP' }],
});
const read = (cells: Record<string, string>) =>
  readSheetRow(
    'seo',
    { name: 'n', websiteId: '1', page: '/', fallbackUrl: 'https://x.example', ...cells },
    lookup,
    '2026-11-23',
  );
const messageOf = (cells: Record<string, string>) => read(cells).errors.map(({ column, message }) => [column, message]);

describe('a sheet of direct links', () => {
  const errorsOf = (...rows: Record<string, string>[]) =>
    [
      ...checkSheet(
        'direct',
        rows.map((cells, at) => ({ key: String(at), cells, boxId: null })),
        (row) => readSheetRow('direct', row.cells, lookup, '2026-11-23'),
      ),
    ].map(([key, errors]) => [Number(key), ...errors.map(({ column, message }) => `${column}: ${message}`)]);
  const targetUrl = 'https://x.example/';

  it('takes each slug once, in any case, and days in the usual notations', () => {
    expect(errorsOf({ slug: 'a', targetUrl }, { slug: 'b', targetUrl }, {})).toEqual([]);
    expect(errorsOf({ slug: 'a', targetUrl }, { slug: 'A', targetUrl: 'https://y.example/' })).toEqual([
      [1, 'slug: Row 1 has the same slug.'],
    ]);
    expect(errorsOf({ slug: 'a', targetUrl }, { slug: 'a', targetUrl })).toEqual([
      [1, 'slug: This row is the same as row 1.'],
    ]);
    const { input, errors } = readSheetRow(
      'direct',
      { slug: 'a', targetUrl, validFrom: '1.12.2026', validTo: '2026-12-31', campaignId: 'Spring' },
      lookup,
      '2026-11-23',
    );
    expect([input.validFrom, input.validTo, input.campaignId, errors]).toEqual(['2026-12-01', '2026-12-31', 11, []]);
    expect(errorsOf({ slug: 'a', targetUrl, validTo: '05/06/2027' })).toEqual([
      [0, 'validTo: “05/06/2027” can mean 2027-06-05 or 2027-05-06. Write the one you mean so.'],
    ]);
  });
});

describe('a row of a sheet', () => {
  it('names records by name or id, and asks for the id of names that are not unique', () => {
    expect(read({ websiteId: ' A.Example ', tags: 'vip' })).toMatchObject({
      input: { websiteId: 1, tags: [21] },
      errors: [],
    });
    expect(messageOf({ websiteId: 'twice.example' })).toEqual([
      ['websiteId', '2 records are named “twice.example”. Enter the id of one of them: 2, 3.'],
    ]);
    expect(messageOf({ websiteId: '99' })[0]?.[1]).toContain('There is no “99”.');
  });

  it('reads allocations with weights, with even shares, and of names that look like weights or lists', () => {
    const weights = (allocation: string) => {
      const { input, errors } = read({ allocation });
      return errors.length > 0
        ? errors[0]?.message
        : (input.allocation as { campaignId: number; weight: number }[]).map(({ campaignId, weight }) => [
            campaignId,
            weight,
          ]);
    };
    expect(weights('Spring 70; Top 20 = 30%')).toEqual([
      [11, 70],
      [12, 30],
    ]);
    expect(weights('Spring, Top 20, Rest, and more')).toMatch('There is no “Rest”');
    expect(weights('Spring; Top 20; Rest, and more')).toEqual([
      [11, 33],
      [12, 33],
      [13, 34],
    ]);
    expect(weights('Spring 70; Top 20')).toBe('Enter a weight for every campaign or for none of them.');
    expect(weights('Spring 70')).toBe('Weights must total 100. They total 70.');
    expect(weights('11:100')).toEqual([[11, 100]]);
  });

  it('is refused with the messages of the box, at its column', () => {
    expect(messageOf({ page: 'x', position: '0', status: 'on', name: '' })).toEqual([
      ['status', 'Enter one of: Active, Paused.'],
      ['name', 'Field has to be filled.'],
      ['page', expect.any(String)],
      ['position', 'At least 1.'],
    ]);
  });

  it('is left alone when it is blank or has its box', () => {
    const rows = [
      { key: 'a', cells: { name: ' ' }, boxId: null },
      { key: 'b', cells: { name: 'only a name' }, boxId: 7 },
    ];
    expect(checkSheet('seo', rows, (row) => readSheetRow('seo', row.cells, lookup, '2026-11-23')).size).toBe(0);
  });
});

describe('cells from the clipboard', () => {
  it('are read as they were written', () => {
    const cell = fc.string({ maxLength: 12 }).map((text) => text.replaceAll('\r', ''));
    const table = fc
      .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
      .chain(([rows, columns]) =>
        fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows }),
      )
      // A last row of empty cells cannot be told from the line break at the end.
      .filter((rows) => rows.at(-1)?.some((text) => text !== '') === true);
    fc.assert(
      fc.property(table, (rows) => {
        expect(readPasted(writePasted(rows))).toEqual(rows);
      }),
    );
  });

  it('find their columns by a header in any order', () => {
    const { cells, unknown } = rowsOfTable('seo', [
      ['Page', 'Mood', 'NAME'],
      ['/x', 'good', 'One'],
      ['', '', ''],
    ]);
    expect([cells, unknown]).toEqual([[{ page: '/x', name: 'One' }], ['Mood']]);
  });
});

describe('a merge', () => {
  const rows = (...all: [string, string][]): SheetRow[] =>
    all.map(([key, name]) => ({ key, cells: { name }, boxId: null }));

  it('takes what one side changed, and shows what both did', () => {
    const base = rows(['a', '1'], ['b', '2'], ['c', '3'], ['d', '4']);
    const ours = rows(['a', '1!'], ['b', '2'], ['new', '9'], ['c', 'ours']);
    const theirs = rows(['d', '4!'], ['a', '1'], ['b', '2?'], ['c', 'theirs']);
    const { rows: merged, conflicts } = mergeRows(base, ours, theirs);
    expect(merged.map(({ key, cells }) => [key, cells.name])).toEqual([
      ['d', '4!'],
      ['a', '1!'],
      ['b', '2?'],
      ['new', '9'],
      ['c', 'ours'],
    ]);
    expect(conflicts).toEqual([
      { key: 'c', column: 'name', ours: 'ours', theirs: 'theirs' },
      { key: 'd', column: '', ours: null, theirs: '4!' },
    ]);
  });

  it('loses no change and invents none', () => {
    const text = fc.constantFrom('', 'x', 'y', 'z');
    const side = fc.uniqueArray(fc.record({ key: fc.constantFrom(...'abcdef'), name: text }), {
      selector: ({ key }) => key,
    });
    const state = side.map((all) => rows(...all.map(({ key, name }): [string, string] => [key, name])));
    fc.assert(
      fc.property(state, state, state, (base, ours, theirs) => {
        const { rows: merged, conflicts } = mergeRows(base, ours, theirs);
        const textIn = (list: readonly SheetRow[], key: string) => {
          const found = list.find((row) => row.key === key);
          return found && (found.cells.name ?? '');
        };
        expect(new Set(merged.map(({ key }) => key)).size).toBe(merged.length);
        for (const key of 'abcdef') {
          const [before, our, their, now] = [base, ours, theirs, merged].map((list) => textIn(list, key));
          // A row that both sides added begins as a blank one.
          const was = before ?? (our !== undefined && their !== undefined ? '' : undefined);
          const isConflict = conflicts.some((one) => one.key === key);
          if (our === their) expect([now, isConflict]).toEqual([our, false]);
          else if (our === was) expect(now).toBe(isConflict ? our : their);
          else if (their === was) expect(now).toBe(our);
          else expect(isConflict).toBe(true);
        }
      }),
    );
  });
});
