import { type RefObject, useCallback, useRef } from 'react';
import type { ApiError } from './error.ts';

const BYTES = 16;

/** A unique name for a call, also without TLS. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
}

/**
 * The idempotency key of a form: the same for every attempt, so that a double press or a retry after a lost
 * answer creates one record. Call `renew` after the record is created and the form can create another, and
 * `renewIfRefused` with the error of a failed call: a refused call has done nothing, while one whose answer was lost may
 * have succeeded and must be repeated under the same key.
 */
export function useOnceKey(): {
  keyNow: () => string;
  renew: () => void;
  renewIfRefused: (error: ApiError) => void;
  /** The same as `onRefused` of an action whose errors have no field: it leaves them to be shown elsewhere. */
  renewUnseen: (error: ApiError) => false;
} {
  const key = useRef(newKey());
  return {
    keyNow: useCallback(() => key.current, []),
    renew: useCallback(() => {
      key.current = newKey();
    }, []),
    renewIfRefused: useCallback((error) => renewRefused(key, error), []),
    renewUnseen: useCallback((error) => {
      renewRefused(key, error);
      return false;
    }, []),
  };
}

/** A refused call has done nothing; one whose answer was lost may have succeeded. */
function renewRefused(key: RefObject<string>, { httpStatus }: ApiError): void {
  if (httpStatus >= 400 && httpStatus < 500) key.current = newKey();
}
