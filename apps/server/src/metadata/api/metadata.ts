/** `metadata` and its five sibling calls (docs/product/records.md#metadata). */
import { AppError } from '@signpost/contract/errors.ts';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { viewerOf } from '../../http/access.ts';
import type { App } from '../../http/app-type.ts';
import { ok } from '../../http/envelope.ts';
import type { SessionUser } from '../../session-user.ts';
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
  const tags = ['Metadata'];
  const config = { access: 'signedIn', rows: 'own' } as const;
  const params = z.object({ name: z.string().max(64) });

  const stop = await deps.onNotify?.('metadata', (name) =>
    isCollection(name) ? cache.forget([name]) : cache.forget(),
  );
  app.addHook('onClose', async () => await stop?.());

  const everything = async (viewer: SessionUser) =>
    await cache.all(COLLECTION_NAMES.filter((name) => mayKnow(viewer, name)));

  app.get('/api/metadata', { config, schema: { tags } }, async (request) => {
    const entries = await everything(viewerOf(request));
    return ok({
      data: object(entries, ({ rows }) => rows),
      hashes: object(entries, ({ hash }) => hash),
      statusCode: 200,
    });
  });
  app.get('/api/metadata/hashes', { config, schema: { tags } }, async (request) =>
    ok(object(await everything(viewerOf(request)), ({ hash }) => hash)),
  );
  app.get('/api/metadata/refresh', { config, schema: { tags } }, async (request) => {
    cache.forget(COLLECTION_NAMES);
    return ok(object(await everything(viewerOf(request)), ({ hash }) => hash));
  });
  app.get('/api/metadata/:name', { config, schema: { tags, params } }, async (request) => {
    const { rows, hash } = await cache.get(named(viewerOf(request), request.params.name));
    return ok(rows, { hash });
  });
  app.get('/api/metadata/:name/refresh', { config, schema: { tags, params } }, async (request) => {
    const name = named(viewerOf(request), request.params.name);
    cache.forget([name]);
    const { rows, hash } = await cache.get(name);
    return ok(rows, { hash });
  });
}
