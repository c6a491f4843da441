/** Counts the clicks of floods in memory, so that one address cannot fill the disk (docs/decisions/0034). */

import { CLICK_FLOOD } from '@signpost/contract/limits.ts';
import type { BotReason } from '@signpost/contract/traffic/clicks/bots.ts';
import { type BurstLimits, Bursts } from './bursts.ts';
import { clickIdAt, isoTime } from './click-id.ts';
import type { Link } from './link.ts';

/** Clicks of one address to one place, which share the click id of the first. */
interface Flood {
  readonly clickId: string;
  /** The fact of the first click, as it stands in the log. */
  readonly line: string;
  readonly since: number;
  /** The clicks that have no fact yet. */
  clicks: number;
}

/** A flood's clicks are written down after this time, as one fact. */
const SPAN_MS = 5_000;
/** Beyond this many floods at once, the longest known one is written down early. */
const MOST = 2_048;

/** Where the clicks of a flood go. Clicks to different places are counted separately. */
export interface FloodPlace {
  readonly network: string;
  readonly reason: BotReason;
  /** The link without its parameters, which a flood can vary at will. */
  readonly link: Pick<Link, 'kind' | 'boxId' | 'slug'>;
  readonly campaignId: number;
  readonly dealId: number;
}

export interface FloodOptions {
  /** Stores the fact that carries a count. */
  append: (line: string) => void;
  limits?: BurstLimits;
}

/**
 * Recognises floods and keeps their counts. The first click of a flood has a fact of its own, which is on disk before its
 * visitor is redirected. Those that follow get its click id, so that a conversion finds it, and are stored as one more
 * fact with their number. A killed process loses the numbers of its last seconds, all of them bot visits.
 */
export class Floods {
  readonly #buckets: Bursts;
  readonly #append: (line: string) => void;
  readonly #floods = new Map<string, Flood>();
  readonly #timer: NodeJS.Timeout;
  #clicks = 0;

  constructor({ append, limits = CLICK_FLOOD }: FloodOptions) {
    this.#append = append;
    this.#buckets = new Bursts(limits);
    this.#timer = setInterval(() => this.#writeOld(Date.now()), SPAN_MS / 2).unref();
  }

  /** How many clicks were counted without a fact of their own since this process began. */
  get clicks(): number {
    return this.#clicks;
  }

  /** Counts a bot's click at `now` (milliseconds of a monotonic clock); returns whether it is part of a flood. */
  isFlood(address: string, now: number): boolean {
    return this.#buckets.count(address, now);
  }

  /** Counts a click of a known flood and returns the click id to use, or undefined for the first of its place. */
  join(place: FloodPlace): string | undefined {
    const flood = this.#floods.get(keyOf(place));
    if (flood === undefined) return undefined;
    flood.clicks += 1;
    this.#clicks += 1;
    return flood.clickId;
  }

  /** Notes the first click of a place, whose fact has been written. */
  begin(place: FloodPlace, clickId: string, line: string): void {
    this.#floods.set(keyOf(place), { clickId, line, since: Date.now(), clicks: 0 });
    const [oldest] = this.#floods;
    if (this.#floods.size > MOST && oldest !== undefined) this.#write(oldest[0], oldest[1]);
  }

  /** Writes down everything that was counted. */
  stop(): void {
    clearInterval(this.#timer);
    this.#writeOld(Number.POSITIVE_INFINITY);
  }

  #writeOld(now: number): void {
    for (const [key, flood] of this.#floods) if (now - flood.since >= SPAN_MS) this.#write(key, flood);
  }

  #write(key: string, flood: Flood): void {
    this.#floods.delete(key);
    if (flood.clicks > 0) this.#append(countedLine(flood));
  }
}

const keyOf = ({ network, reason, link, campaignId, dealId }: FloodPlace): string =>
  `${network} ${reason} ${link.kind} ${link.boxId} ${link.slug} ${campaignId} ${dealId}`;

/** The fact of the clicks after the first: the same click, with their number. */
function countedLine({ clickId, line, clicks }: Flood): string {
  const { at: clickAt, ...rest }: { at?: unknown } = JSON.parse(line);
  const now = Date.now();
  const own = { fact_id: clickIdAt(now), click_id: clickId, click_at: clickAt, bot_visits: clicks };
  // A line begins with its time, from which its month is read.
  return JSON.stringify({ at: isoTime(now), ...rest, ...own });
}
