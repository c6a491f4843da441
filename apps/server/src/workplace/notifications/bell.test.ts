import type { AddressInfo } from 'node:net';
import { followNotices, listNotices, markNoticesRead } from '@signpost/contract/calls/notifications.ts';
import { API_BASE, TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/envelope.ts';
import { THREADS_PAGE } from '@signpost/contract/workplace/notifications/notifications.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { notificationWorld } from './testing/world.ts';

const world = await notificationWorld();
const { db, tell } = world;
const person = () => world.signIn('Default User');
type Person = Awaited<ReturnType<typeof person>>;
const threadsOf = (by: Person, query: { before?: number } = {}) => call(by, listNotices, { query });

describe('the bell', () => {
  it('shows notifications by thread, the newest first, with the address of their screens', async () => {
    const [by, other] = [await person(), await person()];
    const one = {
      threadKey: 'one',
      body: { lines: ['Text'], link: { route: 'backgroundJobs' as const, search: { run: 5 }, label: 'Open' } },
    };
    await tell([by.userId], { ...one, title: 'First' });
    await tell([by.userId], { threadKey: 'two', title: 'Other' });
    await tell([by.userId], { ...one, title: 'Second', severity: 'error' });
    await tell([other.userId], { threadKey: 'one', title: 'Not mine' });
    const threads = await threadsOf(by);
    expect(threads).toMatchObject([
      { key: 'one', total: 2, unread: 2, notices: [{ title: 'Second', severity: 'error' }, { title: 'First' }] },
      { key: 'two', total: 1, unread: 1 },
    ]);
    expect(threads[0]?.notices[0]?.link).toEqual({ address: '/background-jobs?run=5', label: 'Open' });
  });

  it('marks one thread or all as read, up to what the person has seen, and never the bell of another person', async () => {
    const [by, other] = [await person(), await person()];
    const both = [by.userId, other.userId];
    await tell(both, { threadKey: 'a' });
    await tell(both, { threadKey: 'b' });
    await tell(both, { threadKey: 'c' });
    const [c, b] = await threadsOf(by);
    const unread = async (of: Person) => (await threadsOf(of)).map((thread) => thread.unread);
    await call(by, markNoticesRead, { body: { upTo: b?.notices[0]?.id ?? 0, thread: 'b' } });
    expect(await unread(by)).toEqual([1, 0, 1]);
    await tell(both, { threadKey: 'd' });
    await call(by, markNoticesRead, { body: { upTo: c?.notices[0]?.id ?? 0 } });
    expect(await unread(by)).toEqual([1, 0, 0, 0]);
    expect(await unread(other)).toEqual([1, 1, 1, 1]);
  });

  it('shows older threads page by page, each once', async () => {
    const by = await person();
    for (let number = 0; number < THREADS_PAGE + 3; number += 1) await tell([by.userId], { title: `${number}` });
    const { body } = await attempt(by, listNotices, {});
    const older = await threadsOf(by, { before: Number(body.meta.next) });
    const keys = [...listNotices.answer.parse(body.data), ...older].map(({ key }) => key);
    expect(older).toHaveLength(3);
    expect(new Set(keys).size).toBe(THREADS_PAGE + 3);
  });

  it('can be read by nobody who is not signed in', async () => {
    expect((await refusal(world.anonymous, listNotices, {})).status).toBe(401);
    expect((await refusal(world.anonymous, followNotices, {})).status).toBe(401);
  });
});

describe('the live count', async () => {
  await world.app.listen({ port: 0, host: '127.0.0.1' });
  const home = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
  const gone = new AbortController();
  afterAll(() => gone.abort());

  /** Follows the bell; `counts` grows with every event. */
  async function follow(by: Person): Promise<{ counts: number[]; ended: Promise<void> }> {
    const answer = await fetch(`${home}${API_BASE}notifications/live`, {
      signal: gone.signal,
      headers: { [TICKET_HEADER]: TICKET_VALUE, authorization: `Bearer ${by.token}` },
    });
    expect(answer.status).toBe(200);
    const counts: number[] = [];
    const read = async () => {
      for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? [])
        for (const [, count] of chunk.matchAll(/^data: \{"unread":(\d+)\}$/gm)) counts.push(Number(count));
    };
    const ended = read().catch((error: unknown) => {
      if (!gone.signal.aborted) throw error;
    });
    await expect.poll(() => counts.length).toBe(1);
    return { counts, ended };
  }

  it('is sent at once, and again when something is told, committed, or read', async () => {
    const [by, other] = [await person(), await person()];
    const { counts } = await follow(by);
    const { counts: others } = await follow(other);
    expect(counts).toEqual([0]);
    await tell([by.userId]);
    await expect.poll(() => counts).toEqual([0, 1]);
    const [thread] = await threadsOf(by);
    await call(by, markNoticesRead, { body: { upTo: thread?.notices[0]?.id ?? 0 } });
    await expect.poll(() => counts).toEqual([0, 1, 0]);
    expect(others).toEqual([0]);
  });

  it('ends with the session', async () => {
    const by = await person();
    const { counts, ended } = await follow(by);
    await sql`UPDATE sessions SET revoked_at = now() WHERE user_id = ${by.userId}`.execute(db);
    await tell([by.userId]);
    await ended;
    expect(counts).toEqual([0]);
  });
});
