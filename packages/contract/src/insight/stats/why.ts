/**
 * Explains a change of a number: split into volume × rate × value, and into the shift of the mix among the items of a
 * dimension. Pure and exact: the parts always add up to the change. A metric is a volume, times the conversions per
 * volume, times the amount per conversion: revenue = visits × (FTD ÷ visits) × (revenue ÷ FTD). For one item with
 * volume v and amount per volume k, before (0) and now (1), compared with K₀ ÷ V₀ = k̄ of all items: volume (v₁ − v₀)
 * k̄ · mix (v₁ − v₀)(k₀ − k̄) · rate v₁ (r₁ − r₀) w₀ · value: the rest of its change. A ratio is explained in the same
 * way, with shares of its denominator as volume: all volumes then add up to 1 and the total volume effect is 0.
 */

import { Decimal } from 'decimal.js';
import { z } from 'zod';
import { keysOf } from '../../objects.ts';
import { dimensionSchema, itemIdSchema } from './dimension-schemas.ts';
import { evaluate, type Sums } from './evaluate.ts';
import { type Formula, METRICS, type MetricId, metric, metricOf } from './metrics.ts';

const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_EVEN, toExpNeg: -60, toExpPos: 60 });
const ZERO = new Exact(0);

/** How the change of a metric is split. */
export type Split = Readonly<{ amount: Formula; volume: Formula; count: Formula; isShare: boolean }>;

const sum = (measure: Extract<Formula, { kind: 'sum' }>['measure']): Formula => ({ kind: 'sum', measure });
/** The conversions that bring an amount; other amounts come directly from the volume. */
const COUNT_OF: Readonly<Partial<Record<MetricId, Formula>>> = {
  [metric.revenue.id]: sum('firstDeposits'),
  [metric.depositAmount.id]: sum('deposits'),
  [metric.earningsPerClick.id]: sum('firstDeposits'),
  [metric.revenuePerLead.id]: sum('firstDeposits'),
  [metric.profit.id]: sum('firstDeposits'),
  [metric.pendingRevenue.id]: sum('leads'),
};
/** Metrics that are themselves a volume. */
const VOLUMES: readonly MetricId[] = [metric.visits.id, metric.impressions.id, metric.codeUses.id, metric.botVisits.id];
/** Percentages of money, which are not shares of conversions. */
const MONEY_PERCENTS: readonly MetricId[] = [metric.returnOnInvestment.id, metric.margin.id];

/** How a metric is explained; null if its parts do not add up (distinct visitors). */
export function splitOf(id: MetricId): Split | null {
  const { formula, format, additive } = metricOf(id);
  if (formula.kind === 'ratio') {
    const count = COUNT_OF[id] ?? (format === 'percent' && !MONEY_PERCENTS.includes(id) ? formula.num : formula.den);
    return { amount: formula.num, volume: formula.den, count, isShare: true };
  }
  if (!additive) return null;
  if (VOLUMES.includes(id)) return { amount: formula, volume: formula, count: formula, isShare: false };
  const count = COUNT_OF[id] ?? (format === 'money' ? sum('visits') : formula);
  return { amount: formula, volume: sum('visits'), count, isShare: false };
}

/** A part of a metric that is a sum or difference of others: revenue raises profit, each cost lowers it. */
export interface Term {
  metric: MetricId;
  sign: 1 | -1;
}

const termsIn = (formula: Formula, sign: 1 | -1): { measure: string; sign: 1 | -1 }[] | null => {
  switch (formula.kind) {
    case 'sum':
      return [{ measure: formula.measure, sign }];
    case 'plus':
    case 'difference': {
      const parts =
        formula.kind === 'plus'
          ? formula.parts.map((part) => termsIn(part, sign))
          : [termsIn(formula.from, sign), termsIn(formula.minus, sign === 1 ? -1 : 1)];
      if (parts.some((part) => part === null)) return null;
      return parts.flatMap((part) => part ?? []);
    }
    case 'distinct':
    case 'ratio':
      return null;
  }
};

