/** The second spelling of words with umlauts, for searching: people type "Mueller" for "Müller" and the other way round. */

/**
 * The typed text with its umlauts written as two letters or, if it has none, with `ae`, `oe` and `ue` as one letter.
 * Null if there is no second spelling. The result is meant for comparisons that ignore case and accents.
 */
export function respellUmlauts(typed: string): string | null {
  const text = typed.normalize('NFC').toLowerCase();
  if (/[äöü]/.test(text)) return text.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue');
  if (/[aou]e/.test(text)) return text.replaceAll(/([aou])e/g, '$1');
  return null;
}
