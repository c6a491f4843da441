import { createHash, createHmac } from 'node:crypto';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { addNotificationChannel, removeNotificationChannel } from '@signpost/contract/calls/notifications.ts';
import { readDownload, readReportState } from '@signpost/contract/calls/reports.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import type { Caller } from '@signpost/testkit/app.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { buildJobBeat } from '@signpost/testkit/factories.ts';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { testReceiver } from '../../workplace/notifications/testing/receiver.ts';
import { refusal } from '../../workplace/notifications/testing/smtp.ts';
import { partsOf, QUESTION, reportWorld } from './testing/world.ts';

const reportCalls = entityCalls(entities.report);

const receiver = await testReceiver();
afterAll(() => receiver.close());
const world = await reportWorld();
const { db, work, smtp, deliverAll, fileOf } = world;
const owner = await world.signIn('Default User');
const boss = await world.signIn('Management');

const make = (more: Record<string, unknown> = {}, by: Caller = owner) => world.make(by, more);
const runNow = (id: number, by: Caller = owner, send = false) => world.runNow(by, id, send);

const DAILY = { rule: { time: '08:00', zone: 'Europe/Berlin', days: { every: 'day' } }, waitHours: 0 };

/** Makes the next run of a report due now. */
const makeDue = (id: number) =>
  sql`UPDATE runs SET expected_at = now(), next_try_at = now() WHERE schedule_id =
    (SELECT id FROM schedules WHERE subject = ${`report ${id}`}) AND state = 'waiting'`.execute(db);

