/** Decides who may read the figures of a health call; everybody else only learns whether it is up. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The headers by which a process of the product may read the figures of another. */
export function healthHeaders(secret: string | undefined): Record<string, string> {
  if (secret === undefined) return {};
  return { authorization: `Bearer ${secret}` };
}

/** Whether a request carries this secret as its bearer token. */
export function isBearerOf({ headers }: Pick<IncomingMessage, 'headers'>, secret: string): boolean {
  const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
  return token !== undefined && timingSafeEqual(hashOf(token), hashOf(secret));
}

/**
 * Whether a request comes from this machine itself, without a proxy in between, or carries HEALTH_SECRET as its bearer
 * token.
 */
export function mayReadFigures(request: IncomingMessage, secret: string | undefined): boolean {
  const { headers, socket } = request;
  if (secret !== undefined && isBearerOf(request, secret)) return true;
  if (headers.forwarded !== undefined || headers['x-forwarded-for'] !== undefined) return false;
  const { localAddress, remoteAddress = '' } = socket;
  return remoteAddress === localAddress || /^(?:::ffff:)?127\.|^::1$/.test(remoteAddress);
}
