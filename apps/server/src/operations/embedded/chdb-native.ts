import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * The native addon of the `chdb` package, typed. Its JavaScript wrapper is not used for three reasons: it sends every
 * query with parameters of the whole process through one queue, closes a connection only when *all* connections are
 * idle, and accepts no binary format (docs/decisions/0002). `analytics-http.test.ts` fails if a new version of the
 * package changes the functions used here.
 */
export interface ChdbNative {
  CreateConnection(path: string, args: readonly string[]): ChdbConnection;
  CloseConnection(connection: ChdbConnection): void;
  QueryAsyncConnection(connection: ChdbConnection, sql: string, format: string): Promise<ChdbAnswer>;
  InsertRawAsyncConnection(
    connection: ChdbConnection,
    statement: string,
    data: Buffer,
    countLines: boolean,
  ): Promise<{ rowsWritten: number; bytesWritten: number; elapsed: number }>;
  StreamQuery(connection: ChdbConnection, sql: string, format: string): ChdbStream;
  StreamFetch(stream: ChdbStream): Promise<{ done: true } | { done: false; bytes: Uint8Array; numRows: number }>;
  /** Frees the stream. It must not be called while a fetch is running. */
  StreamCancel(stream: ChdbStream): void;
}

export type ChdbConnection = { readonly connection: unique symbol };
export type ChdbStream = { readonly stream: unique symbol };
export interface ChdbAnswer {
  bytes: Uint8Array;
  elapsed: number;
  rowsRead: number;
  bytesRead: number;
}

/** Loads the engine into this process (about 0.2 s, once). */
export function loadChdb(): ChdbNative {
  const require = createRequire(import.meta.url);
  const loader: { loadNative(): ChdbNative } = require(
    join(dirname(require.resolve('chdb/package.json')), 'dist/loader.js'),
  );
  return loader.loadNative();
}
