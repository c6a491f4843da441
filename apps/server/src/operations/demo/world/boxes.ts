/** The demo's campaign boxes with their allocations, and its referral codes. */
import { spreadEvenly } from '@signpost/contract/define/allocation.ts';
import type { DemoCampaign } from './campaigns.ts';
import { MARKETS, type Market } from './names.ts';
import { BEST_WALLET, type DemoPartner } from './partners.ts';
import type { Chance } from './random.ts';
import type { DemoSource, DemoWebsite } from './sites.ts';

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

const markets = Object.keys(MARKETS) as Market[];

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

function kindAt(index: number): 'seo' | 'banner' | 'regular' {
  if (index % 5 === 0) return 'seo';
  if (index % 5 === 1) return 'banner';
  return 'regular';
}

const nativeTypeAt = (index: number) => {
  if (index % 3 === 0) return 'sticky_native_box';
  return 'regular_native_box';
};

/** The records to which boxes refer. */
interface BoxSurroundings {
  sources: readonly DemoSource[];
  websites: readonly DemoWebsite[];
  campaigns: readonly DemoCampaign[];
  partners: readonly DemoPartner[];
}

export function makeBoxes(luck: Chance, { sources, websites, campaigns, partners }: BoxSurroundings): DemoBox[] {
  const products = [...new Set(campaigns.map((campaign) => campaign.productId))];
  return Array.from({ length: 200 }, (_, index) => {
    const boxKind = kindAt(index);
    const website = luck.one(websites);
    const fitting = sources.filter(({ categoryId }) => {
      if (boxKind === 'seo') return categoryId === 50;
      return categoryId !== 50 || luck.hit(0.15);
    });
    // Every source gets a box, independent of the random numbers.
    const source =
      boxKind === 'regular' && index < 150
        ? (sources[(index * 3) % sources.length] ?? luck.one(sources))
        : luck.one(fitting);
    const productId = source.categoryId === 52 ? luck.one([3, 4, 5]) : luck.one(products);
    const market = luck.one(markets);
    const choice = mixed(
      campaigns.filter((campaign) => campaign.productId === productId),
      partners.filter((partner) => partner.markets.includes(market)),
    );
    const count = Math.min(choice.length, luck.whole(2, 5));
    const first = luck.whole(0, choice.length - 1);
    const weights = luck.hit(0.5) ? spreadEvenly(100, count) : uneven(count);
    return {
      id: 3001 + index,
      name: `${website.name.replace('.example', '')} · ${PLACEMENTS[index % PLACEMENTS.length]} ${index + 1}`,
      boxKind,
      nativeBoxType: boxKind === 'banner' ? nativeTypeAt(index) : '',
      websiteId: website.id,
      trafficSourceId: source.id,
      productId,
      ...pageOf(boxKind, index),
      market,
      allocation: weights.map((weight, nth) => ({
        campaignId: choice[(first + nth) % choice.length]?.id ?? 0,
        weight,
      })),
    };
  });
}

/** The campaigns of these partners in turn, so that a box has several partners and several types of pages. */
function mixed(campaigns: readonly DemoCampaign[], partners: readonly DemoPartner[]): DemoCampaign[] {
  const own = partners
    .map(({ id }) => campaigns.filter(({ partnerId }) => partnerId === id))
    .filter(({ length }) => length > 0);
  return [0, 1, 2].flatMap((round) => own.flatMap((of, at) => of[(at + round) % of.length] ?? []));
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

export function makeCodes(sources: readonly DemoSource[], partners: readonly DemoPartner[]): DemoCode[] {
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
