/** Metrics: the numbers that people see, as formulas over summed measures (docs/product/statistics.md#metrics). */
import type { Measure } from '../../traffic/clicks/fact.ts';

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
  /** The direction that is good news; null if neither is. */
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

interface MetricRule {
  format: MetricFormat;
  formula: Formula;
  better?: Metric['better'];
  places?: number;
}

const define = <const Id extends number>(
  id: Id,
  label: string,
  { format, formula, better = 'up', places = PLACES[format] }: MetricRule,
): Metric<Id> => ({ id, label, formula, format, places, additive: isAdditive(formula), better });

const distinctVisitors: Formula = { kind: 'distinct', of: 'visitorId' };

/** All metrics by key, with ascending ids. Code refers to a metric as `metric.profit`. */
export const metric = {
  visits: define(1, 'Visits', { format: 'integer', formula: sum('visits') }),
  uniqueVisitors: define(2, 'Unique visitors (approx.)', { format: 'integer', formula: distinctVisitors }),
  impressions: define(3, 'Impressions', { format: 'integer', formula: sum('impressions') }),
  clickThroughRate: define(4, 'CTR', { format: 'percent', formula: ratio(sum('clickouts'), sum('impressions')) }),
  prelanderVisits: define(5, 'Prelander visits', { format: 'integer', formula: sum('prelanderVisits') }),
  prelanderClickThroughRate: define(6, 'Prelander CTR', {
    format: 'percent',
    formula: ratio(sum('prelanderClickouts'), sum('prelanderVisits')),
  }),
  leads: define(7, 'Leads', { format: 'integer', formula: sum('leads') }),
  qualifiedLeads: define(8, 'Qualified leads', { format: 'integer', formula: sum('qualifiedLeads') }),
  firstDeposits: define(9, 'FTD', { format: 'integer', formula: sum('firstDeposits') }),
  deposits: define(10, 'Deposits', { format: 'integer', formula: sum('deposits') }),
  revenue: define(11, 'Revenue', { format: 'money', formula: sum('revenue') }),
  depositAmount: define(12, 'Deposit amount', { format: 'money', formula: sum('depositAmount') }),
  clickouts: define(13, 'Click-outs', { format: 'integer', formula: sum('clickouts') }),
  leadRate: define(14, 'Lead rate', { format: 'percent', formula: ratio(sum('leads'), sum('clickouts')) }),
  firstDepositRate: define(15, 'FTD rate', { format: 'percent', formula: ratio(sum('firstDeposits'), sum('leads')) }),
  earningsPerClick: define(16, 'EPC', {
    format: 'money',
    formula: ratio(sum('revenue'), sum('clickouts')),
    better: 'up',
    places: 4,
  }),
  revenuePerLead: define(17, 'Revenue per lead', { format: 'money', formula: ratio(sum('revenue'), sum('leads')) }),
  returnOnInvestment: define(18, 'ROI', { format: 'percent', formula: ratio(profit, totalCost) }),
  profit: define(19, 'Profit', { format: 'money', formula: profit }),
  cost: define(20, 'Media cost', { format: 'money', formula: sum('cost'), better: null }),
  codeUses: define(21, 'Code uses', { format: 'integer', formula: sum('codeUses') }),
  costPerClick: define(22, 'Cost per click', {
    format: 'money',
    formula: ratio(sum('cost'), sum('visits')),
    better: 'down',
    places: 4,
  }),
  costPerLead: define(23, 'Cost per lead', {
    format: 'money',
    formula: ratio(totalCost, sum('leads')),
    better: 'down',
  }),
  totalCost: define(24, 'Total cost', { format: 'money', formula: totalCost, better: null }),
  flatFeeCost: define(25, 'Flat fee cost', { format: 'money', formula: sum('flatFeeCost'), better: null }),
  publisherCost: define(26, 'Publisher cost', { format: 'money', formula: sum('publisherCost'), better: null }),
  margin: define(27, 'Margin', { format: 'percent', formula: ratio(profit, sum('revenue')) }),
  pendingRevenue: define(28, 'Pending revenue', { format: 'money', formula: sum('pendingRevenue'), better: null }),
  rejectedLeads: define(29, 'Rejected leads', { format: 'integer', formula: sum('rejectedLeads'), better: 'down' }),
  botVisits: define(30, 'Bot visits', { format: 'integer', formula: sum('botVisits'), better: 'down' }),
  costPerFirstDeposit: define(31, 'Cost per FTD', {
    format: 'money',
    formula: ratio(totalCost, sum('firstDeposits')),
    better: 'down',
  }),
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
