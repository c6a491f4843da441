/** Decides for each field whether several tests of it can be true of one visit. "False" is a proof. */

import { addDays, weekdayOf } from '@signpost/contract/dates/dates.ts';
import { withinHours } from '@signpost/contract/dates/hours-of-week.ts';
import type {
  ConditionTest,
  RecordConditionField,
  TextConditionField,
} from '@signpost/contract/traffic/clicks/conditions.ts';
import { common, spansOf, without } from './address-spans.ts';
import { normal } from './condition-match.ts';

/** Where a click can count: the ids of its source with that source's category, its publisher and its website. */
export interface KnownPlace {
  source: number;
  category: number;
  publisher: number;
  website: number;
}

/** One test that must be true (`is`) or false; `seed` is that of its rule. */
export interface Literal {
  test: ConditionTest;
  seed: number;
  is: boolean;
}

const GEO = /^[A-Z]{2}$/;

/** The values that every "is" allows and no "is not" excludes; null if no test restricts them. */
function leftOf(allowed: readonly ReadonlySet<string>[], denied: readonly ReadonlySet<string>[]): string[] | null {
  const [first, ...others] = allowed;
  if (first === undefined) return null;
  return [...first].filter((value) => others.every((set) => set.has(value)) && !denied.some((set) => set.has(value)));
}

export function textHolds(field: TextConditionField, literals: readonly Literal[]): boolean {
  const sets = (is: boolean) =>
    literals
      .filter((literal) => literal.is === is)
      .map(({ test }) => new Set('values' in test ? test.values.map((value) => normal(field, String(value))) : []));
  const left = leftOf(sets(true), sets(false));
  return left === null || left.some((value) => field !== 'geo' || GEO.test(value));
}

/** An address that every "is" allows and no "is not" excludes. Without an "is", the address may be unknown. */
export function addressHolds(literals: readonly Literal[]): boolean {
  const spans = (is: boolean) =>
    literals.flatMap(({ test, is: wanted }) => {
      if (wanted !== is || test.field !== 'address') return [];
      return [spansOf(test.values)];
    });
  const [first, ...others] = spans(true);
  return first === undefined || spans(false).reduce(without, others.reduce(common, first)).length > 0;
}

export function visitorHolds(literals: readonly Literal[]): boolean {
  return (['new', 'returning'] as const).some((kind) =>
    literals.every(({ test, is }) => test.field !== 'visitor' || (test.values[0] === kind) === is),
  );
}

/** Tests of different rules are independent, because a visitor has an unrelated number for each rule. */
export function shareHolds(literals: readonly Literal[]): boolean {
  return [...Map.groupBy(literals, ({ seed }) => seed).values()].every((own) => {
    let low = 0;
    let high = 100;
    for (const { test, is } of own) {
      if (test.field !== 'share') continue;
      if (is) high = Math.min(high, test.percent);
      else low = Math.max(low, test.percent);
    }
    return low < high;
  });
}

const isRecord = (field: string): field is RecordConditionField =>
  field === 'source' || field === 'category' || field === 'publisher' || field === 'website';

/**
 * Source, category, publisher and website depend on each other: a source has one category and may have one publisher.
 */
export function placesHold(literals: readonly Literal[], places: readonly KnownPlace[] | null): boolean {
  const tests = literals.flatMap(({ test, is }) => {
    if (!isRecord(test.field) || !('values' in test)) return [];
    return [{ field: test.field, ids: new Set(test.values.map(Number)), is }];
  });
  if (places !== null) return places.some((place) => tests.every(({ field, ids, is }) => ids.has(place[field]) === is));
  return [...Map.groupBy(tests, ({ field }) => field).values()].every((own) => {
    const sets = (is: boolean) => own.filter((one) => one.is === is).map(({ ids }) => new Set([...ids].map(String)));
    const left = leftOf(sets(true), sets(false));
    return left === null || left.length > 0;
  });
}

const HOURS = 24;
const DAYS = 7;

function grid(test: { days: readonly number[]; from: number; to: number }): boolean[] {
  const within = withinHours(test);
  return Array.from({ length: DAYS * HOURS }, (_, at) => within(Math.floor(at / HOURS) + 1, at % HOURS));
}

/** The first and the last day that no test excludes; null if every day is excluded. */
function daysLeft(
  literals: readonly Literal[],
  since: string | null,
): { from: string | null; to: string | null } | null {
  let from = since;
  let to: string | null = null;
  const denied: { from: string | null; to: string | null }[] = [];
  for (const { test, is } of literals) {
    if (test.field !== 'dates') continue;
    if (!is) {
      denied.push(test);
      continue;
    }
    if (test.from !== null && (from === null || test.from > from)) from = test.from;
    if (test.to !== null && (to === null || test.to < to)) to = test.to;
  }
  for (const span of denied.sort((one, other) => ((one.from ?? '') < (other.from ?? '') ? -1 : 1))) {
    const begins = span.from === null || (from !== null && span.from <= from);
    if (!begins || (span.to !== null && from !== null && span.to < from)) continue;
    if (span.to === null) return null;
    from = addDays(span.to, 1);
  }
  if (from !== null && to !== null && from > to) return null;
  return { from, to };
}

/** Days and hours are checked for each time zone separately; if the tests of one zone contradict each other, no visit fulfils them all. */
export function timeHolds(literals: readonly Literal[], since: string | null): boolean {
  const timed = literals.filter(({ test }) => test.field === 'hours' || test.field === 'dates');
  const zones = Map.groupBy(timed, ({ test }) => ('timeZone' in test ? test.timeZone : ''));
  return [...zones.values()].every((own) => {
    // In some zones it is still yesterday.
    const days = daysLeft(own, since === null ? null : addDays(since, -1));
    if (days === null) return false;
    const hours = own.flatMap(({ test, is }) => (test.field === 'hours' ? [{ cells: grid(test), is }] : []));
    const { from, to } = days;
    const few = from !== null && to !== null && addDays(from, DAYS - 1) > to;
    const weekdays = new Set<number>();
    if (few) for (let day = from; day <= to; day = addDays(day, 1)) weekdays.add(weekdayOf(day));
    return Array.from({ length: DAYS * HOURS }).some(
      (_, at) => (!few || weekdays.has(Math.floor(at / HOURS) + 1)) && hours.every(({ cells, is }) => cells[at] === is),
    );
  });
}
