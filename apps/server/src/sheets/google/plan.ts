/**
 * The three-way merge of a sheet with a Google sheet. The base is what both last had in common: what only one side changed
 * goes to the other, what both changed is a conflict that a person decides (docs/decisions/0242).
 */
import { AppError } from '@signpost/contract/errors.ts';
import type { GoogleRead } from '@signpost/contract/sheets/google/read.ts';
import type { SyncConflict, SyncSummary } from '@signpost/contract/sheets/google/sync.ts';
import { mergedOrder } from '@signpost/contract/sheets/merge.ts';
import { isBlankRow } from '@signpost/contract/sheets/read-row.ts';
import { type Cells, SHEET_ROWS_MAX, type SheetKind, type SheetRow } from '@signpost/contract/sheets/sheet.ts';
import { type Identified, identify } from './identify.ts';
import { type Layout, layoutOf, type TheirRow, theirRows } from './layout.ts';
import {
  addColumns,
  appendRows,
  CellWrites,
  deleteRows,
  forgetPlan,
  freezeHeader,
  type GoogleRequest,
  protectColumn,
  recordPlan,
} from './requests.ts';
import { settle } from './settle.ts';
import { type BaseRow, byKey, type Effects } from './state.ts';

export interface SyncInput {
  kind: SheetKind;
  tabId: number;
  read: GoogleRead;
  /** Whether no plan was carried out yet. */
  isFirst: boolean;
  base: readonly BaseRow[];
  /** The plan that Google carried out since the last reading, if there is one; its new rows are already taken. */
  carriedOut: Effects | null;
  ours: readonly SheetRow[];
  /** Whether our rows can be changed now. */
  canTake: boolean;
  /** The links of boxes, by row. */
  links: ReadonlyMap<string, string>;
  plan: { id: string; metadataId: number; forgets: number | null };
  newKey: () => string;
}

export interface Synced {
  ours: SheetRow[];
  base: BaseRow[];
  conflicts: SyncConflict[];
  requests: GoogleRequest[];
  effects: Effects;
  summary: SyncSummary;
}

/** How much of what a row holds beside our columns is shown and compared. */
const MORE_LENGTH = 10_000;

interface Merging {
  columns: readonly string[];
  canTake: boolean;
  areDeletionsDoubtful: boolean;
  conflicts: SyncConflict[];
  writes: Effects['writes'][number][];
  /** Rows that Google loses. */
  removals: TheirRow[];
  removed: string[];
  added: BaseRow[];
  /** New rows of Google. */
  adopted: Set<string>;
  counts: { taken: number; addedHere: number; removedHere: number; held: number };
}

const textIn = (cells: Cells, column: string): string => cells[column] ?? '';
const firstText = (cells: Cells): string => Object.values(cells).find((text) => text !== '') ?? '';

function filled(cells: Readonly<Record<string, string>>): Cells {
  return Object.fromEntries(Object.entries(cells).filter(([, text]) => text !== ''));
}

/** Merges a row that both sides have. */
function mergeRow(
  to: Merging,
  key: string,
  was: Cells,
  ours: SheetRow,
  theirs: TheirRow,
): { our: SheetRow; base: BaseRow } {
  const cells: Record<string, string> = { ...ours.cells };
  const base: Record<string, string> = { ...was };
  let isChanged = false;
  for (const column of to.columns) {
    const [before, our, their] = [textIn(was, column), textIn(ours.cells, column), textIn(theirs.cells, column)];
    if (our === their) base[column] = their;
    else if (our === before) {
      if (to.canTake && ours.boxId === null) {
        cells[column] = their;
        base[column] = their;
        isChanged = true;
        to.counts.taken += 1;
      } else to.counts.held += 1;
    } else if (their === before && !theirs.formulas.has(column))
      to.writes.push({ key, column, text: our, was: before });
    else
      to.conflicts.push({
        key,
        column,
        ours: our,
        theirs: their,
        ...(theirs.formulas.has(column) && { isFormula: true }),
      });
  }
  return { our: isChanged ? { ...ours, cells: filled(cells) } : ours, base: { key, cells: filled(base) } };
}

function isSame(columns: readonly string[], one: Cells, other: Cells): boolean {
  return columns.every((column) => textIn(one, column) === textIn(other, column));
}

/** A row that Google no longer has. Returns what is left of it here. */
function mergeGone(to: Merging, before: BaseRow, ours: SheetRow): { our: SheetRow | null; base: BaseRow | null } {
  if (!to.canTake || ours.boxId !== null) {
    to.counts.held += 1;
    return { our: ours, base: before };
  }
  if (isSame(to.columns, before.cells, ours.cells) && !to.areDeletionsDoubtful) {
    to.counts.removedHere += 1;
    return { our: null, base: null };
  }
  to.conflicts.push({ key: ours.key, column: '', ours: firstText(ours.cells), theirs: null });
  return { our: ours, base: before };
}

