/** The demo's traffic sources, and the websites and domains that its boxes are on. */
import { INFLUENCERS, PAID_NETWORKS, SOCIALS, WEBSITE_WORDS } from './names.ts';
import type { Chance } from './random.ts';

export interface DemoSource {
  id: number;
  name: string;
  categoryId: number;
  sourceKind: 'regular' | 'internal_social' | 'influencer';
  publisherId: number | null;
  /** The cost of a visit in base currency; 0 if traffic is not bought. */
  cpc: number;
}
export interface DemoWebsite {
  id: number;
  name: string;
  websiteKind: 'own' | 'parasite' | 'incubator' | 'external';
  publisherId: number | null;
}
export interface DemoDomain {
  id: number;
  name: string;
  websiteId: number;
}

const REPURPOSED = 2083;

export function makeSources(luck: Chance): DemoSource[] {
  const sources: DemoSource[] = [];
  const add = (name: string, categoryId: number, more: Partial<DemoSource> = {}): void => {
    sources.push({
      id: 2001 + sources.length,
      name,
      categoryId,
      sourceKind: 'regular',
      publisherId: null,
      cpc: 0,
      ...more,
    });
  };
  for (const network of PAID_NETWORKS)
    for (const region of ['DE', 'UK', 'US'])
      add(`${network}_${region}`, 51, { cpc: Math.round((0.34 + luck.next() * 0.62) * 100) / 100 });
  for (const name of ['Organic_DE', 'Organic_UK', 'Organic_US', 'Organic_Nordics', 'Organic_LatAm', 'Organic_Asia'])
    add(name, 50);
  for (const name of ['Comparison_pages', 'News_pages', 'Toplists', 'Guides']) add(name, 50);
  for (const name of ['Crypto_news', 'Crypto_toplist', 'Wallet_reviews', 'Exchange_guides'])
    add(name, 52, { cpc: Math.round((0.25 + luck.next() * 0.4) * 100) / 100 });
  for (const name of SOCIALS) add(name, 53, { sourceKind: 'internal_social' });
  for (const [index, name] of INFLUENCERS.entries())
    add(name, 53, { sourceKind: 'influencer', publisherId: 326 + Math.min(index, 4) });
  for (const name of ['Newsletter_weekly', 'Newsletter_crypto', 'Winback_mails', 'Welcome_series']) add(name, 54);
  for (const name of ['Direct_type_in', 'App_links', 'Partner_portal', 'Print_codes', 'Podcast_codes', 'Toolbar'])
    add(name, 55);
  sources.push({
    id: REPURPOSED,
    name: 'Repurposed',
    categoryId: 55,
    sourceKind: 'regular',
    publisherId: null,
    cpc: 0,
  });
  return sources;
}

export function makeWebsites(): DemoWebsite[] {
  const kindOf = (index: number): DemoWebsite['websiteKind'] => {
    if (index < 16) return 'own';
    if (index < 24) return 'parasite';
    if (index < 32) return 'incubator';
    return 'external';
  };
  return WEBSITE_WORDS.map((word, index) => ({
    id: 401 + index,
    name: `${word}.example`,
    websiteKind: kindOf(index),
    publisherId: kindOf(index) === 'external' ? 301 + (index - 32) : null,
  }));
}

/** Every website has a domain for links, and some have a second one. */
export function makeDomains(websites: readonly DemoWebsite[]): DemoDomain[] {
  return websites.flatMap((website, index) => {
    const first = { id: 501 + index * 2, name: `go.${website.name}`, websiteId: website.id };
    const second = { id: 502 + index * 2, name: `out.${website.name}`, websiteId: website.id };
    if (index % 3 === 0) return [first, second];
    return [first];
  });
}
