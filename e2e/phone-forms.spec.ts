/** Every form on a phone: no button of it is cut, neither its text nor at the edge of the screen. */
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { inSentence } from '@signpost/contract/define/words.ts';
import { entityList } from '@signpost/contract/entities/index.ts';
import { ROUTES, type RouteName, SCREEN_NAMES } from '@signpost/contract/routes/index.ts';
import { call, openAs } from './support/people.ts';
import { expect, type Page, test } from './support/test.ts';
import { isThere } from './support/waits.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** The buttons of the screen and of a dialog over it whose text is cut, or that leave the screen. */
const cutButtons = (page: Page) =>
  page.evaluate(() => {
    const scrolls = (element: Element | null): boolean =>
      element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const seen = [...document.querySelectorAll('main :is(button, a), [role="dialog"] :is(button, a)')].filter(
      (button) => button.getBoundingClientRect().width > 1 && button.checkVisibility(),
    );
    return seen
      .filter((button) => {
        const { left, right } = button.getBoundingClientRect();
        const texts = [...button.querySelectorAll('.mantine-Button-label')];
        const isCut = texts.some((text) => text.scrollWidth > text.clientWidth);
        return isCut || ((right > innerWidth + 1 || left < -1) && !scrolls(button.parentElement));
      })
      .map((button) => button.textContent);
  });

const isBuilt = (route: RouteName | undefined): route is RouteName =>
  route !== undefined && SCREEN_NAMES.some((name) => name === route);

/** Lists that are one of several on their screen. */
const PLACES: Readonly<Record<string, Record<string, string>>> = {
  exchangeRate: { view: 'rates' },
  lookerReport: { kind: 'manage' },
};

/** On a phone, the button shows only the first word of its name. */
const saveOf = (page: Page, { one }: EntityDefinition) =>
  page.getByRole('button', { name: `Save ${inSentence(one)}`, exact: true });

/** Opens the form of a new record, on its own page or beside the list. */
async function openForm(page: Page, entity: EntityDefinition, route: RouteName): Promise<void> {
  const { one, name, listKind, listWith } = entity;
  const place = new URLSearchParams({ ...(listKind && { kind: listKind }), ...listWith, ...PLACES[name] });
  await page.goto(`/#${ROUTES[route].path}?${place}`);
  const save = saveOf(page, entity);
  const add = page
    .getByRole('link', { name: `Add ${one}`, exact: false })
    .or(page.getByRole('button', { name: `Add ${one}`, exact: false }))
    .last();
  if (!(await isThere(page, save, add))) await add.tap();
  await expect(save, one).toBeVisible();
}

/** These entities have a screen of their own instead of a form. */
const OWN_SCREENS = new Set<string>(['boxSheet', 'globalDeal', 'seoBoxSheet', 'publisherMail']);
const forms = entityList.flatMap((entity) => {
  const { add } = entity.routes;
  return isBuilt(add) && !ROUTES[add].path.includes('$') && !OWN_SCREENS.has(entity.name) ? [{ entity, add }] : [];
});

const PARTS = 4;
for (let part = 0; part < PARTS; part += 1) {
  const own = forms.filter((_, at) => at % PARTS === part);
  test(`every form of a new record shows its buttons whole (${own.map(({ entity }) => entity.path).join(', ')})`, async ({
    page,
  }) => {
    await openAs(page, 'Admin', '/profile');
    for (const { entity, add } of own) {
      await openForm(page, entity, add);
      expect(await cutButtons(page), entity.one).toEqual([]);
    }
  });
}

test('the form of a record that exists shows its buttons whole, on a page of its own', async ({ page }) => {
  const session = await openAs(page, 'Admin', '/profile');
  const edited = entityList.flatMap((entity) => {
    const { edit } = entity.routes;
    const hasPage = isBuilt(edit) && ROUTES[edit].path.endsWith('/edit/$id') && entity.listKind === undefined;
    return hasPage && !OWN_SCREENS.has(entity.name) ? [{ entity, edit }] : [];
  });
  let seen = 0;
  for (const { entity, edit } of edited) {
    const [record] = await call<{ id: number }[]>(page.request, session, 'GET', `${entity.path}?limit=1`);
    if (record === undefined) continue;
    await page.goto(`/#${ROUTES[edit].path.replace('$id', String(record.id))}`);
    await expect(saveOf(page, entity), entity.one).toBeVisible();
    expect(await cutButtons(page), entity.one).toEqual([]);
    seen += 1;
  }
  expect(seen).toBeGreaterThan(10);
});
