/** Compares texts without regard to case, accents and the order of words, as `fold` does in the database. */

import { APOSTROPHES, BETWEEN_WORDS } from '@signpost/contract/reading/search-words.ts';
import { respellUmlauts } from '@signpost/contract/reading/umlauts.ts';

/** Letters that have no decomposition into a plain letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ĸ: 'q',
  // Forms of one letter: final sigma, alef wasla, alef maksura, ta marbuta, Persian ye and kaf.
  ς: 'σ',
  ٱ: 'ا',
  ى: 'ي',
  ة: 'ه',
  ی: 'ي',
  ک: 'ك',
};
const SPECIAL = /[ßæœøłđðþıħŧĸςٱىةیک]/g;
/** The lengthening stroke of Arabic, which is only for looks. */
const TATWEEL = /\u0640/g;

/** Marks, and characters without a look of their own, such as the soft hyphen. */
const UNSEEN = /[\p{M}\p{Cf}]/gu;
/** The Armenian ligature for "and", whose capitals are written with another letter. */
const ARMENIAN_AND = /եւ/g;

/** The text in lower case, without accents and apostrophes. */
export const foldText = (text: string): string =>
  text
    // Accents that stand alone would become a blank with a mark, and others become apostrophes only then.
    .replace(APOSTROPHES, '')
    .normalize('NFKD')
    .replace(APOSTROPHES, '')
    .replace(UNSEEN, '')
    .replace(TATWEEL, '')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(SPECIAL, (letter) => LETTERS[letter] ?? letter)
    .replace(ARMENIAN_AND, 'եվ')
    // Syllables of Korean are whole letters, so that a search for one does not find the beginning of another.
    .normalize('NFC');

/** Tells whether a text contains each typed word. If nothing is typed, every text matches. */
export function finderOf(typed: string): (text: string) => boolean {
  const words = typed
    .split(BETWEEN_WORDS)
    .filter((word) => foldText(word) !== '')
    .map((word) => [foldText(word), foldText(respellUmlauts(word) ?? word)]);
  if (words.length === 0) return () => true;
  return (text) => {
    const folded = foldText(text);
    return words.every((spellings) => spellings.some((word) => folded.includes(word)));
  };
}

/**
 * The entries of a short list that match the typed text: those that contain the whole text or, if there are none, those
 * that contain each of its words. Enter takes the first one.
 */
export function narrowed<Entry>(entries: readonly Entry[], labelOf: (entry: Entry) => string, typed: string): Entry[] {
  const phrase = foldText(typed.trim());
  const exact = entries.filter((entry) => foldText(labelOf(entry)).includes(phrase));
  const isFound = finderOf(typed);
  if (exact.length > 0) return exact;
  return entries.filter((entry) => isFound(labelOf(entry)));
}
