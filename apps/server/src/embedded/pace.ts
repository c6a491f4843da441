/** When an insert has taken this long, the machine is too busy for it to make way. */
const SLOW_MS = 1_000;
/** After the last slow insert the engine stays in its ordinary turn for this long, so that it does not go to and fro. */
const CALM_MS = 5_000;

export interface PaceOptions {
  /** Makes way for everything else (`true`) or takes ordinary turns (`false`). */
  setIdle: (isIdle: boolean) => void;
  slowMs?: number;
  calmMs?: number;
}

/**
 * Decides whether the statistics engine makes way. By default it gets only time that nobody else wants, so that no
 * redirect waits for a report. Where something keeps all processors busy that would be no time at all: facts would stand
 * still for as long. So an insert that takes too long ends making way, until inserts have been quick again for a while.
 */
export class Pace {
  readonly #options: Required<PaceOptions>;
  #isIdle = true;
  #slow = 0;
  #calm: NodeJS.Timeout | undefined;

  constructor({ setIdle, slowMs = SLOW_MS, calmMs = CALM_MS }: PaceOptions) {
    this.#options = { setIdle, slowMs, calmMs };
    setIdle(true);
  }

  /** Runs an insert and watches how long it takes. */
  async watch<T>(insert: () => Promise<T>): Promise<T> {
    let isSlow = false;
    const timer = setTimeout(() => {
      isSlow = true;
      this.#slow += 1;
      clearTimeout(this.#calm);
      this.#set(false);
    }, this.#options.slowMs);
    try {
      return await insert();
    } finally {
      clearTimeout(timer);
      if (isSlow) this.#ended();
    }
  }

  #ended(): void {
    this.#slow -= 1;
    if (this.#slow > 0) return;
    this.#calm = setTimeout(() => this.#set(true), this.#options.calmMs);
    this.#calm.unref();
  }

  #set(isIdle: boolean): void {
    if (this.#isIdle === isIdle) return;
    this.#isIdle = isIdle;
    this.#options.setIdle(isIdle);
  }
}
