/** The events after e-mails to publishers have been sent: unsubscribing, bounces, restored databases. */
import { createHmac } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseMailTopic, readMailChoices } from '@signpost/contract/calls/mail-choices.ts';
import {
  actOnMailing,
  addSuppression,
  armMailings,
  BOUNCE_SIGNATURE_HEADER,
  liftSuppression,
  listSuppressions,
  previewMailing,
  readMailingStatus,
  reportBounce,
} from '@signpost/contract/calls/mailings.ts';
import { call, refusal } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { refusal as smtpRefusal } from '../../workplace/notifications/testing/smtp.ts';
import { classOf } from './answers.ts';
import { markPath } from './mark.ts';
import { draftOf, mailingWorld } from './testing/world.ts';

const world = await mailingWorld();
const { admin, db, smtp } = world;

afterEach(() => {
  smtp.judge = () => undefined;
});

/** The unsubscribe address in a mail. */
const linkIn = (raw: string | undefined): string =>
  new URL(/List-Unsubscribe: <([^>]+)>/.exec((raw ?? '').replaceAll(/\r\n\s+/g, ' '))?.[1] ?? '').pathname;

const form = (url: string, headers: Record<string, string> = {}) =>
  world.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: 'List-Unsubscribe=One-Click',
  });

describe('Unsubscribing', () => {
  it('works by a POST without cookies, and a GET changes nothing', async () => {
    const one = await world.newPublisher();
    await world.sendTo([one]);
    const url = linkIn(world.mailsTo(one.address)[0]?.raw);
    const page = await world.app.inject({ method: 'GET', url });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).toContain('Unsubscribe from “News and tips”');
    expect(page.body).not.toContain(one.address);
    expect((await call(admin, previewMailing, { body: draftOf([one]) })).recipients).toBe(1);
    expect((await form(url)).statusCode).toBe(200);
    expect((await form(url)).statusCode).toBe(200);
    expect(await call(admin, previewMailing, { body: draftOf([one]) })).toMatchObject({ recipients: 0, suppressed: 1 });
    // Other topics still reach the person.
    expect(await call(admin, previewMailing, { body: draftOf([one], { topic: 'offers' }) })).toMatchObject({
      recipients: 1,
    });
    const list = await call(admin, listSuppressions, { query: { q: one.address } });
    expect(list).toMatchObject([{ address: one.address, topic: 'news', reason: 'unsubscribed', mayLift: false }]);
    const lift = { personId: list[0]?.personId ?? 0, topic: 'news' };
    expect((await refusal(admin, liftSuppression, { body: lift })).status).toBe(400);
  });

  it('shows a page where the link was damaged on its way, and changes nothing', async () => {
    const { rows: before } = await sql`SELECT count(*) FROM mail_suppressions`.execute(db);
    for (const path of ['1/offers/xxx', 'x/offers/y', '1/nothing/xxx', '99999999999999999999/news/z']) {
      const url = `/api/public/unsubscribe/${path}`;
      for (const answer of [await form(url), await world.app.inject({ method: 'GET', url })]) {
        expect([path, answer.statusCode]).toEqual([path, 404]);
        expect(answer.headers['content-type']).toContain('text/html');
        expect(answer.body).toContain('This link does not work');
      }
    }
    expect((await sql`SELECT count(*) FROM mail_suppressions`.execute(db)).rows).toEqual(before);
  });

  it('refuses tokens of other people and topics', async () => {
    const one = await world.newPublisher();
    await world.sendTo([one]);
    const url = linkIn(world.mailsTo(one.address)[0]?.raw);
    const others = [
      url.replace('/news/', '/offers/'),
      url.replace(/unsubscribe\/(\d+)/, (_, id) => `unsubscribe/${Number(id) + 1}`),
      url.slice(0, -1),
    ];
    for (const other of others) expect([400, 404]).toContain((await form(other)).statusCode);
    expect(await call(admin, previewMailing, { body: draftOf([one], { topic: 'offers' }) })).toMatchObject({
      suppressed: 0,
    });
  });

  it('also counts between the confirmation and the send', async () => {
    const one = await world.newPublisher();
    const mailing = await world.newDraft([one]);
    await world.confirm(mailing, 1);
    await call(admin, addSuppression, { body: { address: one.address, topic: 'every' } });
    await world.work();
    expect(await world.read(mailing.id)).toMatchObject({ state: 'sent', counts: { suppressed: 1 } });
    expect(world.mailsTo(one.address)).toHaveLength(0);
    const [entry] = await call(admin, listSuppressions, { query: { q: one.address } });
    await call(admin, liftSuppression, { body: { personId: entry?.personId ?? 0, topic: 'every' } });
    expect(await call(admin, listSuppressions, { query: { q: one.address } })).toEqual([]);
    // Both stand in the trail under the person who acted, without the address.
    const { rows } = await sql<{ after: object }>`SELECT after FROM audit WHERE entity = 'user'
      AND user_id = ${admin.userId} AND after ->> 'event' LIKE 'mailSuppress%' ORDER BY id DESC LIMIT 2`.execute(db);
    const about = { personId: entry?.personId, topic: 'every' };
    expect(rows.map(({ after }) => after)).toEqual([
      { event: 'mailSuppressionLifted', ...about },
      { event: 'mailSuppressed', ...about },
    ]);
  });

  it('is one of the choices in the profile of a person with that address', async () => {
    const person = await world.signIn('Publisher');
    expect((await call(person, readMailChoices, {})).topics).toBeNull();
    const { email } = await db
      .selectFrom('users')
      .select('email')
      .where('id', '=', person.userId)
      .executeTakeFirstOrThrow();
    const one = await world.newPublisher({ contactEmail: email });
    await world.sendTo([one]);
    await call(person, chooseMailTopic, { body: { topic: 'news', isOn: false } });
    expect((await call(person, readMailChoices, {})).topics).toContainEqual({ topic: 'news', isOn: false });
    expect((await call(admin, previewMailing, { body: draftOf([one]) })).recipients).toBe(0);
    await call(person, chooseMailTopic, { body: { topic: 'news', isOn: true } });
    expect((await call(admin, previewMailing, { body: draftOf([one]) })).recipients).toBe(1);
  });
});

