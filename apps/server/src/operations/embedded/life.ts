/** Asks a child process for signs of life, and ends one that stands still: nothing else would notice a blocked event loop. */
import type { ChildProcess } from 'node:child_process';

export interface LifePatience {
  everyMs: number;
  /** A child that left so many questions in a row unanswered is ended. */
  unanswered: number;
}

/** Two minutes: a busy machine is slow, but no process of the product works for so long without a pause. */
const USUAL: LifePatience = { everyMs: 10_000, unanswered: 12 };

/** Returns why the child was ended; undefined if it was not. */
export function watchLife(
  child: ChildProcess,
  { everyMs, unanswered }: LifePatience = USUAL,
): () => string | undefined {
  let open = 0;
  let reason: string | undefined;
  child.on('message', (message) => {
    if (typeof message === 'object' && 'isAlive' in message) open = 0;
  });
  // Questions are counted instead of seconds, because this process may have stood still as well.
  const timer = setInterval(() => {
    if (!child.connected) return;
    if (open >= unanswered) {
      reason = `It gave no sign of life for ${Math.round((everyMs * unanswered) / 1000)} seconds, so it was ended.`;
      clearInterval(timer);
      child.kill('SIGKILL');
      return;
    }
    open += 1;
    // A channel that has just closed is noticed by the end of the child.
    child.send({ isAliveAsked: true }, () => undefined);
  }, everyMs).unref();
  child.once('exit', () => clearInterval(timer));
  return () => reason;
}

/** Answers the questions of the supervisor, in the child. */
export function answerLife(): void {
  process.on('message', (message) => {
    if (typeof message === 'object' && message !== null && 'isAliveAsked' in message) process.send?.({ isAlive: true });
  });
}
