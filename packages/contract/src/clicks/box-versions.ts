/** The versions of a campaign box: every change of the box, its offers and its rules. */
import { z } from 'zod';
import type { HistoryEntry } from '../records/history.ts';

/** The kinds of records whose changes are versions. */
export const VERSIONED = { campaignBox: 'Box', boxOffer: 'Offer', rule: 'Rule' } as const;
export type Versioned = keyof typeof VERSIONED;

export interface BoxVersion {
  /** The position in the audit trail; 0 is the box before its first change. */
  id: number;
  at: string | null;
  /** Null for the product itself. */
  by: string | null;
  of: Versioned;
  recordId: number;
  name: string;
  action: HistoryEntry['action'];
  /** Labels of the fields that changed. */
  fields: string[];
  /** The reason, if the product made the change. */
  because: string | null;
}

/** One line of a difference; null if that side has no value. */
export interface VersionChange {
  label: string;
  before: string | null;
  after: string | null;
}

export interface VersionPart {
  of: Versioned;
  recordId: number;
  name: string;
  /** Null if it is in both. */
  appeared: 'added' | 'removed' | null;
  changes: VersionChange[];
}

export const versionsBetweenSchema = z.object({
  from: z.coerce.number().int().nonnegative(),
  to: z.coerce.number().int().nonnegative(),
});

/** Back to an earlier version; `version` is the box's own that the person saw. */
export const rollBackSchema = z.strictObject({ to: z.int().nonnegative(), version: z.int().positive() });
