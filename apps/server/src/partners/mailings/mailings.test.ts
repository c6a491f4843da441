/** E-mails to publishers, through a real mail server: drafts, audience and sending. */
import { listAttention } from '@signpost/contract/calls/attention.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import {
  actOnMailing,
  checkMailingLinks,
  confirmMailing,
  decideMailRecipient,
  listMailings,
  previewMailing,
  readMailingStatus,
  testMailing,
} from '@signpost/contract/calls/mailings.ts';
import { saveView } from '@signpost/contract/calls/saved-views.ts';
import { publisherMail } from '@signpost/contract/entities/publisher-mail.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { takeRecipient } from './recipients.ts';
import { draftOf, mailingWorld } from './testing/world.ts';

const publisherMailCalls = entityCalls(publisherMail);

const world = await mailingWorld();
const { admin, db, smtp } = world;

afterEach(() => {
  smtp.judge = () => undefined;
});

describe('The preview', () => {
  it('shows what three real recipients would get and counts the others, and stores nothing', async () => {
    const publishers = await Promise.all(Array.from({ length: 4 }, () => world.newPublisher()));
    const silent = await world.newPublisher({ contactEmail: null });
    const preview = await call(admin, previewMailing, { body: draftOf([...publishers, silent]) });
    expect(preview).toMatchObject({
      recipients: 4,
      suppressed: 0,
      withoutAddress: 1,
      isCut: true,
      problem: '',
      unknownPlaces: [],
    });
    expect(preview.samples).toHaveLength(3);
    const [first] = preview.samples;
    expect(first).toMatchObject({ publisher: publishers[0]?.name, subject: `Hello ${publishers[0]?.name} & co` });
    expect(first?.html).toContain(`${publishers[0]?.name} gets 35 %.`);
    expect(first?.html).not.toContain('script');
    expect(first?.text).toContain('Offer [https://example.com/?a=1&b=2]');
    expect(first?.text).toContain('Unsubscribe from “News and tips”');
    expect(await sql`SELECT 1 FROM mail_people WHERE address = ${publishers[0]?.address}`.execute(db)).toMatchObject({
      rows: [],
    });
  });

  it('names places that no mail has, and text that cannot be read', async () => {
    const unknown = await call(admin, previewMailing, { body: draftOf([], { html: '<p>{{ nmae }}</p>' }) });
    expect(unknown.unknownPlaces).toEqual(['nmae']);
    const broken = await call(admin, previewMailing, { body: draftOf([], { html: '{% nope %}' }) });
    expect(broken.problem).toContain('{% nope %} does not exist here');
    const one = await world.newPublisher();
    const mailing = await world.newDraft([one], { html: '<p>{{ nmae }}</p>' });
    const answer = await attempt(admin, confirmMailing, {
      params: { id: mailing.id },
      body: {
        version: mailing.version,
        recipients: 1,
        at: null,
      },
    });
    expect(answer.body.errors).toMatchObject([
      { path: 'html', message: '{{ nmae }} stands for nothing. Remove it or correct it.' },
    ]);
  });

  it('reaches only publishers that the sender may see, and one person for each address', async () => {
    const [own, other] = [await world.newPublisher(), await world.newPublisher()];
    const person = await world.signIn('Publisher', { publisherId: own.id, includedPaths: ['/email-publisher'] });
    // A Publisher never reaches the calls at all, whatever paths are included.
    expect((await refusal(person, previewMailing, { body: draftOf([own, other]) })).status).toBe(403);
    const twin = await world.newPublisher({ contactEmail: own.address.toUpperCase() });
    const preview = await call(admin, previewMailing, { body: draftOf([own, twin, other]) });
    expect(preview.recipients).toBe(2);
    const archived = await world.newPublisher({ archivedAt: new Date() });
    expect((await call(admin, previewMailing, { body: draftOf([archived]) })).recipients).toBe(0);
  });

  it('reads a saved filter of the publishers again each time', async () => {
    const name = `Filter ${Date.now()}`;
    await world.newPublisher({ name: `${name} one` });
    const query = `q=${encodeURIComponent(name)}`;
    const { id } = await call(admin, saveView, { body: { screen: 'publishers', name, query, shared: false } });
    const body = draftOf([], { audience: 'view', savedViewId: id });
    expect((await call(admin, previewMailing, { body })).recipients).toBe(1);
    await world.newPublisher({ name: `${name} two` });
    expect((await call(admin, previewMailing, { body })).recipients).toBe(2);
    const stranger = await world.signIn('Management');
    expect((await call(stranger, previewMailing, { body })).recipients).toBe(0);
  });

  it('checks the links through the guarded door and sends a test to oneself', async () => {
    const one = await world.newPublisher();
    const body = draftOf([one], {
      html: '<p><a href="http://127.0.0.1:9/gone">Gone</a> <a href="mailto:a@b.test">Mail</a></p>',
    });
    const links = await call(admin, checkMailingLinks, { body });
    expect(links).toMatchObject([
      { url: 'http://127.0.0.1:9/gone', verdict: expect.stringMatching(/broken|flaky|unknown/) },
    ]);
    expect(await call(admin, testMailing, { body: { ...body, replyTo: null } })).toEqual({
      isDelivered: true,
      problem: null,
    });
    const mine = smtp.mails.at(-1);
    const read = await mine?.read();
    expect(read?.subject).toBe(`[Test] Hello ${one.name} & co`);
    expect(mine?.to).toMatch(/@example\.test$/);
  });
});

