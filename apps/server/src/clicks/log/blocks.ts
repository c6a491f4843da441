/** Writes to a file in whole blocks, bypassing the system's page cache. docs/decisions/0040 says what that saves. */
import { write as writeAt } from 'node:fs';
import { constants, type FileHandle, open } from 'node:fs/promises';
import { hasCode } from '../../platform/files.ts';

/** What disks and file systems take at least without the page cache: length, place in the file, address in memory. */
export const BLOCK = 4096;
const WASM_PAGE = 64 * 1024;
/** What is longer goes in several writes. */
export const MOST_AT_ONCE = 1024 * 1024;
const ZEROS = memoryOf(MOST_AT_ONCE);

export const wholeBlocks = (bytes: number): number => Math.ceil(bytes / BLOCK) * BLOCK;

/** Each write returns when it is on disk: one errand to the thread pool instead of two. */
const THROUGH = constants.O_RDWR | constants.O_DSYNC;

/** Makes and opens a file: past the page cache where its file system and disk can do that, else through it. */
export async function openBlocks(path: string): Promise<FileHandle> {
  // Made first: where O_DIRECT is refused, a file would be left behind by the refusal.
  await (await open(path, THROUGH | constants.O_CREAT | constants.O_EXCL)).close();
  try {
    return await tried(path, THROUGH | constants.O_DIRECT);
  } catch (error) {
    if (!hasCode(error, 'EINVAL', 'EOPNOTSUPP')) throw error;
    return await tried(path, THROUGH);
  }
}

/** Some say only at the first write that they cannot. */
async function tried(path: string, flags: number): Promise<FileHandle> {
  const file = await open(path, flags);
  try {
    await layZeros(file, BLOCK, BLOCK);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Lays zeros from the file's start, `piece` by piece; both are whole blocks, a piece at most {@link MOST_AT_ONCE}. */
export async function layZeros(file: FileHandle, bytes: number, piece: number): Promise<void> {
  for (let at = 0; at < bytes; at += piece) await writeWhole(file, ZEROS.subarray(0, Math.min(piece, bytes - at)), at);
}

/** Zeros that begin on a page, which no buffer of Node's own promises. */
function memoryOf(bytes: number): Buffer {
  return Buffer.from(new WebAssembly.Memory({ initial: Math.ceil(bytes / WASM_PAGE) }).buffer, 0, bytes);
}

/** What is appended to a file, in memory of whole blocks. */
export class Blocks {
  readonly #memory: Buffer;

  constructor(bytes = MOST_AT_ONCE) {
    this.#memory = memoryOf(wholeBlocks(bytes));
  }

  /**
   * Writes `bytes` at `at`: whole blocks, from the one that `at` lies in, whose beginning is what the call before wrote
   * there (a file is written from its start, and by one of these). One call at a time; resolves when they are on disk.
   */
  async append(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
    let place = at;
    for (let from = 0; from < bytes.length; ) {
      const kept = place % BLOCK;
      const copied = bytes.copy(this.#memory, kept, from);
      const end = kept + copied;
      await writeWhole(file, this.#memory.fill(0, end, wholeBlocks(end)).subarray(0, wholeBlocks(end)), place - kept);
      this.#memory.copyWithin(0, end - (end % BLOCK), end);
      from += copied;
      place += copied;
    }
  }
}

async function writeWhole(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) written += await writePart(file, bytes.subarray(written), at + written);
}

/** By the file's number: a file handle's own promise costs more than the rest of a small group. */
function writePart({ fd }: FileHandle, bytes: Buffer, at: number): Promise<number> {
  return new Promise((resolve, reject) => {
    writeAt(fd, bytes, 0, bytes.length, at, (error, count) => {
      if (error === null) resolve(count);
      else reject(error);
    });
  });
}
