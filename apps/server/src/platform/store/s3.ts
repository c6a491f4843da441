/** Objects in S3, or in another store with its interface. An object is stored by one request, so it has at most 5 GB. */
import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AwsClient } from 'aws4fetch';
import { z } from 'zod';
import { StartError } from '../start-error.ts';
import type { ObjectStore, StoredObject } from './store.ts';

interface Access {
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const key = z.object({ Key: z.string(), LastModified: z.string() });
/** After 50 ms, then twice as long each time. */
const RETRIES = 5;
/** The first answer has to begin within this time, and the time that a body needs at this pace. */
const PATIENCE_MS = 20_000;
const SLOWEST_BYTES_PER_MS = 100;

/** One object is parsed as itself, several as a list. */
const listing = z.object({
  ListBucketResult: z.object({
    IsTruncated: z.enum(['true', 'false']).default('false'),
    NextContinuationToken: z.string().optional(),
    Contents: z.union([z.array(key), key.transform((one) => [one])]).default([]),
  }),
});

interface Body {
  content: Uint8Array<ArrayBuffer> | Blob;
  bytes: number;
  headers: Record<string, string>;
}

/** Opens `s3://bucket/prefix`. Errors: StartError where the target is written wrongly, or refuses or gives no answer. */
export function s3Store(target: string, { endpoint, ...access }: Access): ObjectStore {
  // Only characters that need escaping neither in a URL nor in XML.
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9.-]+)(?:\/([\w./-]*))?$/i.exec(target) ?? [];
  if (bucket === undefined)
    throw new StartError(`${target} is no target: write s3://bucket/prefix with letters, digits, points and dashes.`);
  const client = new AwsClient({ ...access, service: 's3', retries: RETRIES });
  const above = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
  const root = `${endpoint.replace(/\/$/, '')}/${bucket}`;

  async function answerOf(method: string, path: string, body?: Body): Promise<Response> {
    const controller = new AbortController();
    const patience = PATIENCE_MS + (body?.bytes ?? 0) / SLOWEST_BYTES_PER_MS;
    const timer = setTimeout(() => controller.abort(new Error('no answer in time')), patience);
    try {
      return await client.fetch(`${root}${path}`, {
        method,
        signal: controller.signal,
        ...(body !== undefined && { body: body.content, headers: body.headers }),
      });
    } catch (cause) {
      throw new StartError(`${target} does not answer: check that ${endpoint} can be reached from this machine.`, {
        cause,
      });
    } finally {
      clearTimeout(timer);
    }
  }

  async function ask(method: string, path: string, body?: Body): Promise<Response> {
    const answer = await answerOf(method, path, body);
    if (answer.ok || (answer.status === 404 && method !== 'PUT' && path.startsWith('/'))) return answer;
    const code = /<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1] ?? '';
    throw new StartError(`${target} answers ${answer.status} ${code} to ${method}: check the bucket and its access.`);
  }

  const put = async (name: string, body: Body): Promise<void> => {
    await (await ask('PUT', `/${above}${name}`, body)).arrayBuffer();
  };

  return {
    place: target,
    async put(name, bytes) {
      await put(name, {
        content: new Uint8Array(bytes),
        bytes: bytes.length,
        headers: { 'content-length': String(bytes.length) },
      });
    },
    async putFile(name, path) {
      const file = await openAsBlob(path);
      const sha256 = createHash('sha256');
      await pipeline(createReadStream(path), sha256);
      // The store compares the hash with what it received.
      await put(name, { content: file, bytes: file.size, headers: { 'x-amz-content-sha256': sha256.digest('hex') } });
    },
    async get(name) {
      const answer = await ask('GET', `/${above}${name}`);
      const bytes = Buffer.from(await answer.arrayBuffer());
      return answer.status === 404 ? undefined : bytes;
    },
    async read(name) {
      const answer = await ask('GET', `/${above}${name}`);
      if (answer.status === 404 || answer.body === null) {
        await answer.arrayBuffer();
        return undefined;
      }
      return Readable.from(chunksOf(answer.body), { objectMode: false });
    },
    async list(wanted) {
      const { create } = await import('xmlbuilder2');
      const objects: StoredObject[] = [];
      for (let token: string | undefined; ; ) {
        const query = new URLSearchParams({ 'list-type': '2', prefix: above + wanted });
        if (token !== undefined) query.set('continuation-token', token);
        const text = await (await ask('GET', `?${query}`)).text();
        const page = listing.parse(create(text).end({ format: 'object' })).ListBucketResult;
        for (const { Key, LastModified } of page.Contents)
          objects.push({ name: Key.slice(above.length), changedAt: new Date(LastModified) });
        token = page.NextContinuationToken;
        if (page.IsTruncated === 'false' || token === undefined)
          return objects.sort((one, other) => (one.name < other.name ? -1 : 1));
      }
    },
    async remove(name) {
      await (await ask('DELETE', `/${above}${name}`)).arrayBuffer();
    },
  };
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Nothing more is read after an end, a failure, or a reader that has gone.
    await reader.cancel().catch(() => undefined);
  }
}
