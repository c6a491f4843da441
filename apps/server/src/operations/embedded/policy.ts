/** The scheduling policy of this process, set with `chrt` (util-linux). Only Linux has the idle policy. */
import { spawnSync } from 'node:child_process';

const ME = String(process.pid);

const run = (program: string, args: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/**
 * Whether this user's processes can leave the idle policy again. Linux requires CAP_SYS_NICE for that, or a RLIMIT_NICE
 * that permits the niceness (sched_setscheduler(2)), which is not the default. A short-lived process tries it, because
 * this one could not undo a failed try.
 */
export const canLeaveIdle = (): boolean => run('sh', ['-c', 'chrt --idle --pid 0 $$ && chrt --other --pid 0 $$']);

/** `chrt` stops with an error if a thread ends while it goes through them, so it may need another try. */
const TRIES = 3;

const IDLE = { option: '--idle', name: 'idle' };
const USUAL = { option: '--other', name: 'usual' };

/**
 * Sets the policy of this process's threads: idle, or the usual one with this process's niceness. The main thread always
 * keeps the usual one, because it has little to do and must notice when the idle threads get no time. Warns if that
 * failed; the threads that were not reached keep the policy that they had.
 */
export function setIdle(isIdle: boolean): void {
  const { option, name } = isIdle ? IDLE : USUAL;
  const set = () => run('chrt', ['--all-tasks', option, '--pid', '0', ME]);
  const isSet = Array.from({ length: TRIES }).some(set);
  const isMainSet = !isIdle || run('chrt', ['--other', '--pid', '0', ME]);
  if (!isSet || !isMainSet)
    process.emitWarning(`The scheduling policy of the statistics engine could not be set to ${name}.`);
}
