/** Routes of web push beside its records. */
import {
  countPushAudience,
  readPushProgress,
  readPushSetup,
  rotatePushKey,
  sendPush,
  stopPush,
  testPush,
} from '@signpost/contract/calls/push.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { CHANNEL_TESTS } from '@signpost/contract/limits.ts';
import type { Trx } from '../../../database.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import { limiter } from '../../../platform/limit.ts';
import { answerOnce } from '../../../workplace/records/once.ts';
import { countAudience } from '../audience.ts';
import { addKey, readSetup } from '../keys.ts';
import { readProgress, sendIn, stopIn } from '../steps.ts';
import { sendTest } from '../test-send.ts';

const TOO_MANY_TESTS = 'You have sent many test messages. Wait half a minute, then try again.';

export function pushRoutes(app: App, deps: Deps): void {
  const { db, clock, vault } = deps;
  const tests = limiter(CHANNEL_TESTS, () => clock.now().getTime());

  handle(app, readPushSetup, () => readSetup(db));

  handle(app, rotatePushKey, async () => {
    const opened = await vault();
    await db.transaction().execute((trx) => addKey(trx, opened));
    return await readSetup(db);
  });

  handle(app, countPushAudience, ({ body }) => countAudience(db, body, clock.now()));

  handle(app, testPush, async ({ params: { id }, viewer }) => {
    if (!tests.take(String(viewer.id))) throw new AppError('RATE_LIMITED', { message: TOO_MANY_TESTS });
    return await sendTest(deps, viewer, id);
  });

  handle(app, readPushProgress, ({ params: { id } }) => readProgress(db, id));

  handle(app, sendPush, async ({ params: { id }, body, viewer, request, reply }) => {
    const actor = { viewer, requestId: request.id };
    const start = async (trx: Trx) => {
      await sendIn({ trx, clock, actor }, id, body.version);
      return await readProgress(trx, id);
    };
    return await answerOnce(deps, { request, reply }, start, { status: 200 });
  });

  handle(app, stopPush, async ({ params: { id }, viewer, request }) => {
    const actor = { viewer, requestId: request.id };
    await db.transaction().execute((trx) => stopIn({ trx, clock, actor }, id));
    return await readProgress(db, id);
  });
}
