/**
 * Breaks words that are longer than their column. The renderer ends a line at blanks only, so such a word would lie over
 * the next column or the edge of the page.
 */

/** The width of a character, as a part of the size of its font. */
export type WidthOf = (codePoint: number) => number;

/** The widest word of each text, by its name in the payload: the width of its column as a multiple of the font's size. */
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

/** The text with a line break in each word that is longer than the column of this name in the payload. */
export function breakWords(text: string, name: string, widthOf: WidthOf): string {
  const most = COLUMNS[name] ?? PAGE;
  // No character is wider than two of the font's size.
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

/** Where a full line ends: behind the last character that allows it in its second half, else at its end. */
function endOf(line: readonly string[]): number {
  const at = line.findLastIndex((sign) => BREAK_BEHIND.test(sign));
  if (at * 2 >= line.length) return at + 1;
  return line.length;
}
