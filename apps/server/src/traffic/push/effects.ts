/** The checks when a push is saved, beside those of its single fields. */
import type { StoredRecord } from '@signpost/contract/define/entity.ts';
import { AppError } from '@signpost/contract/errors.ts';
import type { Trx } from '../../database.ts';
import { LONGEST_PAYLOAD } from '../../platform/web-push.ts';
import type { Effects } from '../../workplace/records/effects.ts';
import { payloadOf } from './message.ts';
import { readPush } from './plan.ts';

/** As long as every token. */
const ANY_TOKEN = '00000000-0000-0000-0000-000000000000';

async function check(trx: Trx, { id }: StoredRecord): Promise<void> {
  const push = await readPush(trx, id);
  const errors: { path: string; message: string }[] = [];
  if ((push.quietFrom === null) !== (push.quietTo === null))
    errors.push({
      path: push.quietFrom === null ? 'quietFrom' : 'quietTo',
      message: 'Quiet hours have a beginning and an end. Enter both or none.',
    });
  if (push.quietFrom !== null && push.quietFrom === push.quietTo)
    errors.push({ path: 'quietTo', message: 'Quiet hours end at another time than they begin.' });
  if (push.minAgeDays !== null && push.maxAgeDays !== null && push.maxAgeDays < push.minAgeDays)
    errors.push({ path: 'maxAgeDays', message: 'This is less than “at least”, so nobody would get the message.' });
  if (Buffer.byteLength(payloadOf(push, ANY_TOKEN)) > LONGEST_PAYLOAD)
    errors.push({ path: 'body', message: 'The message is too long for push services. Shorten its text.' });
  if (errors.length > 0) throw new AppError('VALIDATION', { errors });
}

export const pushEffects: Effects = { pushNotification: { created: check, updated: check } };
