/** Checks of a campaign's links, followed as a visitor would. */
import { z } from 'zod';

export const CHECK_DEVICES = ['desktop', 'mobile', 'tablet'] as const;
export type CheckDevice = (typeof CHECK_DEVICES)[number];
/** The maximum number of links per call. */
export const MOST_CHECKS = 24;

const ids = z.array(z.number().int().positive()).min(1).max(MOST_CHECKS);

export const linkCheckBody = z
  .strictObject({ campaignIds: ids, geoIds: ids, devices: z.array(z.enum(CHECK_DEVICES)).min(1) })
  .refine(({ campaignIds, geoIds, devices }) => campaignIds.length * geoIds.length * devices.length <= MOST_CHECKS, {
    error: `At most ${MOST_CHECKS} links can be checked at once. Choose fewer campaigns, geos or devices.`,
    path: ['campaignIds'],
  });

/** One step of a chain of redirects. */
const hopSchema = z.object({
  url: z.string(),
  /** Null if there was no answer. */
  http: z.number().nullable(),
  ms: z.number(),
  /** How it redirected; null if the chain ended here. */
  by: z.enum(['redirect', 'page']).nullable(),
  /** Whether the address contains our click id. */
  hasClickId: z.boolean(),
});
export type Hop = z.infer<typeof hopSchema>;

/** The campaign's own page, and the link of its offer. */
export const CHECKED_LINKS = { campaign: 'Campaign', offer: 'Partner link' } as const;

export const linkCheckSchema = z.object({
  campaignId: z.number(),
  campaign: z.string(),
  link: z.enum(['campaign', 'offer'] satisfies (keyof typeof CHECKED_LINKS)[]),
  geo: z.string(),
  device: z.enum(CHECK_DEVICES),
  hops: z.array(hopSchema),
  finalHost: z.string(),
  /** The problem of the chain, in words; null if there is none. */
  problem: z.string().nullable(),
  /** Null if nothing answered where the id could have been lost. */
  clickId: z.enum(['survives', 'lost', 'not_sent']).nullable(),
  /** Parameters of the first address whose values are missing from the last one. */
  lostParameters: z.array(z.string()),
});
export type LinkCheck = z.infer<typeof linkCheckSchema>;
