/** Tabs with tagged rows: the costs tab (docs/product/statistics.md#tabs). */

import type { StatsRow } from '@signpost/contract/insight/stats/answer.ts';
import type { DimensionKey } from '@signpost/contract/insight/stats/dimensions.ts';
import { evaluate } from '@signpost/contract/insight/stats/evaluate.ts';
import { groupingOf } from '@signpost/contract/insight/stats/levels.ts';
import { metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import { QUESTION_LIMITS, type StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { tabOf } from '@signpost/contract/insight/stats/tabs/index.ts';
import { costsCategoryLabel, itemLabelIn } from '@signpost/contract/records/labels.ts';
import type { Attributes } from './attributes.ts';
import { labelOf } from './labels.ts';
import { metricsOf } from './plan.ts';
import { runQuestion, type StatsEngine, type StatsResult } from './run.ts';

/** Whether a question's rows include rows without facts: partners and tags, if no filter narrows the question. */
export function addsMissing({ levels, filters, excludes }: StatsQuestion): boolean {
  const { groupBy, selected } = groupingOf(levels);
  const free = selected.length + Object.keys(filters).length + Object.keys(excludes).length === 0;
  return free && (groupBy === 'partner' || groupBy === 'tag');
}

/** The tags of each tagged partner. */
function tagsByPartner(attributes: Attributes): ReadonlyMap<number, readonly number[]> {
  const { ids, values } = attributes.values('tag');
  return new Map(ids.map((id, index) => [id, values[index] ?? []]));
}

/** The items that carry a tag and therefore have a row even without facts. */
function taggedItems(groupBy: DimensionKey, tags: ReadonlyMap<number, readonly number[]>): number[] {
  const ids = groupBy === 'partner' ? tags.keys() : [...tags.values()].flat();
  return [...new Set(ids)].sort((one, other) => one - other);
}

/**
 * Merges the partners' tags into rows: each partner with the names of its tags, a row with its actions disabled for
 * every entry that has a tag but no facts (after all others), and 'Regulated Crypto' as 'Crypto Affiliation'. Pure;
 * `rows` are all rows where {@link addsMissing} holds.
 */
export function mergeCosts(rows: readonly StatsRow[], question: StatsQuestion, attributes: Attributes): StatsRow[] {
  const { groupBy } = groupingOf(question.levels);
  const tagsOf = tagsByPartner(attributes);
  const withTags = (row: StatsRow): StatsRow => {
    const name = itemLabelIn(tabOf(question.tab), groupBy, row.name);
    const tags = groupBy === 'partner' && typeof row.id === 'number' ? (tagsOf.get(row.id) ?? []) : [];
    if (tags.length === 0) return { ...row, name };
    return { ...row, name, tags: tags.map((tag) => costsCategoryLabel(labelOf('tag', tag, attributes))) };
  };
  const present = new Set(rows.map((row) => row.id));
  const missing = addsMissing(question) ? taggedItems(groupBy, tagsOf).filter((id) => !present.has(id)) : [];
  const empty = Object.fromEntries(metricsOf(question).map((id) => [String(id), evaluate(metricOf(id), {})]));
  const added = missing.map(
    (id): StatsRow => ({
      id,
      name: labelOf(groupBy, id, attributes),
      stats: empty,
      compare: question.compare ? empty : undefined,
      hasChildren: false,
      actions: { drillDown: false, openFacts: false },
    }),
  );
  return [...rows, ...added].map(withTags);
}

/** The answer of a tab with tagged rows, which are merged before they are cut into pages. */
async function runTagged(engine: StatsEngine, question: StatsQuestion): Promise<StatsResult> {
  if (!addsMissing(question)) {
    const result = await runQuestion(engine, question);
    return { ...result, data: { ...result.data, rows: mergeCosts(result.data.rows, question, engine.attributes) } };
  }
  const result = await runQuestion(engine, { ...question, limit: QUESTION_LIMITS.rows, offset: 0 });
  const rows = mergeCosts(result.data.rows, question, engine.attributes);
  const { limit, offset } = question;
  return { ...result, total: rows.length, data: { ...result.data, rows: rows.slice(offset, offset + limit) } };
}

/** Answers a question as its tab does. */
export async function runTab(engine: StatsEngine, question: StatsQuestion): Promise<StatsResult> {
  if (tabOf(question.tab).rows === 'withTagged') return await runTagged(engine, question);
  return await runQuestion(engine, question);
}
