/**
 * Matches the rows of a Google sheet with ours. People sort, insert, copy and delete rows, and sometimes sort all
 * columns but the one with the keys; then the content of a row identifies it.
 */
import type { Cells } from '@signpost/contract/sheets/sheet.ts';
import type { TheirRow } from './layout.ts';
import type { ByKey } from './state.ts';

export interface Identified {
  key: string;
  row: TheirRow;
}

interface Known {
  /** The columns that are compared. */
  columns: readonly string[];
  base: ByKey<Readonly<{ cells: Cells }>>;
  ours: ByKey<Readonly<{ cells: Cells }>>;
  newKey: () => string;
}

const SEPARATOR = '\u0000';
const isBlank = (content: string): boolean => content.replaceAll(SEPARATOR, '') === '';

/** A text that more rows than this have in common tells nothing about them. */
const COMMON = 20;

/**
 * Pairs rows with the rows of the base that nobody has found yet, by the texts that both hold in the same columns. Pairs
 * that are not clearly the best for both sides are left out.
 */
function mostAlike(
  rows: readonly TheirRow[],
  { columns, base, taken }: { columns: readonly string[]; base: Known['base']; taken: ReadonlySet<string> },
): [TheirRow, string][] {
  const holders = new Map<string, string[]>();
  for (const [key, { cells }] of base)
    for (const column of columns) {
      const text = cells[column] ?? '';
      if (taken.has(key) || text === '') continue;
      const at = `${column}${SEPARATOR}${text}`;
      const keys = holders.get(at);
      if (keys === undefined) holders.set(at, [key]);
      else keys.push(key);
    }
  const pairs = rows.flatMap((row) => {
    const scores = new Map<string, number>();
    for (const column of columns) {
      const keys = holders.get(`${column}${SEPARATOR}${row.cells[column] ?? ''}`) ?? [];
      if (keys.length <= COMMON) for (const key of keys) scores.set(key, (scores.get(key) ?? 0) + 1);
    }
    return [...scores].map(([key, score]) => ({ row, key, score }));
  });
  const bestOf = new Map<TheirRow | string, { score: number; isTied: boolean }>();
  for (const { row, key, score } of pairs)
    for (const side of [row, key]) {
      const best = bestOf.get(side);
      if (best === undefined || score > best.score) bestOf.set(side, { score, isTied: false });
      else if (score === best.score) best.isTied = true;
    }
  const isBest = (side: TheirRow | string, score: number) => {
    const best = bestOf.get(side);
    return best?.score === score && !best.isTied;
  };
  return pairs.flatMap(({ row, key, score }) => (isBest(row, score) && isBest(key, score) ? [[row, key]] : []));
}

/** Gives every row its key: its own, that of the row it must be, or a new one. No key is given twice. */
export function identify(rows: readonly TheirRow[], { columns, base, ours, newKey }: Known): Identified[] {
  const contentOf = (cells: Cells) => columns.map((name) => cells[name] ?? '').join(SEPARATOR);
  const baseContent = new Map([...base].map(([key, { cells }]) => [key, contentOf(cells)]));
  const content = new Map(rows.map((row) => [row, contentOf(row.cells)]));
  const keys = new Map<TheirRow, string>();
  const taken = new Set<string>();
  const give = (row: TheirRow, key: string) => {
    keys.set(row, key);
    taken.add(key);
  };
  const left = () => rows.filter((row) => !keys.has(row));
  const giveByContent = (candidates: readonly TheirRow[]) => {
    const free = new Map<string, string[]>();
    for (const [key, text] of baseContent) {
      const alike = free.get(text) ?? [];
      if (!taken.has(key) && !isBlank(text)) free.set(text, [...alike, key]);
    }
    for (const row of candidates) {
      const key = free.get(content.get(row) ?? '')?.shift();
      if (key !== undefined) give(row, key);
    }
  };

  for (const row of rows) if (!taken.has(row.key) && baseContent.get(row.key) === content.get(row)) give(row, row.key);

  // Keys that stayed behind in a sort: most rows that look changed hold exactly what another row held.
  const changed = left().filter((row) => base.has(row.key));
  const held = new Set(
    [...baseContent].filter(([key, text]) => !taken.has(key) && !isBlank(text)).map(([, text]) => text),
  );
  const displaced = changed.filter((row) => held.has(content.get(row) ?? ''));
  if (displaced.length >= 2 && displaced.length * 2 > changed.length) {
    giveByContent(displaced);
    // The others were edited after that sort, so their keys say nothing either.
    for (const [row, key] of mostAlike(left(), { columns, base, taken })) give(row, key);
  } else {
    // After such a sort, the row that had the key may have been removed: then nothing carries the key of what is held here.
    const carried = new Set(rows.map(({ key }) => key));
    const orphaned = new Set(
      [...baseContent].filter(([key, text]) => !carried.has(key) && !isBlank(text)).map(([, text]) => text),
    );
    giveByContent(displaced.filter((row) => orphaned.has(content.get(row) ?? '')));
  }

  // A copied row has the key of its original; the one that changed least keeps it.
  const distance = (row: TheirRow) => {
    const was = (base.get(row.key) ?? ours.get(row.key))?.cells ?? {};
    return columns.filter((name) => (was[name] ?? '') !== (row.cells[name] ?? '')).length;
  };
  const own = left()
    .filter(({ key }) => base.has(key) || ours.has(key))
    .map((row) => ({ row, far: distance(row) }))
    .sort((one, other) => one.far - other.far || one.row.at - other.row.at);
  for (const { row } of own) if (!taken.has(row.key)) give(row, row.key);

  giveByContent(left());
  for (const row of left()) give(row, newKey());
  return rows.map((row) => ({ key: keys.get(row) ?? newKey(), row }));
}
