/** Facts for people: parsed, with the current names of their ids. */

import { AppError, invalid } from '@signpost/contract/errors.ts';
import { DIMENSION_KEYS, type DimensionKey, dimensionOf } from '@signpost/contract/insight/stats/dimensions.ts';
import {
  FACTS_LIMITS,
  type FactSums,
  type FactsData,
  type FactView,
  factViewSchema,
  type SearchType,
  type StoryData,
} from '@signpost/contract/insight/stats/facts.ts';
import type { StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { sumMoney } from '@signpost/contract/money/money.ts';
import { memberOf, recordOf } from '@signpost/contract/objects.ts';
import {
  COUNT_MEASURES,
  FACT_IDS,
  type FactId,
  type Measure,
  MONEY_MEASURES,
} from '@signpost/contract/traffic/clicks/fact.ts';
import type { EngineRow } from '../../platform/clickhouse.ts';
import { camelCase } from '../../platform/names.ts';
import type { Attributes } from './attributes.ts';
import { compileFact, compileFactSums, compileFacts, compileStory, type FactFilter, isUuid } from './facts-sql.ts';
import { labelOf } from './labels.ts';
import { ask, newestOf, type StatsEngine } from './run.ts';

/** The columns of ids that have names, with their dimensions. */
export const ID_DIMENSIONS: readonly [FactId, DimensionKey][] = DIMENSION_KEYS.flatMap(
  (key): [FactId, DimensionKey][] => {
    const { source, idKind, names } = dimensionOf(key);
    if (source.kind !== 'fact' || idKind !== 'numeric' || names === null) return [];
    const column = memberOf(FACT_IDS, source.column);
    if (column === undefined) return [];
    return [[column, key]];
  },
);

/** Converts a row of the engine to a fact. */
export function factOf(row: EngineRow, attributes: Attributes): FactView {
  const known = Object.fromEntries(Object.entries(row).map(([name, value]) => [camelCase(name), value]));
  const labels = Object.fromEntries(
    ID_DIMENSIONS.flatMap(([column, key]) => {
      const id = Number(known[column]);
      if (id === 0) return [];
      return [[column, labelOf(key, id, attributes)]];
    }),
  );
  return factViewSchema.parse({ ...known, visitorId: known.visitor, labels });
}

/** Converts the engine's sums of a question's facts. */
export const factSumsOf = (row: EngineRow): FactSums => {
  const values = Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => name.startsWith('a_'))
      .map(([name, value]) => [camelCase(name.slice(2)), value]),
  );
  return {
    ...recordOf(COUNT_MEASURES, (measure) => Number(values[measure] ?? 0)),
    ...recordOf(MONEY_MEASURES, (measure) => String(values[measure] ?? '0')),
  };
};

/** The facts behind a number, newest first, and the sums over all of them. */
export async function readFacts(
  engine: StatsEngine,
  question: StatsQuestion,
  filter: FactFilter,
): Promise<{ data: FactsData; total: number; freshness: string | null }> {
  const { attributes, facts } = engine;
  const [rows, [sums = {}]] = await Promise.all([
    ask(engine, compileFacts(question, filter, attributes, facts), (row) => factOf(row, attributes)),
    ask(engine, compileFactSums(question, filter, attributes, facts), (row) => row),
  ]);
  const total = Number(sums.facts ?? 0);
  return {
    data: { facts: rows, sums: factSumsOf(sums) },
    total,
    freshness: newestOf(sums),
  };
}

/** One complete fact. */
export async function findFact(engine: StatsEngine, factId: string): Promise<FactView> {
  const [found] = await ask(engine, compileFact(factId, engine.facts), (row) => factOf(row, engine.attributes));
  if (found === undefined) throw new AppError('ITEM_NOT_FOUND');
  return found;
}

function checkId(type: SearchType, id: string): void {
  const fits = {
    click: isUuid(id),
    visitor: /^\d{1,20}$/.test(id) && BigInt(id) < 2n ** 64n,
    ad: true,
    lead: true,
    transaction: true,
  };
  if (fits[type]) return;
  throw invalid('id', `No ${type} has this id.`);
}

/** The whole story of a click, lead, transaction or visitor. */
export async function findStory(engine: StatsEngine, type: SearchType, id: string): Promise<StoryData> {
  checkId(type, id);
  const found = await ask(engine, compileStory(type, id, engine.facts), (row) => factOf(row, engine.attributes));
  if (found.length === 0) throw new AppError('ITEM_NOT_FOUND');
  const facts = found.slice(0, FACTS_LIMITS.story);
  const sumOf = (measure: Measure) => sumMoney(facts.map((fact) => String(fact[measure])));
  const sums: FactSums = {
    ...recordOf(COUNT_MEASURES, (measure) => Number(sumOf(measure))),
    ...recordOf(MONEY_MEASURES, sumOf),
  };
  return { type, id, facts, sums, isCapped: found.length > facts.length };
}
