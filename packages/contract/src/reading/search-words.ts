/** The signs between and within the words of a search, for the lists of the server and the short ones of the browser. */

/** Blanks, commas and semicolons: "Halevy, Ludovic" is two words. */
export const BETWEEN_WORDS = /[\s,;\uff0c\uff1b\u3001\u060c\u061b]+/;

/**
 * Apostrophes, the accents and primes that people type for them, and the letters that stand for a glottal stop in names
 * (`\u02bb` in Hawaiian, `\u02be` and `\u02bf` in Arabic and Syriac). Searching ignores them, as `fold` does in the database.
 */
export const APOSTROPHES =
  /['`\u00b4\u0384\u1fbd\u1fbf\u1fef\u1ffd\u1ffe\u02b9\u02bb-\u02bf\u02c8\u02ca\u02cb\u055a\u05f3\u2018\u2019\u201b\u2032\u2035\ua78c]/g;
