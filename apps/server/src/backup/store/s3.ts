/** Backups in S3, or in another store with its interface. Every object is small enough for one request. */
import { AwsClient } from 'aws4fetch';
import { create } from 'xmlbuilder2';
import { z } from 'zod';
import { StartError } from '../../platform/start-error.ts';
import type { BackupStore } from './store.ts';

interface Access {
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const key = z.object({ Key: z.string() });
/** After 50 ms, then twice as long each time. */
const RETRIES = 5;

/** One object is parsed as itself, several as a list. */
const listing = z.object({
  ListBucketResult: z.object({
    IsTruncated: z.enum(['true', 'false']).default('false'),
    NextContinuationToken: z.string().optional(),
    Contents: z.union([z.array(key), key.transform((one) => [one])]).default([]),
  }),
});

/** Opens `s3://bucket/prefix`. Errors: StartError where the target is written wrongly. */
export function s3Store(target: string, { endpoint, ...access }: Access): BackupStore {
  // Only characters that need escaping neither in a URL nor in XML.
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9.-]+)(?:\/([\w./-]*))?$/i.exec(target) ?? [];
  if (bucket === undefined)
    throw new StartError(`${target} is no target: write s3://bucket/prefix with letters, digits, points and dashes.`);
  const client = new AwsClient({ ...access, service: 's3', retries: RETRIES });
  const above = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
  const root = `${endpoint.replace(/\/$/, '')}/${bucket}`;

  async function ask(method: string, path: string, body?: Buffer): Promise<Response> {
    const answer = await client.fetch(`${root}${path}`, {
      method,
      ...(body !== undefined && { body: new Uint8Array(body), headers: { 'content-length': String(body.length) } }),
    });
    if (answer.ok || (answer.status === 404 && method !== 'PUT' && path.startsWith('/'))) return answer;
    const code = /<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1] ?? '';
    throw new StartError(`${target} answers ${answer.status} ${code} to ${method}: check the bucket and its access.`);
  }

  return {
    place: target,
    async put(name, bytes) {
      await (await ask('PUT', `/${above}${name}`, bytes)).arrayBuffer();
    },
    async get(name) {
      const answer = await ask('GET', `/${above}${name}`);
      const bytes = Buffer.from(await answer.arrayBuffer());
      return answer.status === 404 ? undefined : bytes;
    },
    async list(wanted) {
      const names: string[] = [];
      for (let token: string | undefined; ; ) {
        const query = new URLSearchParams({ 'list-type': '2', prefix: above + wanted });
        if (token !== undefined) query.set('continuation-token', token);
        const text = await (await ask('GET', `?${query}`)).text();
        const page = listing.parse(create(text).end({ format: 'object' })).ListBucketResult;
        names.push(...page.Contents.map(({ Key }) => Key.slice(above.length)));
        token = page.NextContinuationToken;
        if (page.IsTruncated === 'false' || token === undefined) return names.sort();
      }
    },
    async remove(name) {
      await (await ask('DELETE', `/${above}${name}`)).arrayBuffer();
    },
  };
}