describe('A send', () => {
  it('fixes its recipients when it is confirmed, and is sent once, with a one-click link and plain text', async () => {
    const publishers = await Promise.all(Array.from({ length: 12 }, () => world.newPublisher()));
    const { id } = await world.sendTo(publishers, { replyTo: 'answers@example.test' });
    await world.newPublisher();
    await world.work();
    expect(await world.read(id)).toMatchObject({
      state: 'sent',
      recipientCount: 12,
      counts: { accepted: 12, planned: 0 },
      may: { edit: false, pause: false, resume: false, cancel: false },
    });
    for (const { address, name } of publishers) {
      const mails = world.mailsTo(address);
      expect(mails).toHaveLength(1);
      const read = await mails[0]?.read();
      expect(read?.subject).toBe(`News for ${name}`);
      expect(read?.text).toContain(`Hello ${name}, you get 35 %.`);
      expect(read?.replyTo).toMatchObject([{ address: 'answers@example.test' }]);
      expect(mails[0]?.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    }
    const [first] = await world.recipients(id);
    expect(first?.log.map(({ text }) => text.split(':')[0])).toEqual(['Handed to the mail server.', 'Accepted']);
    const { rows } = await sql<{ action: string }>`SELECT action FROM audit WHERE entity = 'publisherMail'
      AND record_id = ${id} ORDER BY id`.execute(db);
    expect(rows.map(({ action }) => action)).toEqual(['create', 'update', 'update']);
  });

  it('is refused when the number of people changed after the preview, and when it was confirmed before', async () => {
    const one = await world.newPublisher();
    const mailing = await world.newDraft([one]);
    const body = { version: mailing.version, recipients: 5, at: null };
    expect((await refusal(admin, confirmMailing, { params: { id: mailing.id }, body })).errors).toMatchObject([
      { path: 'recipients', message: 'It would reach 1 people now, not 5. Look at the preview again.' },
    ]);
    expect(
      (
        await refusal(admin, confirmMailing, {
          params: { id: mailing.id },
          body: { ...body, version: 9, recipients: 1 },
        })
      ).status,
    ).toBe(409);
    expect(
      (await attempt(admin, confirmMailing, { params: { id: mailing.id }, body: { ...body, recipients: 1 } })).status,
    ).toBe(200);
    expect(
      (await refusal(admin, confirmMailing, { params: { id: mailing.id }, body: { ...body, recipients: 1 } })).status,
    ).toBe(400);
    const values = { version: mailing.version + 1, values: { subject: 'Other' } };
    expect(
      (await attempt(admin, publisherMailCalls.update, { params: { id: mailing.id }, body: values })).status,
    ).toBeGreaterThanOrEqual(400);
    await world.work();
  });

  it('waits for its local time in the zone of the sender', async () => {
    await db.updateTable('users').set({ timeZone: 'Asia/Tokyo' }).where('id', '=', admin.userId).execute();
    const one = await world.newPublisher();
    const mailing = await world.newDraft([one]);
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    const body = { version: mailing.version, recipients: 1, at: { day, time: '09:00' } };
    expect(
      (
        await refusal(admin, confirmMailing, {
          params: { id: mailing.id },
          body: { ...body, at: { day: '2020-01-01', time: '09:00' } },
        })
      ).status,
    ).toBe(400);
    expect(await call(admin, confirmMailing, { params: { id: mailing.id }, body })).toMatchObject({
      sendAt: `${day}T00:00:00.000Z`,
    });
    await world.work();
    expect(world.mailsTo(one.address)).toHaveLength(0);
    await sql`UPDATE publisher_mails SET send_at = now() WHERE id = ${mailing.id}`.execute(db);
    await world.passTime();
    await world.work();
    expect(world.mailsTo(one.address)).toHaveLength(1);
  });

  it('is paused instead of started when its sender may no longer open the screen', async () => {
    const one = await world.newPublisher();
    const sender = await world.signIn('Default User');
    const mailing = await world.newDraft([one]);
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    const body = { version: mailing.version, recipients: 1, at: { day, time: '09:00' } };
    expect((await attempt(sender, confirmMailing, { params: { id: mailing.id }, body })).status).toBe(200);
    await db
      .updateTable('users')
      .set({ excludedPaths: ['/email-publisher'] })
      .where('id', '=', sender.userId)
      .execute();
    await sql`UPDATE publisher_mails SET send_at = now() WHERE id = ${mailing.id}`.execute(db);
    await world.passTime();
    await world.work();
    expect(await world.read(mailing.id)).toMatchObject({
      state: 'paused',
      problem: expect.stringContaining('may no longer'),
    });
    expect(world.mailsTo(one.address)).toHaveLength(0);
  });

  it('keeps to its rate a minute, can be paused and resumed, and cancelling leaves out the rest', async () => {
    const publishers = await Promise.all(Array.from({ length: 5 }, () => world.newPublisher()));
    const { id } = await world.sendTo(publishers, { perMinute: 2 });
    expect((await world.read(id)).counts).toMatchObject({ accepted: 2, planned: 3 });
    const act = (action: 'pause' | 'resume' | 'cancel') =>
      call(admin, actOnMailing, { params: { id }, body: { action } });
    const pass = () =>
      sql`UPDATE mail_recipients SET sent_at = now() - interval '2 minutes' WHERE mail_id = ${id} AND sent_at IS NOT NULL`.execute(
        db,
      );
    await act('pause');
    await pass();
    await world.work();
    expect((await world.read(id)).counts).toMatchObject({ accepted: 2, planned: 3 });
    await act('resume');
    await world.work();
    expect((await world.read(id)).counts).toMatchObject({ accepted: 4, planned: 1 });
    await act('cancel');
    await pass();
    await world.work();
    expect(await world.read(id)).toMatchObject({ state: 'cancelled', counts: { accepted: 4, cancelled: 1 } });
    expect((await refusal(admin, actOnMailing, { params: { id }, body: { action: 'resume' } })).status).toBe(400);
  });

  it('shows who got nothing certain as uncertain, and sends again only when a person decides so', async () => {
    const lost = await world.newPublisher();
    smtp.judge = async ({ to }) => {
      if (to !== lost.address) return;
      smtp.drop();
      await new Promise(() => undefined);
    };
    const { id } = await world.sendTo([lost]);
    expect(await world.states(id)).toEqual({ [lost.address]: 'uncertain' });
    await world.passTime();
    smtp.judge = () => undefined;
    await world.work();
    expect(world.mailsTo(lost.address)).toHaveLength(0);
    const waiting = (await call(admin, listAttention, {})).find(({ route }) => route === 'emailPublisher');
    expect(waiting?.count).toBeGreaterThan(0);
    const [recipient] = await world.recipients(id);
    const params = { id, recipientId: recipient?.id ?? 0 };
    await call(admin, decideMailRecipient, { params, body: { decision: 'sendAgain' } });
    await world.work();
    expect(world.mailsTo(lost.address)).toHaveLength(1);
    expect(await world.read(id)).toMatchObject({ state: 'sent', counts: { accepted: 1, uncertain: 0 } });
    expect(
      (
        await refusal(admin, decideMailRecipient, {
          params: { id, recipientId: recipient?.id },
          body: { decision: 'sendAgain' },
        })
      ).status,
    ).toBe(400);
  });

  it('calls an attempt uncertain whose worker died, and takes nobody twice', async () => {
    const publishers = [await world.newPublisher(), await world.newPublisher()];
    const mailing = await world.newDraft(publishers);
    await world.confirm(mailing, 2);
    const { epoch } = await db.selectFrom('mailSender').select('epoch').executeTakeFirstOrThrow();
    // A worker that is killed after this has committed `sending` and nothing else.
    const taken = await takeRecipient(db, mailing.id, epoch, new Date());
    expect(taken).not.toBeNull();
    await world.work();
    expect((await world.read(mailing.id)).counts).toMatchObject({ accepted: 1, sending: 1 });
    await world.passTime();
    await world.work();
    expect(await world.read(mailing.id)).toMatchObject({ state: 'sent', counts: { accepted: 1, uncertain: 1 } });
    expect(world.mailsTo(taken?.address ?? '')).toHaveLength(0);
  });

  it('goes on waiting while the mail server is away, without calling anybody uncertain', async () => {
    const one = await world.newPublisher();
    const mailing = await world.newDraft([one]);
    await world.confirm(mailing, 1);
    const { openMail } = await import('../../platform/mail.ts');
    const away = openMail({ url: 'smtp://127.0.0.1:9', from: undefined, publicUrl: undefined });
    await world.work({ mail: away });
    away.close();
    expect((await world.read(mailing.id)).counts).toMatchObject({ planned: 1, uncertain: 0 });
    expect((await call(admin, readMailingStatus, {})).serverProblem).toBe('The mail server could not be reached.');
    await world.work({ mail: null });
    await world.work();
    expect(world.mailsTo(one.address)).toHaveLength(1);
  });
});

it('lists mails with their counts for people with the screen only', async () => {
  const [newest] = await call(admin, listMailings, { query: {} });
  expect(newest).toMatchObject({ counts: { accepted: expect.any(Number) } });
  const seo = await world.signIn('Seo User');
  expect((await refusal(seo, listMailings, {})).status).toBe(403);
  expect((await refusal(world.anonymous, listMailings, {})).status).toBe(401);
});
