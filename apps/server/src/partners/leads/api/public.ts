/** `POST /api/public/leads`: landers on any host post leads here, with the key of their site. */

import { postLead } from '@signpost/contract/calls/leads.ts';
import { API_BASE } from '@signpost/contract/envelope.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { LEAD_KEY_HEADER, type LeadReceipt, leadNotes } from '@signpost/contract/partners/leads/lead.ts';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import { parseFlatJson } from '../../../http/json-depth.ts';
import { readStop } from '../../../platform/arming.ts';
import { clientAddress } from '../../../platform/client-address.ts';
import { limiter } from '../../../platform/limit.ts';
import { openCountries } from '../../../traffic/clicks/redirect/country.ts';
import { type Distribution, distribute } from '../distribute.ts';
import { siteOfKey, takeLead } from '../intake.ts';
import { type LeadOrigin, noteRefusal, refusalOf } from '../refused.ts';

const LARGEST_BODY = 64 * 1024;
/** If a lander posts from its server, all its visitors' leads come from one address. */
const LIMITS = { burst: 2_000, perSecond: 100 };
/** Leads that are offered to buyers while their lander waits; the worker offers the others. */
const AT_ONCE = 20;
/** A lander's visitor waits this long for a buyer. */
const PATIENCE_MS = 8_000;
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': `content-type, ${LEAD_KEY_HEADER}`,
  'access-control-max-age': '86400',
} as const;

/** The framework's refusal of a content type that nobody reads. */
class OtherType extends Error {
  readonly statusCode = 415;
  readonly code = 'FST_ERR_CTP_INVALID_MEDIA_TYPE';
}

export async function publicLeadRoutes(app: App, deps: Deps): Promise<void> {
  const limits = limiter(LIMITS, () => deps.clock.now().getTime());
  let countries: ReturnType<typeof openCountries> | undefined;
  let offering = 0;
  const originOf = async (request: FastifyRequest): Promise<LeadOrigin> => {
    const ip = clientAddress(request.raw, deps.env.trustedProxies);
    countries ??= openCountries();
    return { ip, country: (await countries)(ip) };
  };

  app.options(
    `${API_BASE}${postLead.path}`,
    { config: { access: 'public', noTicket: true }, schema: { hide: true } },
    (_request, reply) => reply.headers(CORS).code(204).send(),
  );

  await app.register(async (scope) => {
    // A refused lead is kept as it came, in whatever form.
    const bodies = new WeakMap<FastifyRequest, Buffer>();
    const seen = (request: FastifyRequest, body: Buffer): void => void bodies.set(request, body);
    scope.removeContentTypeParser('application/json');
    parseFlatJson(scope as App, seen);
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer, done) => {
      seen(request, body);
      done(new OtherType('This content type is not read.'));
    });

    handle(
      scope as App,
      postLead,
      async ({ body, request, reply }) => {
        const key = request.headers[LEAD_KEY_HEADER];
        if (key === undefined)
          throw new AppError('FORBIDDEN', { message: `Send the key of the site in the header ${LEAD_KEY_HEADER}.` });
        const site = typeof key === 'string' ? await siteOfKey(deps.db, key) : undefined;
        if (site === undefined) throw new AppError('FORBIDDEN', { message: 'This site key is unknown.' });
        const now = deps.clock.now();
        const { id, ...judged } = await takeLead(deps, site, { input: body, from: await originOf(request) }, now);
        const result = offering < AT_ONCE ? await offerNow(id, now) : undefined;
        const receipt: LeadReceipt = {
          id,
          status: result?.status === 'accepted' ? 'accepted' : 'received',
          redirectUrl: result?.redirectUrl ?? null,
          notes: leadNotes(body, judged),
        };
        reply.code(201);
        return receipt;
      },
      // Set before validation, so that a browser lets the lander read validation errors.
      {
        noTicket: true,
        siteKey: true,
        bodyLimit: LARGEST_BODY,
        onRequest: async (request, reply) => {
          reply.headers(CORS);
          if (!limits.take(clientAddress(request.raw, deps.env.trustedProxies))) throw new AppError('RATE_LIMITED');
        },
        onFailure: async (error, request) => {
          const refusal = refusalOf(error);
          if (refusal === null) return;
          const key = request.headers[LEAD_KEY_HEADER];
          const body = bodies.get(request);
          const sent = body === undefined ? null : { body, type: request.headers['content-type'] ?? null };
          try {
            const lead = { key: typeof key === 'string' ? key : undefined, sent, origin: await originOf(request) };
            await noteRefusal(deps, { ...lead, ...refusal });
          } catch (err) {
            // The lander still learns what is wrong with its lead.
            deps.log.error({ err }, 'a refused lead could not be counted');
          }
        },
      },
    );
  });

  /** The outcome, if it is known in time. */
  async function offerNow(id: number, now: Date): Promise<Distribution | undefined> {
    // In a restored copy the lead waits, as for the worker (docs/decisions/0276).
    if ((await readStop(deps.db)) !== null) return undefined;
    offering += 1;
    const work = distribute(deps, id, now)
      .catch((err: unknown) => {
        // The lead is stored; the worker continues with it when the lease ends.
        deps.log.error({ err, lead: id }, 'a lead could not be offered');
        return undefined;
      })
      .finally(() => {
        offering -= 1;
      });
    const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PATIENCE_MS).unref());
    return await Promise.race([work, late]);
  }
}
