/** Gives every error an id by which it can be found in a log. */
import { newId } from '../ui/new-id.ts';
import { ApiError } from './error.ts';

const wrapped = new Map<unknown, Error>();

/** The thrown value as an error, always the same object, so that its id stays the same. */
export function toError(reason: unknown): Error {
  if (reason instanceof Error) return reason;
  const error = wrapped.get(reason) ?? new Error(String(reason));
  wrapped.set(reason, error);
  return error;
}

const ids = new WeakMap<Error, string>();

/**
 * The id of an error: the server's request id, or else our own id, which is written to the browser's log with the
 * error.
 */
export function errorId(error: Error): string {
  if (error instanceof ApiError && error.requestId !== null) return error.requestId;
  const known = ids.get(error) ?? newId();
  if (!ids.has(error)) console.error(`Error ${known}`, error);
  ids.set(error, known);
  return known;
}

/** The server's request id of an error; undefined if the error does not come from the server. */
export function requestIdOf(error: Error): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.requestId ?? undefined;
}
