import { call, openAs, unique } from './support/people.ts';
import { expect, test } from './support/test.ts';
import { repeatUntil } from './support/waits.ts';

const CLICK_HOST = `http://127.0.0.1:${process.env.E2E_CLICK_PORT}`;
const DESKTOP =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

interface Box {
  id: number;
  version: number;
}

test('a box shows its last 24 hours and its changes, and can be rolled back', async ({ page }) => {
  const session = await openAs(page, 'Admin', '/campaign-box');
  const send = <T>(method: 'POST' | 'PATCH', path: string, data: unknown) =>
    call<T>(page.request, session, method, path, data);
  const [old, young] = [unique('Old'), unique('Young')];
  const campaign = (name: string) =>
    send<{ id: number }>('POST', 'campaigns', {
      name,
      landerType: 'external_lander',
      status: 'active',
      targetUrl: 'https://lander.example/?c={click_id}',
    });
  const [first, second] = [await campaign(old), await campaign(young)];
  const values = { name: unique('Box'), boxKind: 'regular', fallbackUrl: 'https://fallback.example/' };
  const box = await send<Box>('POST', 'campaign-boxes', {
    ...values,
    allocation: [{ campaignId: first.id, weight: 100 }],
  });

  await page.goto(`/#/campaign-box/${box.id}`);
  await expect(page.getByText('This box had no clicks in the last 24 hours.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Versions of this box' }).getByRole('listitem')).toHaveCount(1);

  await expect
    .poll(async () => {
      const answer = await page.request.get(`${CLICK_HOST}/box_${box.id}`, {
        headers: { 'user-agent': DESKTOP },
        maxRedirects: 0,
      });
      return answer.status();
    })
    .toBe(302);
  // The open page shows the click by itself, as its panel promises.
  const figures = page.getByRole('table', { name: 'Last 24 hours by campaign' });
  await expect(figures.getByRole('row', { name: old })).toBeVisible();
  await send('PATCH', `campaign-boxes/${box.id}`, {
    version: box.version,
    values: { ...values, allocation: [{ campaignId: second.id, weight: 100 }] },
  });
  await page.reload();

  const difference = page.getByRole('table', { name: /^Differences: Box/ });
  await expect(difference.getByRole('row', { name: `Allocation: ${old} 100 % –` })).toBeVisible();
  await expect(difference.getByRole('row', { name: `Allocation: ${young} – 100 %` })).toBeVisible();
  await page.getByRole('button', { name: 'Roll back to the first' }).click();
  await expect(page.getByText('Rolled back. The restored box was saved as a new version.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Versions of this box' }).getByRole('listitem')).toHaveCount(3);
  await expect(page.getByRole('list', { name: 'Campaigns of this box' })).toContainText(old);
});

test('a draft is checked while it is edited, and a problem links to its field', async ({ page }) => {
  const session = await openAs(page, 'Admin', '/rules/add');
  const post = <T>(path: string, data: unknown) => call<T>(page.request, session, 'POST', path, data);
  const paused = unique('Paused');
  const { id: campaignId } = await post<{ id: number }>('campaigns', {
    name: paused,
    landerType: 'external_lander',
    status: 'paused',
    targetUrl: 'https://lander.example/',
  });
  const check = page.getByRole('list', { name: 'Problems' });
  for (const [at, geo] of ['Germany', 'Austria'].entries()) {
    await page.getByRole('button', { name: 'Add condition' }).click();
    await page.getByRole('combobox', { name: `Values, condition ${at + 1}` }).fill(geo);
    await page.getByRole('option', { name: geo }).click();
  }
  await expect(check).toContainText('This rule can never match: no visit meets Geo is DE · Geo is AT.');
  await check.getByRole('button', { name: 'Show' }).first().click();
  await expect(page.getByRole('combobox', { name: 'Field, condition 2' })).toBeFocused();

  const { id: boxId } = await post<{ id: number }>('campaign-boxes', {
    name: unique('Box'),
    boxKind: 'regular',
    fallbackUrl: 'https://fallback.example/',
    allocation: [{ campaignId, weight: 100 }],
  });
  await page.goto(`/#/campaign-box/edit/${boxId}`);
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(check).toContainText(`“${paused}” is paused: its weight goes to the other campaigns.`);
  await expect(check).toContainText('No campaign in the allocation can take a click');
});

