/** A world whose mails arrive at a real mail server, and what tests of notifications need of it. */
import { testApp } from '@signpost/testkit/app.ts';
import { sql } from 'kysely';
import { afterAll } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { createLog } from '../../../platform/log.ts';
import { openMail } from '../../../platform/mail.ts';
import { outgoing, type Send } from '../../../platform/outgoing.ts';
import { type DeliveryDeps, deliverDue } from '../deliver.ts';
import { type Announcement, notify } from '../notify.ts';
import { testSmtp } from './smtp.ts';

export async function notificationWorld({ send = outgoing({ allowPrivate: true }) }: { send?: Send } = {}) {
  const smtp = await testSmtp();
  const publicUrl = new URL('https://signpost.example.test');
  const mail = openMail({ url: smtp.url, from: undefined, publicUrl });
  const world = await testApp({ mail, send, listens: true });
  afterAll(async () => {
    mail.close();
    await smtp.close();
  });
  const { db } = world;
  const log = createLog({ level: 'silent', name: 'test' });
  const deps: DeliveryDeps = { db, log, send, mail, vault: world.deps.vault, publicUrl, mayRead: async () => true };
  return {
    ...world,
    smtp,
    deliveryDeps: deps,
    /** Sends all that is due. */
    async deliverAll(now = new Date(), more: Partial<DeliveryDeps> = {}): Promise<void> {
      while ((await deliverDue({ ...deps, ...more }, now)) > 0);
    },
    /** Tells these people something of which only the given parts matter. */
    async tell(userIds: readonly number[], more: Partial<Announcement> = {}): Promise<string> {
      const dedupeKey = newId();
      await db.transaction().execute((trx) =>
        notify(trx, new Date(), {
          topic: 'runs',
          dedupeKey,
          severity: 'info',
          title: `News ${dedupeKey}`,
          body: { lines: ['Something happened.'] },
          userIds,
          ...more,
        }),
      );
      return dedupeKey;
    },
    emailOf: async (userId: number): Promise<string> =>
      (await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email,
    deliveriesOf: (userId: number) =>
      db
        .selectFrom('deliveries')
        .select(['id', 'channel', 'state', 'attempts', 'problem', 'nextTryAt', 'digestOf'])
        .where('userId', '=', userId)
        .orderBy('id')
        .execute(),
    /** Ends all leases as time would. */
    endLeases: () =>
      sql`UPDATE deliveries SET next_try_at = now() - interval '1 second' WHERE lease IS NOT NULL`.execute(db),
  };
}
