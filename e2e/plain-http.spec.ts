import { TEXT } from '@signpost/contract/texts.ts';
import { call, openAs, sessionOf, unique } from './support/people.ts';
import { expect, test } from './support/test.ts';

// In a company network the dashboard can run on plain http, where browsers disable some features.
test('actions are confirmed and links are copied on plain http too', async ({ baseURL, browser, page }) => {
  const name = unique('Plain');
  const session = await sessionOf(page.request);
  const box = { name, boxKind: 'regular', fallbackUrl: 'https://example.com' };
  const { id } = await call<{ id: number }>(page.request, session, 'POST', 'campaign-boxes', box);
  const context = await browser.newContext({ baseURL: `http://signpost.test:${new URL(baseURL ?? '').port}` });
  const plain = await context.newPage();
  await openAs(plain, session, `/campaign-box/edit/${id}`);
  expect(await plain.evaluate(() => window.isSecureContext)).toBe(false);

  await plain.getByRole('textbox', { name: 'Name', exact: true }).fill(`${name} saved`);
  await plain.getByRole('button', { name: 'Save campaign box' }).click();
  await expect(plain.getByText(TEXT.success)).toBeVisible();

  await plain.goto(`/#/campaign-box/${id}`);
  // The button says so for a second and a half, which a look now and then can miss on a busy machine.
  const said = plain.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          if (document.querySelector('button[aria-label="Copied"]') === null) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(document, { subtree: true, childList: true, attributes: true });
      }),
  );
  await plain.getByRole('button', { name: 'Copy link' }).click();
  await said;
  await plain.getByRole('button', { name: /Search/ }).click();
  const search = plain.getByRole('dialog').getByRole('textbox');
  await expect(search).toBeFocused();
  await plain.keyboard.press('Control+V');
  await expect(search).toHaveValue(new RegExp(`/box_${id}$`));
  await context.close();
});
