/** An insert that takes longer than this while nothing is read waits for other programs. */
const SLOW_MS = 1_000;
/**
 * During reports the engine is busy itself, so an insert may take this long before other programs are considered the
 * cause.
 */
const SLOW_BESIDE_REPORTS_MS = 4_000;
/**
 * After the last slow insert the engine keeps its normal priority for this long, so that it does not switch back and
 * forth.
 */
const CALM_MS = 5_000;

export interface PaceOptions {
  /** Gives way to all other processes (`true`) or takes ordinary turns (`false`). */
  setIdle: (isIdle: boolean) => void;
  slowMs?: number;
  slowBesideReportsMs?: number;
  calmMs?: number;
}

/**
 * Decides whether the statistics engine gives way to other processes. By default it only gets processor time that
 * nobody else wants, so that no redirect waits for a report. If another program kept all processors busy, the engine
 * would get no time and would store no facts. So after an insert that takes too long, the engine stops giving way until
 * inserts have been quick for a while.
 */
export class Pace {
  readonly #options: Required<PaceOptions>;
  #isIdle = true;
  #slow = 0;
  #reports = 0;
  #calm: NodeJS.Timeout | undefined;

  constructor({
    setIdle,
    slowMs = SLOW_MS,
    slowBesideReportsMs = SLOW_BESIDE_REPORTS_MS,
    calmMs = CALM_MS,
  }: PaceOptions) {
    this.#options = { setIdle, slowMs, slowBesideReportsMs, calmMs };
    setIdle(true);
  }

  /** Runs an insert and measures how long it takes. */
  async watch<T>(insert: () => Promise<T>): Promise<T> {
    const { slowMs, slowBesideReportsMs } = this.#options;
    let isSlow = false;
    const blame = (): void => {
      isSlow = true;
      this.#slow += 1;
      clearTimeout(this.#calm);
      this.#set(false);
    };
    let timer = setTimeout(() => {
      if (this.#reports === 0) blame();
      else timer = setTimeout(blame, slowBesideReportsMs - slowMs);
    }, slowMs);
    try {
      return await insert();
    } finally {
      clearTimeout(timer);
      if (isSlow) this.#ended();
    }
  }

  /** Runs a query; inserts that run beside a query may take longer. */
  async read<T>(query: () => Promise<T>): Promise<T> {
    this.#reports += 1;
    try {
      return await query();
    } finally {
      this.#reports -= 1;
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
