/** The content of one pinned tile. It is answered by the same request as the screen behind it. */

import type { Pin } from '@signpost/contract/calls/pins.ts';
import { AppError } from '@signpost/contract/errors.ts';
import type { StatsTab } from '@signpost/contract/insight/stats/define-tab.ts';
import { dimensionOf } from '@signpost/contract/insight/stats/dimensions.ts';
import { groupingOf } from '@signpost/contract/insight/stats/levels.ts';
import { metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import { readQuestion, type StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { tabOf } from '@signpost/contract/insight/stats/tabs/index.ts';
import { buildQuery, parseQuery } from '@signpost/contract/reading/brackets.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { useUser } from '../../../api/session.ts';
import { shown, shownWithUnit, unitOf } from '../../../fields/metric-values.ts';
import { MetricChange } from '../../../stats/metric-change.tsx';
import { shownMetrics } from '../../../stats/metric-columns.tsx';
import { QuestionChart } from '../../../stats/question-chart.tsx';
import { asked, type Search } from '../../../stats/question-parts.ts';
import { statsQuery } from '../../../stats/use-stats.ts';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import classes from './board.module.css';

/** Home is looked at, not worked in: pins are fetched again once a minute. */
const REFRESH_MS = 60_000;
/** A pin that was answered this lately is not fetched again when Home opens. */
const FRESH_MS = 10_000;
const CHART_HEIGHT = 200;
const ROWS = 6;
/** The metrics beside the king stat. */
const MORE = { small: 1, wide: 4 } as const;

export interface PinnedQuestion {
  tab: StatsTab;
  /** The question, written as in the address of its screen. */
  search: Search;
  /** The complete question for the server. */
  asking: Search;
  question: StatsQuestion;
}

/** The question of a pin; null if its tab can no longer answer it. */
export function questionOf({ tab: name, query }: Pin, timeZone: string): PinnedQuestion | null {
  const tab = tabOf(name);
  try {
    const search = parseQuery(query);
    const asking = asked(search, timeZone);
    return { tab, search, asking, question: readQuestion(tab, asking) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return null;
  }
}

/** The screen of a pin. */
export const hrefOfPin = ({ tab, query }: Pin): string =>
  `${hashHref(path.stats())}?${buildQuery({ tab, ...parseQuery(query) })}`;

type Answer = NonNullable<ReturnType<typeof useAnswer>['data']>;

function useAnswer({ tab, asking }: PinnedQuestion) {
  return useQuery({ ...statsQuery(tab, asking), refetchInterval: REFRESH_MS, staleTime: FRESH_MS });
}

function Figure({ question: { kingstat, currency }, answer }: { question: StatsQuestion; answer: Answer }) {
  const { stats, compare } = answer.data.totals;
  return (
    <p className={classes.figure}>
      <strong>{shownWithUnit(kingstat, stats[kingstat] ?? null, currency)}</strong>
      {compare && (
        <MetricChange
          id={kingstat}
          now={stats[kingstat] ?? null}
          before={compare[kingstat] ?? null}
          currency={currency}
        />
      )}
    </p>
  );
}

function Rows({ question, answer, isWide }: { question: StatsQuestion; answer: Answer; isWide: boolean }) {
  const ids = shownMetrics(question).slice(0, 1 + MORE[isWide ? 'wide' : 'small']);
  const { rows } = answer.data;
  const more = answer.meta.total - Math.min(rows.length, ROWS);
  if (rows.length === 0) return <p className={classes.none}>{TEXT.noData}</p>;
  return (
    <>
      <table className={classes.rows}>
        <thead>
          <tr>
            <th scope="col">{dimensionOf(groupingOf(question.levels).groupBy).label}</th>
            {ids.map((id) => (
              <th key={id} scope="col">
                {metricOf(id).label} {unitOf(metricOf(id), question.currency) ?? ''}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, ROWS).map((row) => (
            <tr key={row.id}>
              <th scope="row" title={row.name}>
                {row.name}
              </th>
              {ids.map((id) => (
                <td key={id}>{shown(id, row.stats[id] ?? null)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p className={classes.none}>{`and ${more} more rows`}</p>}
    </>
  );
}

const NO_EVENTS = [] as const;

/** The chart, figure or first rows of a pinned question. */
export function Pinned({ pin, pinned }: { pin: Pin; pinned: PinnedQuestion }) {
  const { timeZone } = useUser();
  const { tab, asking, question } = pinned;
  const { data, error, refetch } = useAnswer(pinned);
  if (error !== null && data === undefined)
    return (
      <ErrorState title={TEXT.tabFailed} onRetry={() => void refetch()}>
        {error.message}
      </ErrorState>
    );
  // Its place is kept, so that nothing jumps when the answer arrives.
  if (data === undefined) return <div className={classes.waiting} data-kind={pin.kind} />;
  switch (pin.kind) {
    case 'figure':
      return <Figure question={question} answer={data} />;
    case 'table':
      return <Rows question={question} answer={data} isWide={pin.wide} />;
    case 'chart':
      return (
        <QuestionChart
          tab={tab}
          asking={asking}
          question={question}
          chart={question.chart}
          series={data.data.series}
          events={NO_EVENTS}
          height={CHART_HEIGHT}
          onDays={(dateRange) => {
            window.location.hash = `${hashHref(path.stats())}?${buildQuery({ ...pinned.search, timeZone: question.timeZone === timeZone ? undefined : question.timeZone, tab: tab.name, dateRange })}`;
          }}
        />
      );
  }
}
