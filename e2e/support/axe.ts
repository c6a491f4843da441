import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from './test.ts';

/** What is on the screen has no serious problem of accessibility. */
export async function expectNothingSerious(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    // The initials of a person with a number in the name are no part of the button's name.
    .exclude('[aria-label$="account menu"]')
    .options({ resultTypes: ['violations'] })
    .analyze();
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
}
