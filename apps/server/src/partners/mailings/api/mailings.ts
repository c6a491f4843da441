/** Routes of e-mails to publishers beside their records. */
import { mayDo } from '@signpost/contract/access/access.ts';
import { chooseMailTopic, readMailChoices } from '@signpost/contract/calls/mail-choices.ts';
import {
  actOnMailing,
  addSuppression,
  armMailings,
  checkMailingLinks,
  confirmMailing,
  decideMailRecipient,
  liftSuppression,
  listMailings,
  listMailRecipients,
  listSuppressions,
  previewMailing,
  readMailing,
  readMailingStatus,
  reportBounce,
  testMailing,
} from '@signpost/contract/calls/mailings.ts';
import { publisherMail } from '@signpost/contract/entities/publisher-mail.ts';
import { user } from '@signpost/contract/entities/user.ts';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import { CHANNEL_TESTS } from '@signpost/contract/limits.ts';
import { MAILING_LIMITS } from '@signpost/contract/partners/mailings/mailing.ts';
import type { SuppressionEvent } from '@signpost/contract/records/audit-events.ts';
import { sendingIsOff } from '@signpost/contract/workplace/notifications/settings.ts';
import type { FastifyRequest } from 'fastify';
import type { Trx } from '../../../database.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { askerOf } from '../../../http/asker.ts';
import { handle, withMeta } from '../../../http/handle.ts';
import { limiter } from '../../../platform/limit.ts';
import type { SessionUser } from '../../../session-user.ts';
import { authorOf, recordEvent, type WriteContext } from '../../../workplace/records/change.ts';
import { answerOnce } from '../../../workplace/records/once.ts';
import { applyBounce } from '../bounces.ts';
import { actIn, armIn, confirmIn, decideIn } from '../confirm.ts';
import { readSender } from '../mark.ts';
import { allow, personAt, suppress } from '../people.ts';
import { checkDraftLinks, previewDraft, testDraft } from '../preview.ts';
import * as read from '../read.ts';
import { bounceSecret } from '../unsubscribe.ts';

/** A pasted report with its original message. */
const REPORT_BYTES = 2 * MAILING_LIMITS.bounceBytes;
const POSTED_TO = '/api/public/mail-bounces';

/** Stands in the trail under the person who acted. It names whom it is about by a number, because the trail is kept for good. */
const tellSuppression = (ctx: WriteContext, event: SuppressionEvent): Promise<void> =>
  recordEvent(ctx.trx, authorOf(ctx), { entity: user, id: ctx.actor.viewer.id, after: { ...event } });

interface Caller {
  viewer: SessionUser;
  request: FastifyRequest;
}

/** Runs work in one transaction, as an audited change of the person who calls. */
function changes({ db, clock }: Deps) {
  return <T>({ viewer, request }: Caller, work: (ctx: WriteContext) => Promise<T>): Promise<T> =>
    db.transaction().execute((trx) => work({ trx, clock, actor: { viewer, requestId: request.id } }));
}

export function mailingRoutes(app: App, deps: Deps): void {
  sendingRoutes(app, deps);
  suppressionRoutes(app, deps);
}

