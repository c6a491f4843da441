import {
  CONDITION_FIELDS,
  CONDITION_LABELS,
  type ConditionField,
  type ConditionNode,
  type ConditionTest,
} from '@signpost/contract/traffic/clicks/conditions.ts';
import { newId } from '../../../ui/new-id.ts';

const WORK_DAYS = [1, 2, 3, 4, 5];

/** The options for the field of a condition. */
export const FIELD_OPTIONS = CONDITION_FIELDS.map((field) => ({ value: field, label: CONDITION_LABELS[field] }));

export const isConditionField = (text: string | null): text is ConditionField =>
  CONDITION_FIELDS.some((field) => field === text);

/** A new condition for a field, without any value that could be mistaken for a choice. */
export function blankCondition(field: ConditionField, timeZone: string): ConditionTest {
  switch (field) {
    case 'hours':
      return { field, is: true, timeZone, days: WORK_DAYS, from: 9, to: 17 };
    case 'dates':
      return { field, is: true, timeZone, from: null, to: null };
    case 'visitor':
      return { field, is: true, values: ['new'] };
    case 'share':
      return { field, is: true, percent: 50 };
    case 'geo':
    case 'language':
    case 'device':
    case 'os':
    case 'browser':
      return { field, is: true, values: [] };
    case 'address':
      return { field, is: true, values: [] };
    case 'source':
    case 'category':
    case 'publisher':
    case 'website':
      return { field, is: true, values: [] };
    default:
      return { field, is: true, how: field === 'referrer' ? 'equals' : 'contains', values: [] };
  }
}

const keys = new WeakMap<ConditionNode, string>();

/** The React key of a node. It stays the same during edits, so that the focus is kept. */
export function keyOf(node: ConditionNode): string {
  const known = keys.get(node) ?? newId();
  keys.set(node, known);
  return known;
}

/** The changed node takes the key of the node it replaces. */
export function replaced<T extends ConditionNode>(old: ConditionNode, next: T): T {
  keys.set(next, keyOf(old));
  return next;
}
