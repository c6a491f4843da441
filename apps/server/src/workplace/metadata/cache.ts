/** Collections in memory with their content hashes. They are read again after a change is announced, or on request. */
import { createHash } from 'node:crypto';
import { arrangeCollection, contentHash, type MetadataRow } from '@signpost/contract/records/metadata.ts';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';
import { COLLECTION_NAMES, COLLECTIONS, type CollectionName } from './collections.ts';

export interface Collection {
  rows: readonly MetadataRow[];
  hash: string;
}

const metadataRow = z.looseObject({ id: z.number(), name: z.string().exactOptional() });

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

export class MetadataCache {
  readonly #db: Queryable;
  readonly #kept = new Map<CollectionName, Promise<Collection>>();

  constructor(db: Queryable) {
    this.#db = db;
  }

  async #read(name: CollectionName): Promise<Collection> {
    const arranged = arrangeCollection(name, await readRows(this.#db, metadataRow, COLLECTIONS[name].query));
    return { rows: arranged, hash: contentHash(arranged, digest) };
  }

  /** Loads one collection. Concurrent callers share one query, and a failure is not cached. */
  get(name: CollectionName): Promise<Collection> {
    const kept = this.#kept.get(name);
    if (kept) return kept;
    const reading = this.#read(name);
    this.#kept.set(name, reading);
    reading.catch(() => this.#kept.delete(name));
    return reading;
  }

  async all(names: readonly CollectionName[]): Promise<[CollectionName, Collection][]> {
    return await Promise.all(
      names.map(async (name): Promise<[CollectionName, Collection]> => [name, await this.get(name)]),
    );
  }

  forget(names: readonly CollectionName[] = COLLECTION_NAMES): void {
    for (const name of names) this.#kept.delete(name);
  }
}
