import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { testFolder } from '../testing/world.ts';
import { BLOCK, Blocks, layZeros, openBlocks, wholeBlocks } from './blocks.ts';

it('stores every appended byte in order, and leaves the reserved space after it blank', async () => {
  const folder = await testFolder();
  let files = 0;
  const lengths = fc.array(fc.oneof(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 3_000, max: 30_000 })), {
    minLength: 1,
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(lengths, fc.integer({ min: 1, max: 4 }), async (parts, blocks) => {
      files += 1;
      const path = join(folder, String(files));
      const file = await openBlocks(path);
      const room = wholeBlocks(parts.reduce((sum, part) => sum + part, 0)) + BLOCK;
      await layZeros(file, room, 2 * BLOCK);
      // The buffer is as small as one append, so that larger appends need several writes.
      const memory = new Blocks(blocks * BLOCK);
      const written = parts.map((length, index) => Buffer.alloc(length, 1 + ((files + index) % 255)));
      let at = 0;
      for (const bytes of written) {
        await memory.append(file, bytes, at);
        at += bytes.length;
      }
      await file.close();
      expect(await readFile(path)).toEqual(Buffer.concat([...written, Buffer.alloc(room - at)]));
    }),
    { numRuns: 40 },
  );
});

it('refuses a file that already exists', async () => {
  const path = join(await testFolder(), 'log');
  await (await openBlocks(path)).close();
  await expect(openBlocks(path)).rejects.toMatchObject({ code: 'EEXIST' });
});
