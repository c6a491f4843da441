/** The entry file of the thread that reads files. The build replaces this module by one that names the built file. */
import { join } from 'node:path';

export const PARSER = join(import.meta.dirname, 'thread.ts');
