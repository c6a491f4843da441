/** The records of the demo world: a believable company, the same on every machine. Ids below 10001 are kept for it. */
import { spreadEvenly } from '@signpost/contract/clicks/allocation.ts';
import {
  CLIENT_NAMES,
  INFLUENCERS,
  MARKETS,
  type Market,
  PAID_NETWORKS,
  PARTNER_NAMES,
  PUBLISHER_NAMES,
  SOCIALS,
  TAGS,
  WEBSITE_WORDS,
} from './names.ts';
import { type Chance, chance } from './random.ts';

export type Row = Readonly<Record<string, unknown>>;

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
export interface DemoPartner {
  id: number;
  name: string;
  partnerTypeId: number;
  status: 'active' | 'paused' | 'ended';
  integrationId: number;
  currency: 'EUR' | 'USD';
  /** Whether its payments need its approval first. */
  approves: boolean;
  dealType: 'CPA' | 'CPL' | 'RevShare' | 'Hybrid';
  /** The fixed amount, and the share of a deposit. */
  amount: number;
  share: number;
  leadRate: number;
  ftdRate: number;
}
export interface DemoCampaign {
  id: number;
  name: string;
  landerType: 'prelander' | 'offer_lander' | 'external_lander' | 'affiliate';
  prelanderType: 'regular' | 'native_static' | null;
  offerId: number;
  partnerId: number;
  productId: number;
}
export interface DemoBox {
  id: number;
  name: string;
  boxKind: 'regular' | 'banner' | 'seo';
  nativeBoxType: string;
  websiteId: number;
  trafficSourceId: number;
  productId: number;
  /** Of an SEO box. */
  page: string | null;
  keyword: string | null;
  position: number | null;
  market: Market;
  allocation: readonly { campaignId: number; weight: number }[];
}
export interface DemoCode {
  id: number;
  code: string;
  publisherId: number | null;
  partnerId: number;
  sourceId: number;
}
export interface DemoRecords {
  sources: DemoSource[];
  websites: DemoWebsite[];
  domains: { id: number; name: string; websiteId: number }[];
  publishers: { id: number; name: string; commissionPercent: number }[];
  partners: DemoPartner[];
  campaigns: DemoCampaign[];
  boxes: DemoBox[];
  codes: DemoCode[];
  /** Rows for tables that facts do not look at. */
  offers: Row[];
  clients: Row[];
  tags: Row[];
  taggings: { entity: string; recordId: number; tagId: number }[];
  integrations: Row[];
  networks: Row[];
  deals: Row[];
}

const PRODUCT_OF_TYPE: Readonly<Record<number, number>> = { 60: 1, 61: 2, 62: 3, 63: 6, 66: 4, 70: 1, 105: 1 };
const BEST_WALLET = 820;
const REPURPOSED = 2083;
/** The partner that stopped working with us five months before the end. */
export const DEAD_PARTNER = 805;

const markets = Object.keys(MARKETS) as Market[];

