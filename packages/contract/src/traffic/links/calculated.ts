/** Links of a table whose addresses are calculated by formulas, and so cannot be read (docs/product/links-checker.md). */
import { z } from 'zod';

/** At most this many of the cells are named. All are counted. */
const MOST_NAMED = 5;

export const calculatedLinksSchema = z.object({
  count: z.number(),
  /** The first of the cells, such as `B2`. */
  cells: z.array(z.string()),
});
export type CalculatedLinks = z.infer<typeof calculatedLinksSchema>;

export const calculatedLinks = (cells: readonly string[]): CalculatedLinks => ({
  count: cells.length,
  cells: cells.slice(0, MOST_NAMED),
});

/** Says which links cannot be read; null if there are none. */
export function calculatedNotice({ count, cells }: CalculatedLinks): string | null {
  if (count === 0) return null;
  const more = count > cells.length ? `, and ${count - cells.length} more` : '';
  const named = `${cells.join(', ')}${more}`;
  if (count === 1) return `1 cell has a link whose address is calculated by a formula and cannot be read: ${named}.`;
  return `${count} cells have links whose addresses are calculated by formulas and cannot be read: ${named}.`;
}
