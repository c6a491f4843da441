import { badlyWritten, cutFigures } from './support/readable.ts';
import { expect, test } from './support/test.ts';

const PAGE = `<style>td { max-width: 60px; overflow: hidden; white-space: nowrap } .wide { max-width: none }</style>
<p>1.234567</p> <p>costs -5 more</p> <p>From From May</p> <p>two , three</p> <p>2026-11-28T10:00:00Z</p> <p>NaN</p>
<p>1.2345</p> <p>−5</p> <p>2026-11-28</p> <p>one, two</p> <code>0.1234567</code> <p hidden>9.87654321</p>
<table><tr><td>1,234,567,890.00</td><td>2026-11-28 10:00</td><td>A long name of a partner</td>
<td class="wide">9,876,543,210.00</td><td><svg width="20" height="9"><text>7</text></svg></td></tr></table>`;

test('the looks at figures find what is badly written or cut, and nothing else', async ({ page }) => {
  await page.setContent(PAGE);
  expect((await badlyWritten(page)).sort()).toEqual(
    ['1.234567', '2026-11-28T10:00:00Z', 'From From May', 'NaN', 'costs -5 more', 'two , three'].sort(),
  );
  expect(await cutFigures(page)).toEqual(['1,234,567,890.00', '2026-11-28 10:00']);
});
