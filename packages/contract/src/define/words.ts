/** Writes a name in lower case for use inside a sentence, keeping words in capitals (`SEO campaign box`). */
export function inSentence(words: string): string {
  return words
    .split(' ')
    .map((word) => (/^[A-Z0-9]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(' ');
}
