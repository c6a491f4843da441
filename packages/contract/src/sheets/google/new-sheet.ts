/** A whole Google sheet as one request of the Sheets API makes it: it is there with all its rows, or not at all. */
import { z } from 'zod';

const cell = z.object({
  userEnteredValue: z.object({ stringValue: z.string().optional(), numberValue: z.number().optional() }).optional(),
});

/** The body of `spreadsheets.create`. Texts are texts: nothing in them becomes a formula. */
export const newGoogleSheetSchema = z.object({
  properties: z.object({ title: z.string() }),
  sheets: z.array(
    z.object({
      properties: z.object({
        sheetId: z.number(),
        title: z.string(),
        gridProperties: z.object({ rowCount: z.number(), columnCount: z.number(), frozenRowCount: z.number() }),
      }),
      data: z.array(z.object({ rowData: z.array(z.object({ values: z.array(cell) })) })),
    }),
  ),
});
export type NewGoogleSheet = z.output<typeof newGoogleSheetSchema>;
type Cell = z.output<typeof cell>;

const NUMBER = /^-?\d+(?:\.\d+)?$/;

const textCell = (text: string): Cell => {
  if (text === '') return {};
  return { userEnteredValue: { stringValue: text } };
};
const valueCell = (text: string): Cell => {
  if (NUMBER.test(text)) return { userEnteredValue: { numberValue: Number(text) } };
  return textCell(text);
};

/** A tab of rows. From column `numbersFrom` on, what is written as a number is a number; the first row stays in view. */
export function googleTab(
  id: number,
  title: string,
  rows: readonly (readonly string[])[],
  { numbersFrom, frozen }: { numbersFrom: number; frozen: number },
): NewGoogleSheet['sheets'][number] {
  const columnCount = Math.max(1, ...rows.map((row) => row.length));
  return {
    properties: {
      sheetId: id,
      title,
      gridProperties: { rowCount: Math.max(rows.length, frozen + 1), columnCount, frozenRowCount: frozen },
    },
    data: [
      {
        rowData: rows.map((row) => ({
          values: row.map((text, column) => (column < numbersFrom ? textCell(text) : valueCell(text))),
        })),
      },
    ],
  };
}
