/** Syncs of a sheet with a Google sheet: their plans, their results, and the changes that both sides made. */
import { z } from 'zod';
import { countText } from '../../define/words.ts';
import { cellsSchema } from '../sheet.ts';

/** A cell or a row that both sides changed since they were last equal. */
export const syncConflictSchema = z.object({
  key: z.string(),
  /** The column; empty if one side removed the row that the other changed. */
  column: z.string(),
  /** Null where that side removed the row. */
  ours: z.string().nullable(),
  theirs: z.string().nullable(),
  /** The cells of the row in Google, if the conflict is about a row that is there. */
  theirCells: cellsSchema.optional(),
  /** The texts of that row beside our columns. */
  more: z.string().optional(),
  /** A formula is never overwritten: only Google's value can be taken. */
  isFormula: z.boolean().optional(),
});
export type SyncConflict = Readonly<z.infer<typeof syncConflictSchema>>;

export const syncSummarySchema = z.object({
  /** Cells that were taken from Google, and written to it. */
  taken: z.number(),
  written: z.number(),
  /** Rows that were added to the sheet here, and in Google. */
  addedHere: z.number(),
  addedThere: z.number(),
  removedHere: z.number(),
  removedThere: z.number(),
  /** Links that were written into Google. */
  links: z.number(),
  /** Changes in Google that wait, because the rows cannot be changed now. */
  held: z.number(),
  conflicts: z.number(),
});
export type SyncSummary = Readonly<z.infer<typeof syncSummarySchema>>;

export const syncPlanSchema = z.object({
  id: z.string(),
  /** The requests of one `batchUpdate`; none if Google needs no change. */
  requests: z.array(z.record(z.string(), z.unknown())),
  summary: syncSummarySchema,
});
export type SyncPlan = Readonly<z.infer<typeof syncPlanSchema>>;

/** Adds up the results of several attempts of one sync. The changes that still wait are those of the last attempt. */
export function addSummaries(before: SyncSummary | null, now: SyncSummary): SyncSummary {
  if (before === null) return now;
  return {
    taken: before.taken + now.taken,
    addedHere: before.addedHere + now.addedHere,
    removedHere: before.removedHere + now.removedHere,
    // A new plan contains the changes that the plan before could not write.
    written: Math.max(before.written, now.written),
    addedThere: Math.max(before.addedThere, now.addedThere),
    removedThere: Math.max(before.removedThere, now.removedThere),
    links: Math.max(before.links, now.links),
    held: now.held,
    conflicts: now.conflicts,
  };
}

/** The result of a sync, in one sentence. */
export function summaryInWords(summary: SyncSummary): string {
  const { taken, written, addedHere, addedThere, removedHere, removedThere, links, conflicts, held } = summary;
  const parts = [
    taken > 0 && `${countText(taken, 'cell')} taken from Google`,
    addedHere > 0 && `${countText(addedHere, 'row')} added from Google`,
    removedHere > 0 && `${countText(removedHere, 'row')} removed here`,
    written > 0 && `${countText(written, 'cell')} written to Google`,
    addedThere > 0 && `${countText(addedThere, 'row')} added in Google`,
    removedThere > 0 && `${countText(removedThere, 'row')} removed in Google`,
    links > 0 && `${countText(links, 'link')} written to Google`,
    conflicts > 0 && `${countText(conflicts, 'conflict')} to decide`,
    held > 0 && `${countText(held, 'change')} in Google not taken`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return 'Synced. Both sheets were already equal.';
  return `Synced: ${parts.join(', ')}.`;
}
