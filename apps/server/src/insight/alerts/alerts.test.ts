import { actOnIncident, listIncidents, lookBack, readIncident } from '@signpost/contract/calls/alerts.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { wallClock } from '@signpost/contract/dates/wall-clock.ts';
import { campaignBox } from '@signpost/contract/entities/campaign-box.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { partner } from '@signpost/contract/entities/partner.ts';
import { alertDefinitionSchema } from '@signpost/contract/insight/alerts/alert.ts';
import type { Caller } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { buildJobBeat } from '@signpost/testkit/factories.ts';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from './engine/hours.ts';
import { alertWorld, HISTORY_HOURS } from './testing/world.ts';
import { nearestChange } from './words.ts';

const alertCalls = entityCalls(entities.alert);
const campaignBoxCalls = entityCalls(campaignBox);
const partnerCalls = entityCalls(partner);

const world = await alertWorld();
const { db, now, at, watch, leads, newAlert, told } = world;
const owner = await world.signIn('Operations');
const other = await world.signIn('Default User');
const seo = await world.signIn('Seo User');
const partners = await db.selectFrom('partners').select(['id', 'name']).orderBy('id').limit(3).execute();
const [stopping, steady] = partners;
if (stopping === undefined || steady === undefined) throw new Error('The world has no partners.');
const start = now.getTime() - HISTORY_HOURS * HOUR_MS;
const STOP_HOURS = 4;
const stopAt = now.getTime() - STOP_HOURS * HOUR_MS;
// One partner stops; the other goes on, also in the time after now.
await leads({ partnerId: stopping.id, from: start, until: stopAt, perHour: 40 });
await leads({ partnerId: stopping.id, from: now.getTime(), until: now.getTime() + 48 * HOUR_MS, perHour: 40 });
await leads({ partnerId: steady.id, from: start, until: now.getTime() + 48 * HOUR_MS, perHour: 30 });

async function make(more: Record<string, unknown> = {}, question: Record<string, unknown> = {}, by: Caller = owner) {
  const { status, body } = await attempt(by, alertCalls.create, { body: newAlert(more, question) });
  expect([status, body.errors ?? []]).toEqual([201, []]);
  return body.data.id;
}

const incidentsOf = async (alertId: number, by: Caller = owner) =>
  (await call(by, listIncidents, {})).filter(({ alert }) => alert?.id === alertId);

beforeEach(async () => {
  await db.updateTable('alerts').set({ archivedAt: now }).execute();
  await sql`DELETE FROM job_beats`.execute(db);
});

