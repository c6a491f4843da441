import { type RefObject, useCallback, useRef } from 'react';
import { ApiError } from './error.ts';

/** The key of a call that is done once. */
export type OnceKey = { idempotencyKey?: string };

const BYTES = 16;

/** A unique name for a call, also without TLS. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
}

/**
 * The idempotency key of a form: the same for every attempt, so that a double press or a retry after a lost answer
 * creates one record. Call `renew` after the record is created and the form can create another, and `renewIfRefused`
 * with the error of a failed call: a refused call has done nothing, while one whose answer was lost may have succeeded
 * and must be repeated under the same key.
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
    renewIfRefused: useCallback((error) => renewRefused(key, error), []),
  };
}

/** A refused call has done nothing; one whose answer was lost may have succeeded. */
const isRefused = ({ httpStatus }: ApiError): boolean => httpStatus >= 400 && httpStatus < 500;

function renewRefused(key: RefObject<string>, error: ApiError): void {
  if (isRefused(error)) key.current = newKey();
}

/** The keys of calls whose answers have not arrived, by the address and body of the call. */
const openKeys = new Map<string, string>();

/**
 * Runs a call under a key that stays the same for this address and body until an answer has arrived, even if a dialog
 * was closed and opened again in between.
 */
export async function underOneKey<T>(content: string, run: (key: string) => Promise<T>): Promise<T> {
  const key = openKeys.get(content) ?? newKey();
  openKeys.set(content, key);
  try {
    const answer = await run(key);
    openKeys.delete(content);
    return answer;
  } catch (error) {
    if (error instanceof ApiError && isRefused(error)) openKeys.delete(content);
    throw error;
  }
}
