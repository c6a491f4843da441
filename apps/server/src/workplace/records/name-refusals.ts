/** Adds the record's name to errors of records that are changed together with others. */
import { AppError } from '@signpost/contract/errors.ts';

/** Runs the work. Its field errors become errors of the whole input, with the record's name and the field. */
export async function nameRefusals<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'VALIDATION') throw error;
    const errors = error.errors.map(({ path, message }) => ({
      path: '',
      message: [name, path, message].filter((part) => part !== '').join(': '),
    }));
    throw new AppError('VALIDATION', { errors, cause: error });
  }
}
