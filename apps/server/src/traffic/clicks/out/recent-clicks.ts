/** The latest clicks that may still have a click-out, in memory, so that no database is queried. */
import type { Campaign } from '../snapshot/allocation.ts';
import { clickOfLine, type StoredClick } from './stored-click.ts';

/** Whether a click of this campaign may step on, because its page is ours. */
export const leadsOn = (campaign: Pick<Campaign, 'landerType' | 'pageId'> | null | undefined): boolean =>
  (campaign?.pageId ?? 0) !== 0 || campaign?.landerType === 'prelander' || campaign?.landerType === 'offer_lander';

interface Kept {
  /** UTF-8 outside the heap: a text with one wide character would take two bytes for each of its characters. */
  line: Buffer;
  /** Whether its click-out has been counted. */
  out: boolean;
}

/** The bytes of one generation. A usual line has 1 to 1.5 KB, so that this is enough for about 30 000 clicks. */
const MOST_BYTES = 48 * 1024 * 1024;
/** The bytes that a click takes besides its line: its id, its entry in the map and the head of its buffer. */
const OVERHEAD_BYTES = 320;

/** Holds two generations of clicks, limited by their bytes; the older one is dropped as a whole. */
export class RecentClicks {
  #young = new Map<string, Kept>();
  #youngBytes = 0;
  #old = new Map<string, Kept>();
  readonly #mostBytes: number;

  constructor(mostBytes = MOST_BYTES) {
    this.#mostBytes = mostBytes;
  }

  /** Stores the line of a click's fact. */
  put(id: string, line: string, out: boolean): void {
    const bytes = Buffer.from(line);
    const size = bytes.length + OVERHEAD_BYTES;
    if (this.#youngBytes + size > this.#mostBytes) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#youngBytes = 0;
    }
    this.#young.set(id, { line: bytes, out });
    this.#youngBytes += size;
  }

  get(id: string): StoredClick | undefined {
    const kept = this.#find(id);
    return kept && clickOfLine(kept.line.toString('utf8'));
  }

  /** Whether this is the click's first step out. Returns true once per stored click. */
  leave(id: string): boolean {
    const kept = this.#find(id);
    if (kept === undefined || kept.out) return false;
    kept.out = true;
    return true;
  }

  #find(id: string): Kept | undefined {
    return this.#young.get(id) ?? this.#old.get(id);
  }
}
