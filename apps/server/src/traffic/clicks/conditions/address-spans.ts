/** Spans of addresses, sorted and without overlaps: looked up at clicks, and compared with each other for drafts. */
import { type AddressSpan, readAddressEntry } from '@signpost/contract/reading/address-list.ts';

/** Sorted by their first address; between two spans is at least one address that neither has. */
export type AddressSpans = readonly AddressSpan[];

/** Sorts spans and joins those that touch each other. */
export function joined(spans: AddressSpans): AddressSpans {
  const all: AddressSpan[] = [];
  for (const span of spans.toSorted((one, other) => (one.first < other.first ? -1 : 1))) {
    const last = all.at(-1);
    if (last === undefined || span.first > last.last + 1n) all.push(span);
    else if (span.last > last.last) all[all.length - 1] = { first: last.first, last: span.last };
  }
  return all;
}

const known = new WeakMap<readonly string[], AddressSpans>();

/** The spans of a condition's values, parsed once. An unreadable value cannot be saved and has none. */
export function spansOf(values: readonly string[]): AddressSpans {
  const spans =
    known.get(values) ??
    joined(
      values.flatMap((value) => {
        const reading = readAddressEntry(value);
        if (reading.kind === 'span') return [reading.span];
        return [];
      }),
    );
  known.set(values, spans);
  return spans;
}

/** Whether an address is in one of the spans, by binary search. An unknown address is in none of them. */
export function isWithin(spans: AddressSpans, place: bigint | null): boolean {
  if (place === null) return false;
  let low = 0;
  let high = spans.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const span = spans[middle];
    if (span === undefined) return false;
    if (place < span.first) high = middle - 1;
    else if (place > span.last) low = middle + 1;
    else return true;
  }
  return false;
}

const lower = (one: bigint, other: bigint): bigint => {
  if (one < other) return one;
  return other;
};
const higher = (one: bigint, other: bigint): bigint => {
  if (one > other) return one;
  return other;
};

/** The addresses that both have. */
export function common(one: AddressSpans, other: AddressSpans): AddressSpans {
  const both: AddressSpan[] = [];
  let at = 0;
  for (const span of one) {
    while ((other[at]?.last ?? span.first) < span.first) at += 1;
    for (let next = at; (other[next]?.first ?? span.last + 1n) <= span.last; next += 1) {
      const { first, last } = other[next] ?? span;
      both.push({ first: higher(first, span.first), last: lower(last, span.last) });
    }
  }
  return both;
}

/** The addresses of `one` that `other` does not have. */
export function without(one: AddressSpans, other: AddressSpans): AddressSpans {
  const left: AddressSpan[] = [];
  let at = 0;
  for (const { first, last } of one) {
    while ((other[at]?.last ?? first) < first) at += 1;
    let from = first;
    for (let next = at; (other[next]?.first ?? last + 1n) <= last; next += 1) {
      const taken = other[next] ?? { first: from, last: from };
      if (taken.first > from) left.push({ first: from, last: taken.first - 1n });
      from = taken.last + 1n;
    }
    if (from <= last) left.push({ first: from, last });
  }
  return left;
}
