/** The first text for a count of one, the other for every other count. */
export function byCount(count: number, one: string, many: string): string {
  if (count === 1) return one;
  return many;
}

/** For example "1 file", "3 files", or "2 people" with a plural of its own. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count} ${byCount(count, one, many)}`;
}

/** Writes a name in lower case for use inside a sentence, keeping words in capitals (`SEO campaign box`). */
export function inSentence(words: string): string {
  return words
    .split(' ')
    .map((word) => (/^[A-Z0-9]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(' ');
}
