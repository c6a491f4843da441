/** Routes of the bell. */
import { Readable } from 'node:stream';
import { followNotices, listNotices, markNoticesRead, readMailState } from '@signpost/contract/calls/notifications.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle, withMeta } from '../../../http/handle.ts';
import { isStillAllowed } from '../../../http/session.ts';
import type { SessionUser } from '../../../session-user.ts';
import { bellHub, NOTICES_CHANNEL } from '../live.ts';
import { countUnread, listThreads, markRead } from '../notices.ts';

/** The threads among these that a viewer may not read at this moment. */
type HiddenThreads = (viewer: SessionUser, keys: readonly string[]) => Promise<ReadonlySet<string>>;

export async function notificationRoutes(app: App, deps: Deps, hiddenThreads: HiddenThreads): Promise<void> {
  const { db, clock } = deps;
  const hub = bellHub();
  const stop = await deps.onNotify?.(NOTICES_CHANNEL, (payload) => hub.told(payload));
  app.addHook('onClose', async () => stop?.());

  handle(app, listNotices, async ({ viewer, query: { before } }) => {
    const { threads, next } = await listThreads(db, viewer.id, before);
    const hidden = await hiddenThreads(
      viewer,
      threads.map(({ key }) => key),
    );
    return withMeta(
      threads.filter(({ key }) => !hidden.has(key)),
      { next },
    );
  });

  handle(app, markNoticesRead, async ({ viewer, body }) => {
    await markRead(db, viewer.id, body, clock.now());
    return null;
  });

  handle(app, readMailState, () => ({ isOn: deps.mail !== null }));

  handle(app, followNotices, ({ viewer, request, reply }) => {
    const gone = new AbortController();
    const events = hub.follow(viewer.id, {
      signal: gone.signal,
      count: () => countUnread(db, viewer.id),
      isAllowed: () => isStillAllowed(deps, request),
    });
    reply.raw.once('close', () => gone.abort());
    reply.header('cache-control', 'no-store').header('x-accel-buffering', 'no');
    return reply.type('text/event-stream; charset=utf-8').send(Readable.from(events));
  });
}
