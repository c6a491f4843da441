/** The records of the demo world: a believable company, the same on every machine. Ids below 10001 are kept for it. */
import { type DemoBox, type DemoCode, makeBoxes, makeCodes } from './boxes.ts';
import { type DemoCampaign, makeCampaigns } from './campaigns.ts';
import { CLIENT_NAMES, PUBLISHER_NAMES, TAGS } from './names.ts';
import { type DemoPartner, makeDeals, makePartners } from './partners.ts';
import { chance } from './random.ts';
import type { Row } from './row.ts';
import { type DemoDomain, type DemoSource, type DemoWebsite, makeDomains, makeSources, makeWebsites } from './sites.ts';

export interface DemoRecords {
  sources: DemoSource[];
  websites: DemoWebsite[];
  domains: DemoDomain[];
  publishers: { id: number; name: string; commissionPercent: number }[];
  partners: DemoPartner[];
  campaigns: DemoCampaign[];
  boxes: DemoBox[];
  codes: DemoCode[];
  /** Rows of further tables. */
  offers: Row[];
  clients: Row[];
  tags: Row[];
  taggings: { entity: string; recordId: number; tagId: number }[];
  integrations: Row[];
  networks: Row[];
  deals: Row[];
}

/** The tags of a partner: none or up to two. */
function tagsOf(tagIds: readonly number[], index: number): number[] {
  if (index % 4 === 3) return [];
  const ids = [tagIds[(index * 5) % 12], tagIds[(index * 3 + 1) % 12]];
  return [...new Set(ids)].filter((tagId) => tagId !== undefined);
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
    domains: makeDomains(websites),
    publishers: PUBLISHER_NAMES.map((name, index) => ({
      id: 301 + index,
      name,
      commissionPercent: luck.whole(20, 40),
    })),
    partners,
    campaigns,
    offers,
    boxes: makeBoxes(luck, { sources, websites, campaigns, partners }),
    codes: makeCodes(sources, partners),
    clients: CLIENT_NAMES.map((name, index) => ({
      id: 701 + index,
      name,
      contactEmail: `office@${name.toLowerCase().replaceAll(/[^a-z]/g, '')}.example`,
    })),
    tags: TAGS.map(([name, color], index) => ({ id: 201 + index, name, color })),
    taggings: partners.flatMap((partner, index) =>
      tagsOf(tagIds, index).map((tagId) => ({ entity: 'partner', recordId: partner.id, tagId })),
    ),
    integrations: ['Cellar postback', 'Lead desk', 'Mirror feed', 'Token sale feed'].map((name, index) => ({
      id: 2 + index,
      name,
    })),
    networks: ['Bridge Affiliates', 'Cascade Network', 'Meadow Partners', 'Summit Leads'].map((name, index) => ({
      id: 1 + index,
      name,
    })),
    deals: makeDeals(partners),
  };
}
