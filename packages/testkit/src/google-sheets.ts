/**
 * A server on loopback that speaks the part of the Sheets API that the product uses: creating, `getByDataFilter` and
 * `batchUpdate` with values, developer metadata and protected ranges. It loses answers and refuses for quotas on demand.
 * A `batchUpdate` is carried out as a whole or not at all, and unknown requests are refused, as Google does.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';

/** A cell: a text, a number, a truth value or a formula with what it shows. */
export type GoogleCell = Readonly<{
  stringValue?: string | undefined;
  numberValue?: number | undefined;
  boolValue?: boolean | undefined;
  formulaValue?: string | undefined;
  shows?: string | undefined;
}>;

interface Tab {
  sheetId: number;
  columnCount: number;
  frozenRowCount: number;
  rows: (GoogleCell | undefined)[][];
  protectedRanges: { description: string; range: { startColumnIndex: number } }[];
}

export interface Spreadsheet {
  id: string;
  title: string;
  tab: Tab;
  metadata: Map<number, { metadataKey: string; metadataValue: string; sheetId: number }>;
}

type Fault = 'quota' | 'lose' | 'drop' | 'expire' | 'forbid';

const value = z.strictObject({
  stringValue: z.string().optional(),
  numberValue: z.number().optional(),
  boolValue: z.boolean().optional(),
  formulaValue: z.string().optional(),
});
const rowData = z.strictObject({ values: z.array(z.strictObject({ userEnteredValue: value.optional() })) });
const sheetId = z.int();
const fields = z.literal('userEnteredValue');
const requestSchema = z.union([
  z.strictObject({
    updateCells: z.strictObject({
      start: z.strictObject({ sheetId, rowIndex: z.int().min(0), columnIndex: z.int().min(0) }),
      rows: z.array(rowData),
      fields,
    }),
  }),
  z.strictObject({ appendCells: z.strictObject({ sheetId, rows: z.array(rowData), fields }) }),
  z.strictObject({
    deleteDimension: z.strictObject({
      range: z.strictObject({ sheetId, dimension: z.literal('ROWS'), startIndex: z.int(), endIndex: z.int() }),
    }),
  }),
  z.strictObject({
    appendDimension: z.strictObject({ sheetId, dimension: z.literal('COLUMNS'), length: z.int().positive() }),
  }),
  z.strictObject({
    createDeveloperMetadata: z.strictObject({
      developerMetadata: z.strictObject({
        metadataId: z.int().positive().max(2_147_483_647),
        metadataKey: z.string(),
        metadataValue: z.string(),
        location: z.strictObject({ sheetId }),
        visibility: z.literal('DOCUMENT'),
      }),
    }),
  }),
  z.strictObject({
    deleteDeveloperMetadata: z.strictObject({
      dataFilter: z.strictObject({ developerMetadataLookup: z.strictObject({ metadataId: z.int() }) }),
    }),
  }),
  z.strictObject({
    addProtectedRange: z.strictObject({
      protectedRange: z.strictObject({
        range: z.strictObject({ sheetId, startColumnIndex: z.int(), endColumnIndex: z.int() }),
        description: z.string(),
        warningOnly: z.boolean(),
      }),
    }),
  }),
  z.strictObject({
    updateSheetProperties: z.strictObject({
      properties: z.strictObject({ sheetId, gridProperties: z.strictObject({ frozenRowCount: z.int() }) }),
      fields: z.literal('gridProperties.frozenRowCount'),
    }),
  }),
]);
type Request = z.infer<typeof requestSchema>;

/** A new spreadsheet may come with its tabs and their rows; only the first tab is kept. */
const newTab = z.strictObject({
  properties: z.strictObject({
    sheetId,
    title: z.string().min(1),
    gridProperties: z.strictObject({
      rowCount: z.int().positive(),
      columnCount: z.int().positive(),
      frozenRowCount: z.int().min(0),
    }),
  }),
  data: z.tuple([z.strictObject({ rowData: z.array(rowData) })]),
});
const newSpreadsheet = z.strictObject({
  properties: z.strictObject({ title: z.string() }),
  sheets: z.array(newTab).min(1).optional(),
});