describe('an alert on a count', () => {
  it('says nothing while everything is as usual, and fires once after a stop, about the partner that stopped', async () => {
    const id = await make();
    await watch(at(-STOP_HOURS));
    expect(await incidentsOf(id)).toEqual([]);
    await watch(now);
    const incidents = await incidentsOf(id);
    const [incident] = incidents.filter(({ parentId }) => parentId === null);
    expect(incident).toMatchObject({
      kind: 'down',
      state: 'firing',
      title: `Leads of ${stopping.name}: stopped`,
      seen: '0',
    });
    // A stop is noticed after about 14 to 40 expected leads, here one hour.
    expect(Date.parse(incident?.raisedAt ?? '') - stopAt).toBeLessThanOrEqual(2 * HOUR_MS);
    expect(Date.parse(incident?.startedAt ?? '')).toBe(stopAt);
    await watch(now);
    expect((await told(owner.userId)).filter(({ title }) => title === incident?.title)).toHaveLength(1);
  });

  it('names the change of settings before it and where the change lies', async () => {
    const made = await attempt(other, campaignBoxCalls.create, {
      body: {
        name: 'Changed before the stop',
        boxKind: 'regular',
        fallbackUrl: 'https://example.com',
      },
    });
    expect(made.status).toBe(201);
    for (let nth = 0; nth < 9; nth += 1)
      await call(other, campaignBoxCalls.create, {
        body: {
          name: `Other ${nth}`,
          boxKind: 'regular',
          fallbackUrl: 'https://example.com',
        },
      });
    const { version } = await call(other, partnerCalls.read, { params: { id: stopping.id } });
    const values = { name: `${stopping.name} Ltd` };
    expect(
      (await attempt(other, partnerCalls.update, { params: { id: stopping.id }, body: { version, values } })).status,
    ).toBe(200);
    const id = await make();
    await watch(new Date());
    const [incident] = (await incidentsOf(id)).filter(({ parentId }) => parentId === null);
    const story = await call(owner, readIncident, { params: { id: incident?.id ?? 0 } });
    const named = story.details.changes.map(({ name }) => name);
    expect(named).toContain('Changed before the stop');
    // Of the partner that stopped, although nine other changes were made nearer to the beginning.
    expect(named[0]).toBe(`${stopping.name} Ltd`);
    await sql`UPDATE partners SET name = ${stopping.name} WHERE id = ${stopping.id}`.execute(db);
    expect(story.link).toContain('/stats?tab=global');
  });

  it('names no change as a reason that was made long after the beginning', () => {
    const startedAt = new Date('2026-10-26T13:00:00Z');
    const changeAt = (instant: string) => ({
      at: instant,
      entity: 'campaignBox' as const,
      kind: 'Campaign box',
      recordId: 1,
      name: 'Main',
      action: 'update' as const,
      by: 'Eva',
      fields: ['Allocation'],
    });
    const nearest = (...instants: string[]) =>
      nearestChange({ split: [], compared: null, changes: instants.map(changeAt) }, startedAt);
    expect(nearest('2026-11-23T13:00:00Z')).toBeNull();
    expect(nearest('2026-11-23T13:00:00Z', '2026-10-26T12:48:00Z')).toBe(
      '12 min after Campaign box Main was changed by Eva (Allocation).',
    );
    expect(nearest('2026-10-26T14:00:00Z')).toContain('60 min before');
  });

  it('is acknowledged, snoozed and resolved by people, and resolves by itself when the leads are back', async () => {
    const id = await make();
    await watch(now);
    const [incident] = (await incidentsOf(id)).filter(({ parentId }) => parentId === null);
    const act = (body: {
      action: 'acknowledge' | 'snooze' | 'expect' | 'resolve';
      note?: string;
      until?: string | null;
    }) => call(other, actOnIncident, { params: { id: incident?.id ?? 0 }, body });
    const inDays = (days: number) => new Date(Date.now() + days * 24 * HOUR_MS).toISOString();
    expect(await act({ action: 'snooze', until: inDays(1) })).toMatchObject({ state: 'snoozed' });
    expect(await act({ action: 'snooze', until: inDays(3) })).toMatchObject({ state: 'snoozed' });
    const never = { action: 'snooze', until: inDays(400) };
    expect((await refusal(other, actOnIncident, { params: { id: incident?.id }, body: never })).errors).toEqual([
      { path: 'until', message: 'Choose a time within the next 90 days.' },
    ]);
    expect(await act({ action: 'acknowledge', note: 'I ask the partner.' })).toMatchObject({ state: 'acknowledged' });
    const { status, body } = await attempt(other, actOnIncident, {
      params: { id: incident?.id },
      body: { action: 'resolve' },
    });
    expect([status, body.errors[0]?.path]).toEqual([400, 'note']);
    await watch(at(6));
    const [resolved] = (await incidentsOf(id)).filter(({ id: one }) => one === incident?.id);
    expect(resolved).toMatchObject({ state: 'resolved' });
    const titles = (await told(owner.userId)).map(({ title }) => title);
    expect(titles.at(-1)).toBe(`Resolved: ${incident?.title}`);
    const story = await call(owner, readIncident, { params: { id: incident?.id ?? 0 } });
    expect(story.events.map(({ state }) => state)).toEqual([
      'firing',
      'snoozed',
      'snoozed',
      'acknowledged',
      'resolved',
    ]);
  });

  it.each([
    ['firing', now],
    ['pending', at(2 - STOP_HOURS)],
  ] as const)('that was snoozed is %s again when the time is over', async (state, then) => {
    const { definition } = newAlert();
    const rule = { kind: 'threshold', comparison: 'below', value: 50, unit: 'hour', times: 3 };
    const id = await make({ definition: { ...definition, watchEach: null, rule } });
    await watch(then);
    const [incident] = await incidentsOf(id);
    expect(incident).toMatchObject({ state });
    const until = new Date(Date.now() + HOUR_MS).toISOString();
    await call(owner, actOnIncident, { params: { id: incident?.id ?? 0 }, body: { action: 'snooze', until } });
    await watch(then);
    expect(await incidentsOf(id)).toMatchObject([{ state: 'snoozed' }]);
    // The snooze ends before another hour is complete.
    await sql`UPDATE incidents SET snoozed_until = ${then} WHERE id = ${incident?.id ?? 0}`.execute(db);
    await watch(then);
    expect(await incidentsOf(id)).toMatchObject([{ state, snoozedUntil: null }]);
  });

  it('does not come back after somebody said that it was expected', async () => {
    const id = await make();
    await watch(now);
    const [incident] = (await incidentsOf(id)).filter(({ parentId }) => parentId === null);
    const expected = { action: 'expect', note: 'The contract ended.' } as const;
    await call(owner, actOnIncident, { params: { id: incident?.id ?? 0 }, body: expected });
    await watch(at(1));
    const open = (await incidentsOf(id)).filter(({ state }) => state !== 'resolved');
    expect(open.filter(({ title }) => title.includes(stopping.name))).toEqual([]);
  });

  it('waits for every source', async () => {
    await buildJobBeat(db, { worker: 'a', allowedMs: 1000, watermark: new Date(stopAt) });
    const id = await make();
    await watch(now);
    expect(await incidentsOf(id)).toEqual([]);
  });
});

