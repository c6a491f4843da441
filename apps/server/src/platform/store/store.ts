/**
 * Named objects in a folder or in S3: backups, and the files that all machines of an installation share. A name is a path
 * of letters, digits, points, dashes and underscores, with `/` between its parts.
 */
import type { Readable } from 'node:stream';

export interface StoredObject {
  name: string;
  changedAt: Date;
}

export interface ObjectStore {
  /** The place, for people. */
  place: string;
  /** Stores an object completely or not at all. */
  put(name: string, bytes: Buffer): Promise<void>;
  /** Stores a file of this machine, of any size, completely or not at all. The file stays where it is. */
  putFile(name: string, path: string): Promise<void>;
  /** The object, or undefined if there is none. */
  get(name: string): Promise<Buffer | undefined>;
  /** The object as a stream, or undefined if there is none. */
  read(name: string): Promise<Readable | undefined>;
  /** The objects whose names begin with `prefix`, sorted by name. */
  list(prefix: string): Promise<StoredObject[]>;
  /** Removes an object; nothing happens if there is none. */
  remove(name: string): Promise<void>;
}

/** The files that every web, click and worker process of an installation has to see. */
export const SHARED_FOLDERS = ['images/', 'reports/'] as const;

/** The access to S3, from the environment. */
export interface S3Access {
  /** Such as `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: string | undefined;
  region: string;
  accessKeyId: string | undefined;
  secretAccessKey: string | undefined;
}
