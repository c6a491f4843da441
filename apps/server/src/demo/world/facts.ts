/** The second year of facts, day by day, the same for the same end; `earlier.ts` makes the first of it. */
import type { FactKind } from '@signpost/contract/stats/fact.ts';
import { type Known, line, parts, uuidAt } from './line.ts';
import { fromCents } from './money.ts';
import { tellStory } from './player.ts';
import { type Chance, chance } from './random.ts';
import type { DemoRecords } from './records.ts';
import { DAYS, layTraffic, type Place, type Traffic } from './traffic.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** How long the reasons of a decision and its target are kept. */
const TRACED_DAYS = 60;

/** The facts of one month, as lines of JSON. */
export interface MonthOfFacts {
  month: string;
  lines: string[];
}

/** Yields months in order; a month comes when no later day can add to it. No fact is after `now`. */
export function* demoFacts(records: DemoRecords, now: Date): Generator<MonthOfFacts> {
  const traffic = layTraffic(records);
  const months = new Map<string, string[]>();
  const end = now.getTime();
  const today = Math.floor(end / DAY_MS) * DAY_MS;
  const write = (text: string, at: number): void => {
    if (at > end) return;
    const month = new Date(at).toISOString().slice(0, 7);
    const lines = months.get(month);
    if (lines === undefined) months.set(month, [text]);
    else lines.push(text);
  };
  for (let day = DAYS / 2; day < DAYS; day += 1) {
    const start = today - (DAYS - 1 - day) * DAY_MS;
    new DemoDay(records, traffic, day, start, write).tell();
    const next = new Date(start + DAY_MS).toISOString().slice(0, 7);
    for (const [month, lines] of months)
      if (month < next) {
        months.delete(month);
        yield { month, lines };
      }
  }
  for (const [month, lines] of months) yield { month, lines };
}

class DemoDay {
  readonly #records: DemoRecords;
  readonly #traffic: Traffic;
  readonly #day: number;
  readonly #start: number;
  readonly #luck: Chance;
  readonly #write: (text: string, at: number) => void;
  readonly #where = new Map<Place, string>();
  /** Visits per place, for traffic that is bought by the day. */
  readonly #visits = new Map<Place, number>();

  constructor(
    records: DemoRecords,
    traffic: Traffic,
    day: number,
    start: number,
    write: (text: string, at: number) => void,
  ) {
    this.#records = records;
    this.#traffic = traffic;
    this.#day = day;
    this.#start = start;
    this.#luck = chance(day * 7_919 + 13);
    this.#write = write;
  }

  tell(): void {
    const date = new Date(this.#start);
    const wheel = this.#traffic.wheel(this.#day);
    const count = this.#traffic.volume(this.#day, date.getUTCDay(), date.getUTCMonth() + 1);
    for (let nth = 0; nth < count; nth += 1) this.#visit(wheel.spin(this.#luck));
    for (const place of this.#traffic.places) this.#daily(place);
    if (date.getUTCDate() === 1) this.#monthly();
  }

  #fact(kind: FactKind, at: number, known: string, clickAt = at, factId = uuidAt(at, this.#luck)): void {
    this.#write(line(kind, factId, at, clickAt, known), at);
  }

  /** The columns that all facts of a place share. */
  #whereOf(place: Place): string {
    const known = this.#where.get(place) ?? parts(whereOf(place));
    this.#where.set(place, known);
    return known;
  }