describe('an alert with hours', () => {
  const { definition } = newAlert();
  const limit = { kind: 'threshold', comparison: 'below', value: 50, unit: 'hour', times: 1 } as const;
  /** The local hour of an instant in Berlin, and one hour of every day that begins so many hours after it. */
  const hourOf = (instant: Date) => Math.floor(wallClock(instant, 'Europe/Berlin').minutes / 60);
  const hoursAt = (instant: Date) => {
    const from = hourOf(instant);
    return { days: [1, 2, 3, 4, 5, 6, 7], from, to: from + 1 };
  };
  const titles = async () => (await told(owner.userId)).map(({ title }) => title);

  it('tells what fired at another time when they begin, once, and nothing before', async () => {
    const usual = { ...definition, watchEach: null, rule: { kind: 'usual' }, hours: hoursAt(at(3)) };
    const id = await make({ name: 'Later', definition: usual });
    const before = (await titles()).length;
    await watch(now);
    const [incident] = await incidentsOf(id);
    expect(incident).toMatchObject({ state: 'firing', kind: 'down' });
    await watch(now);
    expect(await titles()).toHaveLength(before);
    // No other hour of data is complete, but the hours have begun.
    await sql`UPDATE alert_watches SET checked_until = ${at(48)} WHERE alert_id = ${id}`.execute(db);
    expect(await watch(at(2))).toBe(0);
    await sql`UPDATE alert_watches SET checked_until = ${now} WHERE alert_id = ${id}`.execute(db);
    await buildJobBeat(db, { worker: 'h', allowedMs: 1000, watermark: now });
    await watch(at(3));
    await watch(at(3));
    expect((await titles()).slice(before)).toEqual([incident?.title]);
  });

  it('sends the end of an incident outside the app when they begin next', async () => {
    const rule = { ...limit, value: 1_000_000 };
    const person = await world.signIn('Operations');
    const id = await make({ definition: { ...definition, watchEach: null, rule, hours: hoursAt(at(-1)) } }, {}, person);
    await watch(now);
    expect(await incidentsOf(id)).toMatchObject([{ state: 'firing' }]);
    expect(await told(person.userId)).toHaveLength(0);
    await watch(at(23));
    expect(await told(person.userId)).toHaveLength(1);
    await db
      .updateTable('alerts')
      .set({ definition: JSON.stringify({ ...definition, watchEach: null, rule: limit, hours: hoursAt(at(-1)) }) })
      .where('id', '=', id)
      .execute();
    await watch(at(30));
    expect((await told(person.userId)).map(({ title }) => title).at(-1)).toMatch(/^Resolved: /);
    const { rows } = await sql<{
      nextTryAt: Date;
    }>`SELECT d.next_try_at FROM deliveries d JOIN notifications n ON n.id = d.notification_id
      WHERE d.user_id = ${person.userId} ORDER BY d.id DESC LIMIT 1`.execute(db);
    expect(rows[0]?.nextTryAt.toISOString()).toBe(at(47).toISOString());
  });

  it('is measured against its limit only in them', async () => {
    // In the hours in which both partners bring leads nothing is below the limit; after the stop it is.
    const of = (hours: unknown) => ({
      definition: alertDefinitionSchema.parse({ ...definition, watchEach: null, rule: limit, hours }),
    });
    // The first days that are looked back at lie before all leads.
    const isLate = ({ startedAt }: { startedAt: string }) => Date.parse(startedAt) > at(-48).getTime();
    const lookingBack = async (hours: unknown) =>
      (await call(owner, lookBack, { body: of(hours) })).findings.filter(isLate).length;
    expect(await lookingBack(null)).toBe(1);
    expect(await lookingBack(hoursAt(at(-2)))).toBe(1);
    expect(await lookingBack(hoursAt(at(-10)))).toBe(0);
  });

  it('refuses hours that are none', async () => {
    const hours = { days: [], from: 9, to: 9 };
    const { status, body } = await attempt(owner, alertCalls.create, {
      body: newAlert({ definition: { ...definition, hours } }),
    });
    expect([status, body.errors.map(({ path }) => path)]).toEqual([
      400,
      ['definition.hours.days', 'definition.hours.to'],
    ]);
  });
});

