/** Somebody who can write to the backup target but does not know the passphrase cannot change a backup unnoticed. */
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderStore } from '../../platform/store/folder.ts';
import { testFolder } from '../../traffic/clicks/testing/world.ts';
import { sealProblem, writeManifest } from './manifest.ts';
import { MANIFEST_BYTES, SEAL_BYTES } from './outside-json.ts';
import { sealBytes } from './passphrase.ts';
import { checkBackup } from './restore.ts';
import { PASSPHRASE } from './testing/world.ts';

/** Stores a backup of an installation without data in a new folder. */
async function emptyBackup() {
  const folder = await testFolder();
  const store = folderStore(folder);
  const at = new Date().toISOString();
  const id = '20261126T051500Z-abcdef';
  const part = { pieces: [], content: { bytes: 0, sha256: '0'.repeat(64) } };
  const manifest = await writeManifest(
    store,
    {
      id,
      program: '0.1.0',
      schema: { postgres: [], clickhouse: [] },
      beganAt: at,
      endedAt: at,
      watermark: { position: 0, routers: [], recordsAt: at },
      facts: { columns: [], months: [] },
      tables: [],
      sequences: [],
      clickLog: { segments: 0, part },
      files: { count: 0, part },
      vaultKey: null,
      records: { auditEntries: 150, auditHead: null, documents: 0 },
    },
    PASSPHRASE,
  );
  const [path, sealPath] = [join(folder, id, 'manifest.json'), join(folder, id, 'manifest.seal')];
  return {
    id,
    folder,
    path,
    sealPath,
    manifest,
    text: await readFile(path, 'utf8'),
    store,
    check: (passphrase: string | undefined = PASSPHRASE) => checkBackup(store, { passphrase }),
    checkUnsealed: () => checkBackup(store, { passphrase: PASSPHRASE, acceptsUnsealed: true }),
  };
}

it('is opened with the passphrase with which it was sealed, and with no other', async () => {
  const { check, manifest } = await emptyBackup();
  expect(await check()).toMatchObject({ manifest, isSealed: true });
  await expect(check('another passphrase')).rejects.toThrow('BACKUP_PASSPHRASE is not the passphrase of this backup');
});

it('is refused with a changed figure, also when the forger has sealed it again with a passphrase of their own', async () => {
  const { check, id, path, sealPath, text } = await emptyBackup();
  const forged = text.replace('"auditEntries": 150', '"auditEntries": 149');
  expect(forged).not.toBe(text);
  await writeFile(path, forged);
  const notStored = `The manifest of the backup ${id} is not what was stored: somebody changed it`;
  await expect(check()).rejects.toThrow(notStored);
  await writeFile(sealPath, JSON.stringify(await sealBytes(Buffer.from(forged), 'the passphrase of a forger')));
  await expect(check()).rejects.toThrow(notStored);
});

it('is refused in the folder of another backup', async () => {
  const { check, folder, id } = await emptyBackup();
  const other = '20261126T051500Z-fedcba';
  await rename(join(folder, id), join(folder, other));
  await expect(check()).rejects.toThrow(`The folder ${other} in ${folder} has the manifest of another backup, ${id}:`);
});

it('is refused with a seal that is empty, unreadable or missing', async () => {
  const { check, id, sealPath } = await emptyBackup();
  await writeFile(sealPath, '{"salt":"","mac":""}');
  await expect(check()).rejects.toThrow('is not what was stored');
  await writeFile(sealPath, 'no seal');
  await expect(check()).rejects.toThrow('manifest.seal cannot be read');
  await rm(sealPath);
  await expect(check()).rejects.toThrow(`The backup ${id} is damaged: manifest.seal is missing`);
});

it('is refused when its manifest says that it has no seal, and taken without one only when a person accepts that', async () => {
  const { check, checkUnsealed, id, manifest, path, sealPath } = await emptyBackup();
  await writeFile(path, JSON.stringify({ ...manifest, format: 1 }));
  const changed = `The manifest of the backup ${id} was changed: it says that it has no seal, and manifest.seal is there.`;
  await expect(check()).rejects.toThrow(changed);
  await expect(checkUnsealed()).rejects.toThrow(changed);
  await rm(sealPath);
  await expect(check()).rejects.toThrow(/has no seal, because .* repeat the command with --accept-unsealed\.$/);
  expect(await checkUnsealed()).toMatchObject({ isSealed: false });
});

