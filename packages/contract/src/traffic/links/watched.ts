/** The links of the configuration, which the worker looks at by itself (docs/product/links-checker.md). */
import { z } from 'zod';
import { VERDICTS } from '../clicks/link-verdict.ts';
import { linkResultSchema } from './checks.ts';

/** Where an address can stand in the configuration. */
export const PLACE_KINDS = [
  'campaign',
  'offer',
  'boxOffer',
  'mirror',
  'directLink',
  'directLinkFallback',
  'gamblingLink',
  'boxFallback',
  'siteFallback',
  'domainRoot',
  'domainUnknownLinks',
] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

export const PLACE_LABELS = {
  campaign: 'Campaign',
  offer: 'Partner link',
  boxOffer: 'Offer of a box',
  mirror: 'Mirror',
  directLink: 'Direct link',
  directLinkFallback: 'Fallback of a direct link',
  gamblingLink: 'Gambling link',
  boxFallback: 'Fallback of a box',
  siteFallback: 'Fallback of a website',
  domainRoot: 'Root of a domain',
  domainUnknownLinks: 'Unknown links of a domain',
} as const satisfies Record<PlaceKind, string>;

/** A certificate or a domain that ends within this many days is warned of. */
export const ENDS_SOON_DAYS = 14;
export const WATCHED_PAGE = 100;

/** The links that the screen shows. */
export const WATCHED_SHOWN = ['all', 'broken', 'ends_soon', 'lost_click_id'] as const;
export type WatchedShown = (typeof WATCHED_SHOWN)[number];

export const watchedLinkSchema = linkResultSchema
  .pick({
    verdict: true,
    reason: true,
    http: true,
    end: true,
    title: true,
    steps: true,
    clickId: true,
    lostAtStep: true,
    certificateUntil: true,
  })
  .extend({
    id: z.number(),
    url: z.string(),
    places: z.array(z.object({ kind: z.enum(PLACE_KINDS), recordId: z.number(), name: z.string() })),
    /** In the base currency; null for people who may not see what is lost. */
    revenuePerDay: z.string().nullable(),
    /** When it was last looked at; null before the first look. */
    lookedAt: z.iso.datetime().nullable(),
    /** The first failed look, while it fails. */
    failedAt: z.iso.datetime().nullable(),
    /** When our own domain behind it expires; null if it is not ours or not known. */
    domainUntil: z.iso.date().nullable(),
    /** Whether it has left the rotation. */
    isOut: z.boolean(),
    /** Whether a person said that it works for visitors, whatever the looks find. */
    isTrusted: z.boolean(),
  });
export type WatchedLink = z.infer<typeof watchedLinkSchema>;

export const watchedSummarySchema = z.object({
  links: z.number(),
  broken: z.number(),
  endsSoon: z.number(),
  lostClickId: z.number(),
  /** Links that nobody has looked at yet. */
  notLooked: z.number(),
  /** Whether dead links leave the rotation by themselves. */
  takesOut: z.boolean(),
  version: z.number(),
});
export type WatchedSummary = z.infer<typeof watchedSummarySchema>;

export const watchedQuery = z.object({
  shown: z.enum(WATCHED_SHOWN).default('all'),
  verdict: z.enum(VERDICTS).optional(),
  offset: z.coerce.number<number>().int().min(0).default(0),
});
