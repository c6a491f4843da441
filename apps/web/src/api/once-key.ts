import { useCallback, useRef } from 'react';
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
} {
  const key = useRef(newKey());
  return {
    keyNow: useCallback(() => key.current, []),
    renew: useCallback(() => {
      key.current = newKey();
    }, []),
    renewIfRefused: useCallback(({ httpStatus }) => {
      if (httpStatus >= 400 && httpStatus < 500) key.current = newKey();
    }, []),
  };
}
