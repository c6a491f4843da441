/** Weights of a campaign list, which always total 100 (docs/product/clicks.md#allocations). */
import type { FieldError } from '../envelope.ts';
import { WEIGHT_TOTAL } from '../limits.ts';

/** The part of an allocation item from which weights are calculated. */
export interface Weighted {
  weight: number;
  lock: boolean;
  weightOverride: boolean;
}

/** More items cannot share 100 with at least 1 each. */
export const MAX_ALLOCATION = WEIGHT_TOTAL;

const isHeld = (item: Weighted): boolean => item.lock || item.weightOverride;

/** Splits `total` into equal whole parts; the last one takes the remainder. */
export function spreadEvenly(total: number, count: number): number[] {
  if (count === 0) return [];
  const each = Math.floor(total / count);
  return Array.from({ length: count }, (_, index) => (index === count - 1 ? total - each * (count - 1) : each));
}

/**
 * The even split a list gets whenever its length changes. Locks and overrides applied to the old weights, so they are
 * released.
 *
 * @throws {RangeError} for more than {@link MAX_ALLOCATION} items.
 */
export function evenSplit<T extends Weighted>(items: readonly T[]): T[] {
  if (items.length > MAX_ALLOCATION)
    throw new RangeError(`An allocation can contain at most ${MAX_ALLOCATION} campaigns.`);
  const weights = spreadEvenly(WEIGHT_TOTAL, items.length);
  return items.map((item, index) => ({ ...item, weight: weights[index] ?? 0, lock: false, weightOverride: false }));
}

/** Puts an item at the top of its list and splits evenly. */
export function addItem<T extends Weighted>(items: readonly T[], item: T): T[] {
  return evenSplit([item, ...items]);
}

/** Removes an item and splits evenly. An index outside the list changes nothing. */
export function removeItem<T extends Weighted>(items: readonly T[], index: number): T[] {
  if (items[index] === undefined) return [...items];
  return evenSplit(items.filter((_, at) => at !== index));
}

/** Splits the rest of 100 evenly among the items picked by `free`. The last one takes the remainder. */
const shareRest = <T extends Weighted>(items: readonly T[], free: (item: T, index: number) => boolean): T[] => {
  const taken = items.filter((item, index) => !free(item, index)).reduce((sum, item) => sum + item.weight, 0);
  const weights = spreadEvenly(WEIGHT_TOTAL - taken, items.filter(free).length);
  let next = 0;
  return items.map((item, index) => (free(item, index) ? { ...item, weight: weights[next++] ?? 0 } : item));
};

/**
 * The bounds of an item's weight: at least 1, at most the remainder after the locked or overridden weights of the
 * others, minus 1 for each free item. If no other item is free, only the weight that completes 100.
 */
export function weightBounds(items: readonly Weighted[], index: number): { min: number; max: number } {
  const others = items.filter((_, at) => at !== index);
  const held = others.filter(isHeld).reduce((sum, item) => sum + item.weight, 0);
  const free = others.filter((item) => !isHeld(item)).length;
  const max = WEIGHT_TOTAL - held - free;
  return { min: free === 0 ? max : Math.min(1, max), max };
}

const clampInto = (weight: number, bounds: { min: number; max: number }): number => {
  const whole = Number.isFinite(weight) ? Math.round(weight) : bounds.min;
  return Math.max(bounds.min, Math.min(bounds.max, whole));
};

/**
 * Sets one weight within {@link weightBounds} and shares the rest among the free others. A locked item keeps its own.
 */
export function setWeight<T extends Weighted>(items: readonly T[], index: number, weight: number): T[] {
  const item = items[index];
  if (item === undefined || item.lock) return [...items];
  const clamped = clampInto(weight, weightBounds(items, index));
  const changed = items.map((it, at) => (at === index ? { ...it, weight: clamped } : it));
  return shareRest(changed, (it, at) => at !== index && !isHeld(it));
}

/** Locks or releases an item; no weight changes. */
export function setLock<T extends Weighted>(items: readonly T[], index: number, lock: boolean): T[] {
  return items.map((item, at) => (at === index ? { ...item, lock } : item));
}

/**
 * Turns override on or off for an item. The total of the overridden weights is subtracted from 100, and what is left
 * is spread over the items that are neither overridden nor locked, this one included when its override ends.
 */
export function setOverride<T extends Weighted>(items: readonly T[], index: number, weightOverride: boolean): T[] {
  const changed = items.map((item, at) => (at === index ? { ...item, weightOverride } : item));
  if (changed.some((item) => !isHeld(item))) return shareRest(changed, (item) => !isHeld(item));
  return changed;
}

/** The sum of the weights; 100 for every list that is not empty. */
export function weightTotal(items: readonly Pick<Weighted, 'weight'>[]): number {
  return items.reduce((sum, item) => sum + item.weight, 0);
}

/** The errors of an allocation from a request, with the path of each field below `path`. */
export function allocationErrors(items: readonly Weighted[], path: string): FieldError[] {
  const errors = items.flatMap((item, index): FieldError[] => {
    const { weight } = item;
    const min = isHeld(item) ? 0 : 1;
    if (Number.isInteger(weight) && weight >= min && weight <= WEIGHT_TOTAL) return [];
    return [{ path: `${path}.${index}.weight`, message: `Weight must be a whole number from ${min} to 100.` }];
  });
  if (items.length > MAX_ALLOCATION)
    errors.push({ path, message: `An allocation can contain at most ${MAX_ALLOCATION} campaigns.` });
  const total = weightTotal(items);
  if (errors.length === 0 && items.length > 0 && total !== WEIGHT_TOTAL) {
    errors.push({ path, message: `Weights must total 100. They total ${total}.` });
  }
  return errors;
}
