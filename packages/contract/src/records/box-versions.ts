/** The versions of a campaign box: every change of the box, its offers and its rules. */

import { z } from 'zod';
import { keysOf } from '../objects.ts';
import { HISTORY_ACTIONS } from './history.ts';

/** The kinds of records whose changes are versions. */
export const VERSIONED = { campaignBox: 'Box', boxOffer: 'Offer', rule: 'Rule' } as const;
export type Versioned = keyof typeof VERSIONED;
const VERSIONED_KINDS = keysOf(VERSIONED);

export const boxVersionSchema = z.object({
  /** The position in the audit trail; 0 is the box before its first change. */
  id: z.number(),
  at: z.string().nullable(),
  /** Null for the product itself. */
  by: z.string().nullable(),
  of: z.enum(VERSIONED_KINDS),
  recordId: z.number(),
  name: z.string(),
  action: z.enum(HISTORY_ACTIONS),
  /** Labels of the fields that changed. */
  fields: z.array(z.string()),
  /** The reason, if the product made the change. */
  because: z.string().nullable(),
});
export type BoxVersion = z.infer<typeof boxVersionSchema>;

/** One line of a difference; null if that side has no value. */
export const versionChangeSchema = z.object({
  label: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type VersionChange = z.infer<typeof versionChangeSchema>;

export const versionPartSchema = z.object({
  of: z.enum(VERSIONED_KINDS),
  recordId: z.number(),
  name: z.string(),
  /** Null if it is in both. */
  appeared: z.enum(['added', 'removed']).nullable(),
  changes: z.array(versionChangeSchema),
});
export type VersionPart = z.infer<typeof versionPartSchema>;

export const versionsBetweenSchema = z.object({
  from: z.coerce.number().int().nonnegative(),
  to: z.coerce.number().int().nonnegative(),
});

/** The request to go back to an earlier version; `version` is the box version that the person has seen. */
export const rollBackSchema = z.strictObject({ to: z.int().nonnegative(), version: z.int().positive() });
