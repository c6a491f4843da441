import { useCallback, useRef } from 'react';

const BYTES = 16;

/** A unique name for a call, also without TLS. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
}

/**
 * The idempotency key of a form: the same for every attempt, so that a double press or a retry after a lost
 * answer creates one record. Call `renew` after the record is created and the form can create another.
 */
export function useOnceKey(): { keyNow: () => string; renew: () => void } {
  const key = useRef(newKey());
  return {
    keyNow: useCallback(() => key.current, []),
    renew: useCallback(() => {
      key.current = newKey();
    }, []),
  };
}
