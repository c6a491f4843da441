/** Filling in the grid of a sheet. */
import type { Page } from '@playwright/test';

/** Pastes into the grid what a spreadsheet would have copied. */
export async function paste(page: Page, table: readonly (readonly string[])[]): Promise<void> {
  await page.getByRole('grid').focus();
  await page.getByRole('grid').evaluate(
    (grid, text) => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      grid.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    },
    table.map((row) => row.join('\t')).join('\r\n'),
  );
}

/** Types into the cell of a row and a column, both counted from 1 as the grid shows them. */
export async function type(page: Page, row: number, column: number, text: string): Promise<void> {
  await page.locator(`[aria-rowindex="${row + 1}"] [aria-colindex="${column + 1}"]`).click();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}
