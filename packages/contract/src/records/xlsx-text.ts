/** Texts for cells of XLSX files. */

/** Excel refuses files with longer cells. */
const LONGEST = 32_767;

/** An escaped character (ECMA-376, ST_Xstring). A text that looks like one is escaped itself, or it would be read as that character. */
const ESCAPE = /_(?=x[0-9a-f]{4}_)/gi;

/**
 * Prepares a text for a cell. The library finds equal texts in a plain object, where `constructor` or `__proto__` are
 * there from the start. A control character, which it removes when it writes the file, makes them ordinary texts.
 */
export function xlsxText(text: string): string {
  const short = text.slice(0, LONGEST).replaceAll(ESCAPE, '_x005F_');
  if (short in Object.prototype) return `${short}\u0001`;
  return short;
}
