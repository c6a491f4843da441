/** The items that apply, in their order: `listOf(first, isOpen && second)`. */
export function listOf<Item>(...items: readonly (Item | false | null | undefined)[]): Item[] {
  return items.filter((item): item is Item => item !== false && item !== null && item !== undefined);
}
