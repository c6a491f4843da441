/** Medians; the values are reordered in place. */

const SMALL = 16;

/** The median; the mean of the two middle values of an even number of them. 0 for none. */
export function medianOf(values: Float64Array): number {
  if (values.length <= SMALL) return medianBetween(values, 0, values.length);
  values.sort();
  return middleOf(values, 0, values.length);
}

/** The median of a few values in a row, without a view of them: faster than the engine's own sort. */
export function medianBetween(values: Float64Array, from: number, count: number): number {
  for (let index = from + 1; index < from + count; index += 1) {
    const value = values[index] ?? 0;
    let at = index - 1;
    while (at >= from && (values[at] ?? 0) > value) {
      values[at + 1] = values[at] ?? 0;
      at -= 1;
    }
    values[at + 1] = value;
  }
  return middleOf(values, from, count);
}

function middleOf(sorted: Float64Array, from: number, count: number): number {
  if (count === 0) return 0;
  const middle = from + (count >> 1);
  const upper = sorted[middle] ?? 0;
  if (count % 2 === 1) return upper;
  return (upper + (sorted[middle - 1] ?? 0)) / 2;
}

/** The value at which half of the weight is reached. 0 for none. */
export function weightedMedian(pairs: readonly { value: number; weight: number }[]): number {
  const sorted = pairs.toSorted((one, other) => one.value - other.value);
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let sum = 0;
  for (const { value, weight } of sorted) {
    sum += weight;
    if (sum >= half) return value;
  }
  return 0;
}
