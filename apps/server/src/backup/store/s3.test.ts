import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { afterAll, expect, it } from 'vitest';
import { testFolder } from '../../clicks/testing/world.ts';
import { openStore } from './open.ts';

/** A server with the interface of S3. */
const program = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js');
const server = spawn(
  process.execPath,
  // It encrypts the token of the next page with a cipher that OpenSSL calls old.
  [
    '--openssl-legacy-provider',
    program,
    '--directory',
    await testFolder(),
    '--address',
    '127.0.0.1',
    '--port',
    '0',
    '--configure-bucket',
    'backups',
  ],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
afterAll(async () => {
  server.kill();
  await once(server, 'exit');
});
const endpoint = await new Promise<string>((resolve) => {
  let said = '';
  server.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    const port = /listening on 127\.0\.0\.1:(\d+)/i.exec(said)?.[1];
    if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
  });
});

const access = { endpoint, region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
const store = openStore('s3://backups/signpost', access);

it('stores, lists, reads and removes objects in S3', async () => {
  const bytes = Buffer.from([0, 1, 2, 255, 10, 10]);
  await store.put('one/facts/202611.tsv.gz.0000', bytes);
  await store.put('one/manifest.json', Buffer.from('{}'));
  await store.put('two/manifest.json', Buffer.from('{}'));
  expect(await store.list('')).toEqual(['one/facts/202611.tsv.gz.0000', 'one/manifest.json', 'two/manifest.json']);
  expect(await store.list('two/')).toEqual(['two/manifest.json']);
  expect(await openStore('s3://backups', access).list('signpost/two')).toEqual(['signpost/two/manifest.json']);
  expect(await store.get('one/facts/202611.tsv.gz.0000')).toEqual(bytes);
  await store.remove('one/manifest.json');
  expect(await store.get('one/manifest.json')).toBeUndefined();
  await store.remove('one/manifest.json');
});

it('lists more objects than one answer of S3 holds', async () => {
  const names = Array.from({ length: 1_010 }, (_, at) => `many/${String(at).padStart(4, '0')}`);
  for (let at = 0; at < names.length; at += 50)
    await Promise.all(names.slice(at, at + 50).map((name) => store.put(name, Buffer.from('x'))));
  expect(await store.list('many/')).toEqual(names);
});

it('refuses a bucket that is missing, an unknown key, a target that is written wrongly, and missing access', async () => {
  await expect(openStore('s3://missing', access).put('a', Buffer.from('x'))).rejects.toThrow('404 NoSuchBucket');
  await expect(openStore('s3://missing', access).list('')).rejects.toThrow('404 NoSuchBucket');
  await expect(openStore('s3://backups', { ...access, accessKeyId: 'OTHER' }).list('')).rejects.toThrow(
    '403 InvalidAccessKeyId',
  );
  expect(() => openStore('s3://back ups', access)).toThrow('write s3://bucket/prefix');
  expect(() => openStore('s3://backups', { ...access, accessKeyId: undefined })).toThrow('AWS_ACCESS_KEY_ID');
});
