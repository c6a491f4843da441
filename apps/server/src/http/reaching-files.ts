/** Reads and writes the files that all machines share, for calls of the API. */
import { AppError } from '@signpost/contract/errors.ts';

/** Errors: UNAVAILABLE with this sentence, at `file`, where the store gives no answer, refuses, or is full. */
export async function reachingFiles<T>(message: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new AppError('UNAVAILABLE', { message, errors: [{ path: 'file', message }], cause });
  }
}
