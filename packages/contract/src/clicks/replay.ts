/** What a draft would have done with the clicks of the last days. */
import { z } from 'zod';
import { draftSchema } from './draft.ts';

export const REPLAY_DAYS = { min: 1, max: 14, default: 7 } as const;
/** More clicks than this are not all decided again: every n-th visitor stands for the others. */
export const REPLAY_CLICKS = 100_000;
/** Below so many visits nothing is said of what a visit is worth. */
export const REPLAY_ENOUGH = 100;

export const replaySchema = draftSchema.extend({
  days: z.int().min(REPLAY_DAYS.min).max(REPLAY_DAYS.max).default(REPLAY_DAYS.default),
});

/** Clicks of one campaign or partner; id 0 is the fallback link, or no partner. */
export interface ReplayShift {
  id: number;
  name: string;
  /** What really happened. */
  recorded: number;
  /** What the configuration as it is saved would have done, and the draft. */
  before: number;
  after: number;
}

/** Of a capped deal: leads a day from these clicks, and clicks that its cap would keep from it. */
export interface ReplayCap {
  dealId: number;
  name: string;
  cap: number;
  before: number;
  after: number;
  overBefore: number;
  overAfter: number;
}

/** Decimal strings in the base currency. */
export interface ReplayRevenue {
  before: string;
  after: string;
  /** The part of the clicks, 0 to 1, of which it is known what one is worth. */
  knownBefore: number;
  knownAfter: number;
}

export interface Replay {
  from: string;
  until: string;
  /** All clicks of those days, and how many of them were decided again. */
  clicks: number;
  decided: number;
  /** Clicks that would go to another campaign or under another deal; counted as the others are. */
  moved: number;
  /** Of a rule: clicks that it matches, and those that it would decide in the boxes that try it. */
  rule: { matched: number; decides: number; boxes: number } | null;
  campaigns: ReplayShift[];
  partners: ReplayShift[];
  revenue: ReplayRevenue;
  caps: ReplayCap[];
}
