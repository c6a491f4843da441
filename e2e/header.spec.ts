/** The header: the title, the controls of the screen, and what stands on every screen. */
import { TABS } from '@signpost/contract/insight/stats/tabs/index.ts';
import { openAs } from './support/people.ts';
import { expect, type Page, test } from './support/test.ts';

/** Names the parts of the header that overlap, and says whether the date field shows its days whole. */
const looks = (page: Page) =>
  page.getByRole('banner').evaluate((header) => {
    const parts = [...header.querySelectorAll('h1, button, input, a')].flatMap((part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect();
      const name = part.getAttribute('aria-label') ?? part.textContent ?? '';
      return right - left > 1 && bottom - top > 1 ? [{ name, left, right, top, bottom }] : [];
    });
    const over = parts.flatMap((one, at) =>
      parts
        .slice(at + 1)
        .filter(
          (other) =>
            one.left < other.right - 1 &&
            other.left < one.right - 1 &&
            one.top < other.bottom - 1 &&
            other.top < one.bottom - 1,
        )
        .map((other) => `${one.name} over ${other.name}`),
    );
    const outside = parts.filter(({ right }) => right > innerWidth).map(({ name }) => `${name} outside`);
    const dates = header.querySelector('input[role="combobox"][aria-haspopup="dialog"]');
    const isCut = dates === null || dates.scrollWidth > dates.clientWidth;
    return { wrong: [...over, ...outside], isCut };
  });

/** The tabs with the longest titles, and the one with the shortest. */
const byLength = Object.values(TABS).sort((a, b) => b.longTitle.length - a.longTitle.length);
const tabs = [...byLength.slice(0, 3), ...byLength.slice(-1)];

for (const width of [390, 768, 900, 1024, 1280, 1440])
  test(`keeps its parts apart and the days readable at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await openAs(page, 'Admin', `/stats?tab=${tabs[0]?.name}`);
    for (const { name, longTitle } of tabs) {
      await page.goto(`/#/stats?tab=${name}`);
      await expect(page.getByRole('heading', { level: 1, name: longTitle })).toBeAttached();
      await expect(page.getByRole('combobox', { name: 'Date range' })).toHaveValue(/\d{4}-\d{2}-\d{2}/);
      // The header is drawn again when the answer of the tab has come.
      await expect.poll(() => looks(page), { message: longTitle }).toEqual({ wrong: [], isCut: false });
    }
  });
