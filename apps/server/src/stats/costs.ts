/** What is peculiar to the costs tab (spec section 7, statistics.md "Tabs"). */
import { costsCategoryLabel } from '@signpost/contract/labels.ts';
import type { StatsRow } from '@signpost/contract/stats/answer.ts';
import { evaluate } from '@signpost/contract/stats/evaluate.ts';
import { groupingOf } from '@signpost/contract/stats/levels.ts';
import { metricOf } from '@signpost/contract/stats/metrics.ts';
import type { StatsQuestion } from '@signpost/contract/stats/query.ts';
import type { Attributes } from './attributes.ts';
import { metricsOf } from './compile.ts';
import { labelOf } from './labels.ts';
import type { StatsResult } from './run.ts';

/** Partners and tags that carry a tag and so have a row even where nothing happened. */
function tagged(question: StatsQuestion, attributes: Attributes): number[] {
  const { groupBy, selected } = groupingOf(question.levels);
  if (selected.length > 0) return [];
  if (groupBy === 'partner') return [...attributes.tagsOfPartner.keys()];
  if (groupBy === 'tag') return [...new Set([...attributes.tagsOfPartner.values()].flat())];
  return [];
}

/**
 * Merges the partners' tags into the rows, adds a row with its actions disabled for every entry that has a tag but no
 * facts, on the last page, and shows the category 'Regulated Crypto' as 'Crypto Affiliation'.
 */
export function mergeCosts(result: StatsResult, question: StatsQuestion, attributes: Attributes): StatsResult {
  const { groupBy } = groupingOf(question.levels);
  const nameOf = (row: StatsRow): string => {
    if (groupBy === 'category') return costsCategoryLabel(row.name);
    const tags = groupBy === 'partner' ? (attributes.tagsOfPartner.get(Number(row.id)) ?? []) : [];
    return tags.length === 0
      ? row.name
      : `${row.name} · ${tags.map((tag) => labelOf('tag', tag, attributes)).join(', ')}`;
  };
  const rows = result.data.rows.map((row) => ({ ...row, name: nameOf(row) }));
  const isLastPage = question.offset + rows.length >= result.total;
  const present = new Set(rows.map((row) => row.id));
  const fits = isLastPage && question.offset === 0;
  const missing = fits ? tagged(question, attributes).filter((id) => !present.has(id)) : [];
  const empty = Object.fromEntries(metricsOf(question).map((id) => [String(id), evaluate(metricOf(id), {})]));
  const added = missing.map((id): StatsRow => {
    const row = {
      id,
      name: labelOf(groupBy, id, attributes),
      stats: empty,
      hasChildren: false,
      actions: { drillDown: false, openFacts: false },
      ...(question.compare ? { compare: empty } : {}),
    };
    return { ...row, name: nameOf(row) };
  });
  return { ...result, total: result.total + added.length, data: { ...result.data, rows: [...rows, ...added] } };
}
