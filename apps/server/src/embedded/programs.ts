/** The files of the programs that run as child processes. `scripts/build-server.mjs` puts the built ones in their place. */
import { join } from 'node:path';

/** The product and its roles. */
export const MAIN = join(import.meta.dirname, '../main.ts');
/** The embedded statistics engine. */
export const ANALYTICS_MAIN = join(import.meta.dirname, 'analytics-main.ts');