  #moment(): number {
    return this.#start + this.#traffic.hours.spin(this.#luck) * HOUR_MS + Math.floor(this.#luck.next() * HOUR_MS);
  }

  #visit(place: Place): void {
    const luck = this.#luck;
    const traffic = this.#traffic;
    const { source, publisherId } = place;
    const at = this.#moment();
    const campaign = traffic.campaignOf(place, this.#day, luck);
    const partner = this.#records.partners[campaign.partnerId - 801];
    if (partner === undefined) return;
    const prelander = campaign.landerType === 'prelander';
    const geoId = place.geos.spin(luck);
    const [device, os, browser] = traffic.agents.spin(luck);
    const clickId = uuidAt(at, luck);
    const code = place.codes.length > 0 && luck.hit(0.4) ? luck.one(place.codes) : undefined;
    const visitor = parts({
      clickId,
      // One in six has been here before.
      visitorId: String(1 + Math.floor(luck.hit(0.17) ? luck.next() ** 3 * 40_000 : luck.next() * 2 ** 50)),
      geoId,
      device,
      os,
      browser,
      language: traffic.languageOf(geoId),
      referrer: traffic.referrerOf(place, luck),
      sub1: source.cpc > 0 ? `ad-${1 + Math.floor(luck.next() ** 2 * 40)}` : '',
    });
    const who = this.#whereOf(place) + visitor;
    if (luck.hit(0.045)) {
      this.#fact('bot_visit', at, who + parts({ botVisits: 1, reason: 'bot' }));
      return;
    }
    this.#visits.set(place, (this.#visits.get(place) ?? 0) + 1);
    const spent = source.cpc > 0 && source.id % 2 === 0 ? fromCents(source.cpc * 100 * luck.about(0.4)) : undefined;
    const click =
      who +
      parts({
        campaignId: campaign.id,
        prelanderId: prelander ? campaign.id : 0,
        offerId: campaign.offerId,
        partnerId: campaign.partnerId,
        integrationId: partner.integrationId,
        referralCodeId: code?.id ?? 0,
      });
    const decided = this.#day < DAYS - TRACED_DAYS ? '' : parts(decision(partner.id, campaign.id, clickId));
    const counted: Known = {
      reason: 'allocation',
      visits: 1,
      ...(prelander ? { prelanderVisits: 1 } : { clickouts: 1 }),
      ...(code && { codeUses: 1 }),
      ...(spent !== undefined && { cost: spent, amount: spent, currency: 'EUR' }),
    };
    this.#fact('visit', at, click + decided + parts(counted), at, clickId);
    let leftAt = at;
    if (prelander) {
      if (!luck.hit(0.3 + 0.25 * Math.min(1, place.quality))) return;
      leftAt = Math.floor(at + 5_000 + luck.next() * 90_000);
      this.#fact('clickout', leftAt, click + parts({ clickouts: 1, prelanderClickouts: 1 }), at);
    }
    tellStory({
      clickTime: leftAt,
      partner,
      dealId: this.#traffic.dealOf(partner.id),
      commission: publisherId === 0 ? 0 : (this.#records.publishers[publisherId - 301]?.commissionPercent ?? 0),
      quality: place.quality,
      luck,
      tell: (kind, happened, more) => this.#fact(kind, Math.floor(happened), click + parts(more), at),
    });
  }

  /** Facts known only by day: impressions, and traffic that is paid by the day. */
  #daily(place: Place): void {
    const luck = this.#luck;
    const visits = this.#visits.get(place) ?? 0;
    if (visits === 0) return;
    const at = this.#start + luck.whole(1, 5) * HOUR_MS;
    const ledger = this.#whereOf(place);
    if (place.box.boxKind === 'banner' || place.website.websiteKind === 'external')
      this.#fact('impression', at, ledger + parts({ impressions: Math.round(visits / (0.012 + luck.next() * 0.03)) }));
    if (place.source.cpc > 0 && place.source.id % 2 === 1) {
      const cost = fromCents(visits * place.source.cpc * 100 * luck.about(0.3));
      this.#fact('cost', at, ledger + parts({ cost, amount: cost, currency: 'EUR', reason: 'daily spend' }));
    }
  }

  /** Fees for a month: articles on other people's sites, influencers, and the costs of our own sites and channels. */
  #monthly(): void {
    const seen = new Set<number>();
    for (const place of this.#traffic.places) {
      const { website, source } = place;
      const key = source.sourceKind === 'regular' ? website.id : source.id;
      if ((source.sourceKind === 'regular' && website.websiteKind === 'external') || seen.has(key)) continue;
      seen.add(key);
      const foreign = website.websiteKind === 'parasite' || source.sourceKind === 'influencer';
      const fee = fromCents((foreign ? this.#luck.whole(9, 34) : this.#luck.whole(8, 26)) * 1000);
      const known = parts({ flatFeeCost: fee, amount: fee, currency: 'EUR', reason: 'monthly fee' });
      this.#fact('flat_fee', this.#start + 9 * HOUR_MS, this.#whereOf(place) + known);
    }
  }
}

const decision = (partnerId: number, campaignId: number, clickId: string): Known => ({
  targetUrl: `https://partner-${partnerId}.example/join?click=${clickId}`,
  trace: JSON.stringify({
    configuration: '0',
    steps: [
      { step: 'box', result: 'active' },
      { step: 'campaign', result: 'chosen', campaignId },
    ],
  }),
});

function whereOf({ box, source, website, publisherId, domainId }: Place): Known {
  return {
    trafficSourceId: source.id,
    campaignBoxId: box.id,
    productId: box.productId,
    websiteId: website.id,
    domainId,
    publisherId,
    nativeBoxType: box.nativeBoxType,
  };
}
