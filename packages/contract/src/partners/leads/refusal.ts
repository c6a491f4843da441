/** Leads that were refused: why, how many, and which of them are kept. */
import { z } from 'zod';
import { keysOf } from '../../objects.ts';

/** The reasons in the order in which they are found, each with the way to mend it. */
export const LEAD_REFUSALS = {
  no_key: {
    label: 'The key of the site is missing',
    fix: 'The lander has to send the key of its site in the header x-site-key.',
  },
  unknown_key: {
    label: 'The key of the site is unknown',
    fix: 'Put the key of the site into the lander. If it was replaced, the old one no longer works.',
  },
  archived_site: {
    label: 'The site is archived',
    fix: 'Restore the site, then read its leads again, or take the form off the lander.',
  },
  too_large: {
    label: 'The lead is larger than 64 KB',
    fix: 'The lander has to send fewer or shorter answers. Leads of this size are counted but not kept.',
  },
  bad_type: {
    label: 'The lead is not sent as JSON',
    fix: 'The lander has to send JSON with the content type application/json.',
  },
  bad_body: {
    label: 'The JSON cannot be read',
    fix: 'The lander has to send one valid JSON object.',
  },
  no_contact: {
    label: 'No readable e-mail address or phone number',
    fix: 'The form has to ask for an e-mail address or a phone number and to check it before it is sent.',
  },
  bad_field: {
    label: 'A field has the wrong type',
    fix: 'The lander has to send the named fields as the documentation describes them.',
  },
} as const;
export type LeadRefusal = keyof typeof LEAD_REFUSALS;

/** At most so many refused leads of a site are kept per day, because its key is public. All of them are counted. */
export const MOST_KEPT_LEADS = 200;
/** At most so many different unknown keys are counted by themselves per day. */
export const MOST_UNKNOWN_KEYS = 50;
/** The view of the lead search that shows refused leads, as its address names it. */
export const REFUSED_LEADS_VIEW = 'refused';
/** Refused leads of this many days need attention. */
export const REFUSED_LEAD_DAYS = 7;

const reason = z.enum(keysOf(LEAD_REFUSALS));

export const refusedLeadsSchema = z.object({
  /** By day, site and reason, the newest day first. */
  counts: z.array(
    z.object({
      day: z.string(),
      websiteId: z.number().nullable(),
      website: z.string().nullable(),
      /** The last characters of an unknown key; empty otherwise. */
      keyHint: z.string(),
      reason,
      cases: z.number(),
      replayed: z.number(),
    }),
  ),
  /** The newest refused leads that were kept, without their content. */
  kept: z.array(
    z.object({
      id: z.number(),
      at: z.string(),
      website: z.string(),
      reason,
      /** The fields that were refused. */
      fields: z.array(z.string()),
      replayedAt: z.string().nullable(),
      canReplay: z.boolean(),
    }),
  ),
  /** How many refused leads can be read again. */
  replayable: z.number(),
});
export type RefusedLeads = z.infer<typeof refusedLeadsSchema>;
export type RefusedLeadCount = RefusedLeads['counts'][number];

/** The result of reading refused leads again. */
export const replayedLeadsSchema = z.object({
  stored: z.number(),
  stillRefused: z.number(),
  /** Whether more are waiting than one call reads. */
  hasMore: z.boolean(),
});
export type ReplayedLeads = z.infer<typeof replayedLeadsSchema>;
