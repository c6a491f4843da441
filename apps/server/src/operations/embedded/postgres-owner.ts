import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { StartError } from '../../platform/start-error.ts';

const run = promisify(execFile);

/** The user who owns PostgreSQL's files and processes; empty for an ordinary user. */
export type Owner = { uid: number; gid: number } | undefined;

/** PostgreSQL refuses to run as root, so the system user `postgres` is used then, and created if it is missing. */
export async function postgresOwner(): Promise<Owner> {
  if (process.getuid?.() !== 0) return undefined;
  const found = await lookUp();
  if (found !== undefined) return found;
  try {
    await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']);
  } catch (error) {
    throw new StartError(
      'PostgreSQL does not run as root, and the user postgres cannot be created here: start as an ordinary user, or set DATABASE_URL.',
      { cause: error },
    );
  }
  return await lookUp();
}

async function lookUp(): Promise<Owner> {
  try {
    const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, 'postgres'])));
    return uid && gid && { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    // `id` fails if there is no such user.
    return undefined;
  }
}
