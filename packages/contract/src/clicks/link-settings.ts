/** Where visitors' links are served. */
import { z } from 'zod';

export const linkSettingsSchema = z.object({
  /** Hosts of production; the first is shown in the dashboard. */
  shortLinkHosts: z.array(z.string()),
  clickPort: z.number(),
});
export type LinkSettings = z.infer<typeof linkSettingsSchema>;

/** The path of a campaign box's link. */
export const boxPath = (id: number): string => `/box_${id}`;

/** The path of an SEO campaign box's link. */
export const seoBoxPath = (id: number): string => `/bs_${id}`;

/** The path of a direct link. */
export const directPath = (slug: string): string => `/d_${slug}`;
