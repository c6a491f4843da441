/** A span for each request of the API, by its route; what the request does belongs to it. */
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import type { OpenSpan } from '../platform/spans.ts';
import type { App } from './app-type.ts';

export function traceRequests(app: App, { tracing }: Deps): void {
  if (tracing === undefined) return;
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    // The route's pattern has no ids in it.
    const route = request.routeOptions.url ?? 'unknown';
    const span = tracing.begin(`${request.method} ${route}`, 'server', {
      'http.request.method': request.method,
      'http.route': route,
      'signpost.request_id': request.id,
    });
    spans.set(request, span);
    span.run(done);
  });
  // Reading the body has left the span.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else span.run(done);
  });
  app.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request);
    span?.set({ 'http.response.status_code': reply.statusCode });
    span?.end(reply.statusCode >= 500 ? { failure: undefined } : undefined);
  });
  app.addHook('onRequestAbort', async (request) => spans.get(request)?.end());
}
