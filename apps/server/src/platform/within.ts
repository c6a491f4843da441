/** A wait on something outside has not settled in its time. */
export class LateError extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(ms: number, options?: ErrorOptions) {
    super(`There was no answer within ${ms / 1000} seconds.`, options);
    this.name = 'LateError';
  }
}

/**
 * Waits for work that depends on something outside, and for no longer than `ms`: a library's own time limits do not see
 * every way in which the other side can stand still. When the time is up, `giveUp` frees what the work holds, and what
 * the work does later is ignored. Errors: those of the work; LateError.
 */
export async function within<T>(ms: number, work: Promise<T>, giveUp: () => void = () => undefined): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new LateError(ms));
      giveUp();
    }, ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
