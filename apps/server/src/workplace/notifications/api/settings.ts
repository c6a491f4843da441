/** Routes of a person's choices. */
import {
  addNotificationChannel,
  chooseNotification,
  readNotificationSettings,
  removeNotificationChannel,
  setQuietHours,
  testNotificationChannel,
  testNotificationMail,
} from '@signpost/contract/calls/notifications.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { CHANNEL_TESTS } from '@signpost/contract/limits.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import { limiter } from '../../../platform/limit.ts';
import type { SessionUser } from '../../../session-user.ts';
import { pushKeys } from '../channels/push.ts';
import * as settings from '../settings.ts';
import { testChannel, testMail } from '../try-out.ts';

const TOO_MANY_TESTS = 'You have sent many test messages. Wait half a minute, then try again.';

export function notificationSettingsRoutes(app: App, deps: Deps): void {
  const { db, clock, vault } = deps;

  handle(app, readNotificationSettings, async ({ viewer }) => {
    const [topics, quietHours, channels, keys] = await Promise.all([
      settings.topicsOf(db, viewer),
      settings.readQuietHours(db, viewer.id),
      settings.listChannels(db, viewer.id),
      pushKeys(db, vault),
    ]);
    return { isMailOn: deps.mail !== null, topics, quietHours, channels, pushKey: keys.publicKey };
  });

  handle(app, chooseNotification, async ({ viewer, body }) => {
    await settings.choose(db, viewer, body);
    return null;
  });

  handle(app, setQuietHours, async ({ viewer, body }) => {
    await settings.setQuietHours(db, viewer.id, body.quietHours, clock.now());
    return null;
  });

  handle(app, addNotificationChannel, async ({ viewer, body }) =>
    settings.addChannel(
      { db, vault: await vault(), allowPrivate: deps.env.privateTargets },
      viewer.id,
      body,
      clock.now(),
    ),
  );

  handle(app, removeNotificationChannel, async ({ viewer, params }) => {
    await settings.removeChannel(db, viewer.id, params.id, clock.now());
    return null;
  });

  const tests = limiter(CHANNEL_TESTS, () => clock.now().getTime());
  const countTest = ({ id }: SessionUser): void => {
    if (!tests.take(String(id))) throw new AppError('RATE_LIMITED', { message: TOO_MANY_TESTS });
  };

  handle(app, testNotificationChannel, ({ viewer, params }) => {
    countTest(viewer);
    return testChannel(deps, viewer, params.id);
  });

  handle(app, testNotificationMail, ({ viewer }) => {
    countTest(viewer);
    return testMail(deps, viewer);
  });
}
