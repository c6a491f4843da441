/** The messages that a form shows for a refused call. There are none if it succeeded or failed for another reason. */
import { ApiError } from './error.ts';

/** The messages at one path of the body; without a path, those at all of them. */
export function errorsAt(error: Error | null, path?: string): string[] {
  if (!(error instanceof ApiError)) return [];
  return error.errors.filter((one) => path === undefined || one.path === path).map(({ message }) => message);
}

/** The reason of a refusal, for the only field of a form. */
export function reasonOf(error: Error | null): string[] {
  if (error instanceof ApiError) return [error.reason];
  return [];
}
