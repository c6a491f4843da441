import { type AppError, invalid } from '@signpost/contract/errors.ts';
import type { Limits } from './limits.ts';

/** Why a file is not read, as a sentence for the person who uploaded it: VALIDATION at the file or at a choice about it. */
export const refusedAt = (path: string, message: string, cause?: unknown): AppError => invalid(path, message, cause);

/** Why a file is not read, as a sentence for the person who uploaded it: VALIDATION at `file`. */
export const refusedFile = (message: string, cause?: unknown): AppError => refusedAt('file', message, cause);

/** The refusal of a cell that is too long. `row` counts from 1, `column` from 0. */
export const tooLong = (row: number, column: number, length: number, { cellLength }: Limits): AppError =>
  refusedFile(`The cell in row ${row}, column ${column + 1} has ${length} characters; a cell may have ${cellLength}.`);
