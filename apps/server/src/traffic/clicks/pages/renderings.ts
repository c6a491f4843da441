/** How often pages with values from the link may be rendered again, because a rendering costs as much as many redirects. */
import { Bursts } from '../redirect/bursts.ts';

/** Of one network. Values that were shown lately cost nothing and are not counted. */
const ONE = { clicks: 10, seconds: 5, addresses: 20_000 };
/** Of all networks together, for attacks from many addresses. */
const ALL = { clicks: 100, seconds: 5, addresses: 4 };

export class Renderings {
  readonly #one = new Bursts(ONE);
  readonly #all = new Bursts(ALL);

  /** Counts one rendering at `now` (milliseconds of a monotonic clock), and returns whether it may be done. */
  allow(address: string, now: number): boolean {
    return !this.#one.count(address, now) && !this.#all.count('all', now);
  }
}
