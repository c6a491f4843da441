/** A question in words, for places that show its answer without its controls. */
import { PRESET_LABELS } from '@signpost/contract/dates/date-presets.ts';
import { isPresetWord, readLast } from '@signpost/contract/dates/relative-dates.ts';
import type { Level, StatsTab } from '@signpost/contract/insight/stats/define-tab.ts';
import { DIMENSION_KEYS, dimensionOf } from '@signpost/contract/insight/stats/dimensions.ts';
import { groupingOf } from '@signpost/contract/insight/stats/levels.ts';
import { metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import type { StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import type { Search } from './question-parts.ts';
import { useItemNames } from './use-item-names.ts';

const sentenceCase = (label: string) => label.charAt(0) + label.slice(1).toLowerCase();

function days({ dateRange }: StatsQuestion, { dateRange: word = 'last30Days' }: Search): string {
  if (isPresetWord(word)) return sentenceCase(PRESET_LABELS[word]);
  const last = readLast(word);
  if (last !== null) return `Last ${last.count} ${last.unit.toLowerCase()}`;
  if (dateRange.start === dateRange.end) return dateRange.start;
  return `${dateRange.start} – ${dateRange.end}`;
}

function comparison({ compare }: StatsQuestion, { compare: word }: Search): string[] {
  if (compare === undefined) return [];
  if (word === 'previousPeriod') return ['vs previous period'];
  if (word === 'lastYear') return ['vs last year'];
  return [`vs ${compare.start} – ${compare.end}`];
}

/** The metric and what splits it, and the days with every condition. */
export function useQuestionWords(
  tab: StatsTab,
  question: StatsQuestion,
  search: Search,
  isSplit: boolean,
): { title: string; about: string } {
  const { kingstat, levels, filters, excludes, chart, attribution, knownOn } = question;
  const conditions: (Level & { verb: string })[] = [
    ...levels.filter(({ selectedItemId }) => selectedItemId !== undefined).map((level) => ({ ...level, verb: '' })),
    ...DIMENSION_KEYS.flatMap((type) => (filters[type] ?? []).map((id) => ({ type, selectedItemId: id, verb: '' }))),
    ...DIMENSION_KEYS.flatMap((type) =>
      (excludes[type] ?? []).map((id) => ({ type, selectedItemId: id, verb: 'without ' })),
    ),
  ];
  const names = useItemNames(conditions, tab);
  const metrics = (chart?.metrics ?? [kingstat]).map((id) => metricOf(id).label).join(', ');
  const dimension = dimensionOf(groupingOf(levels).groupBy).label.toLowerCase();
  const split = () => {
    if (chart?.top !== undefined) return ` of the top ${chart.top} by ${dimension}`;
    if (isSplit) return ` by ${dimension}`;
    return '';
  };
  return {
    title: `${metrics}${split()}`,
    about: [
      tab.title,
      days(question, search),
      ...comparison(question, search),
      // "Paid · Last 7 days", not "Paid · Last 7 days · Paid".
      ...conditions
        .map(({ verb, selectedItemId }, at) => `${verb}${names[at] ?? String(selectedItemId)}`)
        .filter((condition) => condition !== tab.title),
      ...(attribution === 'click' ? ['by click'] : []),
      ...(knownOn === undefined ? [] : [`as known on ${knownOn}`]),
    ].join(' · '),
  };
}
