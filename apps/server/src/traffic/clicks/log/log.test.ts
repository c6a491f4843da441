import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { silent, testFolder, until } from '../testing/world.ts';
import { frameAt, frameOf, nextFrame, scanFrames } from './frames.ts';
import { segmentsIn } from './segments.ts';
import { type ClickLog, openClickLog } from './writer.ts';

const payloads = fc.array(fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }), {
  minLength: 1,
  maxLength: 12,
});
const textsIn = (bytes: Buffer): string[] =>
  scanFrames(bytes).frames.map(({ payload, end }) => bytes.toString('utf8', payload, end));

it('reads exactly the complete frames before a cut at any byte', () => {
  fc.assert(
    fc.property(payloads, fc.double({ min: 0, max: 1, noNaN: true }), (texts, part) => {
      const frames = texts.map(frameOf);
      const whole = Buffer.concat(frames);
      const cut = Math.floor(whole.length * part);
      let end = 0;
      const expected = texts.filter((_text, index) => {
        end += frames[index]?.length ?? 0;
        return end <= cut;
      });
      expect(textsIn(whole.subarray(0, cut))).toEqual(expected);
    }),
  );
});

it('stops at a frame with any byte changed, and finds the next complete frame after it', () => {
  fc.assert(
    fc.property(payloads, fc.nat(), fc.integer({ min: 1, max: 255 }), (texts, at, change) => {
      const first = frameOf('{"first":"frame"}');
      const bytes = Buffer.concat([first, ...texts.map(frameOf)]);
      const index = at % first.length;
      bytes.writeUInt8(bytes.readUInt8(index) ^ change, index);
      expect(textsIn(bytes)).toEqual([]);
      expect(nextFrame(bytes, 0)).toBe(first.length);
      expect(textsIn(bytes.subarray(first.length))).toEqual(texts);
    }),
  );
});

it('ignores a run of zeros', () => {
  expect(frameAt(Buffer.alloc(64), 0)).toBeUndefined();
});

const recordedBy = (log: ClickLog, text: string): Promise<boolean> =>
  new Promise((resolve) => log.append(text, resolve));

it('confirms facts when they are on disk, many per sync, in segments of limited size', async () => {
  const folder = join(await testFolder(), 'router');
  const log = openClickLog({ folder, log: silent, segmentBytes: 4_000 });
  const texts = Array.from({ length: 500 }, (_, index) => `{"n":${index},"é":"${'x'.repeat(index % 50)}"}`);
  for (const part of [texts.slice(0, 250), texts.slice(250)]) {
    expect(await Promise.all(part.map((text) => recordedBy(log, text)))).toEqual(part.map(() => true));
  }
  const names = await segmentsIn(folder, 'log');
  const found = await Promise.all(names.map(async (name) => textsIn(await readFile(join(folder, `${name}.log`)))));
  expect(found.flat()).toEqual(texts);
  expect(names.length).toBeGreaterThan(1);
  expect(log.health()).toMatchObject({ writable: true, recorded: 500, unrecorded: 0 });
  await log.close();
});

it('continues without a disk, counts unrecorded facts, and records again when the disk is back', async () => {
  const place = await testFolder();
  const folder = join(place, 'clicks', 'router');
  // A file takes the place of the folder, so that no write can succeed, not even as root.
  await writeFile(join(place, 'clicks'), '');
  const log = openClickLog({ folder, log: silent });
  expect(await recordedBy(log, 'a')).toBe(false);
  expect(await recordedBy(log, 'b')).toBe(false);
  expect(log.health()).toMatchObject({ writable: false, unrecorded: 2, problem: 'ENOTDIR' });
  await rm(join(place, 'clicks'));
  await mkdir(folder, { recursive: true });
  await until(() => recordedBy(log, 'c'));
  expect(log.health()).toMatchObject({ writable: true, problem: null, recorded: 1 });
  await log.close();
});

it('reports that it can be written again before another fact arrives', async () => {
  const folder = join(await testFolder(), 'router');
  await writeFile(folder, 'a file where the folder should be');
  const log = openClickLog({ folder, log: silent });
  expect(await recordedBy(log, 'one')).toBe(false);
  expect(log.health()).toMatchObject({ writable: false, unrecorded: 1 });
  await rm(folder);
  await until(() => log.health().writable);
  expect(log.health()).toMatchObject({ writable: true, problem: null, unrecorded: 1 });
  await log.close();
});

it('loses no fact when the next segment could not be prepared, and the disk has room when it is needed', async () => {
  const folder = join(await testFolder(), 'router');
  const log = openClickLog({ folder, log: silent, segmentBytes: 4_000 });
  const text = 'x'.repeat(100);
  expect(await recordedBy(log, text)).toBe(true);
  // The open segment stays open while its folder has gone, so only preparing the next one fails.
  await rename(folder, `${folder} elsewhere`);
  await writeFile(folder, '');
  for (let count = 0; count < 25; count += 1) expect(await recordedBy(log, text)).toBe(true);
  await rm(folder);
  for (let count = 0; count < 60; count += 1) expect(await recordedBy(log, text)).toBe(true);
  expect(log.health()).toMatchObject({ writable: true, unrecorded: 0, recorded: 86 });
  await log.close();
});

it('answers every visitor of a group even if one of the answers throws', async () => {
  const log = openClickLog({ folder: join(await testFolder(), 'router'), log: silent });
  const first = new Promise<boolean>((resolve) =>
    log.append('a', (safe) => {
      resolve(safe);
      throw new Error('this answer cannot be written');
    }),
  );
  expect(await Promise.all([first, recordedBy(log, 'b'), recordedBy(log, 'c')])).toEqual([true, true, true]);
  expect(log.health()).toMatchObject({ writable: true, recorded: 3, unrecorded: 0 });
  await log.close();
});

it('counts a fact as recorded when a slow disk stores it after the visitor was answered', async () => {
  const log = openClickLog({ folder: join(await testFolder(), 'router'), log: silent, patienceMs: 0 });
  // The first write makes a segment ready, which takes longer than no patience at all.
  expect(await recordedBy(log, 'a')).toBe(false);
  await until(async () => log.health().recorded === 1);
  expect(log.health()).toMatchObject({ writable: true, unrecorded: 0, problem: null });
  await log.close();
});
