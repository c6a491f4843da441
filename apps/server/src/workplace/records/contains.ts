/** Conditions for "this text contains what was typed", without regard to case and accents. */
import { APOSTROPHES, BETWEEN_WORDS } from '@signpost/contract/reading/search-words.ts';
import { respellUmlauts } from '@signpost/contract/reading/umlauts.ts';
import { type RawBuilder, sql } from 'kysely';

const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);

/** Trigrams have three letters, so a shorter text cannot use the index and is searched in every row. */
const INDEXED_FROM = 3;

/** Characters without a look of their own, such as the soft hyphen. */
const UNSEEN = /\p{Cf}/gu;

/** The text without the characters that searching ignores. */
const withoutIgnored = (text: string): string => text.replaceAll(UNSEEN, '').replaceAll(APOSTROPHES, '');

/** How many letters an index has of a word: those of `№7` are n, o and 7. */
const lettersOf = (word: string): number => plainOf(word).length;

/** The text without what searching ignores. An accent that stands alone would become a blank with a mark. */
const plainOf = (text: string): string => withoutIgnored(withoutIgnored(text).normalize('NFKC'));

/** The ways in which a short text may be stored: as typed, with letters and marks together or apart, and in plain letters. */
const storedForms = (text: string): string[] =>
  [...new Set([text, text.normalize('NFC'), text.normalize('NFD'), plainOf(text)])].filter((form) => form !== '');

/** All spellings of a text in upper and lower case. */
function spellings(text: string): string[] {
  let all = [''];
  for (const letter of text) {
    const ways = [letter, letter.toLowerCase(), letter.toUpperCase()].filter((one) => [...one].length === 1);
    all = all.flatMap((begun) => [...new Set(ways)].map((way) => begun + way));
  }
  return all;
}

/** A word of letters with a full stop behind it. */
const ABBREVIATED = /^(\p{L}[\p{L}\p{M}]*)\.$/u;

/** Words of letters with hyphens between them, as in double names. */
const HYPHENATED = /^\p{L}{2,}(?:\p{Pd}\p{L}{2,})+$/u;

/** The spellings of one word that are searched for: with umlauts as two letters, and a double name apart or as one word. */
function waysToWrite(q: string): string[] {
  const respelled = respellUmlauts(q);
  const spelled = [q, respelled].filter((one) => one !== null);
  if (!HYPHENATED.test(q.normalize('NFKC'))) return spelled;
  return spelled.flatMap((one) => [one, one.replaceAll(/\p{Pd}/gu, ' '), one.replaceAll(/\p{Pd}/gu, '')]);
}

/**
 * Whether a text column contains `q`, without regard to case and accents (`fold` in the migrations). `ue` also finds `ü`
 * and the other way round, and `jean-luc` also "Jean Luc": several conditions, because the index does not serve a list of
 * patterns. For one or two
 * letters, which no index finds, comparing the two to four spellings of plain letters as bytes takes half the time of ILIKE.
 * Only texts that are not plain ASCII are folded as well, and only for plain letters: `bo` finds "Bø", but `ø` finds no "o".
 */
export function contains(column: RawBuilder<unknown>, q: string): RawBuilder<unknown> {
  if (lettersOf(q) >= INDEXED_FROM) {
    const hits = waysToWrite(q).map((way) => sql`fold(${column}) LIKE folded_pattern(${way})`);
    return sql`(${sql.join(hits, sql` OR `)})`;
  }
  const patterns = storedForms(q)
    .flatMap(spellings)
    .map((one) => `%${escapeLike(one)}%`);
  const plain = plainOf(q);
  const asFolded = sql`fold(${plain}) = lower(${plain}) AND octet_length(${column}) <> char_length(${column})
    AND fold(${column}) LIKE folded_pattern(${plain})`;
  const asBytes = sql`${column} LIKE ANY (${[...new Set(patterns)]}::text[])`;
  if (plain === '') return asBytes;
  return sql`(${asBytes} OR (${asFolded}))`;
}

/** The words of what was typed; the full stop of "Inc." may be missing in what is stored. */
export const wordsOf = (q: string): string[] =>
  q
    .split(BETWEEN_WORDS)
    .map((word) => word.replace(ABBREVIATED, '$1'))
    .filter((word) => lettersOf(word) > 0);

/** Whether an index finds at least one of the words. */
export const isIndexed = (q: string): boolean => wordsOf(q).some((word) => lettersOf(word) >= INDEXED_FROM);

/** Whether each word of `q` is in one of the columns, in any order. */
export function containsWords(columns: readonly RawBuilder<unknown>[], q: string): RawBuilder<unknown> {
  if (columns.length === 0) return sql`false`;
  const each = wordsOf(q).map((word) => {
    const hits = columns.map((column) => contains(column, word));
    return sql`(${sql.join(hits, sql` OR `)})`;
  });
  if (each.length === 0) return sql`true`;
  return sql`(${sql.join(each, sql` AND `)})`;
}

/** Whether a column with phone numbers has one of these, as `typedNumber` gives them: written in any way, or a part of it. */
export const containsNumber = (column: RawBuilder<unknown>, patterns: readonly string[]): RawBuilder<unknown> =>
  sql`(${sql.join(
    patterns.map((pattern) => sql`phone_numbers(${column}) LIKE ${pattern}`),
    sql` OR `,
  )})`;

/** Whether a text column begins with `q`, without regard to case and accents. */
export const beginsWith = (column: RawBuilder<unknown>, q: string): RawBuilder<unknown> =>
  sql`starts_with(fold(${column}), fold(${q}))`;

/** The id that was typed, as a list of one; an empty list if it is not an id. */
export const typedId = (q: string): number[] => {
  if (/^\d{1,15}$/.test(q)) return [Number(q)];
  return [];
};
