/** Web push to browsers of our own people. The library encrypts and signs; the request leaves through `send`. */
import { createECDH } from 'node:crypto';
import type { Target } from '@signpost/contract/notifications/targets.ts';
import webPush from 'web-push';
import type { Db } from '../../database.ts';
import type { Send } from '../../platform/outgoing.ts';
import type { Vault } from '../../platform/vault.ts';
import { addressOf, subjectOf } from '../message.ts';
import { type Outcome, type Parcel, post } from './channel.ts';

/** The keys by which push services recognise this installation. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

const PURPOSE = 'push keys';
const DAY_S = 86_400;
const LONGEST_TEXT = 300;

/** The keys of this installation; they are made when they are first asked for. */
export async function pushKeys(db: Db, vault: () => Promise<Vault>): Promise<PushKeys> {
  const safe = await vault();
  const read = () => db.selectFrom('pushKeys').select(['publicKey', 'privateSealed']).executeTakeFirst();
  let row = await read();
  if (row === undefined) {
    const { publicKey, privateKey } = webPush.generateVAPIDKeys();
    await db
      .insertInto('pushKeys')
      .values({ publicKey, privateSealed: safe.seal(privateKey, PURPOSE) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    // Another process may have stored its keys first.
    row = await read();
  }
  if (row === undefined) throw new Error('The push keys could not be stored.');
  return { publicKey: row.publicKey, privateKey: safe.open(row.privateSealed, PURPOSE) };
}

export async function sendPush(send: Send, keys: PushKeys, target: Target<'push'>, parcel: Parcel): Promise<Outcome> {
  if (!isKey(target.keys.p256dh))
    return { state: 'failed', problem: 'The key of this browser cannot be used. Remove it and add it again.' };
  const last = parcel.parts.at(-1);
  const payload = JSON.stringify({
    title: subjectOf(parcel),
    body: (last?.body.lines.join('\n') ?? '').slice(0, LONGEST_TEXT),
    tag: parcel.threadKey,
    url: last === undefined ? null : addressOf(last, parcel.publicUrl),
  });
  const { endpoint, headers, body } = webPush.generateRequestDetails(target, payload, {
    vapidDetails: {
      subject: parcel.publicUrl?.protocol === 'https:' ? parcel.publicUrl.origin : 'mailto:signpost@localhost.invalid',
      ...keys,
    },
    TTL: DAY_S,
    contentEncoding: 'aes128gcm',
  });
  const { 'Content-Length': _length, ...others } = headers;
  const named = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value)]));
  return await post(send, { url: endpoint, headers: named, body }, ({ http }) => {
    if (http === 404 || http === 410) return { state: 'ended', problem: 'The browser has ended its subscription.' };
    return http === 413
      ? { state: 'failed', problem: 'The push service refused the message as too large.' }
      : undefined;
  });
}

/** Whether a text is a public key of the curve P-256 in the form that browsers send. */
function isKey(p256dh: string): boolean {
  const own = createECDH('prime256v1');
  own.generateKeys();
  try {
    own.computeSecret(Buffer.from(p256dh, 'base64url'));
    return true;
  } catch {
    return false;
  }
}
