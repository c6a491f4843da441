import { useCallback, useRef } from 'react';

const BYTES = 16;

/** A name that no other call has; also where the page is not served over TLS. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
}

/**
 * The key of what a form is about to make: the same for every try, so that a double press or a retry after a lost
 * answer makes it once. `renew` once it is made and the form may make another.
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
