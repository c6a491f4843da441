import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { testFolder } from '../../traffic/clicks/testing/world.ts';
import { startS3 } from '../testing/s3.ts';
import { openFiles, openStore } from './open.ts';
import type { ObjectStore } from './store.ts';

const { access, stop } = await startS3(await testFolder());
afterAll(stop);
const folder = await testFolder();
const inS3 = await openStore('s3://files/signpost', access);
const inFolder = await openStore(folder, access);

const namesIn = async (store: ObjectStore, prefix: string) => (await store.list(prefix)).map(({ name }) => name);

it.each([
  ['S3', inS3],
  ['a folder', inFolder],
])('stores, lists, reads and removes objects in %s', async (_, store) => {
  const bytes = Buffer.from([0, 1, 2, 255, 10, 10]);
  await store.put('one/facts/202611.tsv.gz.0000', bytes);
  await store.put('one/manifest.json', Buffer.from('{}'));
  await store.put('two/manifest.json', Buffer.from('{}'));
  expect(await namesIn(store, '')).toEqual(['one/facts/202611.tsv.gz.0000', 'one/manifest.json', 'two/manifest.json']);
  expect(await namesIn(store, 'two/')).toEqual(['two/manifest.json']);
  expect(await namesIn(store, 'one/m')).toEqual(['one/manifest.json']);
  expect(await namesIn(store, 'three/')).toEqual([]);
  const [{ changedAt } = { changedAt: new Date(0) }] = await store.list('two/');
  expect(Math.abs(Date.now() - changedAt.getTime())).toBeLessThan(60_000);
  expect(await store.get('one/facts/202611.tsv.gz.0000')).toEqual(bytes);
  await store.remove('one/manifest.json');
  expect(await store.get('one/manifest.json')).toBeUndefined();
  expect(await store.read('one/manifest.json')).toBeUndefined();
  await store.remove('one/manifest.json');
});

it.each([
  ['S3', inS3],
  ['a folder', inFolder],
])('stores a file of this machine in %s, replaces it, and reads it as a stream', async (_, store) => {
  const path = join(await testFolder(), 'report.csv');
  await writeFile(path, 'Geo;Clicks\n'.repeat(100_000));
  await store.putFile('reports/7/one/report.csv', path);
  await store.putFile('reports/7/one/report.csv', path);
  await rm(path);
  const content = await store.read('reports/7/one/report.csv');
  expect(content === undefined ? '' : await text(content)).toBe('Geo;Clicks\n'.repeat(100_000));
});

it('leaves nothing beside the objects of a folder', async () => {
  expect(await readdir(join(folder, 'reports', '7', 'one'))).toEqual(['report.csv']);
});

it('lists more objects than one answer of S3 holds', async () => {
  const names = Array.from({ length: 1_010 }, (_, at) => `many/${String(at).padStart(4, '0')}`);
  for (let at = 0; at < names.length; at += 50)
    await Promise.all(names.slice(at, at + 50).map((name) => inS3.put(name, Buffer.from('x'))));
  expect(await namesIn(inS3, 'many/')).toEqual(names);
});

it('refuses a bucket that is missing, an unknown key, a target that is written wrongly, and missing access', async () => {
  const missing = await openStore('s3://missing', access);
  await expect(missing.put('a', Buffer.from('x'))).rejects.toThrow('404 NoSuchBucket');
  await expect(missing.list('')).rejects.toThrow('404 NoSuchBucket');
  const stranger = await openStore('s3://files', { ...access, accessKeyId: 'OTHER' });
  await expect(stranger.list('')).rejects.toThrow('403 InvalidAccessKeyId');
  await expect(openStore('s3://fi les', access)).rejects.toThrow('write s3://bucket/prefix');
  await expect(openStore('s3://files', { ...access, accessKeyId: undefined })).rejects.toThrow('AWS_ACCESS_KEY_ID');
});

it('says that a store does not answer, and which address was asked', async () => {
  const away = await openStore('s3://files', { ...access, endpoint: 'http://127.0.0.1:9' });
  await expect(away.get('a')).rejects.toThrow(
    's3://files does not answer: check that http://127.0.0.1:9 can be reached from this machine.',
  );
});

it('creates the data folder’s files, but not a shared folder that is not mounted', async () => {
  const dataDir = await testFolder();
  const own = await openFiles(dataDir, { target: undefined, s3: access });
  await own.put('images/a.png', Buffer.from('x'));
  expect(await readdir(join(dataDir, 'images'))).toEqual(['a.png']);
  const unmounted = await openFiles(dataDir, { target: join(dataDir, 'share'), s3: access });
  for (const work of [() => unmounted.put('images/a.png', Buffer.from('x')), () => unmounted.get('images/a.png')])
    await expect(work()).rejects.toThrow('does not exist: mount it');
  expect(await readdir(dataDir)).toEqual(['images']);
  // A typing error must not become a folder with a strange name.
  for (const target of ['https://bucket.example/files', 's3:/bucket', 'S3://bucket'])
    await expect(openFiles(dataDir, { target, s3: access })).rejects.toThrow(
      `${target} is no place for files: give a folder, or s3://bucket/prefix.`,
    );
});
