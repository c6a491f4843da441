/** The built app: hashed files are cached forever, the page itself is always fresh. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Deps } from '../deps.ts';
import type { App } from './app-type.ts';

export async function webFiles(app: App, deps: Deps): Promise<void> {
  const root = deps.webRoot;
  if (root === undefined || !existsSync(join(root, 'index.html'))) return;
  await app.register(fastifyStatic, {
    root,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}
