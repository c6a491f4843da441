/** Everything about a visitor's request that a decision may use. */
import type { Consent, KeptParameters } from '@signpost/contract/traffic/clicks/parameters.ts';
import type { Subject } from '../conditions/condition-match.ts';
import { RecentCache } from '../recent-cache.ts';
import type { Box, ReferralCode, Snapshot, Source } from '../snapshot/compile.ts';
import { type Hash64, unitOf } from './hash.ts';

export interface Visit {
  readonly boxId: number;
  readonly visitor: Hash64;
  /** The visitor returned with the cookie of an earlier visit. */
  readonly returning: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Two capital letters, or ''. */
  readonly geo: string;
  readonly language: string;
  readonly device: string;
  readonly os: string;
  readonly browser: string;
  /** The IP address, or '' if it is not known. It is compared with rules and kept nowhere. */
  readonly address: string;
  /** The source as the link names it: a name, an id, or ''. */
  readonly source: string;
  /** The referrer's host, or ''. */
  readonly referrer: string;
  /** The host of the link itself, or ''. */
  readonly host: string;
  /** The referral code that the link carries, or ''. */
  readonly code: string;
  readonly subs: readonly [string, string, string, string, string];
  /** The other parameters of the link that its click keeps. */
  readonly kept: KeptParameters;
  /** The consent of the visitor, or ''. */
  readonly consent: Consent | '';
}

/** The source, website and publisher of a click, from its link, its box and its hosts. */
export interface Place {
  readonly source: Source | undefined;
  readonly websiteId: number;
  readonly domainId: number;
  readonly publisherId: number;
}

/** The referral code that a link names, ignoring case. */
export function codeOf(snapshot: Snapshot, code: string): ReferralCode | undefined {
  if (code === '') return undefined;
  return snapshot.codes.get(code.toLowerCase());
}

/**
 * The place of a visit to a box; docs/product/links-and-hosts.md#where-a-click-counts has the rules. If neither the
 * link nor the box decides, the assignment of the referrer's host does, before the website's publisher.
 */
export function placeOf(
  snapshot: Snapshot,
  box: Pick<Box, 'trafficSourceId' | 'websiteId'>,
  visit: Pick<Visit, 'source' | 'host' | 'referrer' | 'code'>,
): Place {
  const { referrers } = snapshot;
  const from = referrers === null || visit.referrer === '' ? undefined : referrers.get(visit.referrer);
  const source =
    sourceOf(snapshot, visit.source) ??
    (from === undefined ? undefined : snapshot.sources.get(from.trafficSourceId)) ??
    snapshot.sources.get(box.trafficSourceId);
  const domain = snapshot.domains.get(visit.host);
  const websiteId = box.websiteId || domain?.websiteId || from?.websiteId || 0;
  const publisherId =
    source?.publisherId ||
    codeOf(snapshot, visit.code)?.publisherId ||
    from?.publisherId ||
    snapshot.websites.get(websiteId)?.publisherId ||
    0;
  return { source, websiteId, domainId: domain?.id ?? 0, publisherId };
}

/** A source by its name or its id. */
function sourceOf(snapshot: Snapshot, given: string): Source | undefined {
  if (given === '') return undefined;
  return snapshot.sourcesByName.get(given.toLowerCase()) ?? snapshot.sources.get(Number(given));
}

const SHARE = 0x5a17;

/** Only a few texts occur at all, so one string object of each is kept and its hash is computed once. */
const small = new RecentCache<string>(2_000, (text) => text.toLowerCase());

/** Computes its properties on demand: most conditions on texts use an index, and few visits need all others. */
class VisitSubject implements Subject {
  readonly #visit: Visit;
  readonly #place: Place;

  constructor(visit: Visit, place: Place) {
    this.#visit = visit;
    this.#place = place;
  }

  get geo(): string {
    return this.#visit.geo;
  }
  get language(): string {
    return small.get(this.#visit.language);
  }
  get device(): string {
    return small.get(this.#visit.device);
  }
  get os(): string {
    return small.get(this.#visit.os);
  }
  get browser(): string {
    return small.get(this.#visit.browser);
  }
  get address(): string {
    return this.#visit.address;
  }
  get source(): number {
    return this.#place.source?.id ?? 0;
  }
  get category(): number {
    return this.#place.source?.categoryId ?? 0;
  }
  get referrer(): string {
    return this.#visit.referrer;
  }
  get publisher(): number {
    return this.#place.publisherId;
  }
  get website(): number {
    return this.#place.websiteId;
  }
  get subs(): Visit['subs'] {
    return this.#visit.subs;
  }
  get at(): number {
    return this.#visit.at;
  }
  get returning(): boolean {
    return this.#visit.returning;
  }

  unit(seed: number): number {
    return unitOf(this.#visit.visitor, seed, SHARE);
  }
}

/** A visit in the form that conditions read. */
export function subjectOf(visit: Visit, place: Place): Subject {
  return new VisitSubject(visit, place);
}