/** A row that we removed. */
function mergeRemoved(to: Merging, before: BaseRow, theirs: TheirRow): void {
  if (
    isSame(to.columns, before.cells, theirs.cells) &&
    theirs.more.slice(0, MORE_LENGTH) === (before.agreedMore ?? '')
  ) {
    to.removals.push(theirs);
    to.removed.push(before.key);
    return;
  }
  to.conflicts.push({
    key: before.key,
    column: '',
    ours: null,
    theirs: firstText(theirs.cells),
    theirCells: { ...theirs.cells },
    more: theirs.more.slice(0, MORE_LENGTH),
  });
}

interface Sides {
  base: ReadonlyMap<string, BaseRow>;
  ours: ReadonlyMap<string, SheetRow>;
  theirs: ReadonlyMap<string, TheirRow>;
}

/** Merges all rows. Returns those of our side and of the base, by key. */
function mergeAll(to: Merging, { base, ours, theirs }: Sides) {
  const our = new Map<string, SheetRow>();
  const common = new Map<string, BaseRow>();
  for (const key of new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])) {
    const [before, mine, other] = [base.get(key), ours.get(key), theirs.get(key)];
    if (mine !== undefined && other !== undefined) {
      const merged = mergeRow(to, key, before?.cells ?? {}, mine, other);
      our.set(key, merged.our);
      common.set(key, merged.base);
    } else if (mine !== undefined && before !== undefined) {
      const merged = mergeGone(to, before, mine);
      if (merged.our !== null) our.set(key, merged.our);
      if (merged.base !== null) common.set(key, merged.base);
    } else if (mine !== undefined) {
      our.set(key, mine);
      if (!isBlankRow(mine.cells)) to.added.push({ key, cells: filled(mine.cells) });
    } else if (other !== undefined && before !== undefined) {
      mergeRemoved(to, before, other);
      common.set(key, before);
    } else if (other !== undefined && to.canTake) {
      to.counts.addedHere += 1;
      to.adopted.add(key);
    } else if (other !== undefined) to.counts.held += 1;
  }
  return { our, common };
}

/** Writes headers, keys, cells and links, and counts the links. */
function writesFor(
  layout: Layout,
  identified: readonly Identified[],
  to: Merging,
  { links, ours }: { links: ReadonlyMap<string, string>; ours: ReadonlyMap<string, unknown> },
) {
  const cells = new CellWrites();
  for (const [at, header] of layout.missing) cells.set(0, at, header);
  const rowOf = new Map(identified.map(({ key, row }) => [key, row]));
  for (const { key, column, text } of to.writes) {
    const [row, place] = [rowOf.get(key), layout.columns.get(column)];
    if (row !== undefined && place !== undefined) cells.set(row.at, place, text);
  }
  const ourLinks = new Set(links.values());
  let written = 0;
  for (const { key, row } of identified) {
    if (!ours.has(key) && !to.adopted.has(key)) continue;
    if (row.key !== key) cells.set(row.at, layout.keyAt, key);
    const link = links.get(key) ?? '';
    // What somebody else wrote into the column of links stays; a copied row carries the link of its original.
    if (link === row.link || row.isLinkFormula || (row.link !== '' && !ourLinks.has(row.link))) continue;
    cells.set(row.at, layout.linkAt, link);
    written += 1;
  }
  return { cells, written };
}

function appended(layout: Layout, rows: readonly BaseRow[], links: ReadonlyMap<string, string>): string[][] {
  return rows.map(({ key, cells }) => {
    const texts = Array.from({ length: layout.width }, () => '');
    for (const [name, place] of layout.columns) texts[place] = textIn(cells, name);
    texts[layout.keyAt] = key;
    texts[layout.linkAt] = links.get(key) ?? '';
    return texts;
  });
}

function ordered<T>(order: readonly string[], rows: ReadonlyMap<string, T>): T[] {
  return order.flatMap((key) => rows.get(key) ?? []);
}

