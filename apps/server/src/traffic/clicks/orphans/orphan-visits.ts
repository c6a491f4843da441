/** Counts visits to addresses without a link, until they are stored (docs/product/links-and-hosts.md#root-and-unknown-links). */
import { type OrphanKind, OTHER_PATHS } from '@signpost/contract/entities/orphan-visit.ts';

/** The place at which a visitor found no link. */
export interface OrphanPlace {
  /** 0 for a host that is no domain of ours. */
  readonly domainId: number;
  readonly host: string;
  readonly orphanKind: OrphanKind;
  readonly path: string;
}

export interface CountedOrphans extends OrphanPlace {
  /** `YYYY-MM-DD` in UTC. */
  day: string;
  visits: number;
  sentOn: number;
  botVisits: number;
  lastAt: string;
}

export type OrphanOutcome = 'visit' | 'sentOn' | 'bot';

/** Strangers choose hosts and paths, so only so many different ones are held at once. */
const MOST = 1_000;
const DAY_LENGTH = 'YYYY-MM-DD'.length;
const LONGEST_HOST = 253;

export class OrphanVisits {
  #counted = new Map<string, CountedOrphans>();

  /** Counts one visit. Bots are counted without their paths, because they try very many. */
  count(place: OrphanPlace, outcome: OrphanOutcome, now: Date): void {
    const lastAt = now.toISOString();
    const isBot = outcome === 'bot';
    this.#add({
      domainId: place.domainId,
      host: place.host.slice(0, LONGEST_HOST),
      orphanKind: place.orphanKind,
      path: isBot ? OTHER_PATHS : place.path,
      day: lastAt.slice(0, DAY_LENGTH),
      visits: Number(!isBot),
      sentOn: Number(outcome === 'sentOn'),
      botVisits: Number(isBot),
      lastAt,
    });
  }

  /** The visits that were counted since the last call. */
  take(): CountedOrphans[] {
    const counted = [...this.#counted.values()];
    this.#counted = new Map();
    return counted;
  }

  /** Counts the visits again that could not be stored. */
  putBack(counted: readonly CountedOrphans[]): void {
    for (const one of counted) this.#add(one);
  }

  #add(one: CountedOrphans): void {
    const keyOf = ({ day, domainId, host, orphanKind, path }: CountedOrphans): string =>
      `${day} ${domainId} ${orphanKind} ${host} ${path}`;
    const isFull = this.#counted.size >= MOST && !this.#counted.has(keyOf(one));
    const host = isFull && one.domainId === 0 ? OTHER_PATHS : one.host;
    const kept = isFull ? { ...one, host, path: OTHER_PATHS } : one;
    const known = this.#counted.get(keyOf(kept));
    if (known === undefined) {
      this.#counted.set(keyOf(kept), { ...kept });
      return;
    }
    known.visits += one.visits;
    known.sentOn += one.sentOn;
    known.botVisits += one.botVisits;
    if (one.lastAt > known.lastAt) known.lastAt = one.lastAt;
  }
}
