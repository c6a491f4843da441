/** The scheduling policy of this process, set with `chrt` (util-linux). Only Linux has the idle policy. */
import { spawnSync } from 'node:child_process';

const ME = String(process.pid);

const run = (program: string, args: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/**
 * Whether a process of this user and niceness can leave the idle policy again. Linux allows that only with
 * CAP_SYS_NICE, or if RLIMIT_NICE permits the niceness (sched_setscheduler(2)); by default it does not. Tried with
 * another process, because one that cannot leave it stays there for good.
 */
export const canLeaveIdle = (): boolean => run('sh', ['-c', 'chrt --idle --pid 0 $$ && chrt --other --pid 0 $$']);

/**
 * Gives way to every other process, or takes ordinary turns at this process's niceness. The main thread always takes
 * ordinary turns: it only passes requests on, and it has to notice when the others get no time.
 */
export function setIdle(isIdle: boolean): void {
  run('chrt', ['--all-tasks', isIdle ? '--idle' : '--other', '--pid', '0', ME]);
  if (isIdle) run('chrt', ['--other', '--pid', '0', ME]);
}
