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
export const replayShiftSchema = z.object({
  id: z.number(),
  name: z.string(),
  /** The recorded result. */
  recorded: z.number(),
  /** The results of the saved configuration and of the draft. */
  before: z.number(),
  after: z.number(),
});
export type ReplayShift = z.infer<typeof replayShiftSchema>;

/** A capped deal: leads per day from these clicks, and the clicks that its cap would stop. */
export const replayCapSchema = z.object({
  dealId: z.number(),
  name: z.string(),
  cap: z.number(),
  before: z.number(),
  after: z.number(),
  overBefore: z.number(),
  overAfter: z.number(),
});

/** Decimal strings in the base currency. */
export const replayRevenueSchema = z.object({
  before: z.string(),
  after: z.string(),
  /** The share of the clicks, 0 to 1, whose value is known. */
  knownBefore: z.number(),
  knownAfter: z.number(),
});

export const replayAnswerSchema = z.object({
  from: z.string(),
  until: z.string(),
  /** All clicks of those days, and how many of them were replayed. */
  clicks: z.number(),
  decided: z.number(),
  /** Clicks left out of all that follows, because a rule asks for their IP address, which no fact holds; scaled up. */
  unjudged: z.number(),
  /** Clicks that would go to another campaign or deal, scaled up like the other counts. */
  moved: z.number(),
  /** For a rule: the clicks it matches, and those it would decide in the boxes that use it. */
  rule: z
    .object({
      matched: z.number(),
      decides: z.number(),
      boxes: z.number(),
    })
    .nullable(),
  campaigns: z.array(replayShiftSchema),
  partners: z.array(replayShiftSchema),
  revenue: replayRevenueSchema,
  caps: z.array(replayCapSchema),
});
export type Replay = z.infer<typeof replayAnswerSchema>;
