/** Web push to browsers of our own people. */
import type { Target } from '@signpost/contract/workplace/notifications/targets.ts';
import type { Db } from '../../../database.ts';
import type { Send } from '../../../platform/outgoing.ts';
import { PURPOSES } from '../../../platform/sealed.ts';
import { holdKey, type Vault } from '../../../platform/vault.ts';
import { isPushKey, newPushKeys, type PushKeys, pushRequest } from '../../../platform/web-push.ts';
import { addressOf, subjectOf } from '../message.ts';
import { type Outcome, type Parcel, post } from './channel.ts';

const PURPOSE = PURPOSES.staffPush;
const DAY_S = 86_400;
const LONGEST_TEXT = 300;

/** The keys of this installation; they are made when they are first asked for. */
export async function pushKeys(db: Db, vault: () => Promise<Vault>): Promise<PushKeys> {
  const safe = await vault();
  const read = () => db.selectFrom('pushKeys').select(['publicKey', 'privateSealed']).executeTakeFirst();
  let row = await read();
  if (row === undefined) {
    const { publicKey, privateKey } = newPushKeys();
    await db.transaction().execute(async (trx) => {
      await holdKey(trx, safe);
      await trx
        .insertInto('pushKeys')
        .values({ publicKey, privateSealed: safe.seal(privateKey, PURPOSE) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    });
    // Another process may have stored its keys first.
    row = await read();
  }
  if (row === undefined) throw new Error('The push keys could not be stored.');
  return { publicKey: row.publicKey, privateKey: safe.open(row.privateSealed, PURPOSE) };
}

export async function sendPush(send: Send, keys: PushKeys, target: Target<'push'>, parcel: Parcel): Promise<Outcome> {
  if (!isPushKey(target.keys.p256dh))
    return { state: 'failed', problem: 'The key of this browser cannot be used. Remove it and add it again.' };
  const last = parcel.parts.at(-1);
  const payload = JSON.stringify({
    title: subjectOf(parcel),
    body: (last?.body.lines.join('\n') ?? '').slice(0, LONGEST_TEXT),
    tag: parcel.threadKey,
    url: last === undefined ? null : addressOf(last, parcel.publicUrl),
  });
  const request = pushRequest(target, keys, { payload, ttl: DAY_S }, parcel.publicUrl);
  return await post(send, request, ({ http }) => {
    if (http === 404 || http === 410) return { state: 'ended', problem: 'The browser has ended its subscription.' };
    if (http === 413) return { state: 'failed', problem: 'The push service refused the message as too large.' };
    return undefined;
  });
}
