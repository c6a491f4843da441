import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assumed, clicksOfOneShard, measured, need, tables } from './scaling.mjs';

const text = readFileSync(join(import.meta.dirname, '..', 'docs', 'scaling.md'), 'utf8');
/** The formatter pads the cells of tables. */
const plain = (markdown: string): string => markdown.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---');

const simple = {
  redirectsPerSecond: 10_000,
  microsecondsPerFact: 20,
  logBytesPerFact: 100,
  storedBytesPerFact: 50,
  peak: 2,
  use: 0.5,
  factsPerClick: 1,
  replicas: 2,
  daysKept: 100,
  diskTerabytes: 1,
  diskUse: 0.5,
  logDays: 7,
};

describe('docs/scaling.md', () => {
  it('shows the tables that the script computes', () => {
    expect(plain(text)).toContain(plain(tables()));
  });

  it('names a source that exists for each measured figure', () => {
    const scripts = Object.keys(
      JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')).scripts,
    );
    for (const { source } of Object.values(measured)) {
      const bench = /npm run (bench:\w+)/.exec(source)?.[1];
      expect([source, bench === undefined || scripts.includes(bench)]).toEqual([source, true]);
      expect(source).toMatch(/npm (start|run bench:)|docs\/decisions\/\d{4}/);
    }
    expect(Object.keys(assumed).filter((name) => name in measured)).toEqual([]);
  });
});

describe('The arithmetic of scaling', () => {
  it('agrees with one that was done by hand', () => {
    // 86.4 million clicks a day are 1 000 a second, 2 000 at the peak.
    expect(need(86_400_000, simple)).toEqual({
      perSecond: 1_000,
      peakPerSecond: 2_000,
      routers: 2,
      ingestCores: 1,
      logPerSecond: 200_000,
      logKept: 60_480_000_000,
      storedPerDay: 4_320_000_000,
      stored: 432_000_000_000,
      shards: 1,
      servers: 2,
      // 7.2 million facts wait, and 48 000 more than arrive are taken each second.
      catchUpMinutes: 2.5,
    });
    expect(clicksOfOneShard(simple)).toBe(100_000_000);
  });

  it('needs another shard as soon as the disk of one is too small', () => {
    expect([need(100_000_000, simple).shards, need(100_000_001, simple).shards]).toEqual([1, 2]);
  });
});
