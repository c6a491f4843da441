/** `POST /api/public/leads`: landers on any host post leads here, with the key of their site. */
import { API_BASE } from '@signpost/contract/api/envelope.ts';
import { postLead } from '@signpost/contract/calls/leads.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { LEAD_KEY_HEADER, type LeadReceipt, leadNotes } from '@signpost/contract/leads/lead.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import { readStop } from '../../../platform/arming.ts';
import { clientAddress } from '../../../platform/client-address.ts';
import { limiter } from '../../../platform/limit.ts';
import { openCountries } from '../../../traffic/clicks/redirect/country.ts';
import { type Distribution, distribute } from '../distribute.ts';
import { siteOfKey, takeLead } from '../intake.ts';

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

export function publicLeadRoutes(app: App, deps: Deps): void {
  const limits = limiter(LIMITS, () => deps.clock.now().getTime());
  let countries: ReturnType<typeof openCountries> | undefined;
  let offering = 0;

  app.options(
    `${API_BASE}${postLead.path}`,
    { config: { access: 'public', noTicket: true }, schema: { hide: true } },
    (_request, reply) => reply.headers(CORS).code(204).send(),
  );

  handle(
    app,
    postLead,
    async ({ body, request, reply }) => {
      const key = request.headers[LEAD_KEY_HEADER];
      const ip = clientAddress(request.raw, deps.env.trustedProxies);
      if (!limits.take(ip)) throw new AppError('RATE_LIMITED');
      if (key === undefined)
        throw new AppError('FORBIDDEN', { message: `Send the key of the site in the header ${LEAD_KEY_HEADER}.` });
      const site = typeof key === 'string' ? await siteOfKey(deps.db, key) : undefined;
      if (site === undefined) throw new AppError('FORBIDDEN', { message: 'This site key is unknown.' });
      countries ??= openCountries();
      const country = (await countries)(ip);
      const now = deps.clock.now();
      const { id, ...judged } = await takeLead(deps, site, { input: body, from: { ip, country } }, now);
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
      onRequest: async (_request, reply) => void reply.headers(CORS),
    },
  );

  /** The outcome, if it is known in time. */
  async function offerNow(id: number, now: Date): Promise<Distribution | undefined> {
    // In a restored copy the lead waits, as for the worker (docs/decisions/0278).
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
