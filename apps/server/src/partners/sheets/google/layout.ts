/** Where the columns of a sheet stand in a Google sheet, and what its rows hold. */
import { invalid } from '@signpost/contract/errors.ts';
import { columnNamed, SHEET_COLUMNS } from '@signpost/contract/sheets/columns.ts';
import type { GoogleRead } from '@signpost/contract/sheets/google/read.ts';
import { isBlankRow } from '@signpost/contract/sheets/read-row.ts';
import { CELL_LENGTH_MAX, type Cells, type SheetKind } from '@signpost/contract/sheets/sheet.ts';

const KEY_HEADER = 'Signpost key';
const linkHeader = (kind: SheetKind): string => {
  if (kind === 'direct') return 'Direct link';
  return 'Box link';
};

export interface Layout {
  /** The places of our columns, from 0. */
  columns: ReadonlyMap<string, number>;
  keyAt: number;
  linkAt: number;
  /** Headers that have to be written, by place. */
  missing: ReadonlyMap<number, string>;
  width: number;
}

/** A row of the Google sheet in our columns. */
export interface TheirRow {
  /** The index of the row in the tab, from 0. */
  at: number;
  /** The row's key, a uuid; empty if the row has none yet. */
  key: string;
  cells: Cells;
  /** The columns whose cells are formulas. */
  formulas: ReadonlySet<string>;
  /** The contents of the row beside the texts of our columns: other columns, and formulas. */
  more: string;
  link: string;
  isLinkFormula: boolean;
}

function placesOf(kind: SheetKind, header: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const [at, text] of header.entries()) {
    const known = [KEY_HEADER, linkHeader(kind)].find((one) => one.toLowerCase() === text.trim().toLowerCase());
    const name = known ?? columnNamed(kind, text)?.name;
    if (name === undefined) continue;
    if (places.has(name))
      throw invalid('', `Two columns of the Google sheet are named “${text.trim()}”. Rename one of them.`);
    places.set(name, at);
  }
  return places;
}

/**
 * Finds the columns by the headers in the first row. The first sync adds what is missing at the right; later, a missing
 * column is refused, because its cells would look as if everybody had emptied them.
 */
export function layoutOf(kind: SheetKind, read: GoogleRead, isFirst: boolean): Layout {
  const header = read.rows.find(({ at }) => at === 0)?.texts ?? [];
  const places = placesOf(kind, header);
  const columns = SHEET_COLUMNS[kind];
  const isKnown = columns.some(({ name }) => places.has(name));
  if (!isKnown && read.rows.length > 0)
    throw invalid(
      '',
      `The first row of the Google sheet has to hold the names of the columns, such as ${columns[0]?.label} and ${columns[1]?.label}. Add them, or use an empty tab.`,
    );
  let width = Math.max(0, ...read.rows.map(({ texts }) => texts.length));
  const missing = new Map<number, string>();
  const placeOf = (name: string, label: string, mayAdd: boolean): number => {
    const place = places.get(name);
    if (place !== undefined) return place;
    if (!mayAdd)
      throw invalid(
        '',
        `The Google sheet has no column “${label}” any more. Undo the change there, or write “${label}” into the first row of its column.`,
      );
    missing.set(width, label);
    width += 1;
    return width - 1;
  };
  const found = new Map(columns.map(({ name, label }) => [name, placeOf(name, label, isFirst)]));
  const linkAt = placeOf(linkHeader(kind), linkHeader(kind), true);
  const keyAt = placeOf(KEY_HEADER, KEY_HEADER, isFirst);
  return { columns: found, keyAt, linkAt, missing, width };
}

/** The rows of the Google sheet that count as rows of the box sheet: they have a key, or text in one of our columns. */
export function theirRows({ columns, keyAt, linkAt }: Layout, { rows }: GoogleRead): TheirRow[] {
  const ours = new Set([...columns.values(), keyAt, linkAt]);
  return rows.flatMap(({ at, texts, formulas = [] }): TheirRow[] => {
    if (at === 0) return [];
    const cells: Record<string, string> = {};
    for (const [name, place] of columns) {
      const text = texts[place] ?? '';
      if (text.length > CELL_LENGTH_MAX)
        throw invalid('', `Row ${at + 1} of the Google sheet has a cell with more than ${CELL_LENGTH_MAX} characters.`);
      if (text !== '') cells[name] = text;
    }
    const key = (texts[keyAt] ?? '').trim().toLowerCase();
    if (key === '' && isBlankRow(cells)) return [];
    const formulaColumns = [...columns].filter(([, place]) => formulas.includes(place)).map(([name]) => name);
    return [
      {
        at,
        key,
        cells,
        formulas: new Set(formulaColumns),
        more: [
          ...texts.filter((text, place) => text !== '' && !ours.has(place)),
          ...formulas.map((place) => `formula in column ${place + 1}`),
        ].join(' · '),
        link: texts[linkAt] ?? '',
        isLinkFormula: formulas.includes(linkAt),
      },
    ];
  });
}
