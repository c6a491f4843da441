/** The latest clicks that may still have a click-out, in memory, so that no database is queried. */
import type { Campaign } from '../snapshot/allocation.ts';
import { clickOfLine, type StoredClick } from './stored-click.ts';

/** Whether a click of this campaign may step on, because its page is ours. */
export const leadsOn = (campaign: Pick<Campaign, 'landerType'> | null | undefined): boolean =>
  campaign?.landerType === 'prelander' || campaign?.landerType === 'offer_lander';

interface Kept {
  line: string;
  /** Whether its click-out has been counted. */
  out: boolean;
}

const MOST = 50_000;

/** Holds two generations of clicks; the older one is dropped as a whole. */
export class RecentClicks {
  #young = new Map<string, Kept>();
  #old = new Map<string, Kept>();
  readonly #most: number;

  constructor(most = MOST) {
    this.#most = most;
  }

  /** Stores the line of a click's fact. */
  put(id: string, line: string, out: boolean): void {
    if (this.#young.size >= this.#most) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(id, { line, out });
  }

  get(id: string): StoredClick | undefined {
    const kept = this.#find(id);
    return kept && clickOfLine(kept.line);
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
