/** Objects in S3, or in another store with its interface. An object is stored by one request, so it has at most 5 GB. */
import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AwsClient } from 'aws4fetch';
import { z } from 'zod';
import { StartError } from '../start-error.ts';
import { within } from '../within.ts';
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

interface Answer {
  response: Response;
  /** Ends the request, also while its body is read. */
  stop: () => void;
  /** Reads the whole body. */
  bytes(): Promise<Buffer>;
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

  async function inTime<T>(ms: number, work: Promise<T>, stop: () => void): Promise<T> {
    try {
      return await within(ms, work, stop);
    } catch (cause) {
      throw new StartError(`${target} does not answer: check that ${endpoint} can be reached from this machine.`, {
        cause,
      });
    }
  }

  async function answerOf(method: string, path: string, body?: Body): Promise<Answer> {
    const controller = new AbortController();
    const stop = (): void => controller.abort(new Error('no answer in time'));
    const patience = PATIENCE_MS + (body?.bytes ?? 0) / SLOWEST_BYTES_PER_MS;
    const asked = client.fetch(`${root}${path}`, {
      method,
      signal: controller.signal,
      ...(body !== undefined && { body: body.content, headers: body.headers }),
    });
    const response = await inTime(patience, asked, stop);
    const length = Number(response.headers.get('content-length') ?? 0);
    const bytes = async (): Promise<Buffer> =>
      Buffer.from(await inTime(PATIENCE_MS + length / SLOWEST_BYTES_PER_MS, response.arrayBuffer(), stop));
    return { response, stop, bytes };
  }

  async function ask(method: string, path: string, body?: Body): Promise<Answer> {
    const answer = await answerOf(method, path, body);
    const { ok, status } = answer.response;
    if (ok || (status === 404 && method !== 'PUT' && path.startsWith('/'))) return answer;
    const code = /<Code>(\w+)<\/Code>/.exec((await answer.bytes()).toString('utf8'))?.[1] ?? '';
    throw new StartError(`${target} answers ${status} ${code} to ${method}: check the bucket and its access.`);
  }

  const put = async (name: string, body: Body): Promise<void> => {
    await (await ask('PUT', `/${above}${name}`, body)).bytes();
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
      const bytes = await answer.bytes();
      if (answer.response.status === 404) return undefined;
      return bytes;
    },
    async read(name) {
      const { response, stop, bytes } = await ask('GET', `/${above}${name}`);
      if (response.status === 404 || response.body === null) {
        await bytes();
        return undefined;
      }
      return Readable.from(chunksOf(response.body, stop), { objectMode: false });
    },
    async list(wanted) {
      const { create } = await import('xmlbuilder2');
      const objects: StoredObject[] = [];
      for (let token: string | undefined; ; ) {
        const query = new URLSearchParams({ 'list-type': '2', prefix: above + wanted });
        if (token !== undefined) query.set('continuation-token', token);
        const text = (await (await ask('GET', `?${query}`)).bytes()).toString('utf8');
        const page = listing.parse(create(text).end({ format: 'object' })).ListBucketResult;
        for (const { Key, LastModified } of page.Contents)
          objects.push({ name: Key.slice(above.length), changedAt: new Date(LastModified) });
        token = page.NextContinuationToken;
        if (page.IsTruncated === 'false' || token === undefined)
          return objects.sort((one, other) => (one.name < other.name ? -1 : 1));
      }
    },
    async remove(name) {
      await (await ask('DELETE', `/${above}${name}`)).bytes();
    },
  };
}

async function* chunksOf(body: ReadableStream<Uint8Array>, stop: () => void): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await within(PATIENCE_MS, reader.read(), stop);
      if (done) return;
      yield value;
    }
  } finally {
    // Nothing more is read after an end, a failure, or a reader that has gone.
    await reader.cancel().catch(() => undefined);
  }
}