/** The metrics that a metric adds up from, in the order of its formula; empty for one that is not made of others. */
export function termsOf(id: MetricId): Term[] {
  const terms = termsIn(metricOf(id).formula, 1) ?? [];
  if (terms.length < 2) return [];
  return terms.map(({ measure, sign }) => {
    const found = METRICS.find(({ formula }) => formula.kind === 'sum' && formula.measure === measure);
    if (found === undefined) throw new Error(`No metric shows the measure ${measure} alone.`);
    return { metric: found.id, sign };
  });
}

/** How much each term changes the metric: a cost that rises by 5 changes profit by −5. The changes add up to the metric's. */
export function termChanges(
  terms: readonly Term[],
  before: Sums,
  now: Sums,
): { metric: MetricId; before: string; now: string; change: string }[] {
  return terms.map(({ metric: id, sign }) => {
    const { formula } = metricOf(id);
    const was = number(formula, before);
    const is = number(formula, now);
    return {
      metric: id,
      before: text(was),
      now: text(is),
      change: text(is.minus(was).times(sign).toDecimalPlaces(PLACES.additive)),
    };
  });
}

/** The parts of a change, decimal strings that add up to it. */
export const effectsSchema = z.strictObject({
  volume: z.string(),
  mix: z.string(),
  rate: z.string(),
  value: z.string(),
});
export type Effects = z.infer<typeof effectsSchema>;
export const EFFECTS = keysOf(effectsSchema.shape);

/** One item's sums before and now. */
export interface Moved<Id> {
  id: Id;
  before: Sums;
  now: Sums;
}

export interface Explained<Id> {
  change: string;
  effects: Effects;
  items: { id: Id; change: string; effects: Effects; excess: string }[];
}

const PLACES = { additive: 6, share: 12 } as const;

interface Triple {
  v: Decimal;
  c: Decimal;
  k: Decimal;
}

const number = (formula: Formula, sums: Sums): Decimal =>
  // Formulas here are sums and differences of sums, so they are exact and never empty.
  new Exact(String(evaluate({ formula, format: 'money' }, sums) ?? '0'));

const over = (one: Decimal, other: Decimal, otherwise: Decimal): Decimal => {
  if (other.isZero()) return otherwise;
  return one.div(other);
};

function tripleOf(split: Split, sums: Sums): Triple {
  return { v: number(split.volume, sums), c: number(split.count, sums), k: number(split.amount, sums) };
}

const added = (all: readonly Triple[]): Triple =>
  all.reduce((one, other) => ({ v: one.v.plus(other.v), c: one.c.plus(other.c), k: one.k.plus(other.k) }), {
    v: ZERO,
    c: ZERO,
    k: ZERO,
  });

const scaled = ({ v, c, k }: Triple, by: Decimal): Triple => ({ v: v.div(by), c: c.div(by), k: k.div(by) });

const text = (value: Decimal): string => {
  if (value.isZero()) return '0';
  return value.toFixed();
};

const plus = (all: readonly Effects[]): Effects => {
  const total = (name: keyof Effects) => text(all.reduce((one, other) => one.plus(other[name]), ZERO));
  return { volume: total('volume'), mix: total('mix'), rate: total('rate'), value: total('value') };
};

/** The parts of one item's change. An item without earlier values is compared with the average of all items. */
function effectsOf(
  { before, now, all }: { before: Triple; now: Triple; all: Triple },
  change: Decimal,
  places: number,
): Effects {
  const overall = over(all.k, all.v, ZERO);
  const k0 = over(before.k, before.v, overall);
  const r0 = over(before.c, before.v, over(all.c, all.v, ZERO));
  const w0 = over(before.k, before.c, over(all.k, all.c, ZERO));
  const more = now.v.minus(before.v);
  const volume = more.times(overall).toDecimalPlaces(places);
  const mix = more.times(k0.minus(overall)).toDecimalPlaces(places);
  const rate = now.c.minus(now.v.times(r0)).times(w0).toDecimalPlaces(places);
  return {
    volume: text(volume),
    mix: text(mix),
    rate: text(rate),
    value: text(change.minus(volume).minus(mix).minus(rate)),
  };
}