test('a draft is replayed on real clicks before it is saved', async ({ page }) => {
  const session = await openAs(page, 'Admin', '/campaign-box');
  const post = <T>(path: string, data: unknown) => call<T>(page.request, session, 'POST', path, data);
  const [old, young] = [unique('Old'), unique('Young')];
  const campaign = (name: string) =>
    post<{ id: number }>('campaigns', { name, landerType: 'external_lander', targetUrl: 'https://lander.example/' });
  const [first] = [await campaign(old), await campaign(young)];
  const { id } = await post<{ id: number }>('campaign-boxes', {
    name: unique('Box'),
    boxKind: 'regular',
    fallbackUrl: 'https://fallback.example/',
    allocation: [{ campaignId: first.id, weight: 100 }],
  });
  const click = async () => {
    const options = { headers: { 'user-agent': DESKTOP }, maxRedirects: 0 };
    const answer = await page.request.get(`${CLICK_HOST}/box_${id}`, options);
    return answer.headers().location ?? '';
  };
  await expect.poll(click).toContain('https://lander.example/');

  await page.goto(`/#/campaign-box/edit/${id}`);
  const replay = page.getByRole('region', { name: 'Replay' });
  const ask = replay.getByRole('button', { name: 'Replay clicks' });
  await repeatUntil(page, () => ask.click(), replay.getByText('Nothing would shift.'));
  await page.getByRole('combobox', { name: 'Add a campaign' }).fill(young);
  await page.getByRole('option', { name: young }).click();
  await page.getByRole('button', { name: `Remove ${old}` }).click();
  await expect(replay.getByText('You have changed something since this replay.')).toBeVisible();
  await ask.click();
  await expect(replay.getByText(/clicks \(100\.0 %\) would go elsewhere\./)).toBeVisible();
  await expect(
    replay.getByRole('table', { name: 'Clicks by campaign' }).getByRole('row', { name: young }),
  ).toBeVisible();
});

test('weights are made automatic, adjusted with reasons, and frozen', async ({ page }) => {
  const session = await openAs(page, 'Admin', '/campaign-box');
  const post = <T>(path: string, data: unknown) => call<T>(page.request, session, 'POST', path, data);
  const names = [unique('Alpha'), unique('Beta')];
  const allocation: { campaignId: number; weight: number }[] = [];
  for (const name of names) {
    const { id } = await post<{ id: number }>('campaigns', {
      name,
      landerType: 'external_lander',
      targetUrl: 'https://lander.example/',
    });
    allocation.push({ campaignId: id, weight: allocation.length === 0 ? 90 : 10 });
  }
  const { id } = await post<{ id: number }>('campaign-boxes', {
    name: unique('Box'),
    boxKind: 'regular',
    fallbackUrl: 'https://fallback.example/',
    allocation,
  });

  await page.goto(`/#/campaign-box/edit/${id}`);
  await page.getByRole('combobox', { name: 'Automatic weights' }).click();
  await page.getByRole('option', { name: 'By EPC' }).click();
  await expect(page.getByText('Unlocked weights are adjusted every hour')).toBeVisible();
  await page.getByRole('button', { name: 'Save campaign box' }).click();
  const panel = page.getByRole('region', { name: 'Automatic weights' });
  await expect(panel).toBeVisible();

  // The worker would do this within a minute; the test does not wait for it.
  await page.goto(`/#/campaign-box/${id}`);
  await panel.getByRole('button', { name: 'Recalculate now' }).click();
  const round = panel.getByRole('table', { name: 'Last round of automatic weights' });
  await expect(round.getByRole('row', { name: names[0] ?? '' })).toContainText('%');
  // Without conversions there is no basis, so no weight changes.
  await expect(panel.getByText(/^Unchanged: not enough data yet/)).toBeVisible();
  await expect(round.getByRole('row', { name: names[0] ?? '' })).toContainText('90');

  await page.goto(`/#/campaign-box/edit/${id}`);
  await page.getByRole('radiogroup', { name: 'Freeze weights' }).getByText('Yes').click();
  await page.getByRole('button', { name: 'Save campaign box' }).click();
  await expect(page.getByRole('region', { name: 'Automatic weights, frozen' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Recalculate now' })).toBeHidden();
});

test('a rule shows which clicks it would match before it is saved', async ({ page }) => {
  await openAs(page, 'Admin', '/rules/add');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(unique('Phones'));
  await page.getByRole('button', { name: 'Add condition' }).click();
  await page.getByRole('combobox', { name: 'Field, condition 1' }).click();
  await page.getByRole('option', { name: 'Device', exact: true }).click();
  await page.getByRole('combobox', { name: 'Values, condition 1' }).fill('mobile');
  await page.keyboard.press('Enter');
  const simulate = page.getByRole('region', { name: 'Simulate' });
  await simulate.getByRole('button', { name: 'Simulate rule' }).click();
  await expect(simulate.getByText(/The rule matches [1-9][\d,.]* of [\d,.]+ clicks/)).toBeVisible();
  await expect(simulate.getByText('of all boxes; no box uses it yet.')).toBeVisible();
});
