/** Characters that people and programs paste without seeing them. */

/** Blanks, format characters (zero width, bidirectional marks, BOM) and control characters, at either end. */
const AT_START = /^[\s\p{Cf}\p{Cc}]+/u;
const AT_END = /[\s\p{Cf}\p{Cc}]+$/u;
const INSIDE = /[\p{Cf}\p{Cc}]/u;

/** The text without invisible characters at its ends. They are never part of what was meant. */
export const trimInvisible = (text: string): string => text.replace(AT_START, '').replace(AT_END, '');

/** Whether an invisible character is left inside a text: it would make two equal-looking ids different. */
export const hasInvisible = (text: string): boolean => INSIDE.test(text);
