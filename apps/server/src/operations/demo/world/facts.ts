/** The second year of facts, day by day, the same for the same end; `earlier.ts` makes the first of it. */

import { EMPTY_CLICK_ROW } from '@signpost/contract/insight/stats/fact-row.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import type { FactKind } from '@signpost/contract/traffic/clicks/fact.ts';
import type { Terms } from '../../../partners/deals/terms.ts';
import { Counter, type DemoTransaction } from './counter.ts';
import { countedBy, inChunk, type Known, line, monthOf, parts, uuidAt } from './line.ts';
import { LostClicks } from './lost-clicks.ts';
import { fromCents } from './money.ts';
import { MonthOfFacts } from './month-of-facts.ts';
import { type DemoPage, demoPages, shownTo } from './pages.ts';
import { reportsOn } from './player.ts';
import { type Chance, chance } from './random.ts';
import type { DemoRecords } from './records.ts';
import { DAYS, layTraffic, type Place, type Traffic } from './traffic.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** How long the reasons of a decision and its target are kept. */
const TRACED_DAYS = 60;
/** The prelanders have had pages of ours for so long. */
const PAGE_DAYS = 120;
/** A page is shown this long after its click. */
const PAGE_MS = 400;
/** Transactions of so many days are stored. */
const REPORTED_DAYS = 21;
/** Corrections may be dated this long before the day on which they are made, as long as their month is open. */
const OPEN_MS = 6 * DAY_MS;

interface FactsInput {
  records: DemoRecords;
  /** The terms by which the stored records pay. */
  terms: Terms;
  now: Date;
}

/**
 * Yields the lines of months in order; a month comes when no later day can add to it. No fact is after `now`. Returns the transactions
 * of the last weeks.
 */
export function* demoFacts({ records, terms, now }: FactsInput): Generator<Buffer, DemoTransaction[]> {
  const traffic = layTraffic(records);
  const months = new Map<string, MonthOfFacts>();
  const end = now.getTime();
  const today = Math.floor(end / DAY_MS) * DAY_MS;
  const write = (text: string): void => {
    const month = monthOf(text);
    const facts = months.get(month) ?? new MonthOfFacts();
    months.set(month, facts);
    facts.add(text);
  };
  const counter = new Counter({
    terms,
    now,
    keepSince: end - REPORTED_DAYS * DAY_MS,
    traceSince: new Date(today - (TRACED_DAYS - 1) * DAY_MS).toISOString(),
    write: (text) => write(inChunk(text)),
  });
  for (let day = DAYS / 2; day < DAYS; day += 1) {
    const start = today - (DAYS - 1 - day) * DAY_MS;
    new DemoDay({ records, traffic, counter, day, start, end, write }).tell();
    counter.countDay(start);
    const open = new Date(start + DAY_MS - OPEN_MS).toISOString().slice(0, 7);
    for (const [month, facts] of months)
      if (month < open) {
        months.delete(month);
        yield facts.body();
      }
  }
  for (const facts of months.values()) yield facts.body();
  return counter.recent();
}

interface DayInput {
  records: DemoRecords;
  traffic: Traffic;
  counter: Counter;
  day: number;
  start: number;
  /** No fact is after this. */
  end: number;
  write(text: string): void;
}

class DemoDay {
  readonly #records: DemoRecords;
  readonly #traffic: Traffic;
  readonly #counter: Counter;
  readonly #day: number;
  readonly #start: number;
  readonly #luck: Chance;
  readonly #lost: LostClicks;
  readonly #end: number;
  readonly #write: (text: string) => void;
  readonly #pages: ReadonlyMap<number, DemoPage>;
  readonly #where = new Map<Place, string>();
  /** Visits per place, for traffic that is bought by the day. */
  readonly #visits = new Map<Place, number>();

  constructor({ records, traffic, counter, day, start, end, write }: DayInput) {
    this.#records = records;
    this.#traffic = traffic;
    this.#counter = counter;
    this.#day = day;
    this.#start = start;
    this.#luck = chance(day * 7_919 + 13);
    this.#lost = new LostClicks(day);
    this.#end = end;
    this.#write = write;
    this.#pages = day < DAYS - PAGE_DAYS ? new Map() : demoPages(records.campaigns);
  }

