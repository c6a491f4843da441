/** A world whose e-mails to publishers arrive at a real mail server on loopback. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { confirmMailing, listMailRecipients, readMailing } from '@signpost/contract/calls/mailings.ts';
import { publisherMail } from '@signpost/contract/entities/publisher-mail.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { afterAll } from 'vitest';
import { createLog } from '../../../platform/log.ts';
import { openMail } from '../../../platform/mail.ts';
import { testSmtp } from '../../../workplace/notifications/testing/smtp.ts';
import { type MailingDeps, sendDue } from '../send.ts';

const publisherMailCalls = entityCalls(publisherMail);

/** A draft to these publishers, as the composer asks for its preview. */
export const draftOf = (publishers: readonly { id: number }[], more: object = {}) => ({
  subject: 'Hello {{ name }} & co',
  topic: 'news' as const,
  html: '<p>{{ publisher }} gets {{ commission }} %.</p><script>alert(1)</script><p><a href="https://example.com/?a=1&b=2">Offer</a></p>',
  audience: 'chosen' as const,
  publishers: publishers.map(({ id }) => id),
  savedViewId: null,
  allContacts: false,
  ...more,
});

export async function mailingWorld() {
  const smtp = await testSmtp();
  const dataDir = await mkdtemp(join(tmpdir(), 'signpost-mail-'));
  const publicUrl = new URL('http://signpost.example.test/');
  const mail = openMail({ url: smtp.url, from: undefined, publicUrl });
  const world = await testApp({ mail, env: { dataDir, publicUrl } });
  const { db } = world;
  const admin = await world.signIn('Admin');
  afterAll(async () => {
    mail.close();
    await smtp.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const log = createLog({ level: 'silent', name: 'test' });
  const deps: MailingDeps = { db, log, mail, publicUrl, vault: world.deps.vault, dataDir };
  const never = new AbortController().signal;
  const word = () => randomBytes(4).toString('hex');

  async function newPublisher(more: object = {}): Promise<{ id: number; name: string; address: string }> {
    const name = `Publisher ${word()}`;
    const address = `${word()}@publisher.test`;
    const { id } = await db
      .insertInto('publishers')
      .values({ name, contactEmail: address, commissionPercent: '35', ...more })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, name, address };
  }

  /** A draft for these publishers. */
  async function newDraft(publishers: readonly { id: number }[], more: object = {}) {
    const answer = await attempt(admin, publisherMailCalls.create, {
      body: {
        subject: 'News for {{ publisher }}',
        topic: 'news',
        html: '<p>Hello {{ name }}, you get {{ commission }} %.</p>',
        audience: 'chosen',
        publishers: publishers.map(({ id }) => id),
        allContacts: false,
        perMinute: 6_000,
        ...more,
      },
    });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body.data;
  }

  const confirm = (mailing: { id: number; version: number }, recipients: number) =>
    call(admin, confirmMailing, {
      params: { id: mailing.id },
      body: { version: mailing.version, recipients, at: null },
    });
  const recipients = (id: number) => call(admin, listMailRecipients, { params: { id }, query: {} });

  return {
    ...world,
    admin,
    smtp,
    dataDir,
    mailingDeps: deps,
    newPublisher,
    newDraft,
    confirm,
    recipients,
    /** Sends all that is due, as the worker does. */
    async work(more: Partial<MailingDeps> = {}): Promise<void> {
      while ((await sendDue({ ...deps, ...more }, never)) > 0);
    },
    /** Confirms a new draft for these publishers and sends it. Returns the mail as it is then. */
    async sendTo(publishers: readonly { id: number }[], more: object = {}) {
      const draft = await newDraft(publishers, more);
      await confirm(draft, publishers.length);
      await this.work();
      return draft;
    },
    /** Works for so long that a data folder which does not fit is no longer taken for that of another machine. */
    async workInDoubt(): Promise<void> {
      await this.work();
      await sql`UPDATE mail_sender SET doubted_at = doubted_at - interval '1 minute'`.execute(db);
      await this.work();
    },
    read: (id: number) => call(admin, readMailing, { params: { id } }),
    /** The states of the recipients by their address. */
    async states(id: number): Promise<Record<string, string>> {
      return Object.fromEntries((await recipients(id)).map(({ address, state }) => [address, state]));
    },
    mailsTo: (address: string) => smtp.mails.filter(({ to }) => to === address),
    /** Lets time pass for what waits to be tried again, and for leases. */
    async passTime(): Promise<void> {
      await sql`UPDATE mail_recipients SET next_try_at = now() - interval '1 second' WHERE state = 'planned'`.execute(
        db,
      );
      await sql`UPDATE mail_recipients SET lease_until = now() - interval '1 second' WHERE state = 'sending'`.execute(
        db,
      );
    },
  };
}
