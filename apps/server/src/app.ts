/** Builds the API and the app's files; everything it needs is passed in. */

import compress from '@fastify/compress';
import { REQUEST_ID_HEADER } from '@signpost/contract/envelope.ts';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Deps } from './deps.ts';
import { DOMAINS } from './domains.ts';
import { requireAccessRules } from './http/access.ts';
import type { App } from './http/app-type.ts';
import { errorHandling } from './http/errors.ts';
import { refuseForeignHosts } from './http/hosts.ts';
import { parseFlatJson } from './http/json-depth.ts';
import { measureRequests } from './http/measures.ts';
import { openApi } from './http/openapi.ts';
import { parseQueryString, refuseUnreadableQueries } from './http/query-string.ts';
import { refuseUnstorableTexts } from './http/refusals.ts';
import { securityHeaders } from './http/security-headers.ts';
import { checkingSerialiser, plainSerialiser } from './http/serialiser.ts';
import { sessions } from './http/session.ts';
import { traceRequests } from './http/traces.ts';
import { webFiles } from './http/web-files.ts';
import { IDLE_CONNECTION_MS } from './platform/idle-connection.ts';
import { newId } from './platform/ids.ts';
import { pathOf } from './platform/request-target.ts';
import { guardRows } from './workplace/records/guard.ts';

const MAX_URL = 8192;
const MAX_BODY = 1024 * 1024;
/** A whole request with its body has to arrive within this time, so that slow senders cannot hold connections for long. */
const REQUEST_TIMEOUT_MS = 30_000;
/** A connection on which nothing moves is closed. It is longer than the pause between two signs of life of the live tail. */
const HEADERS_TIMEOUT_MS = 15_000;
const CONNECTION_TIMEOUT_MS = 120_000;
const MOST_CONNECTIONS = 5_000;

/** The server, ready to listen or to be injected into. Throws when a route declares no access rule. */
export async function buildApp(deps: Deps): Promise<App> {
  const app: App = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    rewriteUrl: pathOf,
    genReqId: () => newId(deps.clock),
    bodyLimit: MAX_BODY,
    http: { maxHeaderSize: MAX_URL * 2, headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 5_000 },
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    keepAliveTimeout: IDLE_CONNECTION_MS,
    routerOptions: { maxParamLength: 500, querystringParser: parseQueryString },
  }).withTypeProvider<ZodTypeProvider>();
  app.server.maxConnections = MOST_CONNECTIONS;
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(deps.env.checkAnswers ? checkingSerialiser : plainSerialiser);

  app.addHook('onSend', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id);
  });
  requireAccessRules(app);
  traceRequests(app, deps);
  measureRequests(app, deps);
  errorHandling(app);
  parseFlatJson(app);
  refuseUnreadableQueries(app);
  refuseUnstorableTexts(app);
  refuseForeignHosts(app, deps.env);
  securityHeaders(app, deps.env);
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1024 });
  await openApi(app);
  sessions(app, deps);
  guardRows(app, deps);

  for (const routes of Object.values(DOMAINS)) for (const register of routes) await register(app, deps);
  await webFiles(app, deps);
  return app;
}
