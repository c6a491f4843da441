/** Texts that say who calls: random, and looked up by their hash, so that whoever reads the table can call as nobody. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 bits in 43 letters, unless it has to be short. */
export const newToken = (bytes = 32): string => randomBytes(bytes).toString('base64url');

/** What is stored of a token, and found by. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Whether both are the same, in a time that does not tell how much of them is. */
export const sameToken = (one: string, other: string): boolean => timingSafeEqual(hashOfToken(one), hashOfToken(other));
