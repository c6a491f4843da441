import { send } from './calls.ts';
import { firstCalls } from './first-screen.ts';
import { createMetadataCache } from './metadata-cache.ts';
import { storage } from './storage.ts';

const KEY = 'signpost.metadata';

/** The app's cache. */
export const metadata = createMetadataCache({
  fetchHashes: async () => (await send(firstCalls.readMetadataHashes, {})).data,
  refreshHashes: async () => (await send(firstCalls.refreshMetadata, {})).data,
  fetchRows: async (name) => (await send(firstCalls.readCollection, { params: { name } })).data,
  read: () => storage.read(KEY),
  write: (cache) => storage.write(KEY, cache),
  later: (run, ms) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
});
