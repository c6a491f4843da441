/** The demo's partners and their deals. */

import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import type { DealType, RevenueType } from '@signpost/contract/partners/conversions/deal-types.ts';
import { MARKETS, type Market, PARTNER_NAMES } from './names.ts';
import { type Chance, chance } from './random.ts';
import type { Row } from './row.ts';

export interface DemoPartner {
  id: number;
  name: string;
  partnerTypeId: number;
  productId: number;
  status: 'active' | 'paused' | 'ended';
  integrationId: number;
  currency: string;
  /** Whether its payments need its approval first. */
  approves: boolean;
  dealType: Extract<DealType, 'CPA' | 'CPL' | 'RevShare' | 'Hybrid'>;
  /** The event for which its fixed amounts are paid. */
  paysFor: RevenueType;
  /** The fixed amount in its strongest markets, and its percentage of net revenue; 0 for none. */
  amount: number;
  share: number;
  /** Where it has deals. */
  markets: readonly Market[];
  leadRate: number;
  ftdRate: number;
}

export const BEST_WALLET = 820;
/** The partner that stopped working with us five months before the end. */
export const DEAD_PARTNER = 805;

const CASINO = 1;
const PRODUCT_OF_TYPE: Readonly<Record<number, number>> = { 60: 1, 61: 2, 62: 3, 63: 6, 66: 4, 70: 1, 105: 1 };
const productOf = (id: number, typeId: number): number => {
  if (id === BEST_WALLET) return 5;
  return PRODUCT_OF_TYPE[typeId] ?? CASINO;
};

const markets = Object.keys(MARKETS) as Market[];
/** The factors by which the payments of deals differ between markets. */
const LEVELS: Readonly<Record<Market, number>> = {
  dach: 1,
  british: 1.05,
  nordic: 0.95,
  southern: 0.8,
  american: 1.1,
  pacific: 1,
  latin: 0.6,
  asian: 0.65,
};

/** Every product has at least two partners in every market, except the wallet, which has one everywhere. */
function marketsOf(productId: number, nth: number): Market[] {
  if (productId === 5) return markets;
  const count = productId === CASINO ? 3 : 5;
  return markets.filter((_, index) => (index + nth * 2) % markets.length < count);
}

/** The event for which each type of deal pays; for a CPL it differs by partner. */
const PAYS_FOR: Readonly<Partial<Record<DealType, RevenueType>>> = {
  CPA: 'firstDeposit',
  RevShare: 'netRevenue',
  Hybrid: 'firstDeposit',
};

/** The currency in which some partners pay. */
const otherCurrency = (): string => {
  if (baseCurrency() === 'USD') return 'EUR';
  return 'USD';
};

function statusOf(id: number): 'ended' | 'paused' | 'active' {
  if (id === DEAD_PARTNER) return 'ended';
  if (id === 833) return 'paused';
  return 'active';
}

function shareOf(dealType: DealType, luck: Chance): number {
  if (dealType === 'RevShare') return luck.whole(28, 45);
  if (dealType === 'Hybrid') return luck.whole(12, 22);
  return 0;
}

export function makePartners(luck: Chance): DemoPartner[] {
  const types = ['CPA', 'CPL', 'RevShare', 'Hybrid'] as const;
  const perProduct = new Map<number, number>();
  return PARTNER_NAMES.map(([name, partnerTypeId], index) => {
    const id = 801 + index;
    const productId = productOf(id, partnerTypeId);
    const nth = perProduct.get(productId) ?? 0;
    perProduct.set(productId, nth + 1);
    const dealType = types[(index * 7 + (index >> 2)) % 4] ?? 'CPA';
    const fixed = { CPA: luck.whole(14, 34) * 10, CPL: luck.whole(8, 22), RevShare: 0, Hybrid: luck.whole(7, 15) * 10 };
    const status = statusOf(id);
    return {
      id,
      name,
      partnerTypeId,
      productId,
      status,
      integrationId: 1 + (index % 5),
      currency: id % 4 === 1 ? otherCurrency() : baseCurrency(),
      approves: id % 5 === 2,
      dealType,
      paysFor: PAYS_FOR[dealType] ?? (index % 3 === 0 ? 'qualifiedLead' : 'lead'),
      amount: fixed[dealType],
      share: shareOf(dealType, luck),
      markets: marketsOf(productId, nth),
      leadRate: 0.04 + luck.next() * 0.07,
      ftdRate: 0.1 + luck.next() * 0.16,
    };
  });
}

/** A deal for every country of its partner's markets; weights differ, so that the waterfall of a country has an order. */
export function makeDeals(partners: readonly DemoPartner[]): Row[] {
  const luck = chance(5_077);
  const deals: Row[] = [];
  for (const [index, partner] of partners.entries()) {
    const places = partner.markets.flatMap((market) =>
      MARKETS[market].map((geoId, nth) => ({ geoId, level: LEVELS[market] * (1 - nth * 0.04) })),
    );
    for (const [at, { geoId, level }] of places.entries())
      deals.push({
        id: 5001 + deals.length,
        partnerId: partner.id,
        position: at + 1,
        geoId,
        integrationId: partner.integrationId,
        dealType: partner.dealType,
        dealRevenueType: partner.paysFor,
        fixedAmount: partner.amount === 0 ? null : String(Math.max(1, Math.round(partner.amount * level))),
        sharePercent: partner.share === 0 ? null : String(partner.share),
        leadCap: index % 3 === 0 ? 50 + index * 5 : null,
        waterfallBlocked: partner.status !== 'active',
        weight: luck.whole(1, 9),
        validTo: null,
      });
  }
  return deals;
}
