/**
 * The three-way merge of a sheet with a Google sheet. The base is what both last had in common: what only one side changed
 * goes to the other, what both changed is a conflict that a person decides (docs/decisions/0240).
 */
import { invalid } from '@signpost/contract/errors.ts';
import type { GoogleRead } from '@signpost/contract/sheets/google/read.ts';
import type { SyncConflict, SyncSummary } from '@signpost/contract/sheets/google/sync.ts';
import { mergedOrder } from '@signpost/contract/sheets/merge.ts';
import { SHEET_ROWS_MAX, type SheetKind, type SheetRow } from '@signpost/contract/sheets/sheet.ts';
import { type Identified, identify } from './identify.ts';
import { type Layout, layoutOf, theirRows } from './layout.ts';
import { filled, type Merging, mergeAll, textIn } from './merge-rows.ts';
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
    const row = rowOf.get(key);
    const place = layout.columns.get(column);
    if (row !== undefined && place !== undefined) cells.set(row.at, place, text);
  }
  const ourLinks = new Set(links.values());
  let written = 0;
  for (const { key, row } of identified) {
    if (!ours.has(key) && !to.adopted.has(key)) continue;
    if (row.key !== key) cells.set(row.at, layout.keyAt, key);
    const link = links.get(key) ?? '';
    // A text that somebody else wrote into the column of links stays. A copied row carries the link of its original.
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
  const unsettled = { base: input.base, areDeletionsDoubtful: false };
  const { base, areDeletionsDoubtful } = input.carriedOut ? settle(input.base, input.carriedOut, rows) : unsettled;
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
    throw invalid(
      '',
      `With the rows of the Google sheet there would be ${total}. A sheet has at most ${SHEET_ROWS_MAX}.`,
    );
  const order = mergedOrder(base, ours, identified);
  const inGoogle = [...identified.map(({ key }) => key), ...base.map(({ key }) => key)];
  const { cells, written } = writesFor(layout, identified, to, { links, ours: our });
  const adopted = identified
    .map(({ key, row }, at) => ({ key, cells: filled(row.cells), above: identified[at - 1]?.key ?? null }))
    .filter(({ key }) => to.adopted.has(key));
  const missingColumns = layout.width - read.columnCount;
  const newColumns = missingColumns > 0 ? [addColumns(tabId, missingColumns)] : [];
  const changes = [
    ...newColumns,
    ...cells.requests(tabId),
    ...appendRows(tabId, appended(layout, to.added, links)),
    ...deleteRows(
      tabId,
      to.removals.map(({ at }) => at),
    ),
  ];
  if (read.protectedColumn !== layout.keyAt) changes.push(protectColumn(tabId, layout.keyAt));
  if (isFirst && read.frozenRows === 0) changes.push(freezeHeader(tabId));
  const record = [recordPlan(tabId, plan.metadataId, plan.id)];
  if (plan.forgets !== null) record.push(forgetPlan(plan.forgets));
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
