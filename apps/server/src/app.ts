/** Builds the API and the app's files; everything it needs is passed in. */

import compress from '@fastify/compress';
import { REQUEST_ID_HEADER } from '@signpost/contract/api/envelope.ts';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Deps } from './deps.ts';
import { requireAccessRules } from './http/access.ts';
import type { App } from './http/app-type.ts';
import { errorHandling } from './http/errors.ts';
import { refuseForeignHosts } from './http/hosts.ts';
import { openApi } from './http/openapi.ts';
import { parseQueryString, refuseUnreadableQueries } from './http/query-string.ts';
import { securityHeaders } from './http/security-headers.ts';
import { checkingSerialiser, plainSerialiser } from './http/serialiser.ts';
import { sessions } from './http/session.ts';
import { webFiles } from './http/web-files.ts';
import { attentionRoutes } from './modules/attention/routes.ts';
import { deadLetterRoutes } from './modules/conversions/dead-letters.ts';
import { effectRoutes } from './modules/conversions/effects.ts';
import { outgoingRoutes } from './modules/conversions/outgoing.ts';
import { postbackSetupRoutes } from './modules/conversions/postback-setup.ts';
import { transactionRoutes } from './modules/conversions/transactions.ts';
import { globalDealFormRoutes } from './modules/deals/global-form.ts';
import { openDealRoutes } from './modules/deals/open-deals.ts';
import { proposalEffects, proposalRoutes } from './modules/deals/proposals.ts';
import { healthRoutes } from './modules/health/routes.ts';
import { hostRoutes } from './modules/hosts/routes.ts';
import { imageRoutes } from './modules/images/routes.ts';
import { publicLeadRoutes } from './modules/leads/public.ts';
import { leadRoutes } from './modules/leads/routes.ts';
import { leadSetupRoutes } from './modules/leads/setup.ts';
import { ledgerEffects } from './modules/ledger/effects.ts';
import { gamblingImportRoutes } from './modules/ledger/imports/routes.ts';
import { linkCheckRoutes } from './modules/link-check/routes.ts';
import { linkRoutes } from './modules/links/routes.ts';
import { managerRoutes } from './modules/managers/routes.ts';
import { metadataRoutes } from './modules/metadata/routes.ts';
import { mirrorRoutes } from './modules/places/mirrors.ts';
import { referralCodeRoutes } from './modules/places/referral-codes.ts';
import { referrerRoutes } from './modules/places/referrers.ts';
import { apiKeyRoutes } from './modules/profile/api-keys.ts';
import { profileRoutes } from './modules/profile/routes.ts';
import { checkRoutes } from './modules/routing/check.ts';
import { explainRoutes } from './modules/routing/explain.ts';
import { replayRoutes } from './modules/routing/replay/routes.ts';
import { traceRoutes } from './modules/routing/trace.ts';
import { boxVersionRoutes } from './modules/routing/versions/routes.ts';
import { waterfallRoutes } from './modules/routing/waterfall.ts';
import { weightRoutes } from './modules/routing/weights.ts';
import { searchRoutes } from './modules/search/routes.ts';
import { signInRoutes } from './modules/sign-in/routes.ts';
import { viewRoutes } from './modules/views/routes.ts';
import { newId } from './platform/ids.ts';
import { outgoing } from './platform/outgoing.ts';
import { guardRows } from './records/guard.ts';
import { recordRoutes } from './records/routes.ts';
import { statsRoutes } from './stats/routes.ts';

const MAX_URL = 8192;
const MAX_BODY = 1024 * 1024;

/** The server, ready to listen or to be injected into. Throws when a route declares no access rule. */
export async function buildApp(deps: Deps): Promise<App> {
  const app: App = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId(deps.clock),
    bodyLimit: MAX_BODY,
    http: { maxHeaderSize: MAX_URL * 2 },
    routerOptions: { maxParamLength: 500, querystringParser: parseQueryString },
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(deps.env.checkAnswers ? checkingSerialiser : plainSerialiser);

  app.addHook('onSend', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id);
  });
  requireAccessRules(app);
  errorHandling(app);
  refuseUnreadableQueries(app);
  refuseForeignHosts(app, deps.env);
  securityHeaders(app);
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1024 });
  await openApi(app);
  sessions(app, deps);
  guardRows(app, deps);

  healthRoutes(app, deps);
  await signInRoutes(app, deps);
  profileRoutes(app, deps);
  apiKeyRoutes(app, deps);
  await metadataRoutes(app, deps);
  await imageRoutes(app, deps);
  linkRoutes(app, deps);
  explainRoutes(app, deps);
  traceRoutes(app, deps);
  boxVersionRoutes(app, deps);
  checkRoutes(app, deps);
  replayRoutes(app, deps);
  weightRoutes(app, deps);
  waterfallRoutes(app, deps);
  searchRoutes(app, deps);
  viewRoutes(app, deps);
  attentionRoutes(app, deps);
  postbackSetupRoutes(app, deps);
  transactionRoutes(app, deps);
  gamblingImportRoutes(app, deps);
  openDealRoutes(app, deps);
  proposalRoutes(app, deps);
  globalDealFormRoutes(app, deps);
  managerRoutes(app, deps);
  referralCodeRoutes(app, deps);
  referrerRoutes(app, deps);
  mirrorRoutes(app, deps);
  effectRoutes(app, deps);
  deadLetterRoutes(app, deps);
  outgoingRoutes(app, deps);
  const send = outgoing({ allowPrivate: deps.env.privateTargets });
  const leads = { db: deps.db, clickhouse: deps.clickhouse, log: deps.log, vault: deps.vault, send };
  publicLeadRoutes(app, deps, leads);
  leadRoutes(app, deps, leads);
  leadSetupRoutes(app, deps, send);
  linkCheckRoutes(app, deps, send);
  hostRoutes(app, deps, send);
  recordRoutes(app, deps, { ...ledgerEffects(deps), ...proposalEffects });
  await statsRoutes(app, deps);
  await webFiles(app, deps);
  return app;
}
