/** Keeps compiled code on the disk, so that the next start does not compile it or strip its types again. */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

const folderOf = (dataDir: string): string => process.env.NODE_COMPILE_CACHE ?? join(dataDir, 'compiled');

/** Keeps what is compiled from now on in this process. Where nothing can be written, nothing is kept. */
export function keepCompiled(dataDir: string): void {
  enableCompileCache(folderOf(dataDir));
}

/** The environment in which a child process keeps its code from its first line on. */
export const compiledEnv = (dataDir: string): Record<string, string> => ({ NODE_COMPILE_CACHE: folderOf(dataDir) });

/** Writes what has been compiled so far; otherwise a process that is killed keeps nothing. */
export const writeCompiled = (): void => flushCompileCache();
