import { METADATA_REFRESH_MS } from '@signpost/contract/limits.ts';
import { type Hashes, type MetadataRow, staleCollections } from '@signpost/contract/records/metadata.ts';

/** Cached collections, each with its hash. */
export interface MetadataCache {
  hashes: Hashes;
  data: Record<string, readonly MetadataRow[]>;
}

/** The dependencies of the cache, passed in for tests. */
export interface MetadataPorts {
  fetchHashes: () => Promise<Hashes>;
  /** Has the server read all collections again. */
  refreshHashes: () => Promise<Hashes>;
  fetchRows: (name: string) => Promise<readonly MetadataRow[]>;
  read: () => unknown;
  write: (cache: MetadataCache) => void;
  /** Calls back after the time has passed; returns a function that cancels it. */
  later: (run: () => void, ms: number) => () => void;
}

function isCache(value: unknown): value is MetadataCache {
  return (
    typeof value === 'object' &&
    value !== null &&
    'hashes' in value &&
    'data' in value &&
    typeof value.data === 'object'
  );
}

/**
 * Metadata cached in the browser. A screen names the collections that it uses; their hashes are requested, and only
 * stale collections are fetched again. A collection that cannot be fetched is null, and the failure is logged.
 */
export function createMetadataCache(ports: MetadataPorts) {
  const stored = ports.read();
  let cache: MetadataCache = isCache(stored) ? stored : { hashes: {}, data: {} };
  let callOff: (() => void) | null = null;

  const fetchOne = async (name: string, hash: string): Promise<readonly MetadataRow[] | null> => {
    try {
      const rows = await ports.fetchRows(name);
      cache = { hashes: { ...cache.hashes, [name]: hash }, data: { ...cache.data, [name]: rows } };
      return rows;
    } catch (error) {
      console.error(`Metadata ${name} could not be loaded.`, error);
      return null;
    }
  };

  const update = async (readHashes: () => Promise<Hashes>, names: readonly string[]): Promise<string[]> => {
    const current = await readHashes();
    // Collections the server no longer offers are removed, because another person may have signed in here before.
    const kept = <T>(all: Readonly<Record<string, T>>): Record<string, T> =>
      Object.fromEntries(Object.entries(all).filter(([name]) => Object.hasOwn(current, name)));
    const isFewer = Object.keys(cache.data).some((name) => !Object.hasOwn(current, name));
    cache = { hashes: kept(cache.hashes), data: kept(cache.data) };
    const stale = staleCollections(cache.hashes, current).filter((name) => names.includes(name));
    await Promise.all(stale.map((name) => fetchOne(name, current[name] ?? '')));
    if (stale.length > 0 || isFewer) ports.write(cache);
    return stale;
  };

  return {
    /** A cached collection; null if it was never loaded. */
    get: (name: string): readonly MetadataRow[] | null => cache.data[name] ?? null,

    /** Brings these collections up to date, if they are stale, and returns the names of those that were. */
    refresh: (names: readonly string[]): Promise<string[]> => update(ports.fetchHashes, names),

    /** Triggers a refresh 2 s after the last change of data that metadata shows. */
    changed(onRefreshed: (stale: string[]) => void): void {
      callOff?.();
      callOff = ports.later(() => {
        // Only what screens have used so far is worth fetching.
        update(ports.refreshHashes, Object.keys(cache.data)).then(onRefreshed, (error: unknown) =>
          console.error('Metadata could not be refreshed.', error),
        );
      }, METADATA_REFRESH_MS);
    },
  };
}
