import { fetchData } from './client.ts';
import { createMetadataCache } from './metadata-cache.ts';
import { storage } from './storage.ts';

const KEY = 'signpost.metadata';

/** The app's cache. */
export const metadata = createMetadataCache({
  fetch: fetchData,
  read: () => storage.read(KEY),
  write: (cache) => storage.write(KEY, cache),
  later: (run, ms) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
});
