/** Places in a sheet, such as `B12`. */

/** `XFD1048576` is the last cell that a spreadsheet program knows. */
export const ADDRESS = /^([A-Z]{0,3})([1-9]\d{0,6})$/i;
/** The end of the rows of a sheet; links stand behind it. */
export const ROWS_END = /<\/(?:\w+:)?sheetData\s*>/;

export const columnOf = (letters: string): number =>
  [...letters.toUpperCase()].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

export function lettersOf(column: number): string {
  let letters = '';
  for (let left = column; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  return letters;
}
