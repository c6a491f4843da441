/** Following a campaign's links as a visitor would. */
import { z } from 'zod';

export const CHECK_DEVICES = ['desktop', 'mobile', 'tablet'] as const;
export type CheckDevice = (typeof CHECK_DEVICES)[number];
/** Links followed by one call. */
export const MOST_CHECKS = 24;

const ids = z.array(z.number().int().positive()).min(1).max(MOST_CHECKS);

export const linkCheckBody = z
  .strictObject({ campaignIds: ids, geoIds: ids, devices: z.array(z.enum(CHECK_DEVICES)).min(1) })
  .refine(({ campaignIds, geoIds, devices }) => campaignIds.length * geoIds.length * devices.length <= MOST_CHECKS, {
    error: `At most ${MOST_CHECKS} links can be checked at once. Choose fewer campaigns, geos or devices.`,
    path: ['campaignIds'],
  });

/** One step of a chain. */
export interface Hop {
  url: string;
  /** Null where there was no answer. */
  http: number | null;
  ms: number;
  /** How it led on; null where it ended. */
  by: 'redirect' | 'page' | null;
  /** Whether our click id stands in its address. */
  hasClickId: boolean;
}

/** The campaign's own page, and where its offer sends visitors on to. */
export const CHECKED_LINKS = { campaign: 'Campaign', offer: 'Partner link' } as const;

export interface LinkCheck {
  campaignId: number;
  campaign: string;
  link: keyof typeof CHECKED_LINKS;
  geo: string;
  device: CheckDevice;
  hops: Hop[];
  finalHost: string;
  /** What is wrong with the chain itself, in words; null where it ends well. */
  problem: string | null;
  clickId: 'survives' | 'lost' | 'not_sent';
  /** Parameters of the first address whose values the last one does not carry. */
  lostParameters: string[];
}
