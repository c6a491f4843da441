/** The last common state of both sides, and the effects of a plan on it when the plan is carried out. */
import { cellsSchema, type SheetRow } from '@signpost/contract/sheets/sheet.ts';
import { z } from 'zod';

export const baseRowsSchema = z.array(
  z.object({
    key: z.string(),
    cells: cellsSchema,
    /** A person decided that the row goes from Google too, with this beside the texts of our columns. */
    agreedMore: z.string().optional(),
  }),
);
export type BaseRow = Readonly<z.infer<typeof baseRowsSchema>[number]>;

export const effectsSchema = z.object({
  /** Cells that are written: the text, and what stood there when the sheet was read. */
  writes: z.array(z.object({ key: z.string(), column: z.string(), text: z.string(), was: z.string() })),
  added: baseRowsSchema,
  /** New rows of Google that get their keys, each with the key of the row above it. They are taken once they have them. */
  adopted: z.array(z.object({ key: z.string(), cells: cellsSchema, above: z.string().nullable() })),
  removed: z.array(z.string()),
});
export type Effects = Readonly<z.infer<typeof effectsSchema>>;

export type ByKey<T> = ReadonlyMap<string, T>;
export const byKey = <T extends Readonly<{ key: string }>>(rows: readonly T[]): Map<string, T> =>
  new Map(rows.map((row) => [row.key, row]));

/** Takes the new rows of a plan that was carried out: they have keys now, so they are found again. */
export function adoptRows(
  { ours, base }: { ours: readonly SheetRow[]; base: readonly BaseRow[] },
  { adopted }: Effects,
): { ours: SheetRow[]; base: BaseRow[] } {
  const known = new Set(base.map(({ key }) => key));
  const news = adopted.filter(({ key }) => !known.has(key));
  const order = ours.map(({ key }) => key);
  const rows = byKey(ours);
  for (const { key, cells, above } of news) {
    order.splice(above === null ? 0 : order.lastIndexOf(above) + 1 || order.length, 0, key);
    rows.set(key, { key, cells, boxId: null });
  }
  return {
    ours: order.flatMap((key) => rows.get(key) ?? []),
    base: [...base, ...news.map(({ key, cells }) => ({ key, cells }))],
  };
}
