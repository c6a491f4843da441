/** Numbers, dates and states that a person cannot read on a screen, because they are cut or badly written. */
import type { Page } from './test.ts';

/**
 * Texts of the screen that no formatter of the product writes: many decimals, a hyphen as a minus sign, a word twice, a
 * blank before a comma, an instant as programs write it. Code, ids and addresses are written as they are.
 */
export const badlyWritten = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const patterns = [
      /(?<![\d.])\d+\.\d{5,}(?![\d.])/,
      /(?:^|[\s(€$£])-\d/,
      /\b(From|To|By|At|Of) \1\b/i,
      /\S\s+,(?=\s|$)/,
      /\d{4}-\d\d-\d\dT\d\d:/,
      /\b(?:undefined|NaN|null|Infinity)\b|\[object /,
    ];
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      const parent = node.parentElement;
      if (text === '' || parent === null || !parent.checkVisibility()) continue;
      if (parent.closest('code, pre, kbd, script, style, textarea, iframe, [class*="mono"], [class*="code"]')) continue;
      if (patterns.some((pattern) => pattern.test(text))) found.add(text.slice(0, 100));
    }
    return [...found];
  });

/** Cells of lists and figures whose number, date or state is wider than its place, so that a part of it is hidden. */
export const cutFigures = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const figure = /^[−+]?(?:[€$£]\s?)?\d[\d.,’' \u00a0\u202f]*(?:%|s|ms|h|min|[kKMG]?B|[A-Z]{3}|€)?$/;
    const day = /^(?:\d{1,2} [A-Z][a-z]{2}(?: \d{4})?|\d{4}-\d\d-\d\d)(?:,? \d\d:\d\d(?::\d\d)?)?$/;
    const found = new Set<string>();
    const places = 'td, [role="gridcell"], [role="cell"], [role="rowheader"], dd, [class*="badge"], [class*="state"]';
    for (const place of document.querySelectorAll<HTMLElement>(places)) {
      if (!place.checkVisibility()) continue;
      for (const one of [place, ...place.querySelectorAll('*')]) {
        // Drawings have no text that is laid out.
        if (!(one instanceof HTMLElement)) continue;
        const text = one.innerText.trim();
        const isState = /badge|state/i.test(one.className.toString());
        if (!figure.test(text) && !day.test(text) && !isState) continue;
        const { overflowX } = getComputedStyle(one);
        if (overflowX !== 'visible' && overflowX !== 'auto' && one.scrollWidth > one.clientWidth + 1)
          found.add(text.slice(0, 60));
      }
    }
    return [...found];
  });
