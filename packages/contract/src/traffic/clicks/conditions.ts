/** The conditions of rules and their form (docs/product/clicks.md#rules). `condition-match.ts` evaluates them. */

import { z } from 'zod';
import { isDay, isTimeZone } from '../../dates/dates.ts';
import { MESSAGE } from '../../define/validators.ts';
import { LAST_BEFORE_FIRST } from '../../field-messages.ts';
import { keysOf } from '../../objects.ts';
import { valueProblem } from './vocabulary.ts';

/** Conditions whose values are short texts, compared without regard to case. */
export const TEXT_CONDITIONS = ['geo', 'language', 'device', 'os', 'browser'] as const;
/** Conditions whose values are ids of records. */
export const RECORD_CONDITIONS = ['source', 'category', 'publisher', 'website'] as const;
/** Conditions on free texts: equal to one of the values, or containing one of them. */
export const FREE_CONDITIONS = ['referrer', 'sub1', 'sub2', 'sub3', 'sub4', 'sub5'] as const;

export type TextConditionField = (typeof TEXT_CONDITIONS)[number];
export type RecordConditionField = (typeof RECORD_CONDITIONS)[number];
export type FreeConditionField = (typeof FREE_CONDITIONS)[number];

/** Every condition by its name, with its label. */
export const CONDITION_LABELS = {
  geo: 'Geo',
  language: 'Language',
  device: 'Device',
  os: 'OS',
  browser: 'Browser',
  address: 'IP address',
  source: 'Traffic source',
  category: 'Category',
  referrer: 'Referrer',
  publisher: 'Publisher',
  website: 'Website',
  sub1: 'Sub 1',
  sub2: 'Sub 2',
  sub3: 'Sub 3',
  sub4: 'Sub 4',
  sub5: 'Sub 5',
  hours: 'Weekday and hour',
  dates: 'Dates',
  visitor: 'Visitor',
  share: 'Share of traffic',
} as const;
export type ConditionField = keyof typeof CONDITION_LABELS;
export const CONDITION_FIELDS = keysOf(CONDITION_LABELS);

/** Limits that keep a rule readable and a decision fast. */
export const CONDITION_LIMITS = { values: 250, items: 20, tests: 60, text: 200, depth: 2, ranges: 1_000 } as const;

const FILL = 'Choose at least one value.';
const FILL_RANGES = 'Enter at least one IP address or range.';
const MOST_RANGES = `At most ${CONDITION_LIMITS.ranges.toLocaleString('en')} addresses and ranges in one rule.`;
const is = z.boolean();
const id = z.int().positive();
const listOf = <T extends z.ZodType>(value: T) =>
  z
    .array(value)
    .min(1, { error: FILL })
    .max(CONDITION_LIMITS.values, { error: `At most ${CONDITION_LIMITS.values} values.` });
const text = z.string().trim().min(1, { error: FILL }).max(CONDITION_LIMITS.text);
const timeZone = z.string().refine(isTimeZone, { error: MESSAGE.timeZone });
const day = z.string().refine(isDay, { error: 'Enter a date as YYYY-MM-DD.' });
const hour = z.int().min(0).max(24);

export const conditionTestSchema = z.discriminatedUnion('field', [
  z.strictObject({ field: z.enum(TEXT_CONDITIONS), is, values: listOf(text) }),
  z.strictObject({ field: z.enum(RECORD_CONDITIONS), is, values: listOf(id) }),
  z.strictObject({
    field: z.literal('address'),
    is,
    /** Entries as `reading/address-list.ts` reads them; the whole rule bounds their number. */
    values: z.array(text).min(1, { error: FILL_RANGES }),
  }),
  z.strictObject({ field: z.enum(FREE_CONDITIONS), is, how: z.enum(['equals', 'contains']), values: listOf(text) }),
  z
    .strictObject({
      field: z.literal('hours'),
      is,
      timeZone,
      /** 1 is Monday, 7 is Sunday. */
      days: z.array(z.int().min(1).max(7)).min(1, { error: 'Choose at least one day.' }).max(7),
      /** From one hour up to, but not including, another; into the next day if `from` is later than `to`. */
      from: hour.max(23),
      to: hour,
    })
    .refine(({ from, to }) => from !== to, { error: 'The start and end hours are the same.', path: ['to'] }),
  z
    .strictObject({ field: z.literal('dates'), is, timeZone, from: day.nullable(), to: day.nullable() })
    .refine(({ from, to }) => from !== null || to !== null, {
      error: 'Enter a first day, a last day or both.',
      path: ['from'],
    })
    .refine(({ from, to }) => from === null || to === null || from <= to, {
      error: LAST_BEFORE_FIRST,
      path: ['to'],
    }),
  z.strictObject({ field: z.literal('visitor'), is, values: listOf(z.enum(['new', 'returning'])).max(1) }),
  z.strictObject({ field: z.literal('share'), is, percent: z.int().min(1).max(99) }),
]);

