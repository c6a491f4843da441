/** The table's columns: the level's items, then one column a metric. */
import type { StatsData, StatsRow } from '@signpost/contract/stats/answer.ts';
import { dimensionOf } from '@signpost/contract/stats/dimensions.ts';
import { changeOf } from '@signpost/contract/stats/format.ts';
import { groupingOf } from '@signpost/contract/stats/levels.ts';
import { type MetricId, metricOf } from '@signpost/contract/stats/metrics.ts';
import type { StatsQuestion } from '@signpost/contract/stats/query.ts';
import type { DataColumn } from '../ui/data-table/types.ts';
import { Change } from '../ui/values.tsx';
import { factsHref } from './facts-href.ts';
import classes from './stats.module.css';
import { shown, unitOf } from './values.ts';

const NAME_WIDTH = 240;
const NUMBER_WIDTH = 112;
const COMPARED_WIDTH = 152;

/** How strongly a king stat's cell is shaded: its share of the largest, losses as gains. */
function heat(value: unknown, largest: number): number {
  const size = Math.abs(Number(value));
  return largest === 0 || !Number.isFinite(size) ? 0 : Math.min(1, size / largest);
}

function Cell({
  id,
  row,
  question,
  largest,
  opens,
}: {
  id: MetricId;
  row: StatsRow;
  question: StatsQuestion;
  largest: number;
  opens: boolean;
}) {
  const value = row.stats[id] ?? null;
  const isKing = id === question.kingstat;
  const text = shown(id, value);
  const { better } = metricOf(id);
  return (
    <span
      className={classes.value}
      data-king={isKing || undefined}
      data-loss={isKing && Number(value) < 0 ? true : undefined}
      style={isKing ? ({ '--heat': `${Math.round(heat(value, largest) * 100)}%` } as React.CSSProperties) : undefined}
    >
      {row.compare && (
        <span className={classes.change}>
          <Change share={changeOf(value, row.compare[id] ?? null)} upIsGood={better !== 'down'} />
        </span>
      )}
      {opens && row.actions.openFacts ? (
        <a className={classes.open} href={factsHref(question, id, row)} title="Open the facts behind this">
          {text}
        </a>
      ) : (
        text
      )}
    </span>
  );
}

/** `opens`: the viewer may see the facts behind a number. */
export function statsColumns(
  question: StatsQuestion,
  data: StatsData | undefined,
  opens: boolean,
): DataColumn<StatsRow>[] {
  const { groupBy } = groupingOf(question.levels);
  const largest = Math.max(0, ...(data?.rows ?? []).map((row) => Math.abs(Number(row.stats[question.kingstat] ?? 0))));
  // The king stat leads.
  const ids = [question.kingstat, ...question.columns.filter((id) => id !== question.kingstat)];
  const totals = data?.totals;
  return [
    {
      id: 'name',
      header: dimensionOf(groupBy).label,
      width: NAME_WIDTH,
      sortable: true,
      hideable: false,
      value: (row) => row.name,
    },
    ...ids.map((id): DataColumn<StatsRow> => {
      const metric = metricOf(id);
      const unit = unitOf(metric);
      return {
        id: String(id),
        header: metric.label,
        ...(unit ? { unit } : {}),
        kind: 'number',
        width: question.compare ? COMPARED_WIDTH : NUMBER_WIDTH,
        sortable: true,
        hideable: false,
        value: (row) => Number(row.stats[id] ?? Number.NaN),
        render: (row) => <Cell id={id} row={row} question={question} largest={largest} opens={opens} />,
        ...(totals
          ? {
              total: (
                <span className={classes.value}>
                  {totals.compare && (
                    <span className={classes.change}>
                      <Change
                        share={changeOf(totals.stats[id] ?? null, totals.compare[id] ?? null)}
                        upIsGood={metric.better !== 'down'}
                      />
                    </span>
                  )}
                  {shown(id, totals.stats[id] ?? null)}
                </span>
              ),
            }
          : {}),
      };
    }),
  ];
}