it('is refused with a seal that does not match, also when a person accepts backups without one', async () => {
  const { checkUnsealed, path, text } = await emptyBackup();
  await writeFile(path, text.replace('"auditEntries": 150', '"auditEntries": 149'));
  await expect(checkUnsealed()).rejects.toThrow('is not what was stored: somebody changed it');
});

it('is named with its problem, as far as that can be seen without the passphrase', async () => {
  const { store, id, manifest, path, sealPath, text } = await emptyBackup();
  const problems = async () => [await sealProblem(store, PASSPHRASE), await sealProblem(store, undefined)];
  expect(await problems()).toEqual([null, null]);
  await writeFile(path, text.replace('"auditEntries": 150', '"auditEntries": 149'));
  expect(await problems()).toEqual([expect.stringContaining('is not what was stored'), null]);
  await writeFile(path, JSON.stringify({ ...manifest, format: 1 }));
  expect(await problems()).toEqual([expect.stringContaining('was changed'), expect.stringContaining('has no seal')]);
  await rm(sealPath);
  expect(await problems()).toEqual([
    expect.stringContaining(`The backup ${id} has no seal`),
    expect.stringContaining(`The backup ${id} has no seal`),
  ]);
  expect(await sealProblem(folderStore(await testFolder()), PASSPHRASE)).toBeNull();
});

it('is refused when its manifest names pieces outside of its folder', async () => {
  const { store, manifest } = await emptyBackup();
  const { format, ...content } = manifest;
  expect(format).toBe(2);
  const piece = { file: '../20261126T051500Z-fedcba/tables/users.copy.gz.0000', bytes: 0, sha256: '0'.repeat(64) };
  const files = { count: 1, part: { ...manifest.files.part, pieces: [piece] } };
  await writeManifest(store, { ...content, files }, PASSPHRASE);
  await expect(checkBackup(store, { passphrase: PASSPHRASE })).rejects.toThrow('is damaged');
});

it('is refused if one of its files is too large or nests too deep, without reading the rest', async () => {
  const { check, id, path, sealPath, text, store } = await emptyBackup();
  const seal = await readFile(sealPath);
  await writeFile(path, `${text}${' '.repeat(MANIFEST_BYTES)}`);
  await expect(check()).rejects.toThrow(`${id}/manifest.json in ${store.place} is larger than ${MANIFEST_BYTES} bytes`);
  for (const deep of ['['.repeat(4_000_000), text.replace('{', `{"x": ${'{"x":'.repeat(50)}1${'}'.repeat(50)},`)]) {
    await writeFile(path, deep);
    await expect(check()).rejects.toThrow(`The manifest of the backup ${id} is damaged.`);
  }
  // Brackets within a text are no depth.
  await writeFile(path, text.replace('"0.1.0"', JSON.stringify(`\\"${'['.repeat(50)}`)));
  await expect(check()).rejects.toThrow('is not what was stored');
  await writeFile(path, text);
  await writeFile(sealPath, ' '.repeat(SEAL_BYTES + 1));
  await expect(check()).rejects.toThrow('manifest.seal');
  await writeFile(sealPath, seal);
  expect(await check()).toMatchObject({ isSealed: true });
});

it('is read only by commands, never by a process that serves people', async () => {
  const source = join(import.meta.dirname, '../..');
  const readers: string[] = [];
  for (const file of await readdir(source, { recursive: true }))
    if (
      file.endsWith('.ts') &&
      !file.endsWith('.test.ts') &&
      /\b(readManifest|sealProblem|checkBackup)\b/.test(await readFile(join(source, file), 'utf8'))
    )
      readers.push(file);
  expect(readers.sort()).toEqual([
    'doctor.ts',
    'operations/backup/drill.ts',
    'operations/backup/manifest.ts',
    'operations/backup/restore.ts',
    'restore.ts',
  ]);
  // `web` and `worker` only list the names of backups; they read no manifest.
  const jobs = await readFile(join(source, 'operations/backup/jobs.ts'), 'utf8');
  expect(jobs).toContain("import { bytesOf, listBackups, type Manifest } from './manifest.ts'");
});
