/**
 * Uploaded images are decoded and encoded again, JPEG and PNG only, and never trusted by name
 * (docs/product/records.md#images).
 */

import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import { uploadImage } from '@signpost/contract/calls/images.ts';
import { IMAGE_TYPE_MESSAGE } from '@signpost/contract/define/image-files.ts';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import { THUMB_WIDTH } from '@signpost/contract/limits.ts';
import { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { askerOf } from '../../../http/asker.ts';
import { storedName } from '../../../http/file-name.ts';
import { handle } from '../../../http/handle.ts';
import { reachingFiles } from '../../../http/reaching-files.ts';
import { readUpload } from '../../../http/upload.ts';
import { fairQueue } from '../../../platform/fair-queue.ts';

const MAX_BYTES = 5 * 1024 * 1024;
const MAX_PIXELS = 24_000_000;
/** Decoding or encoding a picture may take so long; it runs in threads of the library. */
const MAX_SECONDS = 20;

/** Pictures have a queue of their own. A decoding that has begun cannot be interrupted; one that waits can. */
const turns = fairQueue({ atOnce: 2, waitingPerName: 10, waiting: 40, waitMs: 30_000 });

interface Encoded {
  name: string;
  full: Buffer;
  small: Buffer;
}

/** Only the picture itself is kept; metadata, trailing bytes and other content of the file are dropped. */
async function encode(bytes: Buffer): Promise<Encoded> {
  try {
    // Imported on first use, so that processes start faster (docs/decisions/0001).
    const { default: sharp } = await import('sharp');
    const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (format !== 'jpeg' && format !== 'png') throw invalid('file', IMAGE_TYPE_MESSAGE);
    if (width * height > MAX_PIXELS) {
      const message = `The image has ${width} × ${height} pixels; an image may have ${MAX_PIXELS / 1e6} million, such as 6000 × 4000.`;
      throw invalid('file', message);
    }
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
    const full = await picture.timeout({ seconds: MAX_SECONDS }).rotate().toFormat(format).toBuffer();
    const small = await sharp(full)
      .timeout({ seconds: MAX_SECONDS })
      .resize({ width: THUMB_WIDTH * 2, withoutEnlargement: true })
      .toFormat(format)
      .toBuffer();
    const hash = createHash('sha256').update(full).digest('hex').slice(0, 32);
    return { name: `${hash}.${format === 'jpeg' ? 'jpg' : 'png'}`, full, small };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw invalid('file', IMAGE_TYPE_MESSAGE, error);
  }
}

export async function imageRoutes(app: App, { files }: Deps): Promise<void> {
  await app.register(multipart, { limits: { fileSize: MAX_BYTES, files: 1, fields: 0 } });

  handle(app, uploadImage, async ({ request, reply }) => {
    const { part, bytes } = await readUpload(request);
    const { name, full, small } = await turns.run(askerOf(request), () => encode(bytes));
    await reachingFiles('The image could not be stored. Try again in a moment.', async () => {
      await files.put(`images/${name}`, full);
      await files.put(`images/small-${name}`, small);
    });
    reply.code(201);
    return {
      position: 0,
      file: name,
      value: storedName(part.filename),
      path: `/images/${name}`,
      small: `/images/small-${name}`,
      deleted: false,
    };
  });

  // An image is named by the hash of its content, so only people who have seen it know its name.
  const params = z.object({ name: z.string().regex(/^(small-)?[0-9a-f]{32}\.(jpg|png)$/) });
  app.get('/images/:name', { schema: { hide: true, params } }, async (request, reply) => {
    const { name } = request.params;
    const bytes = await reachingFiles('The image cannot be read at the moment.', () => files.get(`images/${name}`));
    if (bytes === undefined) throw new AppError('ITEM_NOT_FOUND');
    return await reply
      .type(name.endsWith('.png') ? 'image/png' : 'image/jpeg')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(bytes);
  });
}
