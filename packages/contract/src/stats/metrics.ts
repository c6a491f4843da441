/** Metrics: the numbers that people see, as formulas over summed measures (docs/product/statistics.md#metrics). */
import type { Measure } from './fact.ts';

/** A formula as data. The server compiles it to SQL; `evaluate` computes it from sums. */
export type Formula =
  | Readonly<{ kind: 'sum'; measure: Measure }>
  /** Distinct visitors, approximate (error < 2 %). */
  | Readonly<{ kind: 'distinct'; of: 'visitorId' }>
  | Readonly<{ kind: 'plus'; parts: readonly Formula[] }>
  | Readonly<{ kind: 'difference'; from: Formula; minus: Formula }>
  /** Σ ÷ Σ; empty (null) where the denominator is 0. */
  | Readonly<{ kind: 'ratio'; num: Formula; den: Formula }>;

/** How a value is carried and shown: integers and percents (fractions of 1) as numbers, money as decimal strings. */
export type MetricFormat = 'integer' | 'money' | 'percent';

/** A metric. Its id stands in URLs and is never reused for another metric. */
export type Metric<Id extends number = number, Key extends string = string> = Readonly<{
  id: Id;
  key: Key;
  label: string;
  formula: Formula;
  format: MetricFormat;
  /** How many decimals are shown. */
  places: number;
  /** Whether the rows add up to the total. */
  additive: boolean;
  /** Which direction is good news; null if neither. */
  better: 'up' | 'down' | null;
}>;

const sum = (measure: Measure): Formula => ({ kind: 'sum', measure });
const ratio = (num: Formula, den: Formula): Formula => ({ kind: 'ratio', num, den });
const totalCost: Formula = { kind: 'plus', parts: [sum('cost'), sum('flatFeeCost'), sum('publisherCost')] };
const profit: Formula = { kind: 'difference', from: sum('revenue'), minus: totalCost };

const isAdditive = (formula: Formula): boolean => {
  switch (formula.kind) {
    case 'sum':
      return true;
    case 'plus':
      return formula.parts.every(isAdditive);
    case 'difference':
      return isAdditive(formula.from) && isAdditive(formula.minus);
    case 'distinct':
    case 'ratio':
      return false;
  }
};

const PLACES: Readonly<Record<MetricFormat, number>> = { integer: 0, money: 2, percent: 2 };

const metric = <const Id extends number, const Key extends string>(
  id: Id,
  key: Key,
  label: string,
  format: MetricFormat,
  formula: Formula,
  better: Metric['better'] = 'up',
  places: number = PLACES[format],
): Metric<Id, Key> => ({ id, key, label, formula, format, places, additive: isAdditive(formula), better });

const distinctVisitors: Formula = { kind: 'distinct', of: 'visitorId' };

const table = [
  metric(1, 'visits', 'Visits', 'integer', sum('visits')),
  metric(2, 'uniqueVisitors', 'Unique visitors (approx.)', 'integer', distinctVisitors),
  metric(3, 'impressions', 'Impressions', 'integer', sum('impressions')),
  metric(4, 'clickThroughRate', 'CTR', 'percent', ratio(sum('clickouts'), sum('impressions'))),
  metric(5, 'prelanderVisits', 'Prelander visits', 'integer', sum('prelanderVisits')),
  metric(
    6,
    'prelanderClickThroughRate',
    'Prelander CTR',
    'percent',
    ratio(sum('prelanderClickouts'), sum('prelanderVisits')),
  ),
  metric(7, 'leads', 'Leads', 'integer', sum('leads')),
  metric(8, 'qualifiedLeads', 'Qualified leads', 'integer', sum('qualifiedLeads')),
  metric(9, 'firstDeposits', 'FTD', 'integer', sum('firstDeposits')),
  metric(10, 'deposits', 'Deposits', 'integer', sum('deposits')),
  metric(11, 'revenue', 'Revenue', 'money', sum('revenue')),
  metric(12, 'depositAmount', 'Deposit amount', 'money', sum('depositAmount')),
  metric(13, 'clickouts', 'Click-outs', 'integer', sum('clickouts')),
  metric(14, 'leadRate', 'Lead rate', 'percent', ratio(sum('leads'), sum('clickouts'))),
  metric(15, 'firstDepositRate', 'FTD rate', 'percent', ratio(sum('firstDeposits'), sum('leads'))),
  metric(16, 'earningsPerClick', 'EPC', 'money', ratio(sum('revenue'), sum('clickouts')), 'up', 4),
  metric(17, 'revenuePerLead', 'Revenue per lead', 'money', ratio(sum('revenue'), sum('leads'))),
  metric(18, 'returnOnInvestment', 'ROI', 'percent', ratio(profit, totalCost)),
  metric(19, 'profit', 'Profit', 'money', profit),
  metric(20, 'cost', 'Media cost', 'money', sum('cost'), null),
  metric(21, 'codeUses', 'Code uses', 'integer', sum('codeUses')),
  metric(22, 'costPerClick', 'Cost per click', 'money', ratio(sum('cost'), sum('visits')), 'down', 4),
  metric(23, 'costPerLead', 'Cost per lead', 'money', ratio(totalCost, sum('leads')), 'down'),
  metric(24, 'totalCost', 'Total cost', 'money', totalCost, null),
  metric(25, 'flatFeeCost', 'Flat fee cost', 'money', sum('flatFeeCost'), null),
  metric(26, 'publisherCost', 'Publisher cost', 'money', sum('publisherCost'), null),
  metric(27, 'margin', 'Margin', 'percent', ratio(profit, sum('revenue'))),
  metric(28, 'pendingRevenue', 'Pending revenue', 'money', sum('pendingRevenue'), null),
  metric(29, 'rejectedLeads', 'Rejected leads', 'integer', sum('rejectedLeads'), 'down'),
  metric(30, 'botVisits', 'Bot visits', 'integer', sum('botVisits'), 'down'),
  metric(31, 'costPerFirstDeposit', 'Cost per FTD', 'money', ratio(totalCost, sum('firstDeposits')), 'down'),
] as const;

/** A metric's id. */
export type MetricId = (typeof table)[number]['id'];
/** A metric's key. */
export type MetricKey = (typeof table)[number]['key'];

/** All metrics, by ascending id. */
export const METRICS: readonly Metric<MetricId, MetricKey>[] = table;

/** The ids, ascending. */
export const METRIC_IDS: readonly MetricId[] = METRICS.map((it) => it.id);

const byId = new Map<number, Metric<MetricId, MetricKey>>(METRICS.map((it) => [it.id, it]));

/** Whether a value is the id of a metric. */
export function isMetricId(value: unknown): value is MetricId {
  return typeof value === 'number' && byId.has(value);
}

/** The metric of an id. */
export function metricOf(id: MetricId): Metric<MetricId, MetricKey> {
  const found = byId.get(id);
  if (found === undefined) throw new RangeError(`No metric has the id ${id}.`);
  return found;
}

/** Every measure a formula reads, each once. */
export function measuresOf(formula: Formula): Measure[] {
  switch (formula.kind) {
    case 'sum':
      return [formula.measure];
    case 'distinct':
      return [];
    case 'plus':
      return [...new Set(formula.parts.flatMap(measuresOf))];
    case 'difference':
      return [...new Set([...measuresOf(formula.from), ...measuresOf(formula.minus)])];
    case 'ratio':
      return [...new Set([...measuresOf(formula.num), ...measuresOf(formula.den)])];
  }
}
