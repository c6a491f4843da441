/** The list with some properties of one item changed. */
export function changedAt<Item>(items: readonly Item[], at: number, part: Partial<Item>): Item[] {
  return items.map((item, index) => {
    if (index === at) return { ...item, ...part };
    return item;
  });
}
