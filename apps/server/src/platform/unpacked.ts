/** Unpacks the compressed body of an answer, cut off at so many bytes. */
import type { Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

/** The first bits of what zlib writes; `deflate` without them is raw. */
const isZlib = (body: Buffer): boolean => (body[0] ?? 0) % 16 === 8 && body.readUInt16BE(0) % 31 === 0;

function unpacker(body: Buffer, encoding: string): Transform | null {
  // A body that was cut off is unpacked as far as it goes.
  const finishFlush = constants.Z_SYNC_FLUSH;
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip({ finishFlush });
  if (encoding === 'deflate') return isZlib(body) ? createInflate({ finishFlush }) : createInflateRaw({ finishFlush });
  if (encoding === 'br') return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
  return null;
}

/** The body, or what could be unpacked of it. A body that is not compressed as it says stays as it is. */
export async function unpacked(body: Buffer, encoding: string | undefined, largest: number): Promise<Buffer> {
  if (body.length < 2) return body;
  const transform = unpacker(body, (encoding ?? '').trim().toLowerCase());
  if (transform === null) return body;
  const chunks: Buffer[] = [];
  let size = 0;
  transform.end(body);
  try {
    for await (const chunk of transform) {
      if (!(chunk instanceof Buffer)) continue;
      chunks.push(chunk.subarray(0, largest - size));
      size += chunk.length;
      // Leaving the loop ends the work.
      if (size >= largest) break;
    }
  } catch {
    // The body is damaged, or is not compressed at all. The part that was unpacked before the damage counts.
    if (chunks.length === 0) return body;
  }
  return Buffer.concat(chunks);
}
