/** Replay: the result a draft would have had for the clicks of the last days. */
import { z } from 'zod';
import { draftSchema } from './draft.ts';

export const REPLAY_DAYS = { min: 1, max: 14, default: 7 } as const;
/** With more clicks than this, only every n-th visitor is replayed and the result is scaled up. */
export const REPLAY_CLICKS = 100_000;
/** The minimum number of visits for estimating the value of a visit. */
export const REPLAY_ENOUGH = 100;

export const replaySchema = draftSchema.extend({
  days: z.int().min(REPLAY_DAYS.min).max(REPLAY_DAYS.max).default(REPLAY_DAYS.default),
});

/** Clicks of one campaign or partner; id 0 is the fallback link, or no partner. */
export interface ReplayShift {
  id: number;
  name: string;
  /** The recorded result. */
  recorded: number;
  /** The results of the saved configuration and of the draft. */
  before: number;
  after: number;
}

/** A capped deal: leads per day from these clicks, and the clicks that its cap would stop. */
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
  /** The share of the clicks, 0 to 1, whose value is known. */
  knownBefore: number;
  knownAfter: number;
}

export interface Replay {
  from: string;
  until: string;
  /** All clicks of those days, and how many of them were replayed. */
  clicks: number;
  decided: number;
  /** Clicks that would go to another campaign or deal, scaled up like the other counts. */
  moved: number;
  /** For a rule: the clicks it matches, and those it would decide in the boxes that use it. */
  rule: { matched: number; decides: number; boxes: number } | null;
  campaigns: ReplayShift[];
  partners: ReplayShift[];
  revenue: ReplayRevenue;
  caps: ReplayCap[];
}
