/** The requests of one `batchUpdate` of the Sheets API. */
import { KEY_PROTECTION, SYNC_METADATA_KEY } from '@signpost/contract/sheets/google/read.ts';

export type GoogleRequest = Record<string, unknown>;

const FIELDS = 'userEnteredValue';

/** A text as it is: Google neither reads numbers nor formulas out of it. */
const cellOf = (text: string | undefined) => {
  if (text === undefined || text === '') return {};
  return { userEnteredValue: { stringValue: text } };
};

interface Block {
  row: number;
  from: number;
  to: number;
  lines: string[][];
}

/** Collects the cells to write and turns neighbours into one request. */
export class CellWrites {
  readonly #rows = new Map<number, Map<number, string>>();

  set(row: number, column: number, text: string): void {
    const cells = this.#rows.get(row) ?? new Map<number, string>();
    cells.set(column, text);
    this.#rows.set(row, cells);
  }

  get isEmpty(): boolean {
    return this.#rows.size === 0;
  }

  #blocks(): Block[] {
    const blocks: Block[] = [];
    const open = new Map<string, Block>();
    for (const [row, cells] of [...this.#rows].sort(([one], [other]) => one - other)) {
      const columns = [...cells.keys()].sort((one, other) => one - other);
      for (let at = 0; at < columns.length; ) {
        const from = columns[at] ?? 0;
        let to = from;
        const texts: string[] = [];
        while (columns[at] === to) {
          texts.push(cells.get(to) ?? '');
          to += 1;
          at += 1;
        }
        const above = open.get(`${from} ${to}`);
        if (above !== undefined && above.row + above.lines.length === row) {
          above.lines.push(texts);
          continue;
        }
        const block = { row, from, to, lines: [texts] };
        blocks.push(block);
        open.set(`${from} ${to}`, block);
      }
    }
    return blocks;
  }

  /** One request for each rectangle of cells. */
  requests(sheetId: number): GoogleRequest[] {
    return this.#blocks().map(({ row, from, lines }) => ({
      updateCells: {
        start: { sheetId, rowIndex: row, columnIndex: from },
        rows: lines.map((texts) => ({ values: texts.map(cellOf) })),
        fields: FIELDS,
      },
    }));
  }
}

/** Adds rows behind the last one that holds something, wherever that is by then. */
export const appendRows = (sheetId: number, rows: readonly (readonly (string | undefined)[])[]): GoogleRequest[] => {
  if (rows.length === 0) return [];
  return [{ appendCells: { sheetId, rows: rows.map((texts) => ({ values: texts.map(cellOf) })), fields: FIELDS } }];
};

/** Deletes rows, from the last to the first, so that their places hold. */
export const deleteRows = (sheetId: number, rows: readonly number[]): GoogleRequest[] =>
  [...rows]
    .sort((one, other) => other - one)
    .map((at) => ({ deleteDimension: { range: { sheetId, dimension: 'ROWS', startIndex: at, endIndex: at + 1 } } }));

/**
 * Records the plan. Two plans that were made for the same state have the same metadata id, which Google takes once only:
 * of both, the whole second `batchUpdate` is refused.
 */
export const recordPlan = (sheetId: number, metadataId: number, planId: string): GoogleRequest => ({
  createDeveloperMetadata: {
    developerMetadata: {
      metadataId,
      metadataKey: SYNC_METADATA_KEY,
      metadataValue: planId,
      location: { sheetId },
      visibility: 'DOCUMENT',
    },
  },
});

export const forgetPlan = (metadataId: number): GoogleRequest => ({
  deleteDeveloperMetadata: { dataFilter: { developerMetadataLookup: { metadataId } } },
});

export const addColumns = (sheetId: number, length: number): GoogleRequest => ({
  appendDimension: { sheetId, dimension: 'COLUMNS', length },
});

/** Warns people before they change keys. A full protection would keep everybody but its maker from sorting rows. */
export const protectColumn = (sheetId: number, column: number): GoogleRequest => ({
  addProtectedRange: {
    protectedRange: {
      range: { sheetId, startColumnIndex: column, endColumnIndex: column + 1 },
      description: KEY_PROTECTION,
      warningOnly: true,
    },
  },
});

export const freezeHeader = (sheetId: number): GoogleRequest => ({
  updateSheetProperties: {
    properties: { sheetId, gridProperties: { frozenRowCount: 1 } },
    fields: 'gridProperties.frozenRowCount',
  },
});
