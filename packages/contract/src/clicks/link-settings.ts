/** Where visitors' links are served. */
export interface LinkSettings {
  /** Hosts of production; the first is shown in the dashboard. */
  shortLinkHosts: string[];
  clickPort: number;
}

/** The path of a campaign box's link. */
export const boxPath = (id: number): string => `/box_${id}`;

/** The path of an SEO campaign box's link. */
export const seoBoxPath = (id: number): string => `/bs_${id}`;

/** The path of a direct link. */
export const directPath = (slug: string): string => `/d_${slug}`;
