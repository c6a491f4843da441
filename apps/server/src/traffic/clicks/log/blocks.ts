/** Writes to a file in whole blocks, bypassing the system's page cache. docs/decisions/0040 says what that saves. */
import { write as writeAt } from 'node:fs';
import { constants, type FileHandle, open } from 'node:fs/promises';
import { hasCode } from '../../../platform/files.ts';

/** The alignment that writes without the page cache need, in length, file offset and memory address. */
export const BLOCK = 4096;
const WASM_PAGE = 64 * 1024;
/** Longer data is written in several pieces. */
export const MOST_AT_ONCE = 1024 * 1024;
const ZEROS = memoryOf(MOST_AT_ONCE);

export const wholeBlocks = (bytes: number): number => Math.ceil(bytes / BLOCK) * BLOCK;

/** Each write has returned when its data is on disk. This takes one call to the thread pool instead of two. */
const THROUGH = constants.O_RDWR | constants.O_DSYNC;

/** Creates and opens a file, bypassing the page cache if its file system and disk support that. */
export async function openBlocks(path: string): Promise<FileHandle> {
  // Created first, because a refused O_DIRECT would leave an empty file behind.
  await (await open(path, THROUGH | constants.O_CREAT | constants.O_EXCL)).close();
  try {
    return await tried(path, THROUGH | constants.O_DIRECT);
  } catch (error) {
    if (!hasCode(error, 'EINVAL', 'EOPNOTSUPP')) throw error;
    return await tried(path, THROUGH);
  }
}

/** Some file systems refuse only at the first write. */
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

/** Writes zeros from the file's start, `piece` by piece. Both lengths are whole blocks, and a piece is at most {@link MOST_AT_ONCE}. */
export async function layZeros(file: FileHandle, bytes: number, piece: number): Promise<void> {
  for (let at = 0; at < bytes; at += piece) await writeWhole(file, ZEROS.subarray(0, Math.min(piece, bytes - at)), at);
}

/** Page-aligned zeros; buffers of Node do not guarantee the alignment. */
function memoryOf(bytes: number): Buffer {
  return Buffer.from(new WebAssembly.Memory({ initial: Math.ceil(bytes / WASM_PAGE) }).buffer, 0, bytes);
}

/** Data that is appended to a file, held in memory of whole blocks. */
export class Blocks {
  readonly #memory: Buffer;

  constructor(bytes = MOST_AT_ONCE) {
    this.#memory = memoryOf(wholeBlocks(bytes));
  }

  /**
   * Writes `bytes` at `at` as whole blocks, beginning with the block that contains `at`. That block keeps what the
   * previous call wrote to it, because one writer writes a file from start to end. Only one call may run at a time; it
   * resolves when the data is on disk.
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

/** Uses the file descriptor, because the promise of a file handle costs more than the rest of a small group. */
function writePart({ fd }: FileHandle, bytes: Buffer, at: number): Promise<number> {
  return new Promise((resolve, reject) => {
    writeAt(fd, bytes, 0, bytes.length, at, (error, count) => {
      if (error === null) resolve(count);
      else reject(error);
    });
  });
}