describe('a schedule', () => {
  it('plans the next run, mails the file to people who may see it, and names the others to the owner', async () => {
    const reader = await world.signIn('Default User');
    const outsider = await world.signIn('Seo User');
    const id = await make({ schedule: DAILY, recipients: [reader.userId, outsider.userId] });
    const { schedule } = await call(owner, readReportState, { params: { id } });
    expect(schedule?.nextRunAt).toMatch(/T0[67]:00:00/);
    await makeDue(id);
    await work();
    await deliverAll();
    const { downloads } = await call(owner, readReportState, { params: { id } });
    expect(downloads).toMatchObject([
      { isScheduled: true, state: 'succeeded', deliveries: [{ state: 'delivered' }, { state: 'refused' }] },
    ]);
    const emailOf = async (userId: number) =>
      (await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email;
    const address = await emailOf(reader.userId);
    const mail = await smtp.mails.find(({ to }) => to === address)?.read();
    expect(mail?.text).toContain('The data is complete.');
    const content = Buffer.from(mail?.attachments[0]?.content as ArrayBuffer);
    expect(createHash('sha256').update(content).digest('hex')).toBe(downloads[0]?.files[0]?.sha256);
    const outside = await emailOf(outsider.userId);
    expect(smtp.mails.filter(({ to }) => to === outside)).toEqual([]);
    const titles = (await world.bellOf(owner.userId)).map(({ title }) => title);
    expect(titles.some((title) => title.startsWith('Not sent'))).toBe(true);
    const seen = await call(reader, readDownload, { params: { id: downloads[0]?.id ?? 0 } });
    expect(seen).toMatchObject({ isOwn: false, run: null, deliveries: [] });
    expect((await call(owner, readReportState, { params: { id } })).schedule?.nextRunAt).not.toBeNull();
  });

  it('tells the owner at once when the mail does not arrive', async () => {
    const reader = await world.signIn('Default User');
    smtp.judge = () => {
      throw refusal(550);
    };
    const before = (await world.bellOf(owner.userId)).length;
    const id = await make({ recipients: [reader.userId] });
    const sent = await runNow(id, owner, true);
    await deliverAll();
    smtp.judge = () => undefined;
    const notices = (await world.bellOf(owner.userId)).slice(before);
    const link = { route: 'advancedReportingDownload', params: { downloadId: String(sent.id) } };
    for (const { body } of notices) expect(body).toMatchObject({ link });
    const news = notices.map(({ title, severity }) => `${severity} ${title}`);
    expect(news).toEqual([expect.stringMatching(/^success Ready/), expect.stringMatching(/^error Not delivered: /)]);
  });

  it('pauses with a notice when its owner loses the right', async () => {
    const leaving = await world.signIn('Default User');
    const id = await make({ schedule: DAILY }, leaving);
    await makeDue(id);
    await sql`UPDATE users SET excluded_paths = '{/stats?tab=global}' WHERE id = ${leaving.userId}`.execute(db);
    await work();
    const { schedule, downloads } = await call(boss, readReportState, { params: { id } });
    expect(schedule).toMatchObject({ nextRunAt: null, pausedBecause: expect.stringContaining('not open') });
    expect(downloads).toEqual([]);
    const titles = (await world.bellOf(leaving.userId)).map(({ title }) => title);
    expect(titles).toEqual([expect.stringMatching(/^Schedule paused/), expect.stringMatching(/^Failed/)]);
  });

  it('waits for sources that are late, and then names them', async () => {
    const id = await make({
      schedule: { ...DAILY, waitHours: 1 },
      definition: { question: { ...QUESTION, dateRange: 'yesterday' } },
    });
    await buildJobBeat(db, { worker: 'box 1', allowedMs: 1000, watermark: new Date(Date.now() - 3 * 86_400_000) });
    await makeDue(id);
    await work();
    expect((await call(owner, readReportState, { params: { id } })).downloads).toEqual([]);
    await sql`UPDATE runs SET expected_at = now() - interval '2 hours', next_try_at = now() WHERE state = 'waiting'
      AND late_sources <> '{}'`.execute(db);
    await work();
    const { downloads } = await call(owner, readReportState, { params: { id } });
    expect(downloads).toMatchObject([{ state: 'succeeded', lateSources: ['click log (box 1)'] }]);
    expect(partsOf((await fileOf(downloads[0]?.id ?? 0)).toString()).about.Data).toMatch(
      /^Not complete\. Late: click log \(box 1\)\. The data is complete until \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/,
    );
    await sql`DELETE FROM job_beats`.execute(db);
  });

  it('ends with the report that is archived, and begins again when it is restored', async () => {
    const id = await make({ schedule: DAILY });
    const nextRun = async () => (await call(owner, readReportState, { params: { id } })).schedule?.nextRunAt ?? null;
    expect(await nextRun()).not.toBeNull();
    expect((await attempt(owner, reportCalls.archive, { params: { id } })).status).toBe(200);
    expect(await nextRun()).toBeNull();
    expect((await attempt(owner, reportCalls.restore, { params: { id } })).status).toBe(200);
    expect(await nextRun()).not.toBeNull();
  });
});

describe('a report that is split', () => {
  it('makes a file with only the rows of each publisher, mailed to its contact alone', async () => {
    await sql`UPDATE publishers SET contact_email = 'contact@publisher.example.test' WHERE id = 301`.execute(db);
    await sql`UPDATE publishers SET contact_email = NULL WHERE id <> 301`.execute(db);
    const definition = {
      question: { ...QUESTION, levels: [{ type: 'publisher' }, { type: 'geo' }] },
      splitBy: 'publisher',
    };
    const download = await runNow(await make({ definition, delivery: { toParties: true } }), owner, true);
    await deliverAll();
    expect(download.files.length).toBeGreaterThan(2);
    const paths = await db
      .selectFrom('reportFiles')
      .select(['path', 'partyId'])
      .where('downloadId', '=', download.id)
      .execute();
    for (const { path, partyId } of paths) {
      const { rows } = partsOf(await world.fileText(path));
      expect(new Set(rows.map(([, id]) => id))).toEqual(new Set([String(partyId)]));
    }
    const mails = smtp.mails.filter(({ to }) => to === 'contact@publisher.example.test');
    expect(mails).toHaveLength(1);
    const mail = await mails[0]?.read();
    expect(mail?.attachments).toHaveLength(1);
    const [name] = paths.filter(({ partyId }) => partyId === 301);
    expect(name?.path).toContain(mail?.attachments[0]?.filename ?? 'nothing');
    const { deliveries } = await call(owner, readDownload, { params: { id: download.id } });
    expect(deliveries.filter(({ state }) => state === 'delivered')).toHaveLength(1);
    expect(deliveries.filter(({ problem }) => problem?.startsWith('No contact'))).toHaveLength(deliveries.length - 1);
  });
});

describe('a report that is sent to a webhook', () => {
  const newHook = async (): Promise<{ id: number; secret: string }> => {
    const target = { kind: 'webhook', label: 'Warehouse', url: `${receiver.home}/hooks/${newId()}` };
    const { status, body } = await attempt(owner, addNotificationChannel, { body: target });
    expect([status, body.errors ?? []]).toEqual([200, []]);
    return body.data as { id: number; secret: string };
  };

  it('names each file with its hash, signed, once', async () => {
    receiver.received.length = 0;
    const { id, secret } = await newHook();
    const download = await runNow(await make({ delivery: { webhookId: id } }), owner, true);
    await deliverAll();
    await deliverAll();
    expect(receiver.received).toHaveLength(1);
    const [request] = receiver.received;
    const signed = `${request?.headers['signpost-timestamp']}.${request?.body}`;
    expect(request?.headers['signpost-signature']).toBe(
      `sha256=${createHmac('sha256', secret).update(signed).digest('hex')}`,
    );
    const sha256 = createHash('sha256')
      .update(await fileOf(download.id))
      .digest('hex');
    expect(String(request?.body)).toContain(`${download.files[0]?.name} sha256:${sha256}`);
    const { deliveries } = await call(owner, readDownload, { params: { id: download.id } });
    expect(deliveries).toMatchObject([{ channel: 'webhook', recipient: 'Warehouse', state: 'delivered' }]);
  });

  it('says at the download, and to its owner, that the webhook is gone', async () => {
    const { id } = await newHook();
    const report = await make({ delivery: { webhookId: id } });
    expect((await attempt(owner, removeNotificationChannel, { params: { id } })).status).toBeLessThan(300);
    const download = await runNow(report, owner, true);
    const { deliveries } = await call(owner, readDownload, { params: { id: download.id } });
    expect(deliveries).toMatchObject([{ channel: 'webhook', problem: 'The webhook has been removed or has ended.' }]);
  });
});
