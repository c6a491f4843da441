import { type ErrorData, isErrorData } from '@signpost/contract/calls/error-data.ts';
import type { ErrorCode } from '@signpost/contract/errors.ts';
import type { ApiError } from './error.ts';

/** The data the server sent with this code; null if the error has another code or no data. */
export function errorDataOf<C extends ErrorCode>({ errorCode, raw }: ApiError, code: C): ErrorData<C> | null {
  if (errorCode !== code || typeof raw !== 'object' || raw === null || !('data' in raw)) return null;
  if (isErrorData(code, raw.data)) return raw.data;
  return null;
}
