/** Texts of cells that a program has marked, so that no spreadsheet takes them for a number or a formula. */

const TRICK = /^="((?:[^"]|"")*)"$/;

/** The text of a formula that is nothing but a text: `="00123"`, as exports write ids. */
export function withoutFormulaMark(cell: string): string {
  const [, text] = TRICK.exec(cell.trim()) ?? [];
  if (text === undefined) return cell;
  return text.replaceAll('""', '"');
}

/** The text without the apostrophe before it by which spreadsheets know a text: `'00123`, `'-5`. Quoted texts stay. */
export const withoutApostrophe = (cell: string): string => cell.replace(/^['’](?=[^'’]+$)/, '');

/** The words for an error in a cell, such as `#N/A`. They are no value of any kind. */
export const isErrorCell = (text: string): boolean =>
  /^#(?:N\/A|DIV\/0!|REF!|NAME\?|VALUE!|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|GETTING_DATA|ERROR!|NO RESULT!)$/i.test(
    text.trim(),
  );
