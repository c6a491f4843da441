/** Writes workbooks as XML, so that a test says what stands in each cell. */
import { strToU8, zipSync } from 'fflate';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
/** @testing */
export const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** @testing */
export interface Sheet {
  name: string;
  /** The rows as XML. */
  rows: string;
  /** More attributes of the sheet. */
  more?: string;
  /** XML behind the rows, and the relations of the sheet. */
  behind?: string;
  relations?: string;
}

/** A format by its code, or the number of one that every workbook has. @testing */
export type Format = string | { id: string };

/** A workbook. The formats have the numbers 1, 2, … as styles of cells. @testing */
export function workbook(sheets: readonly Sheet[], formats: readonly Format[] = []): Buffer {
  const named = sheets.map(
    ({ name, more = '' }, at) => `<sheet name="${name}" sheetId="${at + 1}" ${more} r:id="rId${at + 1}"/>`,
  );
  const related = sheets.map(
    (_, at) => `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  const idOf = (format: Format, at: number): string => (typeof format === 'string' ? String(164 + at) : format.id);
  const codes = formats.flatMap((format, at) =>
    typeof format === 'string'
      ? [`<numFmt numFmtId="${164 + at}" formatCode="${format.replaceAll('"', '&quot;')}"/>`]
      : [],
  );
  const styles = formats.map((format, at) => `<xf numFmtId="${idOf(format, at)}" applyNumberFormat="1"/>`);
  return Buffer.from(
    zipSync({
      '[Content_Types].xml': strToU8(
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
      ),
      'xl/workbook.xml': strToU8(
        `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${named.join('')}</sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${related.join('')}<Relationship Id="styles" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
      ),
      'xl/styles.xml': strToU8(
        `<styleSheet xmlns="${MAIN}"><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`,
      ),
      ...Object.fromEntries(
        sheets.flatMap(({ rows, behind = '', relations = '' }, at) => [
          [
            `xl/worksheets/sheet${at + 1}.xml`,
            strToU8(
              `<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheetData>${rows}</sheetData>${behind}</worksheet>`,
            ),
          ],
          [`xl/worksheets/_rels/sheet${at + 1}.xml.rels`, strToU8(`<Relationships>${relations}</Relationships>`)],
        ]),
      ),
    }),
  );
}

/** The XML of a cell that holds a text. @testing */
export const textCell = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;

/** A row of texts and numbers. The first cell is in the style 1 if it is a number. @testing */
export function sheetRow(number: number, values: readonly (string | number)[], more = ''): string {
  const cells = values.map((value, at) => {
    const place = `${String.fromCharCode('A'.charCodeAt(0) + at)}${number}`;
    if (typeof value === 'string') return textCell(place, value);
    return `<c r="${place}" s="${at === 0 ? 1 : 0}"><v>${value}</v></c>`;
  });
  return `<row r="${number}"${more}>${cells.join('')}</row>`;
}
