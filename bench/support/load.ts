/**
 * Creates load during a run: with `stress-ng` if it is installed, else with a few processes of our own that compute and
 * write.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

/** The longest duration of the load, even if the run that started it dies. */
const LONGEST_SECONDS = 3 * 60 * 60;

/** Starts the load in `folder` (which must be on a real disk); the returned function stops it. */
export async function startLoad(folder: string): Promise<{ kind: string; stop(): void }> {
  const cores = String(availableParallelism());
  const stress = ['--cpu', cores, '--hdd', '1', '--hdd-bytes', '64M', '--temp-path', folder, '--quiet'];
  const installed = await begin('stress-ng', [...stress, '--timeout', `${LONGEST_SECONDS}s`]);
  if (installed !== undefined) return { kind: 'stress-ng', stop: () => void installed.kill('SIGTERM') };
  const busy = join(import.meta.dirname, 'busy.mjs');
  const own = await Promise.all([
    ...Array.from({ length: availableParallelism() }, () => begin(process.execPath, [busy, 'compute', folder])),
    begin(process.execPath, [busy, 'write', folder]),
  ]);
  return { kind: 'own loops', stop: () => own.forEach((child) => void child?.kill('SIGKILL')) };
}

/** The process once it runs; undefined if the program is not installed. */
function begin(program: string, args: readonly string[]): Promise<ChildProcess | undefined> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { ...process.env, BUSY_SECONDS: String(LONGEST_SECONDS) },
    });
    child.once('spawn', () => resolve(child));
    child.once('error', () => resolve(undefined));
  });
}
