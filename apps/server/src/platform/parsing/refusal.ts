import { AppError } from '@signpost/contract/errors.ts';

/** Why a file is not read, as a sentence for the person who uploaded it: VALIDATION at `file`. */
export const refusedFile = (message: string, cause?: unknown): AppError =>
  new AppError('VALIDATION', { errors: [{ path: 'file', message }], cause });