/** Splits the change of all items together; null if the denominator of a ratio is 0. Items must not overlap. */
export function explain<Id>(split: Split, moved: readonly Moved<Id>[]): Explained<Id> | null {
  const raw = moved.map(({ id, before, now }) => ({ id, before: tripleOf(split, before), now: tripleOf(split, now) }));
  const was = added(raw.map((it) => it.before));
  const is = added(raw.map((it) => it.now));
  if (split.isShare && (was.v.isZero() || is.v.isZero())) return null;
  const places = split.isShare ? PLACES.share : PLACES.additive;
  const triples = split.isShare
    ? raw.map((it) => ({ id: it.id, before: scaled(it.before, was.v), now: scaled(it.now, is.v) }))
    : raw;
  const all = split.isShare ? scaled(was, was.v) : was;
  const changes = triples.map(({ before, now }) => now.k.minus(before.k).toDecimalPlaces(places));
  const total = added(triples.map((it) => it.now))
    .k.minus(added(triples.map((it) => it.before)).k)
    .toDecimalPlaces(places);
  // Each share is rounded; the remainder goes to the item that moved most.
  const rest = total.minus(changes.reduce((one, other) => one.plus(other), ZERO));
  const most = changes.reduce((at, change, index) => (change.abs().gt(changes[at] ?? ZERO) ? index : at), 0);
  const growth = over(total, all.k, ZERO);
  const items = triples.map(({ id, before, now }, index) => {
    const change = (changes[index] ?? ZERO).plus(index === most ? rest : ZERO);
    return {
      id,
      change: text(change),
      effects: effectsOf({ before, now, all }, change, places),
      excess: text(change.minus(before.k.times(growth)).toDecimalPlaces(places)),
    };
  });
  return { change: text(total), effects: plus(items.map((item) => item.effects)), items };
}

/** The number of items listed by name; the others are combined. */
export const WHY_ITEMS = 8;

const metricIdSchema = z.literal(METRICS.map(({ id }) => id));
const moveSchema = z.strictObject({ change: z.string(), effects: effectsSchema });

export const whyDataSchema = z.strictObject({
  before: z.union([z.number(), z.string(), z.null()]),
  now: z.union([z.number(), z.string(), z.null()]),
  /** All items as one, without mix; null if there is nothing to compare. */
  overall: moveSchema.nullable(),
  /**
   * For a metric that adds up from others, the effect of each of them, in the order of the formula; else empty.
   * `before` and `now` are the values of the part itself, `change` is its effect on the metric.
   */
  terms: z.array(z.strictObject({ metric: metricIdSchema, before: z.string(), now: z.string(), change: z.string() })),
  /** The change of the first of these metrics by effect, because costs do not come with a conversion rate. */
  firstTerm: moveSchema.nullable(),
  /**
   * The same change split by each dimension. Dimensions in which one item deviates most from the others come first.
   */
  dimensions: z.array(
    moveSchema.extend({
      dimension: dimensionSchema,
      /** `mainTerm` is the metric of the formula that changed the item most, if there are several. */
      items: z.array(moveSchema.extend({ id: itemIdSchema, name: z.string(), mainTerm: metricIdSchema.nullable() })),
      others: moveSchema.extend({ count: z.int() }).nullable(),
    }),
  ),
});

/** `GET statistics/why`. */
export type WhyData = z.infer<typeof whyDataSchema>;

/** Adds up the parts of several changes. */
export function together(moves: readonly { change: string; effects: Effects }[]): { change: string; effects: Effects } {
  return {
    change: text(moves.reduce((one, other) => one.plus(other.change), ZERO)),
    effects: plus(moves.map((move) => move.effects)),
  };
}

/** Orders by absolute value, largest first. */
export function bySize(one: string, other: string): number {
  return new Exact(other).abs().comparedTo(new Exact(one).abs());
}
