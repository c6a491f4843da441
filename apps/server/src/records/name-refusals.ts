/** Refusals of a record that is changed together with others say which one it is. */
import { AppError } from '@signpost/contract/errors.ts';

/** Runs the work; what it refuses is said of the whole, with the record's name and the place in it. */
export async function nameRefusals<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'VALIDATION') throw error;
    const errors = error.errors.map(({ path, message }) => ({
      path: '',
      message: [name, ...(path === '' ? [] : [path]), message].join(': '),
    }));
    throw new AppError('VALIDATION', { errors, cause: error });
  }
}
