import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { planMissingRuns, removeSchedule, setSchedule } from './schedules.ts';
import { runWorld, type Work } from './testing/world.ts';

const { ask, bell, db, endLease, owner, seen, workOff } = await runWorld();

describe('a run that needs complete data', () => {
  const source = (watermark: Date) =>
    sql`INSERT INTO job_beats (job, worker, allowed_ms, started_at, beat_at, watermark)
      VALUES ('clicks', 'machine 7', 1000, now(), now(), ${watermark})
      ON CONFLICT (job, worker) DO UPDATE SET watermark = excluded.watermark, beat_at = now()`.execute(db);
  const until = new Date(Date.now() - 60_000);

  it('waits for the late source, starts when it has delivered, and says so', async () => {
    const { id } = await ask();
    const needs = () => ({ until, latest: new Date(Date.now() + 3_600_000) });
    await source(new Date(until.getTime() - 1));
    const work = vi.fn<Work>(async () => undefined);
    await workOff(work, { needs });
    expect(work).not.toHaveBeenCalled();
    expect(await seen(id)).toMatchObject({ state: 'waiting', attempt: 0, lateSources: ['clicks (machine 7)'] });
    await source(until);
    await endLease(id);
    await workOff(work, { needs });
    expect(await seen(id)).toMatchObject({ state: 'succeeded', lateSources: [] });
  });

  it('starts at the latest time anyway and names what is late', async () => {
    const { id } = await ask();
    await source(new Date(until.getTime() - 1));
    const late = vi.fn();
    await workOff(
      async ({ lateSources }) => {
        late(lateSources);
        return undefined;
      },
      { needs: () => ({ until, latest: new Date() }) },
    );
    expect(late).toHaveBeenCalledWith(['clicks (machine 7)']);
    expect(await seen(id)).toMatchObject({ state: 'succeeded', lateSources: ['clicks (machine 7)'] });
    await sql`DELETE FROM job_beats`.execute(db);
  });
});

describe('a schedule', () => {
  const rule = { time: '08:00', zone: 'Europe/Berlin', days: { every: 'day' as const } };
  const runsOf = (id: number) =>
    db
      .selectFrom('runs')
      .select(['localDate', 'state', 'expectedAt', 'id'])
      .where('scheduleId', '=', id)
      .orderBy('localDate')
      .execute();
  const make = (now: Date, more = {}) =>
    db.transaction().execute((trx) =>
      setSchedule(trx, now, {
        kind: 'partnerFigures',
        subject: newId(),
        title: 'Daily check',
        ownerId: owner.userId,
        rule,
        input: { name: 'daily' },
        ...more,
      }),
    );

  it('has the row of its next run before the run is due', async () => {
    const id = await make(new Date('2026-03-28T07:00:01Z'));
    expect(await runsOf(id)).toMatchObject([
      { localDate: '2026-03-29', state: 'waiting', expectedAt: new Date('2026-03-29T06:00:00Z') },
    ]);
    await sql`DELETE FROM runs WHERE schedule_id = ${id}`.execute(db);
    await sql`DELETE FROM schedules WHERE id = ${id}`.execute(db);
  });

  it('catches up every day that passed while nothing ran, each once', async () => {
    const day = 86_400_000;
    const id = await make(new Date(Date.now() - 5 * day));
    const work = vi.fn<Work>(async () => undefined);
    await workOff(work);
    const runs = await runsOf(id);
    expect(runs.filter(({ state }) => state === 'succeeded')).toHaveLength(5);
    expect(runs.at(-1)?.state).toBe('waiting');
    expect(new Set(runs.map(({ localDate }) => localDate)).size).toBe(runs.length);
    expect(work).toHaveBeenCalledTimes(5);
  });

  it('gets its next run back when the row was lost, and only one', async () => {
    const id = await make(new Date());
    await sql`DELETE FROM runs WHERE schedule_id = ${id}`.execute(db);
    await Promise.all([planMissingRuns(db), planMissingRuns(db)]);
    expect(await runsOf(id)).toHaveLength(1);
  });

  it('leaves no run behind when it is removed', async () => {
    const subject = newId();
    const id = await make(new Date(), { subject });
    await db.transaction().execute((trx) => removeSchedule(trx, 'partnerFigures', subject));
    expect(await db.selectFrom('runs').select('id').where('key', 'like', `schedule ${id} %`).execute()).toEqual([]);
    await planMissingRuns(db);
    expect(await db.selectFrom('schedules').select('id').where('id', '=', id).execute()).toEqual([]);
  });

  it('pauses and tells its owner when the owner has lost the right', async () => {
    const id = await make(new Date(Date.now() - 86_400_000));
    const work = vi.fn<Work>(async () => undefined);
    await workOff(work, { refuse: async () => 'You can no longer open this report.' });
    expect(work).not.toHaveBeenCalled();
    const schedule = await db.selectFrom('schedules').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(schedule.pausedBecause).toBe('You can no longer open this report.');
    expect((await runsOf(id)).map(({ state }) => state)).toEqual(['failed']);
    expect((await bell(owner.userId)).filter(({ threadKey }) => threadKey === `schedule ${id}`)).toHaveLength(1);
  });
});
