/** Writes a part of a backup in compressed pieces of limited size, and reads it back with its checksums. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { StartError } from '../../platform/start-error.ts';
import type { ObjectStore } from '../../platform/store/store.ts';
import type { Part } from './manifest.ts';

/** One request of S3 takes it, and it fits into memory several times. */
const PIECE_BYTES = 16 * 1024 * 1024;

/** A backup while it is taken: where its pieces go, and how much there is so far. */
export interface Target {
  store: ObjectStore;
  id: string;
  signal: AbortSignal;
  /** Called with the size of each stored piece. */
  onStored(bytes: number): Promise<void>;
}

/** Stores a part under this name. Resolves when all of it is stored. */
export async function writePart(target: Target, name: string, content: AsyncIterable<Buffer>): Promise<Part> {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of content) {
      target.signal.throwIfAborted();
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  // The fastest level: reading and sending take longer than what a better one saves.
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  const source = Readable.from(counted());
  source.on('error', (error) => gzip.destroy(error));
  const pieces: Part['pieces'] = [];
  let waiting: Buffer[] = [];
  let length = 0;
  const store = async (): Promise<void> => {
    const piece = Buffer.concat(waiting);
    waiting = [];
    length = 0;
    const file = `${name}.gz.${String(pieces.length).padStart(4, '0')}`;
    await target.store.put(`${target.id}/${file}`, piece);
    pieces.push({ file, bytes: piece.length, sha256: sha256(piece) });
    await target.onStored(piece.length);
  };
  for await (const chunk of source.pipe(gzip)) {
    waiting.push(chunk);
    length += chunk.length;
    if (length >= PIECE_BYTES) await store();
  }
  await store();
  return { pieces, content: { bytes, sha256: hash.digest('hex') } };
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** A backup that is read. */
export interface Source {
  store: ObjectStore;
  id: string;
}

/** Reads a piece. Errors: StartError where it is missing or is not what was stored. */
async function readPiece({ store, id }: Source, piece: Part['pieces'][number]): Promise<Buffer> {
  const bytes = await store.get(`${id}/${piece.file}`);
  if (bytes === undefined) throw new StartError(`The backup ${id} is damaged: ${piece.file} is missing.`);
  if (bytes.length !== piece.bytes || sha256(bytes) !== piece.sha256)
    throw new StartError(`The backup ${id} is damaged: ${piece.file} is not what was stored.`);
  return bytes;
}

/** Compares every piece with its checksum, without using any. Errors: StartError. */
export async function checkParts(source: Source, parts: readonly Part[]): Promise<number> {
  let checked = 0;
  for (const piece of parts.flatMap(({ pieces }) => pieces)) checked += (await readPiece(source, piece)).length;
  return checked;
}

/** The content of a part. The last chunk is yielded before the checksum of the whole is known, so use it in a transaction. */
export async function* readPart(source: Source, { pieces, content }: Part): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  async function* stored(): AsyncGenerator<Buffer> {
    for (const piece of pieces) yield await readPiece(source, piece);
  }
  const gunzip = createGunzip();
  const from = Readable.from(stored());
  from.on('error', (error) => gunzip.destroy(error));
  for await (const chunk of from.pipe(gunzip)) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== content.sha256)
    throw new StartError(`The backup ${source.id} is damaged: a part is not what was stored.`);
}
