/** Fact keys and conditions as SQL over the facts. Identifiers come only from the contract; every value is bound. */

import type { WeekStart } from '@signpost/contract/dates/habits.ts';
import { DAYS_BEFORE_MONDAY, weekOf } from '@signpost/contract/dates/weeks.ts';
import type { Condition } from './conditions.ts';
import type { FactKey, TimeUnit } from './fact-keys.ts';
import type { Parameters } from './parameters.ts';
import type { Grain, TimeColumn } from './rollups.ts';

export interface SqlContext {
  parameters: Parameters;
  /** `at` or `click_at`: when a fact counts. */
  timeColumn: TimeColumn;
  /** The granularity of that time. */
  grain: Grain;
  timeZone: string;
  /** The day on which weeks begin; Monday without it. */
  weekStart?: WeekStart | undefined;
}

const READ: Readonly<Record<Grain, (column: string) => string>> = {
  week: (column) => `toMonday(${column})`,
  date: (column) => `toDate(${column})`,
  day: (column) => `toStartOfDay(${column})`,
  hour: (column) => `toStartOfHour(${column})`,
  raw: (column) => column,
};

/** The time at which a fact counts, as an expression of the rollup that answers. */
export function momentSql({ grain, timeColumn }: SqlContext): string {
  return READ[grain](timeColumn);
}

const TIME: Readonly<Record<TimeUnit, (moment: string, zone: string, weekStart: WeekStart) => string>> = {
  hour: (moment, zone) => `formatDateTime(${moment}, '%Y-%m-%dT%H:00', ${zone})`,
  day: (moment, zone) => `toString(toDate(${moment}, ${zone}))`,
  week: (moment, zone, weekStart) => {
    const before = DAYS_BEFORE_MONDAY[weekStart];
    return `toString(toMonday(toDate(${moment}, ${zone}) + ${before}) - ${before})`;
  },
  month: (moment, zone) => `formatDateTime(${moment}, '%Y-%m', ${zone})`,
};

/** The span of time that contains a fact (or another instant), identified by its start in the requested zone. */
export function timeSql(unit: TimeUnit, context: SqlContext, moment = momentSql(context)): string {
  return TIME[unit](moment, context.parameters.add('String', context.timeZone), context.weekStart ?? 'monday');
}

type AttributeKey = Extract<FactKey, { kind: 'attribute' }>;

/** All values of a record's attribute as an array; [0] if it has none. */
function valueListSql({ column, values: { ids, values } }: AttributeKey, { parameters }: SqlContext): string {
  if (ids.length === 0) return '[toUInt32(0)]';
  const at = `indexOf(${parameters.add('Array(UInt32)', ids)}, ${column})`;
  const found = `arrayElement(${parameters.add('Array(Array(UInt32))', values)}, ${at})`;
  return `if(${at} = 0, [toUInt32(0)], ${found})`;
}

/** The one value of a record's attribute; 0 if it has none. */
function valueSql({ column, values: { ids, values } }: AttributeKey, { parameters }: SqlContext): string {
  if (ids.length === 0) return 'toUInt32(0)';
  const single = values.map(([value = 0]) => value);
  return `transform(${column}, ${parameters.add('Array(UInt32)', ids)}, ${parameters.add('Array(UInt32)', single)}, toUInt32(0))`;
}

/** The expression by which facts are grouped. A fact whose record has several values counts under each of them. */
export function groupSql(key: FactKey, context: SqlContext): string {
  switch (key.kind) {
    case 'column':
      return key.column;
    case 'time':
      return timeSql(key.unit, context);
    case 'attribute':
      if (key.isMultiple) return `arrayJoin(${valueListSql(key, context)})`;
      return valueSql(key, context);
  }
}

/** A condition on facts. */
export function conditionSql(condition: Condition, context: SqlContext): string {
  const { parameters } = context;
  if (condition.kind === 'publisher') return `publisher_id = ${parameters.add('UInt32', condition.id)}`;
  if (condition.kind === 'known') {
    const position = parameters.add('UInt64', condition.position);
    const until = parameters.add("DateTime64(3, 'UTC')", condition.until);
    return `position <= ${position} AND (position > 0 OR recorded_at < ${until})`;
  }
  const { key, ids, idType, isExcluded } = condition;
  // A link may name a week by the Monday of a person whose weeks begin on another day.
  const isWeek = key.kind === 'time' && key.unit === 'week';
  const named = isWeek ? ids.map((id) => weekOf(String(id), context.weekStart)) : [...ids];
  const list = parameters.add(idType === 'numeric' ? 'Array(UInt32)' : 'Array(String)', named);
  const isMultiple = key.kind === 'attribute' && key.isMultiple;
  const hit = isMultiple ? `hasAny(${valueListSql(key, context)}, ${list})` : `has(${list}, ${groupSql(key, context)})`;
  if (isExcluded) return `NOT ${hit}`;
  return hit;
}
