/** The waterfall: the deals of a geo and an integration in the order in which they are offered what others cannot take. */
import { z } from 'zod';
import { WEIGHT_TOTAL } from '../limits.ts';

export interface WaterfallDeal {
  dealId: number;
  partnerId: number;
  partner: string;
  dealType: string;
  weight: number;
  waterfallBlocked: boolean;
  /** Accepted leads a day; null for no cap. */
  leadCap: number | null;
  /** Accepted so far on `day`, which is the partner's own, in `timeZone`. */
  accepted: number;
  day: string;
  timeZone: string;
  validFrom: string | null;
  validTo: string | null;
  /** `off`: weight 0. */
  state: 'open' | 'full' | 'partner_paused' | 'not_valid' | 'off';
}

/** One order: of a geo and an integration. */
export interface Waterfall {
  geoId: number;
  integrationId: number;
  integration: string;
  deals: WaterfallDeal[];
}

/** A geo that partners have deals for, and how these stand today. */
export interface WaterfallGeo {
  geoId: number;
  geo: string;
  code: string;
  deals: number;
  /** Those that take leads and clicks. */
  open: number;
  /** Those whose cap is reached. */
  full: number;
  /** Those that take no overflow. */
  blocked: number;
  /** Accepted leads, each on its partner's own day. */
  accepted: number;
}

const id = z.int().positive();

/** What a waterfall shows. */
export const waterfallQuery = z.object({ geoId: z.coerce.number().int().positive() });

/** A new order: every deal of that geo and integration that has a weight, first to last. */
export const waterfallOrderSchema = z.strictObject({
  geoId: id,
  integrationId: id,
  dealIds: z
    .array(id)
    .min(1)
    .max(WEIGHT_TOTAL, { error: `At most ${WEIGHT_TOTAL} deals can be ordered.` }),
});

/** What may be changed of one deal from here. */
export const waterfallDealSchema = z.strictObject({
  waterfallBlocked: z.boolean().optional(),
  leadCap: z.int().min(0).max(1_000_000).nullable().optional(),
});

/**
 * Weights that put deals into an order: the same weights, the heaviest first, raised only where two would be equal in
 * the wrong order (equal ones go by id).
 */
export function weightsInOrder(deals: readonly { id: number; weight: number }[]): number[] {
  const sorted = deals.map(({ weight }) => weight).sort((a, b) => b - a);
  const weights = [...sorted];
  for (let at = weights.length - 2; at >= 0; at -= 1) {
    const next = weights[at + 1] ?? 0;
    const inOrder = (deals[at]?.id ?? 0) < (deals[at + 1]?.id ?? 0);
    weights[at] = Math.max(weights[at] ?? 0, inOrder ? next : next + 1);
  }
  if ((weights[0] ?? 0) <= WEIGHT_TOTAL) return weights;
  return weights.map((_, at) => weights.length - at);
}
