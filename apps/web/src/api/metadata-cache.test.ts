import { describe, expect, it, vi } from 'vitest';
import { createMetadataCache, type MetadataCache } from './metadata-cache.ts';

function world(hashes: Record<string, string>, failing: string[] = []) {
  const asked: string[] = [];
  const kept: MetadataCache[] = [];
  const waiting: { run: () => void; ms: number }[] = [];
  const ports = (stored: unknown) => ({
    fetchHashes: async () => {
      asked.push('hashes');
      return hashes;
    },
    refreshHashes: async () => {
      asked.push('refresh');
      return hashes;
    },
    fetchRows: async (name: string) => {
      asked.push(name);
      if (failing.includes(name)) throw new Error('no answer');
      return [{ id: 1, name }];
    },
    read: () => stored,
    write: (cache: MetadataCache) => kept.push(cache),
    later: (run: () => void, ms: number) => {
      const entry = { run, ms };
      waiting.push(entry);
      return () => waiting.splice(waiting.indexOf(entry), 1);
    },
  });
  return { asked, kept, waiting, open: (stored: unknown = null) => createMetadataCache(ports(stored)) };
}

describe('the metadata cache', () => {
  it('fetches each collection once, and only those that a screen uses', async () => {
    const { open, asked, kept } = world({ geos: 'a', publishers: 'b', partners: 'c' });
    const cache = open();
    expect(await cache.refresh(['geos', 'publishers'])).toEqual(['geos', 'publishers']);
    expect(asked).toEqual(['hashes', 'geos', 'publishers']);
    expect(kept.at(-1)?.hashes).toEqual({ geos: 'a', publishers: 'b' });
    expect(await cache.refresh(['geos'])).toEqual([]);
  });
  it('fetches only the stale collection again', async () => {
    const { open, asked } = world({ geos: 'a2', publishers: 'b' });
    const cache = open({ hashes: { geos: 'a', publishers: 'b' }, data: { geos: [], publishers: [{ id: 7 }] } });
    await cache.refresh(['geos']);
    expect(asked).toEqual(['hashes', 'geos']);
    expect(cache.get('publishers')).toEqual([{ id: 7 }]);
  });
  it('treats a collection that cannot be fetched as null and tries again next time', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { open, asked } = world({ geos: 'a' }, ['geos']);
    const cache = open();
    await cache.refresh(['geos']);
    expect(cache.get('geos')).toBeNull();
    expect(logged).toHaveBeenCalledWith('Metadata geos could not be loaded.', expect.any(Error));
    await cache.refresh(['geos']);
    expect(asked.filter((path) => path === 'geos')).toHaveLength(2);
    logged.mockRestore();
  });
  it('requests a refresh 2 seconds after the last of several triggers, and fetches what screens have used', async () => {
    const { open, asked, waiting } = world({ geos: 'a2', publishers: 'b2' });
    const cache = open({ hashes: { geos: 'a' }, data: { geos: [] } });
    const { promise, resolve } = Promise.withResolvers<string[]>();
    cache.changed(resolve);
    cache.changed(resolve);
    expect(waiting.map((entry) => entry.ms)).toEqual([2000]);
    waiting[0]?.run();
    expect(await promise).toEqual(['geos']);
    expect(asked).toEqual(['refresh', 'geos']);
  });

  it('forgets what it cannot read', () => {
    expect(world({}).open('rubbish').get('geos')).toBeNull();
  });
});