class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const isEmpty = (cell: GoogleCell | undefined): boolean =>
  cell === undefined ||
  [cell.stringValue ?? '', cell.numberValue, cell.boolValue, cell.formulaValue].every(
    (one) => one === undefined || one === '',
  );

function write(tab: Tab, row: number, column: number, cell: GoogleCell | undefined): void {
  if (column >= tab.columnCount) throw new Refused(400, `Range exceeds grid limits. Max columns: ${tab.columnCount}.`);
  while (tab.rows.length <= row) tab.rows.push([]);
  const cells = tab.rows[row] ?? [];
  cells[column] = isEmpty(cell) ? undefined : cell;
}

function writeRows(tab: Tab, row: number, column: number, rows: readonly z.infer<typeof rowData>[]): void {
  for (const [down, { values }] of rows.entries())
    for (const [right, { userEnteredValue }] of values.entries())
      write(tab, row + down, column + right, userEnteredValue);
}

function fill(tab: Tab, { properties, data }: z.infer<typeof newTab>): void {
  const { rowCount, columnCount, frozenRowCount } = properties.gridProperties;
  const [{ rowData: rows }] = data;
  if (rows.length > rowCount) throw new Refused(400, `Range exceeds grid limits. Max rows: ${rowCount}.`);
  if (frozenRowCount >= rowCount) throw new Refused(400, 'You cannot freeze all rows.');
  Object.assign(tab, { sheetId: properties.sheetId, columnCount, frozenRowCount });
  writeRows(tab, 0, 0, rows);
}

function carryOut({ tab, metadata }: Spreadsheet, request: Request): void {
  if ('updateCells' in request) {
    const { start, rows } = request.updateCells;
    writeRows(tab, start.rowIndex, start.columnIndex, rows);
  } else if ('appendCells' in request) {
    const last = tab.rows.findLastIndex((cells) => cells.some((cell) => !isEmpty(cell)));
    writeRows(tab, last + 1, 0, request.appendCells.rows);
  } else if ('deleteDimension' in request) {
    const { startIndex, endIndex } = request.deleteDimension.range;
    if (endIndex <= startIndex) throw new Refused(400, 'Invalid range.');
    tab.rows.splice(startIndex, endIndex - startIndex);
  } else if ('appendDimension' in request) tab.columnCount += request.appendDimension.length;
  else if ('createDeveloperMetadata' in request) {
    const { metadataId, metadataKey, metadataValue } = request.createDeveloperMetadata.developerMetadata;
    if (metadata.has(metadataId)) throw new Refused(400, `Developer metadata with ID ${metadataId} already exists.`);
    metadata.set(metadataId, { metadataKey, metadataValue, sheetId: tab.sheetId });
  } else if ('deleteDeveloperMetadata' in request)
    metadata.delete(request.deleteDeveloperMetadata.dataFilter.developerMetadataLookup.metadataId);
  else if ('addProtectedRange' in request) {
    const { description, range } = request.addProtectedRange.protectedRange;
    tab.protectedRanges.push({ description, range });
  } else tab.frozenRowCount = request.updateSheetProperties.properties.gridProperties.frozenRowCount;
}

function answerOf({ id, title, tab, metadata }: Spreadsheet) {
  return {
    spreadsheetId: id,
    properties: { title },
    sheets: [
      {
        properties: {
          sheetId: tab.sheetId,
          gridProperties: { columnCount: tab.columnCount, frozenRowCount: tab.frozenRowCount },
        },
        developerMetadata: [...metadata].map(([metadataId, one]) => ({ metadataId, ...one })),
        protectedRanges: tab.protectedRanges,
        data: [
          {
            rowData: tab.rows.map((cells) => ({
              values: Array.from(cells, (cell) => {
                if (cell === undefined || isEmpty(cell)) return {};
                const { shows, ...typed } = cell;
                const text = shows ?? typed.stringValue ?? String(typed.numberValue ?? typed.boolValue ?? '');
                const effectiveValue = typed.formulaValue === undefined ? typed : { stringValue: text };
                return { userEnteredValue: typed, effectiveValue, formattedValue: text };
              }),
            })),
          },
        ],
      },
    ],
  };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}');
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization,content-type',
  'access-control-allow-methods': 'POST',
  'access-control-max-age': '600',
};

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { ...CORS, 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { code: status, message } }));
}

