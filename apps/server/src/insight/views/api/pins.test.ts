import { addPin, changePin, listPins, orderPins, removePin } from '@signpost/contract/calls/pins.ts';
import { MOST_PINS } from '@signpost/contract/insight/stats/pins.ts';
import { type Caller, testApp } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { expect, it } from 'vitest';

const app = await testApp();
const admin = await app.signIn('Admin');
const seo = await app.signIn('Seo User');

const pin = async (as: Caller, more: Record<string, unknown> = {}) => {
  const body = { kind: 'figure', tab: 'global', query: 'dateRange=last7Days', ...more };
  const { status, body: answer } = await attempt(as, addPin, { body });
  return { status, answer, id: status === 200 || status === 201 ? addPin.answer.parse(answer.data).id : 0 };
};
const board = async (as: Caller) => listPins.answer.parse(await call(as, listPins, {}));

it('keeps the pins of a person in their order, with their sizes, and shows them to nobody else', async () => {
  const ids = [
    (await pin(admin)).id,
    (await pin(admin, { kind: 'chart' })).id,
    (await pin(admin, { kind: 'table' })).id,
  ];
  const [first, second, third] = ids;
  expect((await attempt(admin, orderPins, { body: { ids: [third, first] } })).status).toBe(200);
  expect((await attempt(admin, changePin, { params: { id: first }, body: { wide: true } })).status).toBe(200);
  const { pins, closed } = await board(admin);
  expect(pins.map(({ id, wide }) => [id, wide])).toEqual([
    [third, false],
    [first, true],
    [second, false],
  ]);
  expect(closed).toBe(0);
  expect((await board(seo)).pins).toEqual([]);
  expect((await refusal(seo, changePin, { params: { id: first }, body: { wide: false } })).status).toBe(404);
  expect((await refusal(seo, removePin, { params: { id: first } })).status).toBe(404);
  await call(seo, orderPins, { body: { ids: [second ?? 0, first ?? 0] } });
  expect((await board(admin)).pins.map(({ id }) => id)).toEqual([third, first, second]);
});

it('puts a removed pin back at its place', async () => {
  const { pins } = await board(admin);
  const [before, removed, after] = pins;
  expect((await attempt(admin, removePin, { params: { id: removed?.id } })).status).toBe(200);
  const { id } = await pin(admin, { place: 1, wide: true });
  expect((await board(admin)).pins.map((one) => one.id)).toEqual([before?.id, id, after?.id]);
});

it('refuses a tab that the person may not open and a question that its tab cannot answer', async () => {
  expect((await pin(seo, { tab: 'costs' })).status).toBe(403);
  expect((await pin(admin, { query: 'kingstat=999' })).status).toBe(400);
  expect((await pin(admin, { query: 'dateRange=someday' })).status).toBe(400);
  expect((await pin(admin, { query: 'chart[top]=4' })).status).toBe(400);
});

it('hides a pin whose tab was closed to the person, and counts it', async () => {
  await app.db
    .insertInto('homePins')
    .values({ userId: seo.userId, position: 0, kind: 'chart', tab: 'costs', query: '' })
    .execute();
  await pin(seo);
  const { pins, closed } = await board(seo);
  expect([pins.map(({ tab }) => tab), closed]).toEqual([['global'], 1]);
});

it('refuses more pins than Home holds', async () => {
  const operations = await app.signIn('Operations');
  for (let count = 0; count < MOST_PINS; count += 1) expect((await pin(operations)).status).toBeLessThan(300);
  const { status, answer } = await pin(operations);
  expect([status, answer.errors?.[0]?.message]).toEqual([400, expect.stringContaining('Remove one first')]);
});
