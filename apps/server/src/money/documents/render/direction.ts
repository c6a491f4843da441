/**
 * The direction of a text. The renderer orders the words of a line by the Unicode bidirectional algorithm, but takes
 * every paragraph as one from left to right unless it is told otherwise.
 */

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** Whether any of these letters is written from right to left. Documents have no other such script (`fonts.ts`). */
export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/** The direction of the first letter (rules P2 and P3 of Unicode Standard Annex 9). */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const [first = ''] = /\p{L}/u.exec(text) ?? [];
  if (hasRightToLeft(first)) return 'rtl';
  return 'ltr';
}
