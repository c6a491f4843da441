/** Previews of templates and buttons, and the defaults of sites and banners. */
import { z } from 'zod';
import { PAGE_LIMITS } from './limits.ts';
import { hasPlaces, PLACES_IN_TEXT } from './places.ts';

const placeTextSchema = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(40)
    .regex(/^[a-z][a-z0-9_]*$/, 'Use small letters, digits and underscore, starting with a letter.'),
  text: z
    .string()
    .min(1)
    .max(2000)
    .refine((text) => !hasPlaces(text), PLACES_IN_TEXT),
});

/** Draft texts may be incomplete while somebody types. */
const draftTextSchema = z.object({ name: z.string().nullable(), text: z.string().nullable() });

/** A draft of one variant of a template, and the visitor for whom it is shown. */
export const previewPageSchema = z.strictObject({
  html: z.string().max(PAGE_LIMITS.html),
  css: z.string().max(PAGE_LIMITS.css),
  texts: z.array(draftTextSchema).max(PAGE_LIMITS.texts),
  buttonId: z.int().positive().nullable(),
  geo: z.string().max(2),
  device: z.enum(['desktop', 'mobile', 'tablet']),
  websiteId: z.int().positive().nullable(),
});

export const pagePreviewSchema = z.object({
  /** The document, without a policy of its own. '' if it cannot be read. */
  html: z.string(),
  /** Why it cannot be read; '' if it can. */
  problem: z.string(),
  /** Something in it is not allowed and is left out when it is saved. */
  isCut: z.boolean(),
  /** Places that no text fills. */
  unfilled: z.array(z.string()),
});

/** The texts and the button of a site, or of one of its banners. */
export const pageDefaultsSchema = z.object({
  websiteId: z.number(),
  websiteName: z.string(),
  /** Null for the whole site. */
  bannerId: z.number().nullable(),
  bannerName: z.string().nullable(),
  /** 0 if nothing is saved yet. */
  version: z.number(),
  buttonId: z.number().nullable(),
  /** The button that is used without one of its own. */
  inheritedButton: z.object({ id: z.number(), name: z.string() }).nullable(),
  texts: z.array(z.object({ name: z.string(), text: z.string() })),
  /** Places of templates, with the text that each shows without one of its own, and the origin of that text. */
  inherited: z.array(z.object({ name: z.string(), text: z.string(), from: z.string() })),
  /** The banners of a site, with the number of their own texts. */
  banners: z.array(z.object({ id: z.number(), name: z.string(), texts: z.number(), hasButton: z.boolean() })),
});
export type PageDefaultsView = z.infer<typeof pageDefaultsSchema>;

export const savePageDefaultsSchema = z.strictObject({
  version: z.int().nonnegative(),
  buttonId: z.int().positive().nullable(),
  texts: z
    .array(placeTextSchema)
    .max(PAGE_LIMITS.texts)
    .refine((rows) => new Set(rows.map(({ name }) => name)).size === rows.length, 'Each place can be filled once.'),
});
