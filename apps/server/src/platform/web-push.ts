/**
 * Web push (RFC 8030, 8188, 8291, 8292), for our own people and for visitors. The library encrypts and signs; requests leave
 * through `outgoing.ts`.
 */
import { createECDH } from 'node:crypto';
import webPush from 'web-push';
import type { OutgoingRequest } from './outgoing.ts';

/** The keys by which push services recognise whoever sends, in base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/** Where the messages of a browser are sent, as the browser states it. */
export interface PushTarget {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** The largest text that fits into the 4 096 bytes which every push service takes (RFC 8030, 7.2; RFC 8188, 2). */
export const LONGEST_PAYLOAD = 3_993;

export interface PushMessage {
  payload: string;
  /** Seconds for which the push service keeps the message for a browser that is away. */
  ttl: number;
  /** At most 32 characters of base64url. A newer message of the same topic replaces one that waits. */
  topic?: string | undefined;
}

export const newPushKeys = (): PushKeys => webPush.generateVAPIDKeys();

/**
 * The request that hands an encrypted message to a push service. `contact` is the address under which the operator of the
 * service reaches us. It throws for keys that {@link isPushKey} refuses and for a longer payload.
 */
export function pushRequest(
  target: PushTarget,
  keys: PushKeys,
  { payload, ttl, topic }: PushMessage,
  contact: URL | undefined,
): Pick<OutgoingRequest, 'body' | 'headers' | 'url'> & { body: Buffer } {
  if (Buffer.byteLength(payload) > LONGEST_PAYLOAD) throw new RangeError('The message is too long for web push.');
  const { endpoint, headers, body } = webPush.generateRequestDetails(target, payload, {
    vapidDetails: {
      subject: contact?.protocol === 'https:' ? contact.origin : 'mailto:signpost@localhost.invalid',
      ...keys,
    },
    TTL: ttl,
    contentEncoding: 'aes128gcm',
    ...(topic !== undefined && { topic }),
  });
  const { 'Content-Length': _length, ...others } = headers;
  const named = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value)]));
  return { url: endpoint, headers: named, body };
}

const AUTH_BYTES = 16;

/** Whether a text is a public key of the curve P-256 in the form that browsers send. */
export function isPushKey(p256dh: string): boolean {
  const own = createECDH('prime256v1');
  own.generateKeys();
  try {
    own.computeSecret(Buffer.from(p256dh, 'base64url'));
    return true;
  } catch {
    return false;
  }
}

/** Whether a text is a secret in the form that browsers send. */
export const isPushSecret = (auth: string): boolean =>
  /^[\w-]+={0,2}$/.test(auth) && Buffer.from(auth, 'base64url').length === AUTH_BYTES;
