/** Computes cohorts by age from sums by month. Pure. */

import type { ItemId } from '@signpost/contract/insight/stats/dimensions.ts';
import { evaluate, type Sums } from '@signpost/contract/insight/stats/evaluate.ts';
import {
  LIFETIME_LIMITS,
  LIFETIME_METRICS,
  type LifetimeCell,
  type LifetimeData,
  type LifetimeRow,
} from '@signpost/contract/insight/stats/lifetime.ts';
import { metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import { divideMoney, sumMoney } from '@signpost/contract/money/money.ts';
import type { Measure } from '@signpost/contract/traffic/clicks/fact.ts';
import { neededOf } from './metric-sql.ts';

/** The players who came in during a month. */
export interface CohortSize {
  item: ItemId;
  /** `2026-03` */
  cohort: string;
  players: number;
}

/** The sums of a cohort's players in one month. */
export interface CohortSums {
  item: ItemId;
  cohort: string;
  month: string;
  sums: Sums;
}

/** The measures from which lifetime metrics are computed. */
export const LIFETIME_MEASURES: readonly Measure[] = neededOf(LIFETIME_METRICS).measures;

const monthNumber = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;

/** The number of months between two months: 2 for `2026-01` and `2026-03`. A conversion before the first click counts from it. */
export function ageOf(cohort: string, month: string): number {
  return Math.max(0, monthNumber(month) - monthNumber(cohort));
}

function add(all: readonly Sums[]): Sums {
  return Object.fromEntries(
    LIFETIME_MEASURES.map((measure) => [measure, sumMoney(all.map((one) => String(one[measure] ?? '0')))]),
  );
}

function cellOf(age: number, isOpen: boolean, players: number, sums: Sums): LifetimeCell {
  const values = LIFETIME_METRICS.map((id) => [String(id), evaluate(metricOf(id), sums)] as const);
  return {
    age,
    isOpen,
    players,
    total: Object.fromEntries(values),
    perPlayer: Object.fromEntries(
      values.map(([id, value]) => {
        if (value === null) return [id, null];
        const share = divideMoney(String(value), String(players));
        if (typeof value === 'string' || share === null) return [id, share];
        return [id, Number(share)];
      }),
    ),
  };
}

interface Cohort {
  cohort: string;
  players: number;
  /** The cumulative values at each age; the last one belongs to the current month. */
  upTo: Sums[];
}

function cohortsOf(sizes: readonly CohortSize[], values: readonly CohortSums[], now: string): Cohort[] {
  const months = [...new Set([...sizes, ...values].map(({ cohort }) => cohort))].filter((month) => month <= now).sort();
  return months.map((cohort) => {
    const own = values.filter((one) => one.cohort === cohort);
    let sofar: Sums = {};
    const upTo = Array.from({ length: ageOf(cohort, now) + 1 }, (_, age) => {
      sofar = add([sofar, ...own.filter(({ month }) => ageOf(cohort, month) === age).map(({ sums }) => sums)]);
      return sofar;
    });
    const players = sizes.filter((size) => size.cohort === cohort).reduce((sum, size) => sum + size.players, 0);
    return { cohort, players, upTo };
  });
}

/** All cohorts together; each age counts only the cohorts that have fully reached it. */
function together(id: ItemId, name: string, cohorts: readonly Cohort[]): LifetimeRow {
  const oldest = Math.max(0, ...cohorts.map(({ upTo }) => upTo.length - 1));
  const cells = Array.from({ length: oldest }, (_, age) => {
    const grown = cohorts.filter(({ upTo }) => upTo.length - 1 > age);
    const players = grown.reduce((sum, one) => sum + one.players, 0);
    return cellOf(age, false, players, add(grown.map(({ upTo }) => upTo[age] ?? {})));
  });
  return { id, name, players: cohorts.reduce((sum, one) => sum + one.players, 0), cells };
}

/** By month: one row per cohort. */
export function byMonth(sizes: readonly CohortSize[], values: readonly CohortSums[], now: string): LifetimeData {
  const cohorts = cohortsOf(sizes, values, now);
  return {
    expected: together('', 'Expected', cohorts),
    rows: cohorts.map(({ cohort, players, upTo }) => ({
      id: cohort,
      name: cohort,
      players,
      cells: upTo.map((sums, age) => cellOf(age, age === upTo.length - 1, players, sums)),
    })),
  };
}

/** By item: one row per item with all its cohorts together, for the items with most players. */
export function byItem(
  sizes: readonly CohortSize[],
  values: readonly CohortSums[],
  now: string,
  nameOf: (item: ItemId) => string,
): LifetimeData {
  const items = [...new Set([...sizes, ...values].map(({ item }) => item))];
  const rows = items.map((item) => {
    const of = <T extends { item: ItemId }>(list: readonly T[]) => list.filter((one) => one.item === item);
    return together(item, nameOf(item), cohortsOf(of(sizes), of(values), now));
  });
  const ordered = rows.sort((one, other) => other.players - one.players || (one.name < other.name ? -1 : 1));
  return {
    expected: together('', 'Expected', cohortsOf(sizes, values, now)),
    rows: ordered.slice(0, LIFETIME_LIMITS.items),
  };
}