describe('other alerts', () => {
  it('fire by a threshold that lasts long enough, and are pending until then', async () => {
    const rule = { kind: 'threshold', comparison: 'below', value: 50, unit: 'hour', times: 3 };
    const { definition } = newAlert();
    const id = await make({ name: 'Few leads', definition: { ...definition, watchEach: null, rule } });
    await watch(at(2 - STOP_HOURS));
    expect(await incidentsOf(id)).toMatchObject([{ state: 'pending', kind: 'below', title: 'Leads: below 50' }]);
    const [pending] = await incidentsOf(id);
    const early = await attempt(owner, actOnIncident, { params: { id: pending?.id }, body: { action: 'acknowledge' } });
    expect(early.body.errors[0]?.message).toBe(
      'The incident is pending: it has not fired yet. It can be snoozed or called expected.',
    );
    await watch(now);
    expect(await incidentsOf(id)).toMatchObject([{ state: 'firing' }]);
    const many = await make({ definition: { ...definition, watchEach: null, rule: { ...rule, value: 1_000_000 } } });
    await watch(now);
    expect(await incidentsOf(many)).toMatchObject([{ title: 'Leads: below 1,000,000' }]);
  });

  it('say that data is late, and that it has arrived', async () => {
    const admin = await world.signIn('Admin');
    const beat = (watermark: Date) =>
      sql`INSERT INTO job_beats (job, worker, allowed_ms, started_at, beat_at, watermark)
        VALUES ('click log', 'b', 1000, now(), now(), ${watermark})
        ON CONFLICT (job, worker) DO UPDATE SET watermark = excluded.watermark`.execute(db);
    await beat(at(-3));
    await world.watchLate(now);
    await world.watchLate(now);
    const late = (await call(admin, listIncidents, {})).filter(({ kind }) => kind === 'late');
    expect(late).toMatchObject([{ state: 'firing', title: 'Data of click log (b) is late', alert: null }]);
    const refused = await attempt(admin, actOnIncident, {
      params: { id: late[0]?.id },
      body: { action: 'resolve', note: 'Done.' },
    });
    expect([refused.status, refused.body.errors[0]?.message]).toEqual([
      400,
      'Late data is over by itself, when it has arrived.',
    ]);
    await beat(now);
    await world.watchLate(now);
    expect((await told(admin.userId)).map(({ title }) => title)).toEqual([
      'Data of click log (b) is late',
      'Resolved: Data of click log (b) is late',
    ]);
  });
});

describe('rights', () => {
  it('hide incidents of private alerts, and of tabs that are not open to the viewer', async () => {
    const id = await make({ visibility: 'own' });
    await watch(now);
    expect(await incidentsOf(id, other)).toEqual([]);
    const [incident] = await incidentsOf(id);
    expect((await refusal(other, readIncident, { params: { id: incident?.id } })).status).toBe(404);
    expect(
      (await refusal(other, actOnIncident, { params: { id: incident?.id }, body: { action: 'acknowledge' } })).status,
    ).toBe(404);
    const refused = await attempt(seo, alertCalls.create, { body: newAlert({}, { tab: 'mbg' }) });
    expect([refused.status, refused.body.errors[0]?.path]).toEqual([400, 'definition.question.tab']);
    const publisher = await world.signIn('Publisher');
    expect((await refusal(publisher, listIncidents, {})).status).toBe(403);
    expect((await refusal(publisher, lookBack, { body: { definition: newAlert().definition } })).status).toBe(403);
  });

  it('stop an alert whose owner has lost them, and tell the owner once', async () => {
    const leaving = await world.signIn('Operations');
    const id = await make({}, {}, leaving);
    await db
      .updateTable('users')
      .set({ excludedPaths: ['/alerts'] })
      .where('id', '=', leaving.userId)
      .execute();
    await watch(now);
    await watch(now);
    expect(await incidentsOf(id)).toEqual([]);
    const watched = await db.selectFrom('alertWatches').select('problem').where('alertId', '=', id).executeTakeFirst();
    expect(watched?.problem).toBe('Alerts are not open to this person any more.');
  });
});

it('looks back at what an alert would have said', async () => {
  const data = await call(owner, lookBack, {
    body: { definition: alertDefinitionSchema.parse(newAlert().definition) },
  });
  expect(data).toMatchObject({ unit: 'hour', tooFew: 0 });
  expect(data.watched + data.tooYoung).toBeGreaterThan(2);
  expect(data.points.length).toBeGreaterThan(80);
});
