/** Characters that people and programs paste without seeing them. */

/** A blank, a format character (zero width, bidirectional mark, BOM) or a control character. */
const UNSEEN = /[\s\p{Cf}\p{Cc}]/u;
const INSIDE = /[\p{Cf}\p{Cc}]/u;

/** The text without invisible characters at its ends. Nobody means them as a part of the text. */
export function trimInvisible(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && UNSEEN.test(text.charAt(start))) start += 1;
  while (end > start && UNSEEN.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Whether an invisible character is left inside a text: it would make two equal-looking ids different. */
export const hasInvisible = (text: string): boolean => INSIDE.test(text);

/** The text without the characters at its end that match `unwanted`, an expression for one character. */
export function trimEnd(text: string, unwanted: RegExp): string {
  let end = text.length;
  while (end > 0 && unwanted.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
