/** A process and all its descendants, on Linux. */
import { readdir, readFile } from 'node:fs/promises';

/** The ids of a process and all its descendants. */
export async function processTree(root: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    const parent = /\) \S (\d+)/.exec(stat)?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const tree = [root];
  for (const id of tree) for (const [child, parent] of parents) if (parent === id) tree.push(child);
  return tree;
}

/** Kills each of them at once, and ignores those that have already ended. */
export function killAll(ids: readonly number[]): void {
  for (const id of ids) if (isAlive(id)) process.kill(id, 'SIGKILL');
}

/** Whether a process is still there (a zombie is not). */
export function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}
