import { thorough } from '@signpost/testkit/thorough.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { deliverDue } from './deliver.ts';
import { takeDue } from './take.ts';
import { refusal } from './testing/smtp.ts';
import { notificationWorld } from './testing/world.ts';

const world = await notificationWorld();
const { db, smtp, deliveryDeps, tell, deliverAll, deliveriesOf, emailOf } = world;
/** The number of notifications of a busy day. */
const MANY = thorough(2_000, 10_000);
const person = async () => (await world.signIn('Default User')).userId;
const hours = (count: number) => new Date(Date.now() + count * 3_600_000);
const mailsTo = async (userId: number) => {
  const email = await emailOf(userId);
  return smtp.mails.filter(({ to }) => to === email);
};

describe('a mail', () => {
  it('arrives once with text, HTML and a link to the screen, under an id that never changes', async () => {
    const userId = await person();
    const dedupeKey = await tell([userId], {
      title: 'Failed: <Import>',
      severity: 'error',
      threadKey: 'run 7',
      body: {
        lines: ['Row 3 has no amount & no day.'],
        facts: [{ label: 'Job', value: 'Import' }],
        link: { route: 'backgroundJobs', search: { run: 7 }, label: 'Open the job' },
      },
    });
    await deliverAll();
    await deliverAll();
    const mails = await mailsTo(userId);
    expect(mails).toHaveLength(1);
    const mail = await mails[0]?.read();
    expect(mail?.subject).toBe('Failed: <Import>');
    expect(mail?.text).toContain('Row 3 has no amount & no day.\nJob: Import');
    expect(mail?.text).toContain('Open the job: https://signpost.example.test/#/background-jobs?run=7');
    expect(mail?.html).toContain('Failed: &lt;Import&gt;');
    expect(mail?.html).toContain('href="https://signpost.example.test/#/background-jobs?run=7"');
    const headers = new Map(mail?.headers.map(({ key, value }) => [key, value]));
    expect(headers.get('auto-submitted')).toBe('auto-generated');
    expect(headers.get('list-id')).toBe('Signpost <notifications.signpost.example.test>');
    expect(mail?.messageId).toMatch(/^<[0-9a-f]{40}@signpost\.example\.test>$/);
    expect(mail?.references).toBe(mail?.inReplyTo);
    await sql`UPDATE deliveries SET state = 'waiting', next_try_at = now() WHERE user_id = ${userId}`.execute(db);
    await deliverAll();
    const ids = await Promise.all((await mailsTo(userId)).map(async (one) => (await one.read()).messageId));
    expect(new Set(ids).size).toBe(1);
    expect(dedupeKey).not.toBe('');
  });

  it('is not sent to a person who may no longer read what it is about, whose bell loses it too', async () => {
    const userId = await person();
    await tell([userId]);
    await deliverAll(undefined, { mayRead: async (id) => id !== userId });
    expect(await mailsTo(userId)).toEqual([]);
    expect(await deliveriesOf(userId)).toMatchObject([
      { state: 'dropped', nextTryAt: null, problem: 'The person may no longer read what it is about.' },
    ]);
    expect(await db.selectFrom('notices').select('userId').where('userId', '=', userId).execute()).toEqual([]);
  });

  it('stays waiting without a mail server, and is sent when there is one', async () => {
    const userId = await person();
    await tell([userId]);
    await deliverAll(undefined, { mail: null });
    expect(await deliveriesOf(userId)).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    await deliverAll();
    expect(await deliveriesOf(userId)).toMatchObject([{ state: 'delivered', attempts: 1, problem: null }]);
  });

  it('is tried again with growing waits while the server does not take it, and then fails', async () => {
    const userId = await person();
    const email = await emailOf(userId);
    await tell([userId]);
    smtp.judge = ({ to }) => {
      if (to === email) throw refusal(451);
    };
    await deliverAll();
    expect(await deliveriesOf(userId)).toMatchObject([
      { state: 'waiting', attempts: 1, problem: 'The mail server did not take the mail (451).' },
    ]);
    expect(await deliverDue(deliveryDeps, new Date())).toBe(0);
    for (let day = 1; day <= 7; day += 1) await deliverAll(hours(48 * day));
    expect(await deliveriesOf(userId)).toMatchObject([{ state: 'failed', attempts: 7 }]);
    smtp.judge = () => undefined;
    expect(await mailsTo(userId)).toEqual([]);
  });

  it('has the same waits however often a worker has died while it sent the mail', async () => {
    const userId = await person();
    const email = await emailOf(userId);
    await tell([userId]);
    for (let deaths = 0; deaths < 8; deaths += 1) {
      await takeDue(db, ['email'], new Date());
      await sql`UPDATE deliveries SET next_try_at = now() - interval '1 second' WHERE user_id = ${userId}`.execute(db);
    }
    smtp.judge = ({ to }) => {
      if (to === email) throw refusal(451);
    };
    const before = Date.now();
    await deliverAll();
    smtp.judge = () => undefined;
    const [delivery] = await deliveriesOf(userId);
    expect(delivery).toMatchObject({ state: 'waiting', attempts: 1 });
    expect((delivery?.nextTryAt?.getTime() ?? 0) - before).toBeLessThan(120_000);
    await deliverAll(hours(1));
    expect(await deliveriesOf(userId)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  });

  it('fails at once when the server refuses the mail for good', async () => {
    const userId = await person();
    const email = await emailOf(userId);
    await tell([userId]);
    smtp.judge = ({ to }) => {
      if (to === email) throw refusal(550);
    };
    await deliverAll();
    smtp.judge = () => undefined;
    expect(await deliveriesOf(userId)).toMatchObject([
      { state: 'failed', attempts: 1, problem: 'The mail server refused the mail (550).' },
    ]);
  });

  it('is dropped when its person has been archived in the meantime', async () => {
    const userId = await person();
    await tell([userId]);
    await sql`UPDATE users SET archived_at = now() WHERE id = ${userId}`.execute(db);
    await deliverAll();
    expect(await deliveriesOf(userId)).toMatchObject([{ state: 'dropped', problem: 'The person is archived.' }]);
    expect(await mailsTo(userId)).toEqual([]);
  });
});

describe('a digest', () => {
  it('carries what waits in one thread as one mail, and nothing of other threads or people', async () => {
    const userId = await person();
    const other = await person();
    for (const title of ['First', 'Second', 'Third']) await tell([userId, other], { title, threadKey: 'same' });
    await tell([userId], { title: 'Alone' });
    await deliverAll();
    const mails = await Promise.all((await mailsTo(userId)).map((mail) => mail.read()));
    expect(mails.map(({ subject }) => subject).sort()).toEqual(['Alone', 'Third (and 2 more)']);
    expect(mails.find(({ subject }) => subject !== 'Alone')?.text).toMatch(/First.*Second.*Third/s);
    expect(await mailsTo(other)).toHaveLength(1);
    const digests = (await deliveriesOf(userId)).map(({ digestOf }) => digestOf);
    expect(new Set(digests).size).toBe(2);
  });

  it('is sent again as it was, without what came later, when its worker died', async () => {
    const userId = await person();
    const email = await emailOf(userId);
    await tell([userId], { title: 'First', threadKey: 'again' });
    await tell([userId], { title: 'Second', threadKey: 'again' });
    let isFirst = true;
    smtp.judge = async ({ to }) => {
      if (to !== email || !isFirst) return;
      isFirst = false;
      // The lease ends while the mail is on its way, and another worker takes the message over.
      await tell([userId], { title: 'Third', threadKey: 'again' });
      await world.endLeases();
      await deliverAll();
    };
    await deliverDue(deliveryDeps);
    smtp.judge = () => undefined;
    const mails = await Promise.all((await mailsTo(userId)).map((mail) => mail.read()));
    const byId = Map.groupBy(mails, ({ messageId }) => messageId);
    expect([...byId.values()].map(([mail]) => mail?.subject).sort()).toEqual(['Second (and 1 more)', 'Third']);
    expect((await deliveriesOf(userId)).map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered']);
  });
});

it('gives a worker that stood still no say over a message that another has taken over', async () => {
  const userId = await person();
  const email = await emailOf(userId);
  await tell([userId]);
  let release = () => {};
  const stalled = new Promise<void>((resolve) => {
    release = resolve;
  });
  let reached = () => {};
  const isStalled = new Promise<void>((resolve) => {
    reached = resolve;
  });
  let isFirst = true;
  smtp.judge = async ({ to }) => {
    if (to !== email || !isFirst) return;
    isFirst = false;
    reached();
    await stalled;
    throw refusal(550);
  };
  const slow = deliverDue(deliveryDeps);
  await isStalled;
  await world.endLeases();
  await deliverAll();
  release();
  await slow;
  smtp.judge = () => undefined;
  expect(await deliveriesOf(userId)).toMatchObject([{ state: 'delivered', problem: null }]);
});

it(`sends ${MANY} notifications with two workers that are killed now and then: none missing, none twice by Message-ID`, async () => {
  const userIds = await Promise.all(Array.from({ length: 4 }, person));
  const before = smtp.mails.length;
  await sql`WITH told AS (
      INSERT INTO notifications (dedupe_key, topic, severity, thread_key, title, body, at)
      SELECT 'many ' || i, 'runs', 'info', 'many ' || i, 'News ' || i, '{"lines": ["Something happened."]}', now()
      FROM generate_series(1, ${MANY / 4}) AS i RETURNING id)
    INSERT INTO deliveries (notification_id, channel, recipient, user_id, next_try_at, created_at)
    SELECT told.id, 'email', u.email, u.id, now(), now() FROM told CROSS JOIN users u WHERE u.id = ANY(${userIds})`.execute(
    db,
  );
  let count = 0;
  // Now and then, a mail is accepted, but its worker does not live to store that.
  smtp.judge = async () => {
    count += 1;
    if (count % (MANY / 20) === 0) await world.endLeases();
  };
  await Promise.all([deliverAll(), deliverAll()]);
  await world.endLeases();
  await deliverAll(hours(1));
  smtp.judge = () => undefined;
  const mails = smtp.mails.slice(before);
  const ids = mails.map(({ raw }) => /^Message-ID:\s+(\S+)/m.exec(raw)?.[1]);
  expect(new Set(ids).size).toBe(MANY);
  const { rows } = await sql<{ state: string; count: number }>`SELECT state, count(*)::integer AS count FROM deliveries
    WHERE user_id = ANY(${userIds}) GROUP BY state`.execute(db);
  expect(rows).toEqual([{ state: 'delivered', count: MANY }]);
});
