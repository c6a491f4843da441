import { randomUUID } from 'node:crypto';

/** A UUID of version 7 for `at`; Node keeps the random bits of `randomUUID` in store, which makes this cheap. */
export function clickIdAt(at: number): string {
  const time = at.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
