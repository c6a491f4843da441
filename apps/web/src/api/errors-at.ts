import { ApiError } from './error.ts';

/** The messages of a refused call that belong to one field; none if it failed otherwise or did not fail. */
export function errorsAt(error: Error | null, path: string): string[] {
  if (!(error instanceof ApiError)) return [];
  return error.errors.filter((one) => one.path === path).map(({ message }) => message);
}
