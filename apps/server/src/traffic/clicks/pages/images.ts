/** Uploaded images, which pages and buttons show on the host of their link. */
import type { ServerResponse } from 'node:http';
import type { ObjectStore } from '../../../platform/store/store.ts';
import { RecentCache } from '../recent-cache.ts';
import { notFound, say } from '../redirect/answer.ts';

const IMAGE = /^\/images\/((?:small-)?[0-9a-f]{32}\.(jpg|png))(?:\?|$)/;
const MOST_KEPT = 50;
/** A limit, so that requests with invented names cannot keep the store busy. */
const MOST_READ_AT_ONCE = 20;

export const isImage = (url: string): boolean => IMAGE.test(url);

/** Answers with an image, or that the address does not exist. */
export type ImageServer = (url: string, response: ServerResponse, failed: (err: unknown) => void) => void;

/** Serves the images of a store. While the store cannot be read, browsers are asked to come again. */
export function imageServer(files: Pick<ObjectStore, 'get'>): ImageServer {
  let reading = 0;
  const cache = new RecentCache<Promise<Buffer | undefined>>(MOST_KEPT, async (name) => {
    reading += 1;
    try {
      return await files.get(name);
    } finally {
      reading -= 1;
    }
  });
  return (url, response, failed) => {
    const [, name, type] = IMAGE.exec(url) ?? [];
    if (name === undefined) {
      notFound(response);
      return;
    }
    const key = `images/${name}`;
    if (!cache.has(key) && reading >= MOST_READ_AT_ONCE) {
      comeAgain(response);
      return;
    }
    cache
      .get(key)
      .then((bytes) => {
        if (bytes === undefined) {
          // It may be uploaded, or be copied to the store, a moment later.
          cache.forget(key);
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
      .catch((err: unknown) => {
        cache.forget(key);
        failed(err);
        if (response.headersSent) response.destroy();
        else comeAgain(response);
      });
  };
}

const comeAgain = (response: ServerResponse): void =>
  say(response, 503, 'This image cannot be read at the moment.', ['Retry-After', '10']);
