/** Faults of the running product other than a kill. */
import { randomBytes } from 'node:crypto';
import { appendFile, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { routersIn, segmentsIn } from '../../apps/server/src/traffic/clicks/log/segments.ts';
import type { RouterHealth } from '../../apps/server/src/traffic/clicks/router.ts';
import { click } from './clickers.ts';
import { processTree } from './process-tree.ts';

/** Writes half a record at the end of every router's newest segment, like a write that was cut off. */
export async function tearLogs(clicks: string): Promise<void> {
  for (const router of await routersIn(clicks)) {
    const newest = (await segmentsIn(join(clicks, router), 'log')).at(-1);
    if (newest !== undefined) await appendFile(join(clicks, router, `${newest}.log`), randomBytes(37));
  }
}

/** Whether every thread of a process stands still or has ended. */
async function standsStill(id: number): Promise<boolean> {
  const tasks = await readdir(`/proc/${id}/task`).catch(() => []);
  const states = await Promise.all(
    tasks.map(async (task) => {
      const stat = await readFile(`/proc/${id}/task/${task}/stat`, 'utf8').catch(() => '');
      return /\) (\S) \d+/.exec(stat)?.[1] ?? 'X';
    }),
  );
  return states.every((state) => 'TtZX'.includes(state));
}

/**
 * Stops every process below `root` whose command line matches, and waits until all their threads stand still: a signal
 * only arrives when a call of the kernel returns, and other threads go on writing until then. The returned function
 * continues them.
 */
export async function standStill(root: number, matching: RegExp): Promise<() => void> {
  const stopped: number[] = [];
  for (const id of await processTree(root)) {
    const command = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
    if (!matching.test(command.replaceAll('\0', ' '))) continue;
    process.kill(id, 'SIGSTOP');
    stopped.push(id);
  }
  if (stopped.length === 0) throw new Error(`No process matches ${matching}.`);
  for (const id of stopped) while (!(await standsStill(id))) await delay(2);
  return () => {
    for (const id of stopped)
      try {
        process.kill(id, 'SIGCONT');
      } catch {
        // Its supervisor has given up on it and started another one.
      }
  };
}

/** Makes one click after another for a while, and counts those that were not redirected. */
export async function clickFor(
  seconds: number,
  { port, boxId }: { port: number; boxId: number },
): Promise<{ answered: string[]; unanswered: number }> {
  const until = performance.now() + seconds * 1_000;
  const answered: string[] = [];
  let unanswered = 0;
  while (performance.now() < until) {
    const id = await click(port, boxId);
    if (id === undefined) unanswered += 1;
    else answered.push(id);
    await delay(5);
  }
  return { answered, unanswered };
}

/** The health report of the router. */
export async function routerHealth(port: number): Promise<RouterHealth> {
  return (await fetch(`http://127.0.0.1:${port}/health`)).json() as Promise<RouterHealth>;
}
