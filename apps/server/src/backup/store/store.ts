/** Where backups are kept: named objects of at most some megabytes, in a folder or in S3. */

export interface BackupStore {
  /** The place, for people. */
  place: string;
  /** Stores an object completely or not at all. */
  put(name: string, bytes: Buffer): Promise<void>;
  /** The object, or undefined if there is none. */
  get(name: string): Promise<Buffer | undefined>;
  /** The names of the objects that begin with `prefix`, sorted. */
  list(prefix: string): Promise<string[]>;
  /** Removes an object; nothing happens if there is none. */
  remove(name: string): Promise<void>;
}

/** The access to S3, from the environment. */
export interface S3Access {
  /** Such as `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: string | undefined;
  region: string;
  accessKeyId: string | undefined;
  secretAccessKey: string | undefined;
}
