/** A slow and simple model of the statistics over a list of facts. Tests compare the real answers with it. */

import { dayIn } from '@signpost/contract/dates/dates.ts';
import { weekOf } from '@signpost/contract/dates/weeks.ts';
import { type DimensionKey, dimensionOf, type ItemId } from '@signpost/contract/insight/stats/dimensions.ts';
import { groupingOf } from '@signpost/contract/insight/stats/levels.ts';
import type { StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { recordOf } from '@signpost/contract/objects.ts';
import { COUNT_MEASURES, type Fact, type Measure, MONEY_MEASURES } from '@signpost/contract/traffic/clicks/fact.ts';

export const MEASURES: readonly Measure[] = [...COUNT_MEASURES, ...MONEY_MEASURES];

/** Sums in millionths, exact. */
export type Sums = Record<Measure, bigint>;

/** The current values of records. */
export interface World {
  facts: readonly Fact[];
  categoryOf: ReadonlyMap<number, number>;
  typeOf: ReadonlyMap<number, number>;
  tagsOf: ReadonlyMap<number, readonly number[]>;
}

/** `-0.5` → −500000. */
export function micros(value: string | number): bigint {
  const [, sign = '', whole = '0', places = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? [];
  const size = BigInt(whole) * 1_000_000n + BigInt(places.padEnd(6, '0').slice(0, 6));
  return sign === '-' ? -size : size;
}

const local = new Map<string, Intl.DateTimeFormat>();

function hourIn(at: string, timeZone: string): string {
  const format =
    local.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  local.set(timeZone, format);
  return `${format.format(new Date(at)).replace(' ', 'T').slice(0, 13)}:00`;
}

/** The items of a dimension that a fact counts under. */
export function itemsOf(world: World, fact: Fact, key: DimensionKey, at: string, timeZone: string): ItemId[] {
  const { source } = dimensionOf(key);
  if (source.kind === 'fact') return [fact[source.column]];
  if (source.kind === 'attribute') {
    if (key === 'category') return [world.categoryOf.get(fact.trafficSourceId) ?? 0];
    if (key === 'partner_type') return [world.typeOf.get(fact.partnerId) ?? 0];
    return [...(world.tagsOf.get(fact.partnerId) ?? [0])];
  }
  const day = dayIn(new Date(at), timeZone);
  return [{ hour: hourIn(at, timeZone), day, week: weekOf(day), month: day.slice(0, 7) }[source.unit]];
}

/** The facts of a question without a scope, in a range of days. */
export function factsOf(world: World, question: StatsQuestion, range = question.dateRange): Fact[] {
  const { timeZone } = question;
  return world.facts.filter((fact) => {
    const at = question.attribution === 'click' ? fact.clickAt : fact.at;
    const day = dayIn(new Date(at), timeZone);
    if (day < range.start || day > range.end) return false;
    const under = (key: DimensionKey, ids: readonly ItemId[]) =>
      itemsOf(world, fact, key, at, timeZone).some((id) => ids.includes(id));
    if (!groupingOf(question.levels).selected.every(({ type, id }) => under(type, [id]))) return false;
    if (!Object.entries(question.filters).every(([key, ids]) => under(key as DimensionKey, ids))) return false;
    return Object.entries(question.excludes).every(([key, ids]) => !under(key as DimensionKey, ids));
  });
}

/** Sums of facts. */
export function sumsOf(facts: readonly Fact[]): Sums {
  const sums: Sums = recordOf(MEASURES, () => 0n);
  for (const fact of facts) for (const measure of MEASURES) sums[measure] += micros(fact[measure]);
  return sums;
}

/** Sums by item of the level that a question's rows are grouped by. */
export function rowsOf(world: World, question: StatsQuestion): Map<ItemId, Sums> {
  const { groupBy } = groupingOf(question.levels);
  const groups = new Map<ItemId, Fact[]>();
  for (const fact of factsOf(world, question)) {
    const at = question.attribution === 'click' ? fact.clickAt : fact.at;
    for (const id of itemsOf(world, fact, groupBy, at, question.timeZone))
      groups.set(id, [...(groups.get(id) ?? []), fact]);
  }
  return new Map([...groups].map(([id, facts]) => [id, sumsOf(facts)]));
}
