/** Names files of other kinds that people upload as tables, so that they learn how to save theirs. */
import { textOf } from '../uploaded-text.ts';
import { refusedFile } from './refusal.ts';

const SAVE = 'Open it in a spreadsheet program, save it as .xlsx or CSV, and try again.';

/** How texts of other kinds begin. */
const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/^%PDF-/, 'This is a PDF. Export the report as .xlsx or CSV, and try again.'],
  [/^\{\\rtf/, `This is a text document. ${SAVE}`],
  [
    /^(?:<\?xml[^>]*>\s*)?(?:<\?mso-application[^>]*>\s*)?<(?:\w+:)?Workbook[\s>]/i,
    `This is an XML workbook of Excel 2003. ${SAVE}`,
  ],
  [
    /^(?:<!--[\s\S]{0,200}-->\s*)?<(?:!doctype html|html|head|body|meta|style|table)[\s>]/i,
    `This is a web page (HTML), whatever its name says. ${SAVE}`,
  ],
  [/^<\?xml\s/, `This is an XML file. ${SAVE}`],
  [/^(?:\[\s*[{[]|\{\s*")/, 'This is JSON. Export the report as .xlsx or CSV, and try again.'],
];

/** Refuses a file that is text of another kind. Errors: VALIDATION at `file`. */
export function refuseForeignText(bytes: Uint8Array): void {
  const head = textOf(Buffer.from(bytes.subarray(0, 1_000)))
    .replace(/^\uFEFF/, '')
    .trimStart();
  const found = TEXTS.find(([begin]) => begin.test(head));
  if (found !== undefined) throw refusedFile(found[1]);
}

/** Parts by which archives of other kinds are known. */
const PARTS: readonly (readonly [RegExp, string])[] = [
  [/^content\.xml$/, `This is an OpenDocument file (.ods). ${SAVE}`],
  [/^Index\/|\.iwa$/, `This is a file of Apple Numbers. Export it there as .xlsx or CSV, and try again.`],
  [/^xl\/workbook\.bin$/, `This is a binary workbook (.xlsb). ${SAVE}`],
  [/^word\//, `This is a text document (.docx). ${SAVE}`],
  [/\.(?:csv|tsv|txt|xlsx)$/i, 'This is an archive of files (.zip). Unpack it, and upload the file inside.'],
];

/** The sentence for an archive that is no XLSX workbook, by the names of its parts; null if nothing is known of it. */
export function foreignArchive(names: readonly string[]): string | null {
  if (names.includes('xl/workbook.xml')) return null;
  return PARTS.find(([part]) => names.some((name) => part.test(name)))?.[1] ?? null;
}
