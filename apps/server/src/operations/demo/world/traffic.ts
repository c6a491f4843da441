/** The traffic of a day: its volume, its landing pages and its visitors. */

import type { DemoBox, DemoCode } from './boxes.ts';
import type { DemoCampaign } from './campaigns.ts';
import { MARKETS } from './names.ts';
import { DEAD_PARTNER } from './partners.ts';
import { type Chance, chance, Wheel } from './random.ts';
import type { DemoRecords } from './records.ts';
import type { DemoSource, DemoWebsite } from './sites.ts';

/** Two years, in whole weeks. */
export const DAYS = 728;
/** Days before the end on which the partner that died stopped taking traffic. */
const DEAD_FOR_DAYS = 150;
const VISITS_A_DAY = 800;

const HOURS = [3, 2, 1.4, 1, 1, 1.3, 2, 3, 4, 4.6, 5, 5.2, 5.4, 5.2, 5, 5, 5.4, 6, 6.8, 7.6, 8, 7.6, 6.2, 4.4];
const WEEKDAYS = [1.12, 0.94, 0.93, 0.96, 1, 1.04, 1.14];
const LANGUAGES: Readonly<Record<number, string>> = {
  57: 'de',
  12: 'de',
  43: 'de',
  197: 'sv',
  167: 'no',
  70: 'fi',
  59: 'da',
  110: 'it',
  68: 'es',
  184: 'pt',
  89: 'el',
  31: 'pt',
  157: 'es',
  10: 'es',
  46: 'es',
  49: 'es',
  114: 'ja',
  218: 'th',
  230: 'uk',
}; // prettier-ignore
const AGENTS = [
  ['mobile', 'Android', 'Chrome', 31],
  ['mobile', 'iOS', 'Safari', 26],
  ['desktop', 'Windows', 'Chrome', 18],
  ['desktop', 'Windows', 'Edge', 6],
  ['desktop', 'macOS', 'Safari', 6],
  ['desktop', 'Windows', 'Firefox', 4],
  ['tablet', 'iOS', 'Safari', 4],
  ['desktop', 'Linux', 'Firefox', 2],
  ['mobile', 'Android', 'Opera', 3],
] as const; // prettier-ignore
const FORUMS = Array.from({ length: 24 }, (_, index) => `forum-${String.fromCharCode(97 + index)}.example`);

/** A box with everything that a visit to it carries. */
export interface Place {
  box: DemoBox;
  source: DemoSource;
  website: DemoWebsite;
  publisherId: number;
  domainId: number;
  geos: Wheel<number>;
  codes: readonly DemoCode[];
  /** Share of all traffic, how it grows over the two years, and from which day on it exists. */
  weight: number;
  slope: number;
  opens: number;
  /** How good its visitors are. */
  quality: number;
}

export interface Traffic {
  places: readonly Place[];
  /** Visits of a day, numbered from 0. */
  volume(day: number, weekday: number, month: number): number;
  /** Chooses places of a day. */
  wheel(day: number): Wheel<Place>;
  campaignOf(place: Place, day: number, luck: Chance): DemoCampaign;
  hours: Wheel<number>;
  agents: Wheel<(typeof AGENTS)[number]>;
  languageOf(geoId: number): string;
  /** The deal of a partner in a country; 0 for none. */
  dealOf(partnerId: number, geoId: number): number;
  referrerOf(place: Place, luck: Chance): string;
}

const one = <T>(items: ReadonlyMap<number, T>, id: number): T => {
  const found = items.get(id);
  if (found === undefined) throw new RangeError(`The demo world has no ${id}.`);
  return found;
};

/** How much of all traffic a box gets. */
export const shareOf = ({ id }: Pick<DemoBox, 'id'>): number => 1 / (1 + ((id * 37) % 200)) ** 0.7;

/** Lays out the traffic of these records. */
export function layTraffic(records: DemoRecords): Traffic {
  const luck = chance(77);
  const sources = new Map(records.sources.map((source) => [source.id, source]));
  const websites = new Map(records.websites.map((website) => [website.id, website]));
  const campaigns = new Map(records.campaigns.map((campaign) => [campaign.id, campaign]));
  const places = records.boxes.map((box): Place => {
    const source = one(sources, box.trafficSourceId);
    const website = one(websites, box.websiteId);
    const geos: readonly number[] = MARKETS[box.market];
    return {
      box,
      source,
      website,
      publisherId: source.publisherId ?? website.publisherId ?? 0,
      domainId: records.domains.find((domain) => domain.websiteId === website.id)?.id ?? 0,
      geos: new Wheel(geos, (geoId) => 1 / (1 + geos.indexOf(geoId)) ** 1.4),
      codes: records.codes.filter((code) => code.sourceId === source.id),
      weight: shareOf(box),
      slope: luck.next() * 1.8 - 0.6,
      opens: luck.hit(0.3) ? luck.whole(30, 500) : 0,
      quality: luck.about(0.7),
    };
  });
  const deals = new Map(records.deals.map(({ id, partnerId, geoId }) => [`${partnerId} ${geoId}`, Number(id)]));
  return {
    places,
    volume(day, weekday, month) {
      const trend = 0.7 + (0.7 * day) / DAYS;
      const season = 1 + 0.16 * Math.cos(((month - 11.5) / 12) * 2 * Math.PI);
      return Math.round(VISITS_A_DAY * trend * season * (WEEKDAYS[weekday] ?? 1) * chance(day + 9).about(0.16));
    },
    wheel: (day) =>
      new Wheel(places, ({ opens, weight, slope }) =>
        day < opens ? 0 : weight * Math.max(0.05, 1 + slope * (day / DAYS - 0.5)),
      ),
    campaignOf(place, day, chosen) {
      const alive = place.box.allocation
        .map(({ campaignId, weight }) => ({ campaign: one(campaigns, campaignId), weight }))
        .filter(({ campaign }) => campaign.partnerId !== DEAD_PARTNER || day < DAYS - DEAD_FOR_DAYS);
      return new Wheel(alive, (it) => it.weight).spin(chosen).campaign;
    },
    hours: new Wheel(
      HOURS.map((_, hour) => hour),
      (hour) => HOURS[hour] ?? 1,
    ),
    agents: new Wheel(AGENTS, (agent) => agent[3]),
    dealOf: (partnerId, geoId) => deals.get(`${partnerId} ${geoId}`) ?? 0,
    languageOf: (geoId) => LANGUAGES[geoId] ?? 'en',
    referrerOf({ source, website, box }, chosen) {
      if (source.name === 'Repurposed') return FORUMS[Math.floor(chosen.next() ** 2 * FORUMS.length)] ?? '';
      if (box.boxKind === 'seo') return chosen.hit(0.8) ? 'search.example' : 'find.example';
      if (chosen.hit(0.7)) return website.name;
      if (chosen.hit(0.5)) return 'social.example';
      return '';
    },
  };
}
