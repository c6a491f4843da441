/** `metadata` and its five sibling calls (docs/product/records.md#metadata). */
import { z } from 'zod';
import { collectionRow } from '../records/collection-row.ts';
import { defineCall } from './define-call.ts';
import { readCollectionHead, readMetadataHashesHead, refreshMetadataHead } from './first-screen.ts';

const tag = 'Metadata';
const own = { access: 'signedIn', rows: 'own' } as const;
const collectionParams = z.object({ name: z.string().max(64) });

const collectionMeta = z.looseObject({ hash: z.string() });
const hashes = z.record(z.string(), z.string());

export const readMetadata = defineCall({
  name: 'readMetadata',
  summary: 'All collections that the person may know, with their hashes.',
  tag,
  method: 'GET',
  path: 'metadata',
  ...own,
  answer: z.object({
    data: z.record(z.string(), z.array(collectionRow).readonly()),
    hashes,
    statusCode: z.literal(200),
  }),
});

export const readMetadataHashes = defineCall({
  ...readMetadataHashesHead,
  summary: 'The hash of each collection, to tell which of them have changed.',
  tag,
  ...own,
  answer: hashes,
});

export const refreshMetadata = defineCall({
  ...refreshMetadataHead,
  summary: 'Reads all collections again and answers their hashes.',
  tag,
  ...own,
  answer: hashes,
});

export const readCollection = defineCall({
  ...readCollectionHead,
  summary: 'The rows of one collection.',
  tag,
  ...own,
  params: collectionParams,
  answer: z.array(collectionRow).readonly(),
  meta: collectionMeta,
});

export const refreshCollection = defineCall({
  name: 'refreshCollection',
  summary: 'Reads one collection again and answers its rows.',
  tag,
  method: 'GET',
  path: 'metadata/:name/refresh',
  ...own,
  params: collectionParams,
  answer: z.array(collectionRow).readonly(),
  meta: collectionMeta,
});
