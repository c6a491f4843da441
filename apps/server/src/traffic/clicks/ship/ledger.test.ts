import { execFileSync } from 'node:child_process';
import { appendFile, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scanFrames } from '../log/frames.ts';
import { testFolder } from '../testing/world.ts';
import { openLedger, planChunks, readLedger } from './ledger.ts';

const newPath = async (): Promise<string> => join(await testFolder(), '00000001.chunks');

it('contains only complete entries after a truncated write, so that later entries can be read', async () => {
  const path = await newPath();
  const script = join(import.meta.dirname, '../testing/fill-ledger.ts');
  // A limit of the file's size cuts a write off in its middle, as a full disk does.
  const said = execFileSync('sh', ['-c', 'ulimit -f 1; exec "$0" "$1" "$2"', process.execPath, script, path]);
  const bytes = await readFile(path);
  expect(scanFrames(bytes).end).toBe(bytes.length);
  const ledger = await openLedger(path);
  expect(ledger.cut).toBe(Number(said.toString()));
  await planChunks(path, ledger, [{ from: ledger.cut, to: ledger.cut + 100, rows: 7 }]);
  expect((await openLedger(path)).cut).toBe(Number(said.toString()) + 100);
});

it('is not changed by readers, and is truncated at an incomplete entry by its writer', async () => {
  const path = await newPath();
  await planChunks(path, await openLedger(path), [{ from: 0, to: 100, rows: 1 }]);
  const whole = (await stat(path)).size;
  await appendFile(path, Buffer.from([9, 0, 0]));
  expect((await readLedger(path)).cut).toBe(100);
  expect((await stat(path)).size).toBe(whole + 3);
  expect((await openLedger(path)).cut).toBe(100);
  expect((await stat(path)).size).toBe(whole);
});
