/** Compares both ranges by every dimension and ranks the dimensions by how well they explain a change. */

import {
  DIMENSION_KEYS,
  type DimensionKey,
  dimensionOf,
  type ItemId,
} from '@signpost/contract/insight/stats/dimensions.ts';
import { evaluate, type Sums } from '@signpost/contract/insight/stats/evaluate.ts';
import { groupingOf } from '@signpost/contract/insight/stats/levels.ts';
import { type MetricId, metric, metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import type { StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import {
  bySize,
  explain,
  type Moved,
  type Split,
  splitOf,
  termChanges,
  termsOf,
  together,
  WHY_ITEMS,
  type WhyData,
} from '@signpost/contract/insight/stats/why.ts';
import { subtractMoney, sumMoney } from '@signpost/contract/money/money.ts';
import { COUNT_MEASURES, MONEY_MEASURES } from '@signpost/contract/traffic/clicks/fact.ts';
import type { EngineRow } from '../../platform/clickhouse.ts';
import { overlaps } from './fact-keys.ts';
import { labelOf } from './labels.ts';
import { planQuestion } from './plan.ts';
import { ask, itemIdOf, type StatsEngine, sumsOf } from './run.ts';
import { rowsSql, totalsSql } from './statements.ts';

/** Every measure that a split reads. */
const COLUMNS: readonly MetricId[] = [
  metric.visits.id,
  metric.leads.id,
  metric.firstDeposits.id,
  metric.deposits.id,
  metric.clickouts.id,
];
/** The number of items of a dimension that are explained one by one; the others are summed up. */
const MOST_ITEMS = 1000;
/** The number of dimensions that are queried at once; limited, because the engine serves other people too. */
const AT_ONCE = 4;

const asIs = (row: EngineRow): EngineRow => row;

/** The totals without the facts of some items. */
function minus(totals: Sums, rows: readonly Sums[]): Sums {
  return Object.fromEntries(
    [...COUNT_MEASURES, ...MONEY_MEASURES].map((measure) => [
      measure,
      subtractMoney(String(totals[measure] ?? '0'), sumMoney(rows.map((row) => String(row[measure] ?? '0')))),
    ]),
  );
}

/** The part of the formula that changed an item most; null if the metric does not add up from others. */
function mainTerm(king: MetricId, { before, now }: { before: Sums; now: Sums }): MetricId | null {
  const [most] = termChanges(termsOf(king), before, now).toSorted((one, other) => bySize(one.change, other.change));
  return most?.metric ?? null;
}

const isUnassigned = (id: ItemId) => id === 0 || id === '';

type Explanation = WhyData['dimensions'][number] & { excess: string };

async function byDimension(
  engine: StatsEngine,
  question: StatsQuestion,
  split: Split,
  dimension: DimensionKey,
): Promise<Explanation | null> {
  const { attributes, facts } = engine;
  const { selected } = groupingOf(question.levels);
  const levels = [...selected.map(({ type, id }) => ({ type, selectedItemId: id })), { type: dimension }];
  const [first, ...rest] = levels;
  if (first === undefined) return null;
  const narrowed: StatsQuestion = { ...question, levels: [first, ...rest] };
  const rows = await ask(
    engine,
    rowsSql(planQuestion(narrowed, attributes, facts), { limit: MOST_ITEMS, offset: 0 }),
    asIs,
  );
  const [sample] = rows;
  // A dimension with a single item explains nothing.
  if (sample === undefined || Number(sample.total_rows) < 2) return null;
  const moved: Moved<ItemId | null>[] = rows.map((row) => ({
    id: itemIdOf(row, dimension),
    before: sumsOf(row, 'b'),
    now: sumsOf(row, 'a'),
  }));
  const beyond = Number(sample.total_rows) - rows.length;
  if (beyond > 0)
    moved.push({
      id: null,
      before: minus(
        sumsOf(sample, 'tb'),
        moved.map((item) => item.before),
      ),
      now: minus(
        sumsOf(sample, 'ta'),
        moved.map((item) => item.now),
      ),
    });
  const explained = explain(split, moved);
  if (explained === null) return null;
  const mainOf = new Map(moved.map((item) => [item.id, mainTerm(question.kingstat, item)]));
  const ranked = explained.items.toSorted((one, other) => bySize(one.excess, other.excess));
  // Numbers that are assigned to no item tell nobody where to look, so they come after the items.
  const named = ranked.filter(({ id }) => id !== null && !isUnassigned(id));
  const listed = [...named, ...ranked.filter(({ id }) => id !== null && isUnassigned(id))].slice(0, WHY_ITEMS);
  const others = ranked.filter((item) => !listed.includes(item));
  return {
    dimension,
    change: explained.change,
    effects: explained.effects,
    excess: named[0]?.excess ?? '0',
    items: listed.flatMap(({ id, change, effects }) => {
      if (id === null) return [];
      return [{ id, name: labelOf(dimension, id, attributes), change, effects, mainTerm: mainOf.get(id) ?? null }];
    }),
    others: others.length === 0 ? null : { count: Number(sample.total_rows) - listed.length, ...together(others) },
  };
}

/** Splits the king stat's change from the compared range to the requested one, by all dimensions or by the given ones. */
export async function runWhy(
  engine: StatsEngine,
  requested: StatsQuestion,
  split: Split,
  dimensions: readonly DimensionKey[] = DIMENSION_KEYS,
): Promise<WhyData> {
  const question: StatsQuestion = {
    ...requested,
    columns: COLUMNS,
    orderBy: requested.kingstat,
    orderByDirection: 'desc',
  };
  const king = metricOf(question.kingstat);
  const { attributes, facts } = engine;
  const [totals = {}] = await ask(engine, totalsSql(planQuestion(question, attributes, facts)), asIs);
  const before = sumsOf(totals, 'b');
  const now = sumsOf(totals, 'a');
  const whole = explain(split, [{ id: 0, before, now }]);
  const terms = termsOf(king.id);
  const firstSplit = terms[0] === undefined ? null : splitOf(terms[0].metric);
  const first = firstSplit && explain(firstSplit, [{ id: 0, before, now }]);
  const selected = new Set(groupingOf(question.levels).selected.map(({ type }) => type));
  const free = dimensions.filter(
    (key) => !selected.has(key) && !overlaps(key) && dimensionOf(key).source.kind !== 'time',
  );
  const found: (Explanation | null)[] = [];
  for (let at = 0; whole !== null && at < free.length; at += AT_ONCE)
    found.push(
      ...(await Promise.all(free.slice(at, at + AT_ONCE).map((key) => byDimension(engine, question, split, key)))),
    );
  return {
    before: evaluate(king, before),
    now: evaluate(king, now),
    overall: whole && { change: whole.change, effects: whole.effects },
    terms: termChanges(terms, before, now),
    firstTerm: first && { change: first.change, effects: first.effects },
    dimensions: found
      .filter((one) => one !== null)
      .sort((one, other) => bySize(one.excess, other.excess))
      .map(({ excess: _excess, ...explanation }) => explanation),
  };
}
