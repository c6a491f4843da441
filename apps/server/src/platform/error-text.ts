/** The texts and codes of errors of unknown kind. */

/** The message of an error, or the thrown value itself as a text. */
export function errorText(error: unknown): string {
  if (error instanceof Error) return error.message;
  return String(error);
}

/** The message of an error's cause, which says more than the error around it; without a cause its own message. */
export function causeText(error: Error): string {
  if (error.cause instanceof Error) return error.cause.message;
  return error.message;
}

/** The code of a system error or of a library's error (`ENOENT`, `ETIMEDOUT` …); empty if it has none. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return '';
  return String(error.code);
}
