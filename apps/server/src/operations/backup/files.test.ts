/** A restore writes files into the places that a backup can have, and nowhere else. */
import { readdir } from 'node:fs/promises';
import { pack } from 'tar-stream';
import { describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { folderStore } from '../../platform/store/folder.ts';
import { testFolder } from '../../traffic/clicks/testing/world.ts';
import { PLACES, unpackFiles } from './files.ts';

async function* archiveOf(entry: { name: string; type?: 'file' | 'symlink'; linkname?: string }) {
  const archive = pack();
  archive.entry({ ...entry }, entry.type === 'symlink' ? '' : 'content');
  archive.finalize();
  for await (const chunk of archive) if (Buffer.isBuffer(chunk)) yield chunk;
}

const router = newId();
const PLACED: readonly [keyof typeof PLACES, string][] = [
  ['clickLog', `clicks/${router}/00000012.log`],
  ['clickLog', `clicks/${router}/00000012.chunks`],
  ['files', 'images/logo.png'],
  ['files', 'images/.hidden'],
  ['files', 'reports/12/ab/report of May, €.csv'],
  ['files', 'audit/anchors.jsonl'],
  ['files', 'clicks/dead/a.0.json'],
  ['files', `clicks/quarantine/${router}.00000012.64`],
];
const MISPLACED: readonly [keyof typeof PLACES, string][] = [
  ['files', 'secrets/vault.key'],
  ['files', 'images/../secrets/vault.key'],
  ['files', 'images/..'],
  ['files', '../outside'],
  ['files', '/tmp/outside'],
  ['files', 'images\\..\\secrets'],
  ['files', 'postgres/PG_VERSION'],
  ['files', 'analytics.url'],
  ['files', 'mail/sent.json'],
  ['files', `clicks/${router}/00000012.log`],
  ['clickLog', 'images/logo.png'],
  ['clickLog', `clicks/${router}/../../secrets/vault.key`],
  ['clickLog', `clicks/${router}/done/00000012.done`],
];

describe('Unpacking a backup', () => {
  it('writes a file of each kind that a backup has', async () => {
    for (const [kind, name] of PLACED) {
      const dataDir = await testFolder();
      const count = await unpackFiles(archiveOf({ name }), {
        dataDir,
        shared: folderStore(dataDir),
        places: PLACES[kind],
      });
      expect([name, count]).toEqual([name, 1]);
      expect(await readdir(dataDir, { recursive: true })).toContain(name);
    }
  });

  it('refuses a file that has no place there, and writes nothing of it', async () => {
    for (const [kind, name] of MISPLACED) {
      const dataDir = await testFolder();
      const to = { dataDir, shared: folderStore(dataDir), places: PLACES[kind] };
      await expect(unpackFiles(archiveOf({ name }), to), name).rejects.toThrow('has no place in a data folder');
      expect(await readdir(dataDir)).toEqual([]);
    }
  });

  it('refuses links', async () => {
    const dataDir = await testFolder();
    const link = archiveOf({ name: 'images/logo.png', type: 'symlink', linkname: '/etc/passwd' });
    await expect(unpackFiles(link, { dataDir, shared: folderStore(dataDir), places: PLACES.files })).rejects.toThrow(
      'has no place in a data folder',
    );
    expect(await readdir(dataDir)).toEqual([]);
  });
});
