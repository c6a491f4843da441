/**
 * Refuses the kinds of browser tests that fail without a cause in the product (CONTRIBUTING.md, Tests). Each rule is a
 * pattern of one line; what it refuses has a replacement in `e2e/support`.
 */
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../e2e');

const RULES: { refused: RegExp; instead: string; examples: string[] }[] = [
  {
    refused: /'Close message'/,
    instead: 'A message closes by itself: use dismissMessages.',
    examples: ["await page.getByRole('button', { name: 'Close message' }).click();"],
  },
  {
    refused: /\btimeout: ?[\d_]+|\bsetTimeout\(|waitForTimeout|networkidle/,
    instead: 'A limit in seconds measures the machine: leave it to playwright.config.ts, and wait for a condition.',
    examples: ['await expect(row).toBeVisible({ timeout: 1_000 });', 'test.setTimeout(240_000);'],
  },
  {
    refused: /async \(\) => \{\s*await page\.reload\(\)/,
    instead: 'Use reloadUntil, which looks at what has loaded fully.',
    examples: ['await expect(async () => { await page.reload();'],
  },
  {
    refused: /\.(isVisible|isHidden|isEnabled|isDisabled|isEditable|isChecked)\(\)/,
    instead: 'This looks once and does not wait: use expect(…).toBeVisible() and the like, or isThere for a choice.',
    examples: ['if (await yes.isVisible()) await yes.click();'],
  },
  {
    refused:
      /expect(\.soft)?\(\s*\(?await [^;]*\.(textContent|innerText|allTextContents|allInnerTexts|inputValue|getAttribute|count|boundingBox)\(/,
    instead:
      'This looks once and does not wait: use toHaveText, toHaveAttribute, toHaveCount, toHaveValue or expect.poll.',
    examples: [
      'expect(await total.innerText()).not.toMatch(/x/);',
      'expect((await dialog.boundingBox())?.width).toBe(1);',
    ],
  },
  {
    refused: /getByRole\('option'\)\s*\.(first|last|nth)\(/,
    instead: 'The first of all options may belong to another test, which archives it: choose one by name.',
    examples: ["await page.getByRole('option').first().click();"],
  },
  {
    refused: /from '@playwright\/test'/,
    instead: 'Take test and expect from e2e/support/test.ts, which waits before it presses and keeps midnight out.',
    examples: ["import { test } from '@playwright/test';"],
  },
];

const specs = readdirSync(folder).filter((name) => name.endsWith('.spec.ts'));

describe('The browser tests', () => {
  it.each(RULES)('have no such place: $instead', ({ refused, instead }) => {
    const found = specs.flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      return [...text.matchAll(new RegExp(refused, 'g'))].map(
        ({ index }) => `e2e/${name}:${text.slice(0, index).split('\n').length}: ${instead}`,
      );
    });
    expect(found).toEqual([]);
  });

  it.each(RULES.flatMap(({ refused, examples }) => examples.map((text) => ({ refused, text }))))(
    'may not say: $text',
    ({ refused, text }) => {
      expect(text).toMatch(refused);
    },
  );
});

/** The limit in vitest.config.ts ends tests that hang; a smaller one only measures how busy the machine is. */
const OWN_LIMIT = /\}, ?[12]?\d{1,2}_000\);|\btimeout: ?[12]?\d{1,2}_000\b|testTimeout: ?[12]?\d{1,2}_000\b/;

describe('The other tests', () => {
  it('have no limit in seconds of their own below that of vitest.config.ts', () => {
    const root = join(import.meta.dirname, '..');
    const files = globSync('{apps,packages,bench,scripts}/**/*.test.ts', {
      cwd: root,
      exclude: (path) => path.includes('node_modules') || path.endsWith('patient-tests.test.ts'),
    });
    expect(files.length).toBeGreaterThan(200);
    expect(files.filter((file) => OWN_LIMIT.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });
});