/** A delivery report about a mail that was received. */
const report = (about: string, status: string, { action = 'failed', diagnostic = '' } = {}) =>
  [
    'From: MAILER-DAEMON@mx.test',
    'Subject: Undelivered Mail Returned to Sender',
    `X-Test: ${Math.random()}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'It could not be delivered.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.test',
    '',
    'Final-Recipient: rfc822; x@publisher.test',
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${diagnostic}`,
    '',
    '--b',
    'Content-Type: message/rfc822',
    '',
    about,
    '--b--',
    '',
  ].join('\r\n');

const headOf = (raw: string | undefined): string => (raw ?? '').split('\r\n\r\n')[0] ?? '';

describe('Answers and bounces', () => {
  it.each([
    ['550 5.1.1 no such user', 'address'],
    ['550 5.1.10 no such domain', 'address'],
    ['550 5.2.1 mailbox disabled', 'address'],
    ['552 5.2.2 mailbox full', 'temporary'],
    ['452 4.2.2 mailbox full', 'temporary'],
    ['451 4.3.0 try later', 'temporary'],
    ['550 5.7.1 blocked', 'reputation'],
    ['421 4.7.0 too much', 'reputation'],
    ['550 no such user', 'address'],
    ['450 busy', 'temporary'],
    ['554 no', 'other'],
    ['552 5.3.4 too large', 'other'],
  ] as const)('reads “%s” as %s', (answer, meaning) => {
    expect(classOf(answer)).toBe(meaning);
  });

  it('suppresses addresses that do not exist, whether the server says so at once or by a report', async () => {
    const [gone, later] = [await world.newPublisher(), await world.newPublisher()];
    smtp.judge = ({ to }) => {
      if (to === gone.address) throw smtpRefusal(550, '5.1.1 no such user');
    };
    const { id } = await world.sendTo([gone, later]);
    expect(await world.states(id)).toEqual({ [gone.address]: 'bounced', [later.address]: 'accepted' });
    const message = report(headOf(world.mailsTo(later.address)[0]?.raw), '5.2.1');
    expect(await call(admin, reportBounce, { body: { message } })).toMatchObject({ kind: 'bounced', code: '5.2.1' });
    expect(await call(admin, reportBounce, { body: { message } })).toMatchObject({
      effect: 'This message was applied before.',
    });
    expect(await world.states(id)).toMatchObject({ [later.address]: 'bounced' });
    expect(await call(admin, previewMailing, { body: draftOf([gone, later], { topic: 'offers' }) })).toMatchObject({
      recipients: 0,
      suppressed: 2,
    });
  });

  it('takes reports that a mail server posts with the right signature, and no others', async () => {
    const one = await world.newPublisher();
    const { id } = await world.sendTo([one]);
    const message = report(headOf(world.mailsTo(one.address)[0]?.raw), '5.1.2', {
      diagnostic: '550 5.1.2 unbekannt: ü',
    });
    const { bounces } = await call(admin, readMailingStatus, {});
    const post = (signature: string) =>
      world.app.inject({
        method: 'POST',
        url: new URL(bounces?.address ?? '').pathname,
        headers: { 'content-type': 'message/rfc822', [BOUNCE_SIGNATURE_HEADER]: signature },
        payload: Buffer.from(message),
      });
    expect((await post('0'.repeat(64))).statusCode).toBe(403);
    expect(await world.states(id)).toEqual({ [one.address]: 'accepted' });
    const signature = createHmac('sha256', bounces?.secret ?? '')
      .update(Buffer.from(message))
      .digest('hex');
    expect((await post(signature)).statusCode).toBe(200);
    expect(await world.states(id)).toEqual({ [one.address]: 'bounced' });
    const staff = await world.signIn('Management');
    expect((await call(staff, readMailingStatus, {})).bounces).toBeNull();
  });

  it('ignores automatic replies, delays, and reports about mails of others', async () => {
    const one = await world.newPublisher();
    const { id } = await world.sendTo([one]);
    const head = headOf(world.mailsTo(one.address)[0]?.raw);
    const said = async (message: string) => (await call(admin, reportBounce, { body: { message } })).kind;
    expect(await said(`From: a@b.test\r\nAuto-Submitted: auto-replied\r\nSubject: Away\r\n\r\nI am away.`)).toBe(
      'automatic',
    );
    expect(await said('From: a@b.test\r\nSubject: Hello\r\n\r\nThank you.')).toBe('unknown');
    expect(await said(report(head, '4.4.7', { action: 'delayed' }))).toBe('delayed');
    const forged = head.replace(/(<mail-\d+-)[0-9a-f]{4}/i, '$10000');
    expect(await call(admin, reportBounce, { body: { message: report(forged, '5.1.1') } })).toMatchObject({
      effect: 'It is not about an e-mail that was sent from here, so nothing was done.',
    });
    expect(await world.states(id)).toEqual({ [one.address]: 'accepted' });
    expect((await call(admin, previewMailing, { body: draftOf([one]) })).recipients).toBe(1);
  });

  it('stops writing to people who report a mail as spam', async () => {
    const one = await world.newPublisher();
    const { id } = await world.sendTo([one]);
    const head = headOf(world.mailsTo(one.address)[0]?.raw);
    const message = report(head, '5.0.0').replace('message/delivery-status', 'message/feedback-report');
    expect(await call(admin, reportBounce, { body: { message } })).toMatchObject({ kind: 'complained' });
    expect(await world.states(id)).toEqual({ [one.address]: 'complained' });
    expect(await call(admin, previewMailing, { body: draftOf([one], { topic: 'offers' }) })).toMatchObject({
      suppressed: 1,
    });
  });

  it('scores temporary failures, leaves people with many out, and lets the score decay', async () => {
    const one = await world.newPublisher();
    smtp.judge = () => {
      throw smtpRefusal(452, '4.2.2 mailbox full');
    };
    const { id } = await world.sendTo([one]);
    expect((await world.recipients(id))[0]).toMatchObject({
      state: 'planned',
      code: '4.2.2',
      nextTryAt: expect.any(String),
    });
    for (let time = 0; time < 3; time += 1) {
      await world.passTime();
      await world.work();
    }
    const reached = async () => (await call(admin, previewMailing, { body: draftOf([one]) })).recipients;
    await sql`UPDATE mail_people SET score = 4, scored_at = now() WHERE address = ${one.address}`.execute(db);
    expect(await reached()).toBe(0);
    await sql`UPDATE mail_people SET scored_at = now() - interval '14 days' WHERE address = ${one.address}`.execute(db);
    expect(await reached()).toBe(1);
    expect(['refused', 'suppressed']).toContain((await world.recipients(id))[0]?.state);
  });

  it('pauses a send when more than 2 % of the answers are about our reputation, and suppresses nobody for it', async () => {
    const publishers = await Promise.all(Array.from({ length: 60 }, () => world.newPublisher()));
    let blocked = 0;
    let answerAll = () => {};
    const allWait = new Promise<void>((resolve) => {
      answerAll = resolve;
    });
    smtp.judge = async () => {
      blocked += 1;
      if (blocked <= 20) return;
      // All five connections get their first refusal at the same time.
      if (blocked === 25) answerAll();
      await allWait;
      throw smtpRefusal(550, '5.7.1 blocked');
    };
    const { id } = await world.sendTo(publishers);
    const mailing = await world.read(id);
    expect(mailing).toMatchObject({ state: 'paused', problem: expect.stringContaining('reputation') });
    // Two refusals pause it. Each connection has one more mail under way, and the first may have begun another.
    expect(mailing.counts.refused).toBeGreaterThanOrEqual(2);
    expect(mailing.counts.refused).toBeLessThanOrEqual(6);
    expect(mailing.counts.planned).toBeGreaterThan(30);
    expect((await call(admin, previewMailing, { body: draftOf(publishers) })).suppressed).toBe(0);
  });
});

