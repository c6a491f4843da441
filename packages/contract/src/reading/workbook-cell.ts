/**
 * A mark at the end of a cell that is a number or a day in a workbook, and no text. Such a cell is its value, and tells
 * nothing about how texts are written. The mark cannot be seen, and stays when a table is kept as text.
 */

/** The “invisible separator”, which nobody types and no file of a spreadsheet program contains. */
const MARK = '\u2063';

export const markedCell = (text: string): string => `${text}${MARK}`;

export const isMarkedCell = (text: string): boolean => text.trimEnd().endsWith(MARK);

/** The text of a cell as people see it. */
export const withoutCellMark = (text: string): string => {
  if (isMarkedCell(text)) return text.trimEnd().slice(0, -MARK.length);
  return text;
};
