import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readIfThere } from '../platform/files.ts';

const run = promisify(execFile);

/** The command line of a process, or '' if it is gone. */
export async function commandOf(pid: number): Promise<string> {
  const linux = await readIfThere(`/proc/${pid}/cmdline`);
  return linux?.replaceAll('\0', ' ').trim() ?? (await ps(pid, 'args='));
}

/** When a process started, in a form only for comparison; '' if it is gone. Together with the pid it identifies a process. */
export async function startOf(pid: number): Promise<string> {
  const linux = await readIfThere(`/proc/${pid}/stat`);
  // The 22nd field; the 2nd is a name in brackets that may hold spaces.
  return linux?.slice(linux.lastIndexOf(')') + 2).split(' ')[19] ?? (await ps(pid, 'lstart='));
}

async function ps(pid: number, column: string): Promise<string> {
  try {
    return (await run('ps', ['-o', column, '-p', String(pid)])).stdout.trim();
  } catch {
    // `ps` fails when there is no such process.
    return '';
  }
}
