/**
 * Breaks words that are longer than their column. The renderer ends a line at blanks only, so such a word would lie over
 * the next column or the edge of the page.
 */

/** The width of a character in units of its font size. */
export type WidthOf = (codePoint: number) => number;

/** The width of the column of each text, in units of the font size, by the name of the text in the payload. */
const COLUMNS: Readonly<Record<string, number>> = {
  'seller.name': 17.5,
  'buyer.name': 25,
  'buyer.street': 25,
  'buyer.postalCode': 25,
  'buyer.city': 25,
  'buyer.country': 25,
  'buyer.vatId': 14,
  'buyer.taxNumber': 14,
  externalNumber: 14,
  'credits.number': 14,
  'lines.description': 27,
};
/** Notes and bank details take the whole width of a page. */
const PAGE = 53;
/** Characters behind which a word may be broken. */
const BREAK_BEHIND = /[-‐–—/\\.,:;_@&=?+|)\]]/;

const signs = new Intl.Segmenter('und', { granularity: 'grapheme' });

const widthOfSign = (sign: string, widthOf: WidthOf): number =>
  [...sign].reduce((most, one) => Math.max(most, widthOf(one.codePointAt(0) ?? 0)), 0);

/** Breaks each word that is longer than the column in which the payload's text of this name is printed. */
export function breakWords(text: string, name: string, widthOf: WidthOf): string {
  const most = COLUMNS[name] ?? PAGE;
  // No character is wider than twice the font size.
  if (text.length * 2 <= most) return text;
  return text
    .split(/(\s+)/)
    .map((word) => breakWord(word, most, widthOf))
    .join('');
}

function breakWord(word: string, most: number, widthOf: WidthOf): string {
  const lines: string[] = [];
  let line: string[] = [];
  let width = 0;
  for (const { segment } of signs.segment(word)) {
    const own = widthOfSign(segment, widthOf);
    if (width + own > most && line.length > 0) {
      const end = endOf(line);
      lines.push(line.slice(0, end).join(''));
      line = line.slice(end);
      width = line.reduce((sum, sign) => sum + widthOfSign(sign, widthOf), 0);
    }
    line.push(segment);
    width += own;
  }
  return [...lines, line.join('')].join('\n');
}

/** The end of a full line: behind the last character of its second half that allows a break, or else its last character. */
function endOf(line: readonly string[]): number {
  const at = line.findLastIndex((sign) => BREAK_BEHIND.test(sign));
  if (at * 2 >= line.length) return at + 1;
  return line.length;
}