describe('A restored database', () => {
  it('sends nothing until a person allows it, and then only what a person resumes', async () => {
    const one = await world.newPublisher();
    await world.sendTo([await world.newPublisher()]);
    const mailing = await world.newDraft([one]);
    await world.confirm(mailing, 1);
    // The backup was taken before the last mails were sent.
    await sql`UPDATE mail_sender SET counter = counter - 1`.execute(db);
    await world.workInDoubt();
    expect(world.mailsTo(one.address)).toHaveLength(0);
    expect((await call(admin, readMailingStatus, {})).halt?.reason).toContain('restored from a backup');
    const staff = await world.signIn('Default User');
    expect((await refusal(staff, armMailings, {})).status).toBe(403);
    await call(admin, armMailings, {});
    expect((await refusal(admin, armMailings, {})).status).toBe(400);
    await world.work();
    expect(await world.read(mailing.id)).toMatchObject({ state: 'paused' });
    expect(world.mailsTo(one.address)).toHaveLength(0);
    await call(admin, actOnMailing, { params: { id: mailing.id }, body: { action: 'resume' } });
    await world.work();
    expect(world.mailsTo(one.address)).toHaveLength(1);
    expect((await call(admin, readMailingStatus, {})).halt).toBeNull();
  });

  it('is not mistaken for a second machine, whose worker leaves the sends to the first one', async () => {
    const one = await world.newPublisher();
    const mailing = await world.newDraft([one]);
    await world.confirm(mailing, 1);
    const elsewhere = await mkdtemp(join(tmpdir(), 'signpost-mail-'));
    await world.work({ dataDir: elsewhere });
    expect(world.mailsTo(one.address)).toHaveLength(0);
    expect((await call(admin, readMailingStatus, {})).halt).toBeNull();
    await world.work();
    expect(world.mailsTo(one.address)).toHaveLength(1);
    await rm(elsewhere, { recursive: true });
  });

  it('is also recognised when the data folder is a copy, is empty, or belongs to another database', async () => {
    const path = markPath(world.dataDir);
    const spoil: (() => Promise<unknown>)[] = [
      async () => {
        await cp(path, `${path}.copy`);
        await rm(path);
        await cp(`${path}.copy`, path);
        await rm(`${path}.copy`);
      },
      () => rm(path),
      () => sql`UPDATE mail_sender SET epoch = gen_random_uuid()`.execute(db),
    ];
    for (const [at, damage] of spoil.entries()) {
      const one = await world.newPublisher();
      const mailing = await world.newDraft([one]);
      await world.confirm(mailing, 1);
      await damage();
      await world.workInDoubt();
      expect(world.mailsTo(one.address), `case ${at}`).toHaveLength(0);
      expect((await call(admin, readMailingStatus, {})).halt, `case ${at}`).not.toBeNull();
      await call(admin, armMailings, {});
      await call(admin, actOnMailing, { params: { id: mailing.id }, body: { action: 'resume' } });
      await world.work();
      expect(world.mailsTo(one.address), `case ${at}`).toHaveLength(1);
    }
  });
});
