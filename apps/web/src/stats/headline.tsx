/** The king stat: its value, its change with the reason, and its chart. */

import { type DateRange, dayIn } from '@signpost/contract/dates/dates.ts';
import type { StatsMeta } from '@signpost/contract/insight/stats/answer.ts';
import { metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import type { StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { splitOf } from '@signpost/contract/insight/stats/why.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { IconHelpCircle, IconRefresh } from '@tabler/icons-react';
import { shownWithUnit } from '../fields/metric-values.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Time } from '../ui/values/values.tsx';
import type { ChartEvent } from './changes.ts';
import { ChartMenu } from './chart-menu.tsx';
import { MetricChange } from './metric-change.tsx';
import { QuestionChart } from './question-chart.tsx';
import classes from './stats.module.css';
import { useExplorer } from './use-explorer.ts';
import type { useStats } from './use-stats.ts';

/** Whether and how the amounts were converted. */
const convertedText = (currency: string): string =>
  `Amounts in ${currency}, converted from ${baseCurrency()} at the rate of each day. Documents and the ledger stay in their currency.`;

/** Taller windows leave the chart more room. */
const CHART_HEIGHT = 'clamp(180px, 27vh, 340px)';

interface Props {
  /** The question of the answer. */
  question: StatsQuestion;
  answer: ReturnType<typeof useStats>['data'];
  events: readonly ChartEvent[];
  onWhy: () => void;
  /** Shows only these days. */
  onDays: (days: DateRange, isClick: boolean) => void;
  onRefresh: () => void;
}

interface FreshnessProps {
  meta: StatsMeta;
  /** The last of the shown days. */
  end: string;
  timeZone: string;
}

/** Until when everything is counted, as long as that does not reach beyond the shown days. */
function Freshness({ meta: { freshness, completeUntil }, end, timeZone }: FreshnessProps) {
  const isComplete = completeUntil === undefined || end < dayIn(new Date(completeUntil), timeZone);
  return (
    <>
      {freshness === null && 'No data in these days'}
      {freshness === null && !isComplete && ' · '}
      {!isComplete && (
        <>
          Data up to <Time value={completeUntil} zone={timeZone} detail="second" />
        </>
      )}
    </>
  );
}

export function Headline({ question, answer, events, onWhy, onDays, onRefresh }: Props) {
  const { compare, dateRange, timeZone } = question;
  const { tab, question: current, whole } = useExplorer();
  const zoom = (days: DateRange, isClick: boolean) => {
    // A week of the chart can begin before the requested days, or end after them.
    const start = days.start < dateRange.start ? dateRange.start : days.start;
    const end = days.end > dateRange.end ? dateRange.end : days.end;
    onDays({ start, end }, isClick);
  };
  const king = metricOf(question.kingstat);
  const totals = answer?.data.totals;
  return (
    <section aria-label={king.label}>
      <header className={classes.headline}>
        <span className={classes.headLabel}>{king.label}</span>
        <strong className={classes.headValue}>
          {shownWithUnit(king.id, totals?.stats[king.id] ?? null, question.currency)}
        </strong>
        {totals?.compare && (
          <MetricChange
            id={king.id}
            now={totals.stats[king.id] ?? null}
            before={totals.compare[king.id] ?? null}
            currency={question.currency}
          />
        )}
        {answer?.meta.comparedUntil !== undefined && (
          <span className={classes.headLabel}>
            compared up to <Time value={answer.meta.comparedUntil} zone={timeZone} />
          </span>
        )}
        {compare && splitOf(king.id) !== null && (
          <Button kind="quiet" icon={<IconHelpCircle size={16} aria-hidden />} onClick={onWhy}>
            Why?
          </Button>
        )}
        <ChartMenu />
        <span className={classes.fresh}>
          {answer && <Freshness meta={answer.meta} end={dateRange.end} timeZone={timeZone} />}
          <IconButton label="Refresh" onClick={onRefresh}>
            <IconRefresh size={14} aria-hidden />
          </IconButton>
        </span>
      </header>
      {question.currency !== undefined && <p className={classes.converted}>{convertedText(question.currency)}</p>}
      <div className={classes.plot}>
        {answer && (
          <QuestionChart
            tab={tab}
            asking={whole}
            question={question}
            chart={current.chart}
            series={answer.data.series}
            events={events}
            height={CHART_HEIGHT}
            onDays={zoom}
          />
        )}
      </div>
    </section>
  );
}