  tell(): void {
    const date = new Date(this.#start);
    const wheel = this.#traffic.wheel(this.#day);
    const count = this.#traffic.volume(this.#day, date.getUTCDay(), date.getUTCMonth() + 1);
    for (let nth = 0; nth < count; nth += 1) this.#visit(wheel.spin(this.#luck));
    for (const place of this.#traffic.places) this.#daily(place);
    if (date.getUTCDate() === 1) this.#monthly();
  }

  #fact(kind: FactKind, at: number, click: { id: string; at: number } | null, known: string): void {
    if (at > this.#end) return;
    const factId = kind === 'visit' && click !== null ? click.id : uuidAt(at, this.#luck);
    this.#write(line({ kind, factId, at, click, known }));
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
    const { source } = place;
    const at = this.#moment();
    const campaign = traffic.campaignOf(place, this.#day, luck);
    const partner = this.#records.partners[campaign.partnerId - 801];
    if (partner === undefined) return;
    const prelander = campaign.landerType === 'prelander';
    const clickId = uuidAt(at, luck);
    const of = { id: clickId, at };
    const code = place.codes.length > 0 && luck.hit(0.4) ? luck.one(place.codes) : undefined;
    const visitor = this.#visitor(place);
    const who = this.#whereOf(place) + parts(visitor);
    if (luck.hit(0.045)) {
      this.#fact('bot_visit', at, of, who + parts({ botVisits: 1, reason: 'bot' }));
      return;
    }
    this.#visits.set(place, (this.#visits.get(place) ?? 0) + 1);
    const dealId = traffic.dealOf(partner.id, visitor.geoId);
    const lost = this.#lost.of({ at, partnerId: partner.id, campaignId: campaign.id, dealId });
    if (lost !== null) {
      this.#fact(lost.kind, at, of, who + parts(lost.known));
      return;
    }
    const spent = source.cpc > 0 && source.id % 2 === 0 ? fromCents(source.cpc * 100 * luck.about(0.4)) : undefined;
    const page = this.#pages.get(campaign.id);
    const chosen = {
      ...shownTo(page, visitor.visitorId),
      campaignId: campaign.id,
      prelanderId: prelander ? campaign.id : 0,
      offerId: campaign.offerId,
      partnerId: campaign.partnerId,
      integrationId: partner.integrationId,
      dealId,
      dealType: partner.dealType,
      dealVersion: 1,
      referralCodeId: code?.id ?? 0,
    };
    const click = who + parts(chosen);
    const decided = this.#day < DAYS - TRACED_DAYS ? '' : parts(decision(partner.id, campaign.id, clickId));
    const counted = countedBy({ hasPrelander: prelander, hasCode: code !== undefined, spent });
    const kept = decided === '' || spent === undefined ? '' : parts(adParameters(clickId, campaign.id));
    this.#fact('visit', at, of, click + decided + kept + parts(counted));
    let leftAt = at;
    if (page !== undefined) {
      // The id of the click with another variant nibble, so that no luck is drawn and all other facts stay the same.
      const shownId = `${clickId.slice(0, 19)}a${clickId.slice(20)}`;
      const shownAt = at + PAGE_MS;
      const known = click + parts({ impressions: 1, reason: 'page' });
      if (shownAt <= this.#end)
        this.#write(line({ kind: 'impression', factId: shownId, at: shownAt, click: of, known }));
    }
    if (prelander) {
      const lift = page !== undefined && chosen.templateVariantId === page.templateVariantIds[1] ? page.lift : 1;
      if (!luck.hit(lift * (0.3 + 0.25 * Math.min(1, place.quality)))) return;
      leftAt = Math.floor(at + 5_000 + luck.next() * 90_000);
      this.#fact('clickout', leftAt, of, click + parts({ clickouts: 1, prelanderClickouts: 1 }));
    }
    const reports = reportsOn({ leftAt, partner, quality: place.quality, luck });
    if (reports.length === 0) return;
    const found = { ...EMPTY_CLICK_ROW, clickId, ...whereOf(place), ...visitor, ...chosen, reason: 'allocation' };
    const currency = spent === undefined ? '' : baseCurrency();
    this.#counter.expect(
      { ...found, currency, clickAt: new Date(at).toISOString(), allocationVersion: 0 },
      partner,
      reports,
    );
  }

  /** The values of a click that describe its visitor. */
  #visitor(place: Place) {
    const luck = this.#luck;
    const geoId = place.geos.spin(luck);
    const [device, os, browser] = this.#traffic.agents.spin(luck);
    return {
      // One in six has been here before.
      visitorId: String(1 + Math.floor(luck.hit(0.17) ? luck.next() ** 3 * 40_000 : luck.next() * 2 ** 50)),
      geoId,
      device,
      os,
      browser,
      language: this.#traffic.languageOf(geoId),
      referrer: this.#traffic.referrerOf(place, luck),
      sub1: place.source.cpc > 0 ? `ad-${1 + Math.floor(luck.next() ** 2 * 40)}` : '',
    };
  }

  /** Facts known only by day: impressions, and traffic that is paid by the day. */
  #daily(place: Place): void {
    const luck = this.#luck;
    const visits = this.#visits.get(place) ?? 0;
    if (visits === 0) return;
    const at = this.#start + luck.whole(1, 5) * HOUR_MS;
    const ledger = this.#whereOf(place);
    if (place.box.boxKind === 'banner' || place.website.websiteKind === 'external')
      this.#fact(
        'impression',
        at,
        null,
        ledger + parts({ impressions: Math.round(visits / (0.012 + luck.next() * 0.03)) }),
      );
    if (place.source.cpc > 0 && place.source.id % 2 === 1) {
      const cost = fromCents(visits * place.source.cpc * 100 * luck.about(0.3));
      this.#fact(
        'cost',
        at,
        null,
        ledger + parts({ cost, amount: cost, currency: baseCurrency(), reason: 'daily spend' }),
      );
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
      const known = parts({
        flatFeeCost: fee,
        amount: fee,
        currency: baseCurrency(),
        reason: 'monthly fee, taken over from the system before',
      });
      this.#fact('flat_fee', this.#start + 9 * HOUR_MS, null, this.#whereOf(place) + known);
    }
  }
}

const decision = (partnerId: number, campaignId: number, clickId: string): Known => ({
  targetUrl: `https://partner-${partnerId}.example/join?click=${clickId}&geo=`,
  trace: JSON.stringify({
    configuration: '0',
    steps: [
      { step: 'box', result: 'active' },
      { step: 'campaign', result: 'chosen', campaignId },
    ],
  }),
});

function whereOf({ box, source, website, publisherId, domainId }: Place) {
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

/**
 * The parameters that the link of an ad carries. The ad's id is made from the click's id, so that no random number is
 * drawn and all other facts stay the same.
 */
function adParameters(clickId: string, campaignId: number): Known {
  const gclid = `Cj0KCQ${clickId.replaceAll('-', '')}EALw_wcB`;
  return { parameters: JSON.stringify({ gclid, utm_medium: 'cpc', utm_campaign: `signpost-${campaignId}` }) };
}