function sendingRoutes(app: App, deps: Deps): void {
  const { db, clock, vault, env } = deps;
  const within = changes(deps);

  handle(app, readMailingStatus, async ({ viewer }) => {
    const { haltedAt, haltReason, serverProblem } = await readSender(db);
    const isAdmin = viewer.grade === 'Admin';
    const { publicUrl } = env;
    const bounces = async () => {
      if (publicUrl === undefined) return null;
      return { address: new URL(POSTED_TO, publicUrl).href, secret: bounceSecret(await vault()) };
    };
    return {
      isMailOn: deps.mail !== null,
      hasPublicUrl: publicUrl !== undefined,
      halt: haltedAt === null || haltReason === null ? null : { reason: haltReason, since: haltedAt.toISOString() },
      serverProblem,
      mayArm: isAdmin || viewer.grade === 'Management',
      bounces: isAdmin ? await bounces() : null,
    };
  });

  handle(app, listMailings, ({ query }) => read.listMailings(db, query.before));
  handle(app, readMailing, ({ params, viewer }) =>
    read.readMailing(db, params.id, mayDo(viewer, publisherMail, 'edit')),
  );
  handle(app, previewMailing, ({ body, viewer }) => previewDraft(deps, viewer, body));
  handle(app, checkMailingLinks, ({ body, viewer }) => checkDraftLinks(deps, viewer, body));

  const tests = limiter(CHANNEL_TESTS, () => clock.now().getTime());
  handle(app, testMailing, async ({ body, viewer }) => {
    if (!tests.take(String(viewer.id))) throw new AppError('RATE_LIMITED');
    return await testDraft(deps, viewer, body);
  });

  handle(app, confirmMailing, async ({ params, body, ...by }) => {
    if (deps.mail === null) throw invalid('', sendingIsOff(by.viewer.grade));
    if (env.publicUrl === undefined)
      throw invalid('', 'PUBLIC_URL is not set, so the unsubscribe link would lead nowhere. Set it first.');
    const { viewer, request, reply } = by;
    const actor = { viewer, requestId: request.id };
    const confirm = (trx: Trx) => confirmIn({ trx, clock, actor }, params.id, body);
    return await answerOnce(deps, { request, reply }, confirm, { status: 200 });
  });
  handle(app, actOnMailing, async ({ params, body, ...by }) => {
    await within(by, (ctx) => actIn(ctx, params.id, body.action));
    return null;
  });
  handle(app, armMailings, async (by) => {
    await within(by, armIn);
    return null;
  });

  handle(app, listMailRecipients, async ({ params, query }) => {
    const { recipients, total } = await read.listRecipients(db, params.id, query);
    return withMeta(recipients, { total });
  });
  handle(app, decideMailRecipient, async ({ params, body, ...by }) => {
    const { id, recipientId } = params;
    await within(by, (ctx) => decideIn(ctx, { mailId: id, recipientId, decision: body.decision }));
    return null;
  });
}

function suppressionRoutes(app: App, deps: Deps): void {
  const { db, clock } = deps;
  const within = changes(deps);

  handle(app, listSuppressions, async ({ query }) => {
    const { suppressions, total } = await read.listSuppressions(db, query);
    return withMeta(suppressions, { total });
  });
  handle(app, addSuppression, async ({ body: { address, topic }, ...by }) => {
    const at = clock.now();
    await within(by, async (ctx) => {
      const personId = await personAt(ctx.trx, address, at);
      await suppress(ctx.trx, { personId, topic, reason: 'staff', at, byId: by.viewer.id });
      await tellSuppression(ctx, { event: 'mailSuppressed', personId, topic });
    });
    return null;
  });
  handle(app, liftSuppression, async ({ body: { personId, topic }, ...by }) => {
    await within(by, async (ctx) => {
      const known = await ctx.trx
        .selectFrom('mailSuppressions')
        .select('reason')
        .where('personId', '=', personId)
        .where('topic', '=', topic)
        .forUpdate()
        .executeTakeFirst();
      if (known === undefined) throw new AppError('ITEM_NOT_FOUND');
      if (!read.isLiftable(known.reason)) throw invalid('', 'Only the person can take this back.');
      await ctx.trx
        .deleteFrom('mailSuppressions')
        .where('personId', '=', personId)
        .where('topic', '=', topic)
        .where('reason', '=', known.reason)
        .execute();
      await tellSuppression(ctx, { event: 'mailSuppressionLifted', personId, topic });
    });
    return null;
  });

  handle(
    app,
    reportBounce,
    ({ body, request }) => applyBounce(deps, Buffer.from(body.message), askerOf(request), clock.now()),
    {
      bodyLimit: REPORT_BYTES,
    },
  );

  handle(app, readMailChoices, async ({ viewer }) => ({ topics: await read.topicsAt(db, viewer.email) }));
  handle(app, chooseMailTopic, async ({ viewer, body: { topic, isOn } }) => {
    const at = clock.now();
    await db.transaction().execute(async (trx) => {
      if ((await read.topicsAt(trx, viewer.email)) === null) throw new AppError('ITEM_NOT_FOUND');
      const personId = await personAt(trx, viewer.email, at);
      if (isOn) await allow(trx, personId, topic, at);
      else await suppress(trx, { personId, topic, reason: 'unsubscribed', at });
    });
    return null;
  });
}
