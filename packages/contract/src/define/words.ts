/** Words as they stand inside a sentence: small, but what is written in capitals stays so (`SEO campaign box`). */
export function inSentence(words: string): string {
  return words
    .split(' ')
    .map((word) => (/^[A-Z0-9]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(' ');
}
