/** Explains a change of the king stat: by effect, by dimension, and with the configuration changes in the range. */

import { explainChange } from '@signpost/contract/calls/stats.ts';
import type { ConfigurationChange } from '@signpost/contract/insight/stats/changes.ts';
import type { StatsTab } from '@signpost/contract/insight/stats/define-tab.ts';
import { type DimensionKey, dimensionOf, type ItemId } from '@signpost/contract/insight/stats/dimensions.ts';
import { isBetter } from '@signpost/contract/insight/stats/format.ts';
import { type MetricId, metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import type { StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { EFFECTS, type Effects, splitOf, type WhyData } from '@signpost/contract/insight/stats/why.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { createContext, use } from 'react';
import { useCall } from '../api/calls.ts';
import { shownWithUnit } from '../fields/metric-values.ts';
import { LoadingBar } from '../ui/feedback/loading.tsx';
import { EmptyState, ErrorState } from '../ui/feedback/states.tsx';
import { formatNumber } from '../ui/values/format.ts';
import { listOf } from '../ui/values/list-of.ts';
import { newsOf } from '../ui/values/news.ts';
import { Time } from '../ui/values/values.tsx';
import { changeText } from './changes.ts';
import { MetricChange } from './metric-change.tsx';
import type { Search } from './question-parts.ts';
import classes from './why.module.css';
import { isUnassigned, namedFirst } from './why-order.ts';

interface Props {
  tab: StatsTab;
  question: StatsQuestion;
  /** The question in the form that is sent to the server. */
  asking: Search;
  changes: readonly ConfigurationChange[];
  onFilter: (dimension: DimensionKey, id: ItemId) => void;
}

/** The currency of all amounts; undefined for the base currency. */
const ShownCurrency = createContext<string | undefined>(undefined);

const WORDS: Readonly<Record<keyof Effects, string>> = {
  volume: 'Traffic volume',
  mix: 'Traffic mix',
  rate: 'Conversion rate',
  value: 'Value per conversion',
};

/** A part of a change with its sign. */
function signed(metric: MetricId, part: string, currency: string | undefined): string {
  const text = shownWithUnit(metric, metricOf(metric).format === 'money' ? part : Number(part), currency);
  if (Number(part) > 0) return `+${text}`;
  return text;
}

/** A bar from the centre, sized by the part's share of the largest part. */
interface PartProps {
  metric: MetricId;
  part: string;
  largest: number;
}

function Part({ metric, part, largest }: PartProps) {
  const currency = use(ShownCurrency);
  const size = largest === 0 ? 0 : Math.round((Math.abs(Number(part)) / largest) * 50);
  const isUp = Number(part) >= 0;
  const isGood = isBetter(metricOf(metric), Number(part));
  return (
    <>
      <span className={classes.bar} aria-hidden>
        <span data-news={newsOf(isGood)} style={{ width: `${size}%`, [isUp ? 'left' : 'right']: '50%' }} />
      </span>
      <span className={classes.number}>{signed(metric, part, currency)}</span>
    </>
  );
}

const largestOf = (parts: readonly string[]) => Math.max(0, ...parts.map((part) => Math.abs(Number(part))));

function EffectList({ metric, effects, label }: { metric: MetricId; effects: Effects; label: string }) {
  const largest = largestOf(EFFECTS.map((name) => effects[name]));
  const split = splitOf(metric);
  const shownEffects = EFFECTS.filter((name) => Number(effects[name]) !== 0 || (name === 'volume' && !split?.isShare));
  return (
    <ul className={classes.parts} aria-label={label}>
      {shownEffects.map((name) => (
        <li key={name}>
          <span>{WORDS[name]}</span>
          <Part metric={metric} part={effects[name]} largest={largest} />
        </li>
      ))}
    </ul>
  );
}

/** The parts of the formula of the metric, each with the change of the metric that it caused. */
function TermList({ metric, terms }: { metric: MetricId; terms: WhyData['terms'] }) {
  const currency = use(ShownCurrency);
  const largest = largestOf(terms.map(({ change }) => change));
  return (
    <ul className={classes.parts} aria-label="The change, by formula">
      {terms.map(({ metric: part, before, now, change }) => (
        <li key={part} title={`${shownWithUnit(part, before, currency)} → ${shownWithUnit(part, now, currency)}`}>
          <span>{metricOf(part).label}</span>
          <Part metric={metric} part={change} largest={largest} />
        </li>
      ))}
    </ul>
  );
}

/** A part that explains at least this share of a change is named in a sentence. */
const MAIN_SHARE = 0.5;

/** The main reason for the change in words: “Flat fee cost rose by €7,840.00”; null if no single part explains it. */
function mainReason({ terms, overall }: WhyData, currency: string | undefined): string | null {
  const total = Number(overall?.change ?? 0);
  const main = terms.find(
    ({ change }) => Number(change) / total >= MAIN_SHARE && Number(change) / total <= 1 / MAIN_SHARE,
  );
  if (main === undefined || terms.filter((term) => Number(term.change) / total >= MAIN_SHARE).length > 1) return null;
  const moved = Number(main.now) - Number(main.before);
  const size = shownWithUnit(main.metric, String(Math.abs(moved)), currency);
  const rest =
    Number(main.change) / total > 1 ? 'Other parts made up for some of it.' : 'That explains most of the change.';
  return `${metricOf(main.metric).label} ${moved > 0 ? 'rose' : 'fell'} by ${size}. ${rest}`;
}

type Item = WhyData['dimensions'][number]['items'][number];

/** The name of an item. Facts that are assigned to no item are called “No partner”, for example, not 'Und.'. */
const itemName = (item: Item, label: string): string => {
  if (isUnassigned(item)) return `No ${label.toLowerCase()}`;
  return item.name;
};

function ItemName({ item, label, onClick }: { item: Item; label: string; onClick: () => void }) {
  // An address cannot hold a filter by an empty text.
  if (item.id === '') return <span>{itemName(item, label)}</span>;
  return (
    <button type="button" onClick={onClick} title="Show only this">
      {itemName(item, label)}
    </button>
  );
}

function Dimension({
  metric,
  told,
  onFilter,
  hasTerms,
  isOpen,
}: {
  metric: MetricId;
  /** Whether the metric adds up from others; its items then say which of them moved. */
  hasTerms: boolean;
  told: WhyData['dimensions'][number];
  onFilter: Props['onFilter'];
  isOpen: boolean;
}) {
  const { dimension, items, others, effects } = told;
  const { label } = dimensionOf(dimension);
  const currency = use(ShownCurrency);
  const largest = largestOf(listOf<{ change: string }>(...items, others).map(({ change }) => change));
  return (
    <details className={classes.dimension} open={isOpen}>
      <summary>
        <span>{label}</span>
        <span className={classes.first}>
          {items[0] && itemName(items[0], label)} {items[0] && signed(metric, items[0].change, currency)}
        </span>
      </summary>
      <ul className={classes.parts} aria-label={`${label}, by item`}>
        {items.map((item) => (
          <li key={item.id}>
            <ItemName item={item} label={label} onClick={() => onFilter(dimension, item.id)} />
            {item.mainTerm !== null && <span className={classes.cause}>{metricOf(item.mainTerm).label}</span>}
            <Part metric={metric} part={item.change} largest={largest} />
          </li>
        ))}
        {others && (
          <li>
            <span>{`${formatNumber(others.count)} others`}</span>
            <Part metric={metric} part={others.change} largest={largest} />
          </li>
        )}
      </ul>
      {!hasTerms && <EffectList metric={metric} effects={effects} label={`${label}, by effect`} />}
    </details>
  );
}

interface SplitProps {
  metric: MetricId;
  data: WhyData;
  onFilter: Props['onFilter'];
}

function Split({ metric, data, onFilter }: SplitProps) {
  const currency = use(ShownCurrency);
  return (
    <>
      <p className={classes.head}>
        <span>{shownWithUnit(metric, data.before, currency)}</span> →{' '}
        <strong>{shownWithUnit(metric, data.now, currency)}</strong>
        <MetricChange id={metric} now={data.now} before={data.before} currency={currency} />
      </p>
      <Reasons metric={metric} data={data} onFilter={onFilter} />
    </>
  );
}

/** The reasons why the metric changed: its terms or effects, and then each dimension. */
function Reasons({ metric, data, onFilter }: SplitProps) {
  const [firstTerm] = data.terms;
  const currency = use(ShownCurrency);
  if (data.overall === null)
    return <EmptyState title={TEXT.nothingToShow}>One of the two ranges has no data to compare.</EmptyState>;
  const hasTerms = data.terms.length > 0;
  return (
    <>
      {hasTerms && <TermList metric={metric} terms={data.terms} />}
      {!hasTerms && <EffectList metric={metric} effects={data.overall.effects} label="The change, by effect" />}
      <p className={classes.sum}>
        Total change {signed(metric, data.overall.change, currency)}. {mainReason(data, currency)}
      </p>
      {firstTerm !== undefined && data.firstTerm && Number(data.firstTerm.change) !== 0 && (
        <>
          <h3>
            {metricOf(firstTerm.metric).label} {signed(firstTerm.metric, data.firstTerm.change, currency)}, by effect
          </h3>
          <EffectList
            metric={firstTerm.metric}
            effects={data.firstTerm.effects}
            label={`${metricOf(firstTerm.metric).label}, by effect`}
          />
        </>
      )}
      <h3>The same change by dimension, most telling first</h3>
      {namedFirst(data.dimensions).map((told, at) => (
        <Dimension
          key={told.dimension}
          metric={metric}
          told={told}
          onFilter={onFilter}
          hasTerms={hasTerms}
          isOpen={at === 0}
        />
      ))}
    </>
  );
}

function Explanation({ tab, question, asking, onFilter }: Omit<Props, 'changes'>) {
  const { limit: _limit, offset: _offset, ...rest } = asking;
  const { data, error, refetch } = useCall(explainChange, { query: { ...rest, tab: tab.name } });
  if (error) return <ErrorState title={TEXT.tabFailed} onRetry={() => void refetch()} />;
  if (!data) return <LoadingBar visible />;
  return (
    <ShownCurrency value={question.currency}>
      <Split metric={question.kingstat} data={data} onFilter={onFilter} />
    </ShownCurrency>
  );
}

export default function Why({ tab, question, asking, changes, onFilter }: Props) {
  return (
    <div className={classes.why}>
      <Explanation tab={tab} question={question} asking={asking} onFilter={onFilter} />
      <h3>Configuration changes in these days</h3>
      {changes.length === 0 && <p className={classes.sum}>Nothing was changed in these days.</p>}
      {changes.length > 0 && (
        <ul className={classes.changes}>
          {changes.map((change) => (
            <li key={`${change.at} ${change.entity} ${change.recordId}`}>
              <Time value={change.at} zone={question.timeZone} /> {changeText(change)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
