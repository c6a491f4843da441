/** `metadata` and its five sibling calls (docs/product/records.md#metadata). */
import {
  readCollection,
  readMetadata,
  readMetadataHashes,
  refreshCollection,
  refreshMetadata,
} from '@signpost/contract/calls/metadata.ts';
import { AppError } from '@signpost/contract/errors.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle, withMeta } from '../../../http/handle.ts';
import type { SessionUser } from '../../../session-user.ts';
import { type Collection, MetadataCache } from '../cache.ts';
import { COLLECTION_NAMES, type CollectionName, isCollection, mayKnow } from '../collections.ts';

function named(viewer: SessionUser, name: string): CollectionName {
  if (!isCollection(name) || !mayKnow(viewer, name)) throw new AppError('ITEM_NOT_FOUND');
  return name;
}

const object = <T>(entries: [CollectionName, Collection][], pick: (collection: Collection) => T) =>
  Object.fromEntries(entries.map(([name, collection]) => [name, pick(collection)]));

export async function metadataRoutes(app: App, deps: Deps): Promise<void> {
  const cache = new MetadataCache(deps.db);

  const stop = await deps.onNotify?.('metadata', (name) => {
    if (isCollection(name)) cache.forget([name]);
    else cache.forget();
  });
  app.addHook('onClose', async () => await stop?.());

  const everything = async (viewer: SessionUser) =>
    await cache.all(COLLECTION_NAMES.filter((name) => mayKnow(viewer, name)));

  handle(app, readMetadata, async ({ viewer }) => {
    const entries = await everything(viewer);
    return {
      data: object(entries, ({ rows }) => rows),
      hashes: object(entries, ({ hash }) => hash),
      statusCode: 200 as const,
    };
  });
  handle(app, readMetadataHashes, async ({ viewer }) => object(await everything(viewer), ({ hash }) => hash));
  handle(app, refreshMetadata, async ({ viewer }) => {
    cache.forget(COLLECTION_NAMES);
    return object(await everything(viewer), ({ hash }) => hash);
  });
  handle(app, readCollection, async ({ params, viewer }) => {
    const { rows, hash } = await cache.get(named(viewer, params.name));
    return withMeta(rows, { hash });
  });
  handle(app, refreshCollection, async ({ params, viewer }) => {
    const name = named(viewer, params.name);
    cache.forget([name]);
    const { rows, hash } = await cache.get(name);
    return withMeta(rows, { hash });
  });
}