/** Plans a sync; changes nothing. Errors: VALIDATION with a sentence about the Google sheet. */
export function planSync(input: SyncInput): Synced {
  const { kind, tabId, read, ours, links, canTake, plan } = input;
  const isFirst = input.isFirst && input.carriedOut === null;
  const layout = layoutOf(kind, read, isFirst);
  const rows = theirRows(layout, read);
  const { base, areDeletionsDoubtful } =
    input.carriedOut === null
      ? { base: input.base, areDeletionsDoubtful: false }
      : settle(input.base, input.carriedOut, rows);
  const columns = [...layout.columns.keys()];
  const sides = { base: byKey(base), ours: byKey(ours) };
  const identified = identify(rows, { columns, ...sides, newKey: input.newKey });
  const theirs = new Map(identified.map(({ key, row }) => [key, row]));
  const to: Merging = {
    columns,
    canTake,
    areDeletionsDoubtful,
    conflicts: [],
    writes: [],
    removals: [],
    removed: [],
    added: [],
    adopted: new Set(),
    counts: { taken: 0, addedHere: 0, removedHere: 0, held: 0 },
  };
  const { our, common } = mergeAll(to, { ...sides, theirs });
  const total = our.size + to.adopted.size;
  if (total > Math.max(SHEET_ROWS_MAX, ours.length))
    throw new AppError('VALIDATION', {
      errors: [
        {
          path: '',
          message: `With the rows of the Google sheet there would be ${total}. A sheet has at most ${SHEET_ROWS_MAX}.`,
        },
      ],
    });
  const order = mergedOrder(base, ours, identified);
  const inGoogle = [...identified.map(({ key }) => key), ...base.map(({ key }) => key)];
  const { cells, written } = writesFor(layout, identified, to, { links, ours: our });
  const adopted = identified.flatMap(({ key, row }, at) =>
    to.adopted.has(key) ? [{ key, cells: filled(row.cells), above: identified[at - 1]?.key ?? null }] : [],
  );
  const changes = [
    ...(layout.width > read.columnCount ? [addColumns(tabId, layout.width - read.columnCount)] : []),
    ...cells.requests(tabId),
    ...appendRows(tabId, appended(layout, to.added, links)),
    ...deleteRows(
      tabId,
      to.removals.map(({ at }) => at),
    ),
    ...(read.protectedColumn === layout.keyAt ? [] : [protectColumn(tabId, layout.keyAt)]),
    ...(isFirst && read.frozenRows === 0 ? [freezeHeader(tabId)] : []),
  ];
  const record = [
    recordPlan(tabId, plan.metadataId, plan.id),
    ...(plan.forgets === null ? [] : [forgetPlan(plan.forgets)]),
  ];
  return {
    ours: canTake ? ordered(order, our) : [...ours],
    base: ordered([...new Set(inGoogle)], common),
    conflicts: to.conflicts,
    requests: changes.length === 0 ? [] : [...record, ...changes],
    effects: { writes: to.writes, added: to.added, adopted, removed: to.removed },
    summary: {
      ...to.counts,
      written: to.writes.length,
      addedThere: to.added.length,
      removedThere: to.removed.length,
      links: written + to.added.filter(({ key }) => links.has(key)).length,
      conflicts: to.conflicts.length,
    },
  };
}

/** The choice of a person about a conflict. */
export interface Choice {
  key: string;
  column: string;
  take: 'ours' | 'theirs';
}

interface Decided {
  base: BaseRow[];
  ours: SheetRow[];
  conflicts: SyncConflict[];
}

/**
 * Applies choices. Theirs becomes the text here and the base; ours keeps the text, and theirs becomes the base, so that the
 * next sync writes ours if Google still has what the person saw.
 */
export function decideConflicts(state: Decided, choices: readonly Choice[]): Decided {
  const [base, ours] = [byKey(state.base), byKey(state.ours)];
  const decided = new Set<SyncConflict>();
  for (const { key, column, take } of choices) {
    const conflict = state.conflicts.find((one) => one.key === key && one.column === column);
    if (conflict === undefined || (take === 'ours' && conflict.isFormula === true)) continue;
    decided.add(conflict);
    const [mine, before] = [ours.get(key), base.get(key)];
    if (column !== '') {
      const text = conflict.theirs ?? '';
      base.set(key, { key, cells: filled({ ...before?.cells, [column]: text }) });
      if (take === 'theirs' && mine !== undefined)
        ours.set(key, { ...mine, cells: filled({ ...mine.cells, [column]: text }) });
    } else if (conflict.theirs === null) {
      base.delete(key);
      if (take === 'theirs') ours.delete(key);
    } else {
      const cells = conflict.theirCells ?? {};
      base.set(key, { key, cells, ...(take === 'ours' && { agreedMore: conflict.more ?? '' }) });
      if (take === 'theirs') ours.set(key, { key, cells, boxId: null });
    }
  }
  return {
    base: [...base.values()],
    ours: [...ours.values()],
    conflicts: state.conflicts.filter((one) => !decided.has(one)),
  };
}
