/** Uploaded images, which pages and buttons show on the host of their link. */
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { RecentCache } from '../recent-cache.ts';
import { notFound } from '../redirect/answer.ts';

const IMAGE = /^\/images\/((?:small-)?[0-9a-f]{32}\.(jpg|png))(?:\?|$)/;
const MOST_KEPT = 50;
const caches = new Map<string, RecentCache<Promise<Buffer | undefined>>>();

async function read(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch {
    return undefined;
  }
}

/** Answers with an image, or that the address does not exist. */
export function serveImage(
  folder: string,
  url: string,
  response: ServerResponse,
  failed: (err: unknown) => void,
): void {
  const [, name, type] = IMAGE.exec(url) ?? [];
  if (name === undefined) {
    notFound(response);
    return;
  }
  const cache = caches.get(folder) ?? new RecentCache(MOST_KEPT, read);
  caches.set(folder, cache);
  cache
    .get(join(folder, name))
    .then((bytes) => {
      if (bytes === undefined) {
        notFound(response);
        return;
      }
      response.writeHead(200, {
        'Content-Type': type === 'png' ? 'image/png' : 'image/jpeg',
        'Content-Length': bytes.length,
        'Cache-Control': 'public, max-age=31536000, immutable',
        'X-Content-Type-Options': 'nosniff',
      });
      response.end(bytes);
    })
    .catch(failed);
}
