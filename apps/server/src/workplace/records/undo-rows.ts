/** Takes back a change of a list of rows, row by row, so that changes of other rows stay. Pure. */
import { canonical } from './audit-values.ts';

type Row = Readonly<Record<string, unknown>> & { readonly id: number };

/** A row that somebody has changed since, with the fields; none where the row as a whole was added or removed. */
export interface RowConflict {
  id: number;
  fields: readonly string[];
  /** The row as it is, or was last. */
  row: Row;
  /** It has been added since, and equals the row that the undo would bring back. */
  isEqual?: boolean;
}

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && 'id' in value && Number.isInteger(value.id);

/** The rows of a list by id; null where a row has no id. */
function rowsById(list: unknown): Map<number, Row> | null {
  if (!Array.isArray(list)) return new Map();
  const rows = list.filter(isRow);
  if (rows.length === list.length) return new Map(rows.map((row) => [row.id, row]));
  return null;
}

const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

/** Whether two rows hold the same values under different ids. */
const isEqual = ({ id: _one, ...values }: Row, { id: _other, ...others }: Row): boolean => isSame(values, others);

/**
 * The list as it becomes when the change from `before` to `after` is taken back from `now`, and the rows for which that
 * is impossible because the same fields differ from `after`. Null where rows have no ids, so that only the whole list can
 * be compared.
 */
export function undoRows(
  before: unknown,
  after: unknown,
  now: unknown,
): { rows: readonly Row[]; conflicts: readonly RowConflict[] } | null {
  const was = rowsById(before);
  const became = rowsById(after);
  const is = rowsById(now);
  if (was === null || became === null || is === null) return null;
  const conflicts: RowConflict[] = [];
  const rows: Row[] = [];
  for (const row of is.values()) {
    const { id } = row;
    const earlier = was.get(id);
    const later = became.get(id);
    if (earlier !== undefined && later !== undefined) {
      const { value, fields } = undoFields(earlier, later, row);
      rows.push(value);
      if (fields.length > 0) conflicts.push({ id, fields, row });
    } else if (later === undefined) {
      // Somebody else added or brought back this row.
      rows.push(row);
      if (earlier !== undefined && !isSame(row, earlier)) conflicts.push({ id, fields: [], row });
    } else if (!isSame(row, later)) conflicts.push({ id, fields: changedFieldsOf(later, row), row });
  }
  for (const [id, earlier] of was) {
    if (is.has(id)) continue;
    const later = became.get(id);
    if (later !== undefined) {
      if (!isSame(earlier, later)) conflicts.push({ id, fields: [], row: later });
      continue;
    }
    const equal = [...is.values()].find((row) => !was.has(row.id) && !became.has(row.id) && isEqual(row, earlier));
    if (equal) conflicts.push({ id: equal.id, fields: [], row: equal, isEqual: true });
    else insertAfter(rows, earlier, [...was.keys()]);
  }
  return { rows: inOrder(rows, [...was.keys()], [...became.keys()]), conflicts };
}

const changedFieldsOf = (one: Row, other: Row): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => !isSame(one[name], other[name]));

/** Puts back the fields of one row. Returns the names of fields that somebody has changed again since. */
function undoFields(earlier: Row, later: Row, row: Row): { value: Row; fields: string[] } {
  const changed = changedFieldsOf(earlier, later);
  return {
    value: { ...row, ...Object.fromEntries(changed.map((name) => [name, earlier[name] ?? null])) },
    fields: changed.filter((name) => !isSame(row[name], later[name]) && !isSame(row[name], earlier[name])),
  };
}

/** Puts a row back behind the row that it followed, as far as that one still exists. */
function insertAfter(rows: Row[], row: Row, order: readonly number[]): void {
  const before = order.slice(0, order.indexOf(row.id));
  const at = rows.findLastIndex(({ id }) => before.includes(id));
  rows.splice(at + 1, 0, row);
}

/** The rows in their order before the change where the change moved them; rows of others stay where they are. */
function inOrder(rows: readonly Row[], was: readonly number[], became: readonly number[]): Row[] {
  const common = new Set(was.filter((id) => became.includes(id) && rows.some((row) => row.id === id)));
  const earlier = was.filter((id) => common.has(id));
  if (
    isSame(
      earlier,
      became.filter((id) => common.has(id)),
    )
  )
    return [...rows];
  const byId = new Map(rows.map((row) => [row.id, row]));
  let next = 0;
  return rows.map((row) => {
    if (!common.has(row.id)) return row;
    return byId.get(earlier[next++] ?? row.id) ?? row;
  });
}
