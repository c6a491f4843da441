import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readIfThere } from '../../platform/files.ts';

const run = promisify(execFile);

/** The command line of a process, or '' if it is gone. */
export async function commandOf(pid: number): Promise<string> {
  const linux = await readIfThere(`/proc/${pid}/cmdline`);
  return linux?.replaceAll('\0', ' ').trim() ?? (await ps(pid, 'args='));
}

async function ps(pid: number, column: string): Promise<string> {
  try {
    return (await run('ps', ['-o', column, '-p', String(pid)])).stdout.trim();
  } catch {
    // `ps` fails when there is no such process.
    return '';
  }
}
