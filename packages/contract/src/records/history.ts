/** One change of a record as the history drawer shows it. */
export interface HistoryEntry {
  id: number;
  at: string;
  action: 'create' | 'update' | 'archive' | 'restore' | 'effect';
  version: number;
  /** Name of the person; null for the product itself. */
  by: string | null;
  changes: { field: string; before: unknown; after: unknown }[];
  /** The record's fields after this change; what "restore this version" puts back. */
  snapshot: Record<string, unknown> | null;
}
