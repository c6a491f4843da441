/**
 * Reads the texts of a row into a box or a direct link, with its own validation. The browser and the server use this
 * same function, so a row without errors on the screen has no errors on the server.
 */

import type { Day } from '../dates/dates.ts';
import { spreadEvenly } from '../define/allocation.ts';
import type { EntityName } from '../define/entity-names.ts';
import type { Field } from '../define/field.ts';
import { parseInput } from '../define/parse.ts';
import { inSentence } from '../define/words.ts';
import { WEIGHT_TOTAL } from '../limits.ts';
import { readCellDay } from '../reading/cell-day.ts';
import { readDay } from '../reading/day.ts';
import { MADE_OF, SHEET_COLUMNS, type SheetColumn } from './columns.ts';
import type { Cells, SheetKind, SheetNames, SheetRow } from './sheet.ts';

/** An error in a cell. An empty column stands for the whole row. */
export interface CellError {
  column: string;
  message: string;
}

export interface ReadRow {
  /** The input of the record; meaningless while there are errors. */
  input: Readonly<Record<string, unknown>>;
  errors: readonly CellError[];
}

/** Finds records by name or id. */
export interface Lookup {
  find(entity: EntityName, text: string): readonly number[];
}

const lower = (text: string): string => text.trim().toLowerCase();

/** Indexes names once for many rows. */
export function lookupOf(names: SheetNames): Lookup {
  const byName = new Map<string, number[]>();
  const ids = new Set<string>();
  for (const [entity, records] of Object.entries(names))
    for (const { id, name } of records ?? []) {
      const key = `${entity} ${lower(name)}`;
      const found = byName.get(key);
      if (found === undefined) byName.set(key, [id]);
      else found.push(id);
      ids.add(`${entity} ${id}`);
    }
  return {
    find(entity, text) {
      const named = byName.get(`${entity} ${lower(text)}`);
      if (named !== undefined) return named;
      const id = /^#?(\d{1,15})$/.exec(text.trim())?.[1];
      if (id !== undefined && ids.has(`${entity} ${Number(id)}`)) return [Number(id)];
      return [];
    },
  };
}

type Problem = { problem: string };
const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'problem' in value;

function recordNamed(lookup: Lookup, entity: EntityName, text: string): number | Problem {
  const [id, ...others] = lookup.find(entity, text);
  if (id === undefined) return { problem: `There is no “${text.trim()}”. Enter a name or an id that exists.` };
  if (others.length > 0)
    return {
      problem: `${others.length + 1} records are named “${text.trim()}”. Enter the id of one of them: ${[id, ...others].slice(0, 5).join(', ')}.`,
    };
  return id;
}

