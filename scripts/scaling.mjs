/**
 * How many machines so many clicks a day need, by arithmetic from measured figures. `node scripts/scaling.mjs` prints the
 * tables of `docs/scaling.md`, `--write` puts them there. Every figure is either measured, with its source, or assumed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const document = join(import.meta.dirname, '..', 'docs', 'scaling.md');

/** Measured on the two shared cores at hand. */
export const measured = {
  redirectsPerSecond: {
    value: 41_744,
    says: 'redirects a second of one router, whose client used the same two cores',
    source: '`npm run bench:clicks` on 2026-11-23, median of 9 rounds on a quiet machine',
  },
  microsecondsPerFact: {
    value: 19,
    says: 'processor time of a fact on its way into ClickHouse, in µs: engine 7, kernel 4, worker 4, merging 4',
    source: '`docs/decisions/0040`, the upper ends',
  },
  logBytesPerFact: {
    value: 644,
    says: 'bytes of a fact in the click log, with its frame',
    source: 'the facts of `npm run bench:ingest`, counted on 2026-11-23',
  },
  storedBytesPerFact: {
    value: 208,
    says: 'bytes of a fact in ClickHouse, with its ten projections',
    source: 'eight demo worlds (`npm start`) on 2026-11-23: 954 000 facts in files of 198 MB each',
  },
};

/** Chosen, not measured: replace them by your own. */
export const assumed = {
  peak: { value: 3, says: 'the busiest second has so many times the clicks of an average one' },
  use: { value: 0.5, says: 'share of a processor that is used at the peak' },
  factsPerClick: {
    value: 1.3,
    says: 'facts per click: click-outs of pages, leads and conversions have facts of their own',
  },
  replicas: { value: 2, says: 'replicas of each shard' },
  daysKept: { value: 400, says: 'days for which facts are kept' },
  diskTerabytes: { value: 8, says: 'TB of disk of a ClickHouse server' },
  diskUse: { value: 0.7, says: 'share of that disk that may be full; merges need the rest' },
  logDays: { value: 7, says: 'days for which a shipped segment of the log is kept (this is fixed in the program)' },
};

const figures = Object.fromEntries(
  Object.entries({ ...measured, ...assumed }).map(([name, { value }]) => [name, value]),
);
const SECONDS_OF_DAY = 86_400;
const GB = 1e9;
const TB = 1e12;

/** The servers, the cores and the storage that `clicksPerDay` needs. */
export function need(clicksPerDay, f = figures) {
  const perSecond = clicksPerDay / SECONDS_OF_DAY;
  const peakPerSecond = perSecond * f.peak;
  const peakFacts = peakPerSecond * f.factsPerClick;
  // Facts that one core takes in a second, if it does nothing else.
  const factsPerCore = 1e6 / f.microsecondsPerFact;
  const ingestCores = Math.max(1, Math.ceil(peakFacts / (factsPerCore * f.use)));
  const storedPerDay = clicksPerDay * f.factsPerClick * f.storedBytesPerFact;
  const stored = storedPerDay * f.daysKept;
  const shards = Math.max(1, Math.ceil(stored / (f.diskTerabytes * TB * f.diskUse)));
  return {
    perSecond,
    peakPerSecond,
    // One more than needed, so that one may fail at the peak.
    routers: Math.ceil(peakPerSecond / (f.redirectsPerSecond * f.use)) + 1,
    ingestCores,
    logPerSecond: peakFacts * f.logBytesPerFact,
    logKept: clicksPerDay * f.factsPerClick * f.logBytesPerFact * f.logDays,
    storedPerDay,
    stored,
    shards,
    servers: shards * f.replicas,
    // The minutes until everything has arrived, after an hour without ClickHouse at a peak that goes on.
    catchUpMinutes: (60 * peakFacts) / (ingestCores * factsPerCore - peakFacts),
  };
}

/** The clicks a day whose facts fit on the disk of one shard. */
export function clicksOfOneShard(f = figures) {
  return (f.diskTerabytes * TB * f.diskUse) / (f.factsPerClick * f.storedBytesPerFact * f.daysKept);
}

const number = (value, digits = 0) =>
  value.toLocaleString('en-GB', { maximumFractionDigits: digits }).replaceAll(',', ' ');
const size = (bytes) => (bytes >= TB ? `${number(bytes / TB, 1)} TB` : `${number(bytes / GB, bytes < GB ? 3 : 1)} GB`);

const row = (cells) => `| ${cells.join(' | ')} |`;
const table = (heads, rows) => [row(heads), row(heads.map(() => '---')), ...rows.map(row)].join('\n');

/** All that the document takes from here. */
export function tables() {
  const days = [1e6, 1e7, 1e8, 1e9];
  const needs = days.map((clicks) => need(clicks));
  const line = (head, show) => [head, ...needs.map(show)];
  return [
    table(
      ['measured', 'value', 'source'],
      Object.values(measured).map(({ says, value, source }) => [says, number(value), source]),
    ),
    table(
      ['assumed', 'value'],
      Object.values(assumed).map(({ says, value }) => [says, number(value, 2)]),
    ),
    table(
      ['clicks a day', ...days.map((clicks) => number(clicks))],
      [
        line('clicks a second, average', (it) => number(it.perSecond, 1)),
        line('clicks a second, peak', (it) => number(it.peakPerSecond)),
        line('router processes, one of them spare', (it) => number(it.routers)),
        line('cores for shipping and ClickHouse’s inserts', (it) => number(it.ingestCores)),
        line('click log written at the peak, a second', (it) => `${number(it.logPerSecond / 1e6, 2)} MB`),
        line('click log on all routers’ disks', (it) => size(it.logKept)),
        line('facts stored a day, each replica', (it) => size(it.storedPerDay)),
        line('facts stored in all, each replica', (it) => size(it.stored)),
        line('shards, by their disks', (it) => number(it.shards)),
        line('ClickHouse servers', (it) => number(it.servers)),
        line('minutes to catch up after an hour without ClickHouse', (it) => number(it.catchUpMinutes, 1)),
      ],
    ),
    `One shard holds the facts of ${number(clicksOfOneShard() / 1e6)} million clicks a day.`,
  ].join('\n\n');
}

const BEGIN = '<!-- printed by scripts/scaling.mjs -->';
const END = '<!-- end -->';

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--write')) {
    const text = readFileSync(document, 'utf8');
    const [before] = text.split(BEGIN);
    const after = text.split(END)[1];
    writeFileSync(document, `${before}${BEGIN}\n\n${tables()}\n\n${END}${after}`);
  } else console.log(tables());
}
