/** The list without the item, or with it at the end if it was not there. */
export function toggled<Item>(items: readonly Item[], item: Item): Item[] {
  if (items.includes(item)) return items.filter((one) => one !== item);
  return [...items, item];
}