export class GoogleSheets {
  readonly spreadsheets = new Map<string, Spreadsheet>();
  /** Requests of the API, in their order. */
  readonly calls: string[] = [];
  /** The faults of the next requests, one for each. */
  readonly faults: (Fault | 'none')[] = [];
  /** Runs before the next `batchUpdate`. It does what a person does between the reading and the writing. */
  beforeUpdate: (() => void) | null = null;
  #made = 0;

  create(title: string): Spreadsheet {
    this.#made += 1;
    const id = `loopback-sheet-${crypto.randomUUID().slice(0, 8)}-${this.#made}`;
    const tab: Tab = { sheetId: 0, columnCount: 26, frozenRowCount: 0, rows: [], protectedRanges: [] };
    const made = { id, title, tab, metadata: new Map() };
    this.spreadsheets.set(id, made);
    return made;
  }

  #carryOut(path: string, body: unknown): unknown {
    if (path === '/v4/spreadsheets') {
      const { properties, sheets = [] } = newSpreadsheet.parse(body);
      const made = this.create(properties.title);
      const [first] = sheets;
      if (first !== undefined) fill(made.tab, first);
      return answerOf(made);
    }
    const [, id = '', verb = ''] = /^\/v4\/spreadsheets\/([\w-]+):(\w+)$/.exec(path) ?? [];
    const sheet = this.spreadsheets.get(id);
    if (sheet === undefined) throw new Refused(404, 'Requested entity was not found.');
    if (verb === 'getByDataFilter') {
      const filter = z.strictObject({
        dataFilters: z.tuple([z.strictObject({ gridRange: z.strictObject({ sheetId }) })]),
      });
      if (filter.parse(body).dataFilters[0].gridRange.sheetId !== sheet.tab.sheetId)
        throw new Refused(400, 'No grid with this id.');
      return answerOf(sheet);
    }
    if (verb !== 'batchUpdate') throw new Refused(404, 'Method not found.');
    this.beforeUpdate?.();
    this.beforeUpdate = null;
    const { requests } = z.strictObject({ requests: z.array(requestSchema).min(1) }).parse(body);
    const copy: Spreadsheet = { ...sheet, tab: structuredClone(sheet.tab), metadata: new Map(sheet.metadata) };
    for (const request of requests) carryOut(copy, request);
    Object.assign(sheet, { tab: copy.tab, metadata: copy.metadata });
    return { spreadsheetId: id };
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '', 'http://loopback').pathname;
    if (request.method === 'OPTIONS') {
      response.writeHead(204, CORS).end();
      return;
    }
    const body = await bodyOf(request);
    if (path === '/faults') {
      this.faults.push(...z.array(z.enum(['quota', 'lose', 'drop', 'expire', 'forbid', 'none'])).parse(body));
      response.writeHead(204).end();
      return;
    }
    this.calls.push(path);
    const fault = this.faults.shift();
    if (!request.headers.authorization?.startsWith('Bearer ') || fault === 'expire')
      return refuse(response, 401, 'Request had invalid authentication credentials.');
    if (fault === 'quota') return refuse(response, 429, 'Quota exceeded for quota metric.');
    if (fault === 'forbid') return refuse(response, 403, 'The caller does not have permission.');
    if (fault === 'drop') {
      request.socket.destroy();
      return;
    }
    try {
      const answer = JSON.stringify(this.#carryOut(path, body));
      if (fault === 'lose') request.socket.destroy();
      else response.writeHead(200, { ...CORS, 'content-type': 'application/json' }).end(answer);
    } catch (error) {
      if (error instanceof Refused) refuse(response, error.status, error.message);
      else refuse(response, 400, String(error));
    }
  }

  /** Listens on loopback. Returns the address and how to stop. */
  async listen(port = 0): Promise<{ url: string; stop: () => Promise<void> }> {
    const server = createServer((request, response) => void this.#handle(request, response));
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const address = server.address();
    const at = typeof address === 'object' && address !== null ? address.port : port;
    return {
      url: `http://127.0.0.1:${at}`,
      stop: async () => {
        server.closeAllConnections();
        await new Promise<void>((resolve) => server.close(() => resolve()));
      },
    };
  }
}