function makeSources(luck: Chance): DemoSource[] {
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

function makeWebsites(): DemoWebsite[] {
  const kindOf = (index: number): DemoWebsite['websiteKind'] => {
    if (index < 16) return 'own';
    if (index < 24) return 'parasite';
    return index < 32 ? 'incubator' : 'external';
  };
  return WEBSITE_WORDS.map((word, index) => ({
    id: 401 + index,
    name: `${word}.example`,
    websiteKind: kindOf(index),
    publisherId: kindOf(index) === 'external' ? 301 + (index - 32) : null,
  }));
}

function makePartners(luck: Chance): DemoPartner[] {
  const types = ['CPA', 'CPL', 'RevShare', 'Hybrid'] as const;
  return PARTNER_NAMES.map(([name, partnerTypeId], index) => {
    const id = 801 + index;
    const dealType = types[(index * 7 + (index >> 2)) % 4] ?? 'CPA';
    const fixed = { CPA: luck.whole(14, 34) * 10, CPL: luck.whole(8, 22), RevShare: 0, Hybrid: luck.whole(7, 15) * 10 };
    const status = id === DEAD_PARTNER ? 'ended' : id === 833 ? 'paused' : 'active';
    return {
      id,
      name,
      partnerTypeId,
      status,
      integrationId: 1 + (index % 5),
      currency: id % 4 === 1 ? 'USD' : 'EUR',
      approves: id % 5 === 2,
      dealType,
      amount: fixed[dealType],
      share: dealType === 'RevShare' ? luck.whole(28, 45) : dealType === 'Hybrid' ? luck.whole(12, 22) : 0,
      leadRate: 0.04 + luck.next() * 0.07,
      ftdRate: 0.1 + luck.next() * 0.16,
    };
  });
}

const LANDER_NAMES: Readonly<Record<DemoCampaign['landerType'], readonly string[]>> = {
  prelander: ['Quiz', 'Story', 'Wheel', 'Advertorial'],
  offer_lander: ['Welcome bonus', 'Free spins', 'Boosted odds', 'Fast payout'],
  external_lander: ['Partner page', 'Launch page', 'Sign-up page'],
  affiliate: ['Tracking link', 'Deep link'],
};

function makeCampaigns(partners: readonly DemoPartner[]): { campaigns: DemoCampaign[]; offers: Row[] } {
  const offers: Row[] = [];
  const campaigns: DemoCampaign[] = [];
  for (const [index, partner] of partners.entries()) {
    const productId = partner.id === BEST_WALLET ? 5 : (PRODUCT_OF_TYPE[partner.partnerTypeId] ?? 1);
    for (const [nth, suffix] of (index % 2 === 0 ? ['Main', 'Bonus'] : ['Main']).entries())
      offers.push({
        id: 601 + offers.length,
        name: `${partner.name} ${suffix}`,
        partnerId: partner.id,
        productId,
        integrationId: nth === 0 ? partner.integrationId : null,
        targetUrl: `https://partner-${partner.id}.example/go?click={click_id}&offer={offer_id}`,
      });
    const offerId = Number(offers.at(-1)?.id);
    const kinds = ['prelander', 'offer_lander', index % 3 === 0 ? 'external_lander' : 'affiliate'] as const;
    for (const landerType of kinds) {
      const names = LANDER_NAMES[landerType];
      campaigns.push({
        id: 1001 + campaigns.length,
        name: `${partner.name} – ${names[index % names.length]}`,
        landerType,
        prelanderType: landerType === 'prelander' ? (index % 3 === 1 ? 'native_static' : 'regular') : null,
        offerId,
        partnerId: partner.id,
        productId,
      });
    }
  }
  return { campaigns, offers };
}

const KEYWORDS = [
  'best online casino',
  'no deposit bonus',
  'new betting sites',
  'fast payout casino',
  'crypto casino',
  'free spins today',
  'live roulette',
];

/** The page of an SEO box; other boxes have none. */
function pageOf(boxKind: DemoBox['boxKind'], index: number): Pick<DemoBox, 'page' | 'keyword' | 'position'> {
  const keyword = KEYWORDS[(index / 5) % KEYWORDS.length];
  if (boxKind !== 'seo' || keyword === undefined) return { page: null, keyword: null, position: null };
  return { page: `/${keyword.replaceAll(' ', '-')}`, keyword, position: 1 + (index % 4) };
}

const PLACEMENTS = ['Top list', 'Sidebar', 'Review footer', 'Header button', 'Article end', 'Exit layer'];

function makeBoxes(
  luck: Chance,
  sources: readonly DemoSource[],
  websites: readonly DemoWebsite[],
  campaigns: readonly DemoCampaign[],
): DemoBox[] {
  const products = [...new Set(campaigns.map((campaign) => campaign.productId))];
  return Array.from({ length: 200 }, (_, index) => {
    const boxKind = index % 5 === 0 ? 'seo' : index % 5 === 1 ? 'banner' : 'regular';
    const website = luck.one(websites);
    const fitting = sources.filter((source) =>
      boxKind === 'seo' ? source.categoryId === 50 : source.categoryId !== 50 || luck.hit(0.15),
    );
    // Every source gets a box, independent of the random numbers.
    const source =
      boxKind === 'regular' && index < 150
        ? (sources[(index * 3) % sources.length] ?? luck.one(sources))
        : luck.one(fitting);
    const productId = source.categoryId === 52 ? luck.one([3, 4, 5]) : luck.one(products);
    const choice = campaigns.filter((campaign) => campaign.productId === productId);
    const count = Math.min(choice.length, luck.whole(2, 5));
    const first = luck.whole(0, choice.length - 1);
    const weights = luck.hit(0.5) ? spreadEvenly(100, count) : uneven(count);
    return {
      id: 3001 + index,
      name: `${website.name.replace('.example', '')} · ${PLACEMENTS[index % PLACEMENTS.length]} ${index + 1}`,
      boxKind,
      nativeBoxType: boxKind !== 'banner' ? '' : index % 3 === 0 ? 'sticky_native_box' : 'regular_native_box',
      websiteId: website.id,
      trafficSourceId: source.id,
      productId,
      ...pageOf(boxKind, index),
      market: luck.one(markets),
      allocation: weights.map((weight, nth) => ({
        campaignId: choice[(first + nth) % choice.length]?.id ?? 0,
        weight,
      })),
    };
  });
}

/** Each item takes half of the remainder, and the last takes the rest. */
function uneven(count: number): number[] {
  const weights: number[] = [];
  let left = 100;
  for (let nth = 0; nth < count; nth += 1) {
    const weight = nth === count - 1 ? left : Math.max(1, Math.floor(left / 2));
    weights.push(weight);
    left -= weight;
  }
  return weights;
}

function makeCodes(sources: readonly DemoSource[], partners: readonly DemoPartner[]): DemoCode[] {
  const carriers = sources.filter((source) => source.sourceKind !== 'regular' || source.name.endsWith('_codes'));
  return carriers.flatMap((source, index) =>
    ['10', 'VIP', 'GO'].map((suffix, nth) => ({
      id: 4001 + index * 3 + nth,
      code: `${source.name
        .replaceAll(/[^A-Za-z]/g, '')
        .slice(0, 10)
        .toUpperCase()}${suffix}`,
      publisherId: source.publisherId,
      partnerId: partners[(index * 5 + nth * 3) % partners.length]?.id ?? BEST_WALLET,
      sourceId: source.id,
    })),
  );
}

/** Everything, from one seed. */
export function makeRecords(): DemoRecords {
  const luck = chance(2_026);
  const sources = makeSources(luck);
  const websites = makeWebsites();
  const partners = makePartners(luck);
  const { campaigns, offers } = makeCampaigns(partners);
  const tagIds = TAGS.map((_, index) => 201 + index);
  return {
    sources,
    websites,
    domains: websites.flatMap((website, index) => [
      { id: 501 + index * 2, name: `go.${website.name}`, websiteId: website.id },
      ...(index % 3 === 0 ? [{ id: 502 + index * 2, name: `out.${website.name}`, websiteId: website.id }] : []),
    ]),
    publishers: PUBLISHER_NAMES.map((name, index) => ({
      id: 301 + index,
      name,
      commissionPercent: luck.whole(20, 40),
    })),
    partners,
    campaigns,
    offers,
    boxes: makeBoxes(luck, sources, websites, campaigns),
    codes: makeCodes(sources, partners),
    clients: CLIENT_NAMES.map((name, index) => ({
      id: 701 + index,
      name,
      contactEmail: `office@${name.toLowerCase().replaceAll(/[^a-z]/g, '')}.example`,
    })),
    tags: TAGS.map(([name, color], index) => ({ id: 201 + index, name, color })),
    taggings: partners.flatMap((partner, index) =>
      index % 4 === 3
        ? []
        : [...new Set([tagIds[(index * 5) % 12], tagIds[(index * 3 + 1) % 12]])]
            .filter((tagId) => tagId !== undefined)
            .map((tagId) => ({ entity: 'partner', recordId: partner.id, tagId })),
    ),
    integrations: ['Cellar postback', 'Lead desk', 'Mirror feed', 'Token sale feed'].map((name, index) => ({
      id: 2 + index,
      name,
    })),
    networks: ['Bridge Affiliates', 'Cascade Network', 'Meadow Partners', 'Summit Leads'].map((name, index) => ({
      id: 1 + index,
      name,
    })),
    deals: partners.flatMap((partner, index) =>
      MARKETS[markets[index % markets.length] ?? 'dach'].map((geoId, position) => ({
        id: 5001 + index * 10 + position,
        partnerId: partner.id,
        position: position + 1,
        geoId,
        integrationId: partner.integrationId,
        dealType: partner.dealType,
        dealRevenueType: { CPA: 'firstDeposit', CPL: 'lead', RevShare: 'netRevenue', Hybrid: 'firstDeposit' }[
          partner.dealType
        ],
        fixedAmount: partner.amount === 0 ? null : String(Math.max(1, partner.amount - position * 5)),
        sharePercent: partner.share === 0 ? null : String(partner.share),
        leadCap: index % 3 === 0 ? 50 + index * 5 : null,
        waterfallBlocked: partner.status !== 'active',
        weight: Math.max(1, 5 - position),
        validTo: null,
      })),
    ),
  };
}
