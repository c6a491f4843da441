/** Calls of mail programs and mail servers, without a session: unsubscribing (RFC 8058) and bounces. */
import { createHmac } from 'node:crypto';
import { showUnsubscribe, unsubscribe } from '@signpost/contract/calls/mail-choices.ts';
import { BOUNCE_SIGNATURE_HEADER, postBounce } from '@signpost/contract/calls/mailings.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { MAIL_TOPICS, MAILING_LIMITS, type MailTopic } from '@signpost/contract/partners/mailings/mailing.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { askerOf } from '../../../http/asker.ts';
import { handle } from '../../../http/handle.ts';
import { clientAddress } from '../../../platform/client-address.ts';
import { limiter } from '../../../platform/limit.ts';
import { sameToken } from '../../../platform/tokens.ts';
import { applyBounce } from '../bounces.ts';
import { suppress } from '../people.ts';
import { bounceSecret, isTokenOf, type UnsubscribePage, unsubscribePage } from '../unsubscribe.ts';

/** A mail provider that unsubscribes for its people does so from a few addresses. */
const LIMITS = { burst: 1_000, perSecond: 20 };
/** A form of one field. */
const FORM_BYTES = 4 * 1024;
const NOT_FOUND = 404;

const linkSchema = z.object({
  person: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number),
  topic: z.enum(MAIL_TOPICS),
  token: z.string().regex(/^[\w-]{43}$/),
});

export async function publicMailRoutes(app: App, deps: Deps): Promise<void> {
  const { db, clock, vault, env } = deps;
  const limits = limiter(LIMITS, () => clock.now().getTime());

  function count(request: FastifyRequest): void {
    if (!limits.take(clientAddress(request.raw, env.trustedProxies))) throw new AppError('RATE_LIMITED');
  }

  /** The person and the topic of a link; null if it is damaged or its token is wrong. */
  async function meantBy(params: unknown): Promise<{ personId: number; topic: MailTopic } | null> {
    const link = linkSchema.safeParse(params);
    if (!link.success) return null;
    const { person, topic, token } = link.data;
    if (!isTokenOf(await vault(), person, topic, token)) return null;
    const known = await db.selectFrom('mailPeople').select('id').where('id', '=', person).executeTakeFirst();
    if (known === undefined) return null;
    return { personId: known.id, topic };
  }

  const show = (reply: FastifyReply, page: UnsubscribePage, topic: MailTopic | null) =>
    reply
      .code(page === 'unknown' ? NOT_FOUND : 200)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(unsubscribePage(page, topic));

  await app.register(async (scope) => {
    // Mail programs post the form of RFC 8058, whose only field says what the address says already.
    for (const type of ['application/x-www-form-urlencoded', 'text/plain'])
      scope.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit: FORM_BYTES }, async () => undefined);
    // Bounces come as they are, so that their signature can be checked byte by byte.
    for (const type of ['message/rfc822', 'application/octet-stream'])
      scope.addContentTypeParser(
        type,
        { parseAs: 'buffer', bodyLimit: MAILING_LIMITS.bounceBytes },
        async (_request: FastifyRequest, body: Buffer) => body.toString('latin1'),
      );

    handle(
      scope as App,
      showUnsubscribe,
      async ({ params, request, reply }) => {
        count(request);
        const meant = await meantBy(params);
        return await show(reply, meant === null ? 'unknown' : 'ask', meant?.topic ?? null);
      },
      { noTicket: true },
    );

    handle(
      scope as App,
      unsubscribe,
      async ({ params, request, reply }) => {
        count(request);
        const meant = await meantBy(params);
        if (meant === null) return await show(reply, 'unknown', null);
        await suppress(db, { ...meant, reason: 'unsubscribed', at: clock.now() });
        return await show(reply, 'done', meant.topic);
      },
      { noTicket: true },
    );

    handle(
      scope as App,
      postBounce,
      async ({ body, request }) => {
        count(request);
        const bytes = Buffer.from(body, 'latin1');
        const signature = request.headers[BOUNCE_SIGNATURE_HEADER];
        const expected = createHmac('sha256', bounceSecret(await vault()))
          .update(bytes)
          .digest('hex');
        if (typeof signature !== 'string' || !sameToken(signature.toLowerCase(), expected))
          throw new AppError('FORBIDDEN', { message: 'The signature is missing or wrong.' });
        return await applyBounce(deps, bytes, askerOf(request), clock.now());
      },
      { noTicket: true, bodyLimit: MAILING_LIMITS.bounceBytes },
    );
  });
}
