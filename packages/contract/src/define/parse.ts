/** Parses form input into storable values, field by field. */
import type { z } from 'zod';
import type { Day } from '../dates/dates.ts';
import type { FieldError } from '../envelope.ts';
import {
  atMostRows,
  CAMPAIGN_TWICE,
  LAST_BEFORE_FIRST,
  NO_SUCH_FIELD,
  NO_SUCH_SETTING,
  outsideLedger,
  YES_OR_NO,
} from '../field-messages.ts';
import { LEDGER_FIRST_DAY } from '../limits.ts';
import { trimInvisible } from '../reading/invisible.ts';
import { allocationErrors } from './allocation.ts';
import type { Field, Fields, RowsField } from './field.ts';
import { valueSchema } from './schema.ts';
import { isEmptyValue, MESSAGE } from './validators.ts';

const LISTS = new Set<Field['kind']>(['choices', 'references', 'tags', 'images', 'rows']);

/** The value of an empty field: its default, an empty list, or null. */
export function initialValue(field: Field): unknown {
  if ('default' in field && field.default !== undefined)
    return typeof field.default === 'function' ? field.default() : field.default;
  if (LISTS.has(field.kind)) return [];
  return null;
}

/** Whether a field is shown. Hidden fields are neither validated nor stored. */
export function isVisible(field: Field, values: Readonly<Record<string, unknown>>): boolean {
  const rule = field.visibleWhen;
  return !rule || rule.is.some((value) => value === values[rule.field]);
}

const isBlank = (value: unknown) => isEmptyValue(typeof value === 'string' ? trimInvisible(value) : value);

/** An empty text or list is no settings: taken for empty, it would clear those that are stored. */
const isWrongJson = (field: Field, value: unknown): boolean =>
  field.kind === 'json' && (typeof value === 'string' || Array.isArray(value));

function missing(field: Field): string | null {
  if (field.kind === 'toggle') return YES_OR_NO;
  if (!field.required) return null;
  if (field.kind === 'text' && field.format === 'sourceName') return MESSAGE.sourceNameEmpty;
  return MESSAGE.filled;
}

/** Finds references of a row that its parent does not have. */
function outsideErrors(
  map: Fields,
  row: Record<string, unknown>,
  parent: Readonly<Record<string, unknown>>,
): FieldError[] {
  return Object.entries(map).flatMap(([name, field]) => {
    if (field.kind !== 'reference' || field.within === undefined) return [];
    const list = parent[field.within.list];
    const value = row[name];
    if (!Array.isArray(list) || list.length === 0 || typeof value !== 'number' || list.includes(value)) return [];
    return [{ path: name, message: field.within.otherwise }];
  });
}

/** The rows of a field as they came in, and the record in which they lie. */
interface RowsInput {
  path: string;
  field: RowsField;
  raw: unknown;
  parent: Readonly<Record<string, unknown>>;
}

function parseRows({ path, field, raw, parent }: RowsInput, today: Day, errors: FieldError[]): unknown[] {
  if (!Array.isArray(raw)) {
    errors.push({ path, message: 'Send a list of rows.' });
    return [];
  }
  if (raw.length > field.max) errors.push({ path, message: atMostRows(field.max) });
  const list = raw.slice(0, field.max).map((row: unknown, index): Record<string, unknown> => {
    const { value, errors: inner } = parseInput(field.of, row, today);
    const wrong = [...inner, ...outsideErrors(field.of, value, parent)];
    errors.push(...wrong.map((error) => ({ ...error, path: `${path}.${index}.${error.path}` })));
    const id = typeof row === 'object' && row !== null && 'id' in row && Number.isInteger(row.id) ? row.id : null;
    return { ...value, id };
  });
  if (field.required && list.length === 0) errors.push({ path, message: MESSAGE.filled });
  if (field.allocation && list.length > 0) {
    const items = list.map(({ weight, lock, weightOverride }) => ({
      weight: Number(weight),
      lock: lock === true,
      weightOverride: weightOverride === true,
    }));
    errors.push(...allocationErrors(items, path));
    list.forEach(({ campaignId }, index) => {
      if (typeof campaignId === 'number' && list.findIndex((row) => row.campaignId === campaignId) < index)
        errors.push({ path: `${path}.${index}.campaignId`, message: CAMPAIGN_TWICE });
    });
  }
  return list;
}

/** The errors of a value with their paths inside it. An unknown key is reported with its whole path. */
function fieldErrors(name: string, issue: z.core.$ZodIssue): FieldError[] {
  const path = [name, ...issue.path].join('.');
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: `${path}.${key}`, message: NO_SUCH_SETTING }));
  return [{ path, message: issue.code === 'invalid_key' ? NO_SUCH_SETTING : issue.message }];
}

function hiddenValue(field: Field): unknown {
  if (LISTS.has(field.kind)) return [];
  if (field.kind === 'toggle') return field.default;
  return null;
}

export interface Parsed {
  value: Record<string, unknown>;
  errors: FieldError[];
}

/**
 * Every field gets a value: the cleaned input; its default if there is no input; null if it was emptied or is
 * hidden. Unknown and read-only keys are refused, so only defined fields can be written. No errors
 * means that `value` may be stored. `today` is the day in UTC, after which no entry of a ledger may count.
 */
export function parseInput(map: Fields, input: unknown, today: Day): Parsed {
  const errors: FieldError[] = [];
  const value: Record<string, unknown> = {};
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return { value, errors: [{ path: '', message: 'Send the fields as an object.' }] };
  const inputs = new Map<string, unknown>(Object.entries(input));
  for (const key of inputs.keys())
    if (key !== 'id' && (!Object.hasOwn(map, key) || map[key]?.readOnly))
      errors.push({ path: key, message: NO_SUCH_FIELD });

  const withDefaults = Object.fromEntries(
    Object.entries(map).map(([name, field]) => [
      name,
      inputs.get(name) === undefined ? initialValue(field) : inputs.get(name),
    ]),
  );
  for (const [name, field] of Object.entries(map)) {
    if (field.readOnly) continue;
    const raw = withDefaults[name];
    if (!isVisible(field, withDefaults)) {
      value[name] = hiddenValue(field);
    } else if (isBlank(raw) && !isWrongJson(field, raw)) {
      value[name] = LISTS.has(field.kind) ? [] : null;
      const problem = missing(field);
      if (problem) errors.push({ path: name, message: problem });
    } else if (field.kind === 'rows') {
      value[name] = parseRows({ path: name, field, raw, parent: withDefaults }, today, errors);
    } else {
      const result = valueSchema(field).safeParse(raw);
      if (!result.success) errors.push(...result.error.issues.flatMap((issue) => fieldErrors(name, issue)));
      else value[name] = result.data;
      const first = field.kind === 'date' && field.notBefore !== undefined ? withDefaults[field.notBefore] : null;
      if (result.success && typeof first === 'string' && String(raw) < first)
        errors.push({ path: name, message: LAST_BEFORE_FIRST });
      const isLedgerDay = field.kind === 'date' && field.ledger === true;
      if (result.success && isLedgerDay && (String(raw) < LEDGER_FIRST_DAY || String(raw) > today))
        errors.push({ path: name, message: outsideLedger(LEDGER_FIRST_DAY, today) });
      if (field.required && Array.isArray(raw) && raw.length === 0)
        errors.push({ path: name, message: MESSAGE.filled });
    }
  }
  return { value, errors };
}
