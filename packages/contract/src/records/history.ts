import type { AuditEvent } from './audit-events.ts';

export const HISTORY_ACTIONS = ['create', 'update', 'archive', 'restore', 'effect'] as const;

/** One change of a record as the history drawer shows it. */
export interface HistoryEntry {
  id: number;
  at: string;
  action: (typeof HISTORY_ACTIONS)[number];
  version: number;
  /** Name of the person; null for the product itself. */
  by: string | null;
  /** An event without changed fields, such as viewing the person behind a lead; null for a change. */
  event: AuditEvent | null;
  changes: { field: string; before: unknown; after: unknown }[];
  /**
   * The record's fields after this change, which "Restore version" puts into the form. Null if it cannot be restored.
   */
  snapshot: Record<string, unknown> | null;
}
