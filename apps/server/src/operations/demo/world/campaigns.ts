/** The demo's offers, and the campaigns that lead to them. */
import type { DemoPartner } from './partners.ts';
import type { Row } from './row.ts';

export interface DemoCampaign {
  id: number;
  name: string;
  landerType: 'prelander' | 'offer_lander' | 'external_lander' | 'affiliate';
  prelanderType: 'regular' | 'native_static' | null;
  offerId: number;
  partnerId: number;
  productId: number;
}

const LANDER_NAMES: Readonly<Record<DemoCampaign['landerType'], readonly string[]>> = {
  prelander: ['Quiz', 'Story', 'Wheel', 'Advertorial'],
  offer_lander: ['Welcome bonus', 'Free spins', 'Boosted odds', 'Fast payout'],
  external_lander: ['Partner page', 'Launch page', 'Sign-up page'],
  affiliate: ['Tracking link', 'Deep link'],
};

export function makeCampaigns(partners: readonly DemoPartner[]): { campaigns: DemoCampaign[]; offers: Row[] } {
  const offers: Row[] = [];
  const campaigns: DemoCampaign[] = [];
  for (const [index, partner] of partners.entries()) {
    const { productId } = partner;
    const suffixes = index % 2 === 0 ? ['Main', 'Bonus'] : ['Main'];
    for (const [nth, suffix] of suffixes.entries())
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
    const prelanderType = index % 3 === 1 ? 'native_static' : 'regular';
    for (const landerType of kinds) {
      const names = LANDER_NAMES[landerType];
      campaigns.push({
        id: 1001 + campaigns.length,
        name: `${partner.name} – ${names[index % names.length]}`,
        landerType,
        prelanderType: landerType === 'prelander' ? prelanderType : null,
        offerId,
        partnerId: partner.id,
        productId,
      });
    }
  }
  return { campaigns, offers };
}