/** One condition: a property of the visit, `is` or `is not`, and values. */
export type ConditionTest = z.infer<typeof conditionTestSchema>;
export type ConditionOf<F extends ConditionField> = Extract<ConditionTest, { field: F }>;

/** A group of conditions. All or any of them must match. */
export interface ConditionGroup {
  match: 'all' | 'any';
  items: ConditionNode[];
}
export type ConditionNode = ConditionTest | ConditionGroup;

export const isGroup = (node: ConditionNode): node is ConditionGroup => 'items' in node;

const itemsOf = <T extends z.ZodType>(item: T) =>
  z.array(item).max(CONDITION_LIMITS.items, { error: `At most ${CONDITION_LIMITS.items} conditions in one group.` });
const match = z.enum(['all', 'any']);
const INCOMPLETE = 'This condition is incomplete.';
const FILL_GROUP = 'A group needs at least one condition.';
const innermost = z.strictObject({ match, items: itemsOf(conditionTestSchema).min(1, { error: FILL_GROUP }) });
const inner = z.strictObject({
  match,
  items: itemsOf(z.union([innermost, conditionTestSchema], { error: INCOMPLETE })).min(1, { error: FILL_GROUP }),
});

/** The tests of a tree, in their order. */
export function testsOf(node: ConditionNode): ConditionTest[] {
  if (isGroup(node)) return node.items.flatMap(testsOf);
  return [node];
}

const storedSchema: z.ZodType<ConditionGroup> = z
  .strictObject({ match, items: itemsOf(z.union([inner, conditionTestSchema], { error: INCOMPLETE })) })
  .refine((group) => testsOf(group).length <= CONDITION_LIMITS.tests, {
    error: `At most ${CONDITION_LIMITS.tests} conditions in one rule.`,
  })
  .refine((group) => rangesIn(group) <= CONDITION_LIMITS.ranges, { error: MOST_RANGES });

const rangesIn = (group: ConditionGroup): number =>
  testsOf(group).reduce((sum, test) => sum + (test.field === 'address' ? test.values.length : 0), 0);

const isWords = (test: ConditionTest): test is ConditionOf<TextConditionField | 'address'> =>
  test.field === 'address' || TEXT_CONDITIONS.some((field) => field === test.field);

/** The error for the first value of a condition that a router cannot recognise; null if there is none. */
export function testProblem(test: ConditionTest): string | null {
  if (!isWords(test)) return null;
  for (const value of test.values) {
    const problem = valueProblem(test.field, value);
    if (problem !== null) return problem;
  }
  return null;
}

/** The errors in the values of conditions, each with its path. */
function problemsOf(
  group: ConditionGroup,
  path: (string | number)[],
): { path: (string | number)[]; message: string }[] {
  return group.items.flatMap((item, at) => {
    const place = [...path, 'items', at];
    if (isGroup(item)) return problemsOf(item, place);
    const message = testProblem(item);
    if (message === null) return [];
    return [{ path: [...place, 'values'], message }];
  });
}

/**
 * The schema of a rule's conditions: a group, nested at most twice, with values that a router can recognise. Without
 * conditions a rule matches every visitor.
 */
export const conditionsSchema: z.ZodType<ConditionGroup> = storedSchema.superRefine((group, context) => {
  for (const problem of problemsOf(group, [])) context.addIssue({ code: 'custom', ...problem });
});

export const NO_CONDITIONS: ConditionGroup = { match: 'all', items: [] };

/** Reads stored conditions, including values that are no longer known; null if they are not conditions. */
export function readConditions(value: unknown): ConditionGroup | null {
  const result = storedSchema.safeParse(value);
  if (result.success) return result.data;
  return null;
}
