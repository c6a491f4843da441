/** The order of dimensions and items under Why. */
import type { ItemId } from '@signpost/contract/insight/stats/dimensions.ts';

interface Item {
  id: ItemId;
}

/** Whether an item collects what is assigned to none of the others. */
export const isUnassigned = ({ id }: Item): boolean => id === 0 || id === '';

/**
 * Dimensions and items with what is assigned to none of them at the end, because that seldom says why something moved:
 * a flat fee, for instance, has no category. Everything else keeps its order.
 */
export function namedFirst<D extends { items: readonly Item[] }>(dimensions: readonly D[]): D[] {
  const isTelling = ({ items: [first] }: D) => first !== undefined && !isUnassigned(first);
  const ordered = [...dimensions.filter(isTelling), ...dimensions.filter((one) => !isTelling(one))];
  return ordered.map((one) => ({
    ...one,
    items: [...one.items.filter((item) => !isUnassigned(item)), ...one.items.filter(isUnassigned)],
  }));
}
