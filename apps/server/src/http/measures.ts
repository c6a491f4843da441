/** Counts and times the app's requests, and answers `/metrics`. */
import type { Deps } from '../deps.ts';
import type { App } from './app-type.ts';

/** Comes before the checks of hosts and sessions, because Prometheus names addresses and has no session. */
export function measureRequests(app: App, { measures, metrics }: Deps): void {
  if (metrics !== undefined)
    app.addHook('onRequest', async (request, reply) => {
      if (!metrics(request.raw, reply.raw)) return;
      reply.hijack();
    });
  if (measures === undefined) return;
  const count = measures.counter('signpost_requests_total');
  const time = measures.histogram('signpost_request_seconds');
  app.addHook('onResponse', async (_request, reply) => {
    count({ status: `${Math.floor(reply.statusCode / 100)}xx` });
    time({}, reply.elapsedTime / 1000);
  });
}
