import { readFileSync } from 'node:fs';

/** With less than this many cores left by other programs, the engine would hardly get any time if it gave way. */
const TOO_LITTLE = 0.25;
/** With this many cores left by other programs, the engine can give way and still work. */
const ENOUGH = 0.75;
/** A limit of the container that holds the engine up for a larger part of the time than this also leaves it too little. */
const HELD_UP = 0.1;
/** How often this is measured while a statement runs. */
const EVERY_MS = 500;
/** Enough has to be left for this long before the engine gives way again, so that it does not switch back and forth. */
const CALM_MS = 5_000;

/** Sums since some moment in the past, in milliseconds. */
export interface ProcessorTime {
  at: number;
  /** Processor time that this process used. */
  own: number;
  /** Time during which cores were idle, summed over all cores. */
  unused: number;
  /** How long the container's limit held its processes up; 0 without a limit. */
  heldUp: number;
}

export interface PaceOptions {
  /** Gives way to all other processes (`true`) or takes ordinary turns (`false`). */
  setIdle: (isIdle: boolean) => void;
  readTime?: () => ProcessorTime;
  everyMs?: number;
  calmMs?: number;
}

/**
 * Decides whether the statistics engine gives way to other processes. By default it only gets processor time that
 * nobody else wants, so that no redirect waits for a report. When other programs (a backup, a package install) keep the
 * processors busy, that is almost nothing: no facts would be stored and no report would ever end. So while a statement
 * runs, the engine measures how much the others leave, and takes ordinary turns until there is enough again
 * (docs/decisions/0002).
 */
export class Pace {
  readonly #options: Required<PaceOptions>;
  #isIdle = true;
  #running = 0;
  #timer: NodeJS.Timeout | undefined;
  #last: ProcessorTime | undefined;
  /** Since when enough is left. */
  #enoughSince: number | undefined;

  constructor({ setIdle, readTime = readProcessorTime, everyMs = EVERY_MS, calmMs = CALM_MS }: PaceOptions) {
    this.#options = { setIdle, readTime, everyMs, calmMs };
    setIdle(true);
  }

  /** Runs a statement and measures while it runs. */
  async watch<T>(statement: () => Promise<T>): Promise<T> {
    this.#running += 1;
    this.#timer ??= setInterval(() => this.#measure(), this.#options.everyMs).unref();
    try {
      return await statement();
    } finally {
      this.#running -= 1;
      this.#rest();
    }
  }

  /** Stops measuring when nothing runs, unless the engine has yet to find out when it can give way again. */
  #rest(): void {
    if (this.#running > 0 || !this.#isIdle) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#last = undefined;
  }

  #measure(): void {
    const now = this.#options.readTime();
    const last = this.#last;
    this.#last = now;
    if (last === undefined) return;
    const passed = now.at - last.at;
    const left = (now.own - last.own + now.unused - last.unused) / passed;
    const isHeldUp = (now.heldUp - last.heldUp) / passed > HELD_UP;
    if (this.#isIdle) {
      if (left < TOO_LITTLE || isHeldUp) this.#set(false);
      return;
    }
    if (left < ENOUGH || isHeldUp) this.#enoughSince = undefined;
    else this.#enoughSince ??= now.at;
    if (this.#enoughSince !== undefined && now.at - this.#enoughSince >= this.#options.calmMs) this.#set(true);
  }

  #set(isIdle: boolean): void {
    this.#isIdle = isIdle;
    this.#enoughSince = undefined;
    this.#options.setIdle(isIdle);
    this.#rest();
  }
}

/** Linux counts the time of all cores in hundredths of a second. */
const TICK_MS = 10;
/** The fields of the first line of `/proc/stat` (proc_stat(5)): nobody wanted the core, or only the disk was waited for. */
const IDLE = 4;
const IOWAIT = 5;

/** Reads the processor time on Linux. Throws on other systems. */
export function readProcessorTime(): ProcessorTime {
  const { user, system } = process.cpuUsage();
  const [all = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const ticks = all.split(/\s+/).map(Number);
  return {
    at: performance.now(),
    own: (user + system) / 1000,
    unused: ((ticks[IDLE] ?? 0) + (ticks[IOWAIT] ?? 0)) * TICK_MS,
    heldUp: readHeldUp(),
  };
}

/** The container's limit holds its processes up (cgroup v2, cpu.stat); outside of one, the file or the line is missing. */
function readHeldUp(): number {
  let text: string;
  try {
    text = readFileSync('/sys/fs/cgroup/cpu.stat', 'utf8');
  } catch {
    return 0;
  }
  return Number(/^throttled_usec (\d+)$/m.exec(text)?.[1] ?? 0) / 1000;
}
