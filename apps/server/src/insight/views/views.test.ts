import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { getSavedView, listSavedViews, saveView } from '@signpost/contract/calls/saved-views.ts';
import { user } from '@signpost/contract/entities/user.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { expect, it } from 'vitest';

const userCalls = entityCalls(user);

const world = await testApp();
const admin = await world.signIn('Admin');
const seo = await world.signIn('Seo User');

it.each([
  ['a tab that is Admin’s alone', 'stats-costs', 403],
  ['records of another department', 'partners', 403],
  ['a screen that there is none of', 'nothing', 403],
  ['a tab that both may open', 'stats-seo', 200],
  ['records that both may read', 'domains', 200],
  ['campaign stats', 'campaign-stats', 200],
  ['facts that only some may open', 'event-reporter', 403],
  ['players that only some may open', 'lifetime-view', 403],
  ['managers that only some may open', 'users-management', 403],
])('shares a view with whoever may open its screen, and nobody else: %s', async (_what, screen, status) => {
  const query = screen.startsWith('stats-') ? 'filters[geo][0]=12' : 'q=secret';
  const view = { screen, name: 'Shared', query, shared: true };
  const saved = await attempt(admin, saveView, { body: view });
  expect(saved.status).toBe(screen === 'nothing' ? 403 : 200);
  const { status: answered, body } = await attempt(seo, listSavedViews, { query: { screen } });
  expect(answered).toBe(status);
  if (status === 200) expect(body.data.map(({ name }) => name)).toEqual(['Shared']);
  const { id } = saved.body.data ?? { id: 1 };
  expect((await attempt(seo, getSavedView, { params: { id }, query: { screen } })).status).toBe(status);
  expect((await attempt(seo, saveView, { body: { ...view, name: 'Mine' } })).status).toBe(status);
});

it('lists a person’s own views of all screens that they may still open, and none of others', async () => {
  const person = await world.signIn('Default User');
  const other = await world.signIn('Default User');
  for (const screen of ['stats-seo', 'partners'])
    await call(person, saveView, { body: { screen, name: `My ${screen}`, query: '', shared: false } });
  await call(other, saveView, { body: { screen: 'partners', name: 'Theirs', query: 'q=b', shared: true } });
  const names = async () => (await call(person, listSavedViews, { query: {} })).map(({ name }) => name);
  expect(await names()).toEqual(['My partners', 'My stats-seo']);
  const { version } = await call(admin, userCalls.read, { params: { id: person.userId } });
  const values = { excludedPaths: ['/partners'] };
  expect(
    (await attempt(admin, userCalls.update, { params: { id: person.userId }, body: { version, values } })).status,
  ).toBe(200);
  expect(await names()).toEqual(['My stats-seo']);
});

it.each([
  ['stats-global', 'sort=visits', 'kingstat=11'],
  ['stats-global', 'dateRange=someday', 'dateRange=last7Days&chart[top]=5'],
  ['campaign-stats', 'kinds[0]=button', 'kinds[0]=box&q=spring&kingstat=11'],
  ['campaign-stats', 'kingstat=999', ''],
  ['partners', 'sort=name', 'q=acme&filters[status][0]=active&orderBy=name&orderByDirection=desc&limit=100'],
  ['partners', 'archived=maybe', 'archived=all'],
])('refuses a view of %s that its screen cannot show: %s', async (screen, wrong, right) => {
  const put = async (query: string) =>
    (await attempt(admin, saveView, { body: { screen, name: 'One', query } })).status;
  expect([await put(wrong), await put(right)]).toEqual([400, 200]);
});
