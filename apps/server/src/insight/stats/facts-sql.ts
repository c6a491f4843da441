/** SQL for single facts: those behind a number, one by its id, the story of a click. */

import { FACTS_LIMITS, type SearchType } from '@signpost/contract/insight/stats/facts.ts';
import { type MetricId, measuresOf, metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import type { StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import {
  COUNT_MEASURES,
  FACT_FREE_TEXTS,
  FACT_IDS,
  FACT_TEXTS,
  type FactKind,
  MONEY_MEASURES,
  NIL_UUID,
} from '@signpost/contract/traffic/clicks/fact.ts';
import { snakeCase } from '../../platform/names.ts';
import type { Attributes } from './attributes.ts';
import { type Condition, conditionsOf, type FactScope } from './conditions.ts';
import { conditionSql, type SqlContext } from './dimension-sql.ts';
import { Parameters } from './parameters.ts';
import { periodsOf, timeColumnOf } from './plan.ts';
import type { Statement } from './statements.ts';

/** A filter for facts of a question: by kind, and by the metric to which they contribute. */
export interface FactFilter {
  kinds?: readonly FactKind[] | undefined;
  metric?: MetricId | undefined;
  reasons?: readonly string[] | undefined;
}

export const MEASURES = [...COUNT_MEASURES, ...MONEY_MEASURES] as const;

const COLUMNS = [
  'fact_id',
  'kind',
  'at',
  'click_at',
  'recorded_at',
  'click_id',
  'toString(visitor_id) AS visitor',
  'deal_version',
  'allocation_version',
  'amount',
  'rate',
  ...[...FACT_IDS, ...FACT_TEXTS, ...FACT_FREE_TEXTS, ...MEASURES].map(snakeCase),
].join(', ');

const SUMS = [
  ...MEASURES.map((measure) => `sum(${snakeCase(measure)}) AS a_${snakeCase(measure)}`),
  'count() AS facts',
  'max(recorded_at) AS newest',
].join(', ');

const ofMetric = (id: MetricId): string => {
  const measures = measuresOf(metricOf(id).formula);
  const columns = measures.length === 0 ? ['visits'] : measures.map(snakeCase);
  return `(${columns.map((column) => `${column} != 0`).join(' OR ')})`;
};

function conditionOf(
  question: StatsQuestion,
  filter: FactFilter,
  conditions: readonly Condition[],
  context: SqlContext,
): string {
  const { parameters, timeColumn } = context;
  const [range] = periodsOf(question);
  const bound = (instant: Date | undefined) => parameters.add("DateTime64(3, 'UTC')", instant);
  const parts = [
    `${timeColumn} >= ${bound(range?.from)}`,
    `${timeColumn} < ${bound(range?.until)}`,
    ...conditions.map((condition) => conditionSql(condition, context)),
  ];
  if (filter.kinds) parts.push(`has(${parameters.add('Array(String)', filter.kinds)}, kind)`);
  if (filter.metric !== undefined) parts.push(ofMetric(filter.metric));
  if (filter.reasons) parts.push(`has(${parameters.add('Array(String)', filter.reasons)}, reason)`);
  return parts.join(' AND ');
}

const contextOf = (question: StatsQuestion): SqlContext => ({
  parameters: new Parameters(),
  timeColumn: timeColumnOf(question),
  grain: 'raw',
  timeZone: question.timeZone,
  weekStart: question.weekStart,
});

/** A page of the facts behind a question, newest first. Ids are found first, so that only few facts are read completely. */
export function compileFacts(
  question: StatsQuestion,
  filter: FactFilter,
  attributes: Attributes,
  facts: FactScope,
): Statement {
  const context = contextOf(question);
  const { parameters, timeColumn } = context;
  const condition = conditionOf(question, filter, conditionsOf(question, attributes, facts), context);
  const page = `LIMIT ${parameters.add('UInt32', question.limit)} OFFSET ${parameters.add('UInt32', question.offset)}`;
  const order = `ORDER BY ${timeColumn} DESC, fact_id DESC`;
  const sql = `SELECT ${COLUMNS}
FROM facts
WHERE ${condition} AND fact_id IN (SELECT fact_id FROM facts WHERE ${condition} ${order} ${page})
${order}`;
  return { sql, params: parameters.values };
}

/** A fact in the order of {@link compileFactsAfter}. */
export interface FactPlace {
  at: string;
  factId: string;
}

/** The tables and columns that hold the facts and their attributes. */
interface FactSource {
  attributes: Attributes;
  facts: FactScope;
}

/**
 * The next facts behind a question after one of them, newest first, among those that were recorded by an instant. Every
 * page costs the same, however far down it is.
 */
export function compileFactsAfter(
  question: StatsQuestion,
  filter: FactFilter,
  { attributes, facts }: FactSource,
  { after, limit, recordedBy }: { after: FactPlace | null; limit: number; recordedBy: Date },
): Statement {
  const context = contextOf(question);
  const { parameters, timeColumn } = context;
  const before = (place: FactPlace | null) => {
    if (place === null) return '';
    return ` AND (${timeColumn}, fact_id) < (${parameters.add("DateTime64(3, 'UTC')", new Date(place.at))}, ${parameters.add('UUID', place.factId)})`;
  };
  const condition = `${conditionOf(question, filter, conditionsOf(question, attributes, facts), context)} AND recorded_at <= ${parameters.add("DateTime64(3, 'UTC')", recordedBy)}${before(after)}`;
  const order = `ORDER BY ${timeColumn} DESC, fact_id DESC`;
  const sql = `SELECT ${COLUMNS}
FROM facts
WHERE ${condition} AND fact_id IN (SELECT fact_id FROM facts WHERE ${condition} ${order} LIMIT ${parameters.add('UInt32', limit)})
${order}`;
  return { sql, params: parameters.values };
}

/** How many facts behind a question have something in each column, as `n_<column>`. */
export function compileFilledColumns(
  question: StatsQuestion,
  filter: FactFilter,
  attributes: Attributes,
  facts: FactScope,
): Statement {
  const context = contextOf(question);
  const counts = [
    ...[...FACT_IDS, ...MEASURES, 'amount'].map((key) => [key, '0'] as const),
    ...[...FACT_TEXTS, ...FACT_FREE_TEXTS].map((key) => [key, "''"] as const),
  ].map(([key, nothing]) => `countIf(${snakeCase(key)} != ${nothing}) AS n_${snakeCase(key)}`);
  const sql = `SELECT ${counts.join(', ')} FROM facts WHERE ${conditionOf(question, filter, conditionsOf(question, attributes, facts), context)}`;
  return { sql, params: context.parameters.values };
}

/** Sums of all measures over the facts behind a question. */
export function compileFactSums(
  question: StatsQuestion,
  filter: FactFilter,
  attributes: Attributes,
  facts: FactScope,
): Statement {
  const context = contextOf(question);
  const sql = `SELECT ${SUMS} FROM facts WHERE ${conditionOf(question, filter, conditionsOf(question, attributes, facts), context)}`;
  return { sql, params: context.parameters.values };
}

/** Facts recorded in a span of time, oldest first, for the live tail. */
export function compileSince(
  question: StatsQuestion,
  filter: FactFilter,
  { attributes, facts }: FactSource,
  since: Date,
): Statement {
  const context = contextOf(question);
  const { parameters } = context;
  const parts = [
    `recorded_at > ${parameters.add("DateTime64(3, 'UTC')", since)}`,
    ...conditionsOf(question, attributes, facts).map((condition) => conditionSql(condition, context)),
  ];
  if (filter.kinds) parts.push(`has(${parameters.add('Array(String)', filter.kinds)}, kind)`);
  if (filter.reasons) parts.push(`has(${parameters.add('Array(String)', filter.reasons)}, reason)`);
  const sql = `SELECT ${COLUMNS} FROM facts WHERE ${parts.join(' AND ')} ORDER BY recorded_at, fact_id LIMIT ${parameters.add('UInt32', FACTS_LIMITS.page)}`;
  return { sql, params: parameters.values };
}

const scoped = (facts: FactScope, parameters: Parameters): string => {
  if (facts === null) return '';
  return ` AND publisher_id = ${parameters.add('UInt32', facts.publisherId)}`;
};

/** One fact. */
export function compileFact(factId: string, facts: FactScope): Statement {
  const parameters = new Parameters();
  const sql = `SELECT ${COLUMNS} FROM facts WHERE fact_id = ${parameters.add('UUID', factId)}${scoped(facts, parameters)} LIMIT 1`;
  return { sql, params: parameters.values };
}

/** Everything that happened to a visitor, or to the clicks that another id leads to; oldest first. */
export function compileStory(type: SearchType, id: string, facts: FactScope): Statement {
  const parameters = new Parameters();
  const own = scoped(facts, parameters);
  const withClick = (direct: string) =>
    `(${direct} OR click_id IN (SELECT click_id FROM facts WHERE ${direct}${own} AND click_id != ${parameters.add('UUID', NIL_UUID)}))`;
  const transaction = () => withClick(`txid = ${parameters.add('String', id)}`);
  const whole = {
    click: () => `click_id = ${parameters.add('UUID', id)}`,
    visitor: () => `visitor_id = ${parameters.add('UInt64', id)}`,
    // Values that click ids consist of stand in the JSON as they are.
    ad: () => withClick(`position(parameters, ${parameters.add('String', `:${JSON.stringify(id)}`)}) > 0`),
    transaction,
    lead: () => (isUuid(id) ? withClick(`fact_id = ${parameters.add('UUID', id)}`) : transaction()),
  }[type]();
  const sql = `SELECT ${COLUMNS} FROM facts WHERE ${whole}${own} ORDER BY at, fact_id LIMIT ${parameters.add('UInt32', FACTS_LIMITS.story + 1)}`;
  return { sql, params: parameters.values };
}

/** Whether a text can be the id of a fact or a click. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
