/** Collects the figures of one process for Prometheus. Their names and meanings stand in the contract. */
import {
  type CounterName,
  type HistogramName,
  type LabelsOf,
  MEASURES,
  type MeasureName,
  type ValueName,
} from '@signpost/contract/operations/measures.ts';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** One value of a figure. */
export type Sample = {
  [Name in ValueName]: { name: Name; value: number; labels?: LabelsOf<Name> };
}[ValueName];

interface Part {
  name: string;
  figures: readonly ValueName[];
  read: () => readonly Sample[] | Promise<readonly Sample[]>;
}

/** A part that does not answer in this time is missing from the answer. */
const PATIENCE_MS = 3_000;
/** From a fast statement to the limit of a slow one. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The figures of one process. Processes of installations without METRICS_PORT and METRICS_TOKEN have none. */
export class Measures {
  readonly #registry = new Registry();
  readonly #metrics = new Map<MeasureName, Counter | Gauge | Histogram>();
  readonly #parts: Part[] = [];
  #scraping: Promise<string> | undefined;

  /** The type of the text that {@link scrape} returns. */
  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;

  /** Adds the figures of the process itself: delay of the event loop, memory, processor time. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.#registry });
  }

  /** Returns a function that increases a counter. */
  counter<Name extends CounterName>(name: Name): (labels: LabelsOf<Name>) => void {
    const counter = this.#value(name);
    return (labels) => counter.inc(labels);
  }

  /** Returns a function that adds a duration in seconds. */
  histogram<Name extends HistogramName>(name: Name): (labels: LabelsOf<Name>, seconds: number) => void {
    const known = this.#metrics.get(name);
    const { help, labels: labelNames } = MEASURES[name];
    const histogram =
      known instanceof Histogram
        ? known
        : new Histogram({ name, help, labelNames: [...labelNames], buckets: SECONDS, registers: [this.#registry] });
    this.#metrics.set(name, histogram);
    return (labels, seconds) => histogram.observe(labels, seconds);
  }

  /**
   * Adds figures that are read at each scrape. If reading fails, they are missing and `signpost_scrape_failed` names the
   * part. Parts that share a figure give it different labels.
   */
  read(name: string, figures: readonly ValueName[], read: Part['read']): void {
    for (const figure of figures) this.#value(figure);
    this.#parts.push({ name, figures, read });
  }

  /** All figures as text. Scrapes at the same time share one answer. */
  scrape(): Promise<string> {
    this.#scraping ??= this.#scrape().finally(() => {
      this.#scraping = undefined;
    });
    return this.#scraping;
  }

  async #scrape(): Promise<string> {
    const results = await Promise.all(this.#parts.map(async (part) => ({ part, samples: await samplesOf(part) })));
    const failed = this.#value('signpost_scrape_failed');
    failed.reset();
    for (const { part } of results) for (const figure of part.figures) clear(this.#value(figure));
    for (const { part, samples } of results) {
      failed.inc({ part: part.name }, samples === undefined ? 1 : 0);
      for (const { name, value, labels = {} } of samples ?? []) this.#value(name).inc(labels, value);
    }
    return await this.#registry.metrics();
  }

  #value(name: ValueName): Counter | Gauge {
    const known = this.#metrics.get(name);
    if (known instanceof Counter || known instanceof Gauge) return known;
    const { kind, help, labels } = MEASURES[name];
    const options = { name, help, labelNames: [...labels], registers: [this.#registry] };
    const made = kind === 'counter' ? new Counter(options) : new Gauge(options);
    this.#metrics.set(name, made);
    return made;
  }
}

/** Undefined if the part fails or takes too long. */
async function samplesOf({ read }: Part): Promise<readonly Sample[] | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE_MS);
  });
  try {
    return await Promise.race([read(), late]);
  } catch {
    // The answer itself says which part is missing, and the roles log their own failures.
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** Removes all values. Without it, a figure without labels would show 0 although it could not be read. */
function clear(metric: Counter | Gauge): void {
  metric.reset();
  metric.remove({});
}
