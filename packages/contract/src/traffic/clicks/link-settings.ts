/** Where visitors' links are served. */
import { z } from 'zod';

export const linkSettingsSchema = z.object({
  /** Hosts of production; the first is shown in the dashboard. */
  shortLinkHosts: z.array(z.string()),
  clickPort: z.number(),
});
export type LinkSettings = z.infer<typeof linkSettingsSchema>;

/** The path of a campaign box's link; that of a banner box marks it as a banner. */
export const boxPath = (id: number, boxKind: unknown = 'regular'): string => {
  if (boxKind === 'banner') return bannerPath(id);
  return `/box_${id}`;
};

/** The path of an SEO campaign box's link. */
export const seoBoxPath = (id: number): string => `/bs_${id}`;

/** The path of a direct link. */
export const directPath = (slug: string): string => `/d_${slug}`;

/** The path of a banner's or a button's link. */
export const bannerPath = (id: number): string => `/b_${id}`;

/** The path of a template's page. */
export const pagePath = (id: number): string => `/p_${id}`;
