/**
 * The entry files of child processes. In the built server, `scripts/build-server.mjs` replaces this module by one that
 * names the built files.
 */
import { join } from 'node:path';

/** Runs the whole product, or the role that is passed as its argument. */
export const MAIN = join(import.meta.dirname, '../../main.ts');
/** Runs the embedded statistics engine. */
export const ANALYTICS_MAIN = join(import.meta.dirname, 'analytics-main.ts');
