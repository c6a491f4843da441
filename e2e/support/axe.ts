import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from './test.ts';

/** The rules whose problems axe 4.14 calls minor or moderate. Tests only fail for problems from `serious` on. */
const LESSER_RULES = [
  'aria-allowed-role',
  'aria-deprecated-role',
  'empty-heading',
  'empty-table-header',
  'focus-order-semantics',
  'form-field-multiple-labels',
  'heading-order',
  'hidden-content',
  'html-xml-lang-mismatch',
  'image-redundant-alt',
  'landmark-banner-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'meta-viewport',
  'meta-viewport-large',
  'no-autoplay-audio',
  'page-has-heading-one',
  'presentation-role-conflict',
  'region',
  'scope-attr-valid',
  'server-side-image-map',
  'skip-link',
  'table-duplicate-name',
];

/** Whether axe was loaded into the page, where it stays until the page is loaded again. */
const holdsAxe = (page: Page): Promise<boolean> => page.evaluate(() => 'axe' in globalThis);

/** The serious problems of accessibility on the screen, in words; parts that match `without` are left out. */
export async function seriousProblems(page: Page, without: string[] = []): Promise<string[]> {
  const builder = new AxeBuilder({ page, ...((await holdsAxe(page)) && { axeSource: 'void 0' }) })
    // Checking one frame for violations only takes a quarter of the time.
    .setLegacyMode(true)
    .options({
      resultTypes: ['violations'],
      rules: Object.fromEntries(LESSER_RULES.map((rule) => [rule, { enabled: false }])),
    });
  for (const part of without) builder.exclude(part);
  const { violations } = await builder.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id: rule, nodes }) => `${rule}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
}

/** Expects that the screen has no serious problem of accessibility. */
export async function expectNothingSerious(page: Page): Promise<void> {
  // The initials of a person with a number in the name are no part of the button's name.
  expect(await seriousProblems(page, ['[aria-label$="account menu"]'])).toEqual([]);
}
