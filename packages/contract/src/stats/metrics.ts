/** Metrics: the numbers that people see, as formulas over summed measures (docs/product/statistics.md#metrics). */
import type { Measure } from './fact.ts';

/** A formula as data. The server compiles it to SQL; `evaluate` computes it from sums. */
export type Formula =
  | Readonly<{ kind: 'sum'; measure: Measure }>
  /** The number of distinct visitors, approximate (error < 2 %). */
  | Readonly<{ kind: 'distinct'; of: 'visitorId' }>
  | Readonly<{ kind: 'plus'; parts: readonly Formula[] }>
  | Readonly<{ kind: 'difference'; from: Formula; minus: Formula }>
  /** Σ ÷ Σ; empty (null) if the denominator is 0. */
  | Readonly<{ kind: 'ratio'; num: Formula; den: Formula }>;

/** How a value is sent and shown: integers and percents (fractions of 1) as numbers, money as decimal strings. */
export type MetricFormat = 'integer' | 'money' | 'percent';

/** A metric. Its id appears in URLs and answers only, and is never reused for another metric. */
export type Metric<Id extends number = number> = Readonly<{
  id: Id;
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

/** The decimals with which the values of a format are shown. */
export const PLACES: Readonly<Record<MetricFormat, number>> = { integer: 0, money: 2, percent: 2 };

const define = <const Id extends number>(
  id: Id,
  label: string,
  format: MetricFormat,
  formula: Formula,
  better: Metric['better'] = 'up',
  places: number = PLACES[format],
): Metric<Id> => ({ id, label, formula, format, places, additive: isAdditive(formula), better });

const distinctVisitors: Formula = { kind: 'distinct', of: 'visitorId' };

/** All metrics by key, with ascending ids. Code refers to a metric as `metric.profit`. */
export const metric = {
  visits: define(1, 'Visits', 'integer', sum('visits')),
  uniqueVisitors: define(2, 'Unique visitors (approx.)', 'integer', distinctVisitors),
  impressions: define(3, 'Impressions', 'integer', sum('impressions')),
  clickThroughRate: define(4, 'CTR', 'percent', ratio(sum('clickouts'), sum('impressions'))),
  prelanderVisits: define(5, 'Prelander visits', 'integer', sum('prelanderVisits')),
  prelanderClickThroughRate: define(
    6,
    'Prelander CTR',
    'percent',
    ratio(sum('prelanderClickouts'), sum('prelanderVisits')),
  ),
  leads: define(7, 'Leads', 'integer', sum('leads')),
  qualifiedLeads: define(8, 'Qualified leads', 'integer', sum('qualifiedLeads')),
  firstDeposits: define(9, 'FTD', 'integer', sum('firstDeposits')),
  deposits: define(10, 'Deposits', 'integer', sum('deposits')),
  revenue: define(11, 'Revenue', 'money', sum('revenue')),
  depositAmount: define(12, 'Deposit amount', 'money', sum('depositAmount')),
  clickouts: define(13, 'Click-outs', 'integer', sum('clickouts')),
  leadRate: define(14, 'Lead rate', 'percent', ratio(sum('leads'), sum('clickouts'))),
  firstDepositRate: define(15, 'FTD rate', 'percent', ratio(sum('firstDeposits'), sum('leads'))),
  earningsPerClick: define(16, 'EPC', 'money', ratio(sum('revenue'), sum('clickouts')), 'up', 4),
  revenuePerLead: define(17, 'Revenue per lead', 'money', ratio(sum('revenue'), sum('leads'))),
  returnOnInvestment: define(18, 'ROI', 'percent', ratio(profit, totalCost)),
  profit: define(19, 'Profit', 'money', profit),
  cost: define(20, 'Media cost', 'money', sum('cost'), null),
  codeUses: define(21, 'Code uses', 'integer', sum('codeUses')),
  costPerClick: define(22, 'Cost per click', 'money', ratio(sum('cost'), sum('visits')), 'down', 4),
  costPerLead: define(23, 'Cost per lead', 'money', ratio(totalCost, sum('leads')), 'down'),
  totalCost: define(24, 'Total cost', 'money', totalCost, null),
  flatFeeCost: define(25, 'Flat fee cost', 'money', sum('flatFeeCost'), null),
  publisherCost: define(26, 'Publisher cost', 'money', sum('publisherCost'), null),
  margin: define(27, 'Margin', 'percent', ratio(profit, sum('revenue'))),
  pendingRevenue: define(28, 'Pending revenue', 'money', sum('pendingRevenue'), null),
  rejectedLeads: define(29, 'Rejected leads', 'integer', sum('rejectedLeads'), 'down'),
  botVisits: define(30, 'Bot visits', 'integer', sum('botVisits'), 'down'),
  costPerFirstDeposit: define(31, 'Cost per FTD', 'money', ratio(totalCost, sum('firstDeposits')), 'down'),
} as const;

/** A metric's key. */
export type MetricKey = keyof typeof metric;
/** A metric's id. */
export type MetricId = (typeof metric)[MetricKey]['id'];

/** All metrics, by ascending id. */
export const METRICS: readonly Metric<MetricId>[] = Object.values(metric);

const byId = new Map<number, Metric<MetricId>>(METRICS.map((it) => [it.id, it]));

/** Whether a value is the id of a metric. */
export function isMetricId(value: unknown): value is MetricId {
  return typeof value === 'number' && byId.has(value);
}

/** The metric of an id. */
export function metricOf(id: MetricId): Metric<MetricId> {
  const found = byId.get(id);
  if (found === undefined) throw new RangeError(`No metric has the id ${id}.`);
  return found;
}

/** Every measure that a formula reads, without duplicates. */
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
