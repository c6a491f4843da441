/** Random tokens that identify a caller. They are looked up by their hash, so that a stolen table is useless. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Makes a token: 256 bits in 43 characters by default. */
export const newToken = (bytes = 32): string => randomBytes(bytes).toString('base64url');

/** The hash that is stored and searched for. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Compares two texts in constant time. */
export const sameToken = (one: string, other: string): boolean => timingSafeEqual(hashOfToken(one), hashOfToken(other));