/** Splits a text at semicolons and line breaks, and at commas those parts that name nothing as a whole. */
function partsOf(text: string, names: (part: string) => boolean): string[] {
  return text
    .split(/[;\n]/)
    .flatMap((part) => (names(part) ? [part] : part.split(',')))
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function recordsNamed(lookup: Lookup, entity: EntityName, text: string): number[] | Problem {
  const found = partsOf(text, (part) => lookup.find(entity, part).length > 0).map((part) =>
    recordNamed(lookup, entity, part),
  );
  return found.find(isProblem) ?? found.filter((id) => typeof id === 'number');
}

const WEIGHT = /(?<!\d)\d{1,3}$/;
const SEPARATOR = /[\s=:×]/;

/** The name and the weight of "Spring = 60 %"; the whole text is the name if no weight stands apart from it. */
function splitWeight(part: string): [name: string, weight: string | undefined] {
  const text = part.endsWith('%') ? part.slice(0, -1).trimEnd() : part;
  const weight = WEIGHT.exec(text)?.[0];
  if (weight === undefined) return [part, undefined];
  const name = text.slice(0, -weight.length);
  if (!SEPARATOR.test(name.slice(-1))) return [part, undefined];
  const bare = name.trimEnd();
  return [/[=:×]$/.test(bare) ? bare.slice(0, -1).trimEnd() : bare, weight];
}

interface Share {
  campaignId: number;
  weight: number | null;
}

function shareIn(lookup: Lookup, part: string): Share | Problem {
  const whole = lookup.find('campaign', part);
  const [name, weight] = whole.length > 0 ? [part, undefined] : splitWeight(part);
  const campaignId = recordNamed(lookup, 'campaign', name);
  if (isProblem(campaignId)) return campaignId;
  return { campaignId, weight: weight === undefined ? null : Number(weight) };
}

function allocationIn(lookup: Lookup, text: string): Record<string, unknown>[] | Problem {
  const isKnown = (part: string) => !isProblem(shareIn(lookup, part.trim()));
  const shares = partsOf(text, isKnown).map((part) => shareIn(lookup, part));
  const problem = shares.find(isProblem);
  if (problem !== undefined) return problem;
  const items = shares.filter((share): share is Share => !isProblem(share));
  const weighed = items.filter(({ weight }) => weight !== null).length;
  if (weighed > 0 && weighed < items.length)
    return { problem: 'Enter a weight for every campaign or for none of them.' };
  const even = weighed === 0 ? spreadEvenly(WEIGHT_TOTAL, items.length) : [];
  return items.map(({ campaignId, weight }, at) => ({
    campaignId,
    weight: weight ?? even[at] ?? 0,
    lock: false,
    weightOverride: false,
    ctaLabel: null,
  }));
}

function dayIn(text: string): string | Problem {
  const reading = readDay(text, { today: null, order: null });
  if (reading.kind === 'ambiguous')
    return { problem: `“${text}” can mean ${reading.dayFirst} or ${reading.monthFirst}. Write the one you mean so.` };
  const day = readCellDay(text, null);
  if ('value' in day) return day.value;
  return day;
}

/** The value of a cell as its field's input, or the problem of its text. */
function valueIn(field: Field, text: string, lookup: Lookup): unknown {
  switch (field.kind) {
    case 'integer':
      if (/^-?\d{1,15}$/.test(text)) return Number(text);
      return text;
    case 'date':
      return dayIn(text);
    case 'choice': {
      const wanted = lower(text);
      const found = field.options.find(({ value, label }) => lower(label) === wanted || lower(value) === wanted);
      return found?.value ?? { problem: `Enter one of: ${field.options.map(({ label }) => label).join(', ')}.` };
    }
    case 'reference':
      return recordNamed(lookup, field.to, text);
    case 'references':
      return recordsNamed(lookup, field.to, text);
    case 'tags':
      return recordsNamed(lookup, 'tag', text);
    case 'rows':
      return allocationIn(lookup, text);
    default:
      return text;
  }
}

/** Whether nothing is typed into the row. Such rows are left alone. */
export function isBlankRow(cells: Cells): boolean {
  return Object.values(cells).every((text) => text.trim() === '');
}

/** Reads one row. `today` bounds days. */
export function readSheetRow(kind: SheetKind, cells: Cells, lookup: Lookup, today: Day): ReadRow {
  const input: Record<string, unknown> = {};
  const problems: CellError[] = [];
  for (const { name, field } of SHEET_COLUMNS[kind]) {
    const text = (cells[name] ?? '').trim();
    // A missing value gets the field's default; an empty one would be refused where the field is required.
    if (text === '') continue;
    const value = valueIn(field, text, lookup);
    if (isProblem(value)) problems.push({ column: name, message: value.problem });
    else input[name] = value;
  }
  const refused = new Set(problems.map(({ column }) => column));
  const { errors } = parseInput(MADE_OF[kind].fields, input, today);
  for (const { path, message } of errors) {
    const column = path.split('.')[0] ?? '';
    if (refused.has(column)) continue;
    refused.add(column);
    problems.push({ column, message });
  }
  return { input, errors: problems };
}

/**
 * The errors of the duplicate rows in a sheet, by the key of the row. Equal rows would make equal records, which nobody
 * wants, and a unique value, such as the slug of a link, can be in one row only.
 */
export function duplicateRows(kind: SheetKind, rows: readonly SheetRow[]): ReadonlyMap<string, CellError> {
  const first = new Map<string, number>();
  const errors = new Map<string, CellError>();
  const [{ name: column } = { name: '' }] = SHEET_COLUMNS[kind];
  const uniques = SHEET_COLUMNS[kind].filter(({ field }) => field.kind === 'text' && field.unique === true);
  for (const [at, { key, cells }] of rows.entries()) {
    if (isBlankRow(cells)) continue;
    const content = SHEET_COLUMNS[kind].map(({ name }) => lower(cells[name] ?? '')).join('\u0000');
    const earlier = first.get(content);
    if (earlier !== undefined) {
      errors.set(key, { column, message: `This row is the same as row ${earlier + 1}.` });
      continue;
    }
    first.set(content, at);
    for (const { name, label } of uniques) {
      const text = lower(cells[name] ?? '');
      const taken = first.get(`${name} ${text}`);
      if (text === '') continue;
      if (taken === undefined) first.set(`${name} ${text}`, at);
      else errors.set(key, { column: name, message: `Row ${taken + 1} has the same ${inSentence(label)}.` });
    }
  }
  return errors;
}

/** Everything that is wrong with a sheet: rows by key, numbered from 1 by `position`. Blank rows are left alone. */
export function checkSheet(
  kind: SheetKind,
  rows: readonly SheetRow[],
  read: (row: SheetRow) => ReadRow,
): ReadonlyMap<string, readonly CellError[]> {
  const duplicates = duplicateRows(kind, rows);
  const found = new Map<string, readonly CellError[]>();
  for (const row of rows) {
    if (isBlankRow(row.cells) || row.boxId !== null) continue;
    const twice = duplicates.get(row.key);
    const errors = [...read(row).errors, ...(twice === undefined ? [] : [twice])];
    if (errors.length > 0) found.set(row.key, errors);
  }
  return found;
}

/** "Row 3, Website: There is no …" */
export function errorInWords(columns: readonly SheetColumn[], row: number, { column, message }: CellError): string {
  const label = columns.find(({ name }) => name === column)?.label;
  if (label === undefined) return `Row ${row}: ${message}`;
  return `Row ${row}, ${inSentence(label)}: ${message}`;
}
