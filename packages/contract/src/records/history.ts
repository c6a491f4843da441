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
  /** What somebody did where no field changed, such as looking at the person of a lead; null for a change. */
  event: AuditEvent | null;
  changes: { field: string; before: unknown; after: unknown }[];
  /** The record's fields after this change; what "restore this version" puts back. Null where there is nothing to. */
  snapshot: Record<string, unknown> | null;
}
