/**
 * JSON in the target of backups, where others may be able to write. Only the commands that restore, try out or check a
 * backup read it, never a process that serves people; its size and its depth are still bounded, before it is parsed.
 */
import { StartError } from '../../platform/start-error.ts';
import type { ObjectStore } from '../../platform/store/store.ts';

/** A manifest of this size names tens of thousands of pieces, of 16 MB each. */
export const MANIFEST_BYTES = 16 * 1024 * 1024;
export const SEAL_BYTES = 4 * 1024;
/** The deepest value of a manifest, a piece of a month's facts, stands at depth 6. */
export const MANIFEST_DEPTH = 10;

/** The bytes of an object; undefined if there is none. Errors: StartError if it has more than `most` bytes; the rest is not read. */
export async function readWithin(store: ObjectStore, name: string, most: number): Promise<Buffer | undefined> {
  const stream = await store.read(name);
  if (stream === undefined) return undefined;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > most)
      throw new StartError(`${name} in ${store.place} is larger than ${most} bytes, so it is not read.`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
