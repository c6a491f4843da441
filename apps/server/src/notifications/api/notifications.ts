/** Routes of the bell. */
import { Readable } from 'node:stream';
import { followNotices, listNotices, markNoticesRead, readMailState } from '@signpost/contract/calls/notifications.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { handle, withMeta } from '../../http/handle.ts';
import { isStillAllowed } from '../../http/session.ts';
import { bellHub, NOTICES_CHANNEL } from '../live.ts';
import { countUnread, listThreads, markRead } from '../notices.ts';

export async function notificationRoutes(app: App, deps: Deps): Promise<void> {
  const { db, clock } = deps;
  const hub = bellHub();
  const stop = await deps.onNotify?.(NOTICES_CHANNEL, (payload) => hub.told(payload));
  app.addHook('onClose', async () => stop?.());

  handle(app, listNotices, async ({ viewer, query: { before } }) => {
    const { threads, next } = await listThreads(db, viewer.id, before);
    return withMeta(threads, { next });
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
