/** Routes of box sheets. */
import {
  confirmSheetSync,
  connectSheetGoogle,
  decideSheetConflicts,
  disconnectSheetGoogle,
  planSheetSync,
  readSheetGoogle,
} from '@signpost/contract/calls/google-sheets.ts';
import {
  createSheet,
  downloadSheet,
  listSheetRequests,
  makeSheetBoxes,
  readSheet,
  readSheetFile,
  readSheetMaking,
  readSheetNames,
  rejectSheet,
  renameSheet,
  requestSheet,
  saveSheetRows,
  withdrawSheet,
} from '@signpost/contract/calls/sheets.ts';
import { SHEET_FILE_BYTES } from '@signpost/contract/sheets/sheet.ts';
import type { FastifyRequest } from 'fastify';
import type { Trx } from '../../../database.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { askerOf } from '../../../http/asker.ts';
import { disposition } from '../../../http/file-name.ts';
import { handle } from '../../../http/handle.ts';
import { TABLE_TYPES } from '../../../http/send-table.ts';
import { chosenEncoding, readUpload } from '../../../http/upload.ts';
import type { SessionUser } from '../../../session-user.ts';
import type { WriteContext } from '../../../workplace/records/change.ts';
import { answerOnce } from '../../../workplace/records/once.ts';
import { readCells, sheetCsv, sheetXlsx } from '../files.ts';
import * as google from '../google/sync.ts';
import { namesFor, peopleWhoMake } from '../names.ts';
import * as sheetRows from '../rows.ts';
import * as sheets from '../sheets.ts';
import * as steps from '../steps.ts';

/** Ten thousand rows with long cells. */
const ROWS_BYTES = 32 * 1024 * 1024;

interface By {
  viewer: SessionUser;
  request: FastifyRequest;
}

/** Google's sign-in and Sheets API, for the browser; null if no client id is set. */
function setupIn({ google }: Deps['env']) {
  const { clientId, authUrl, sheetsUrl } = google;
  if (clientId === undefined || clientId === '') return null;
  return { clientId, authUrl, sheetsUrl };
}

function googleRoutes(app: App, { db, env }: Deps, { within, linkBase }: Shared): void {
  handle(app, readSheetGoogle, async ({ viewer, params: { id } }) => {
    const head = await sheets.readHead(db, id);
    const link = await google.readLink(db, id);
    return {
      setup: setupIn(env),
      link: link === null ? null : google.linkFor(link),
      maySync: google.maySync(head, viewer),
    };
  });
  handle(app, connectSheetGoogle, async ({ params: { id }, body, ...by }) => {
    await within(by, (ctx) => google.connectIn(ctx, id, body));
    return null;
  });
  handle(app, disconnectSheetGoogle, async ({ params: { id }, ...by }) => {
    await within(by, (ctx) => google.disconnectIn(ctx, id));
    return null;
  });
  handle(
    app,
    planSheetSync,
    ({ params: { id }, body, ...by }) => within(by, (ctx) => google.planIn(ctx, id, body.read, linkBase)),
    { bodyLimit: ROWS_BYTES },
  );
  handle(app, confirmSheetSync, async ({ params: { id }, body, ...by }) => {
    await within(by, (ctx) => google.confirmIn(ctx, id, body.planId));
    return null;
  });
  handle(
    app,
    decideSheetConflicts,
    async ({ params: { id }, body, ...by }) => {
      await within(by, (ctx) => google.decideIn(ctx, id, body.choices));
      return null;
    },
    { bodyLimit: ROWS_BYTES },
  );
}

interface Shared {
  within: <T>(by: By, work: (ctx: WriteContext) => Promise<T>) => Promise<T>;
  /** The address of visitors' links. */
  linkBase: string;
}

export function sheetRoutes(app: App, deps: Deps): void {
  const { db, clock, env } = deps;
  const [host] = env.shortLinkHosts;
  const base = host === undefined ? `http://${env.host}:${env.clickPort}` : `https://${host}`;

  const contextIn = (trx: Trx, { viewer, request }: By): WriteContext => ({
    trx,
    clock,
    actor: { viewer, requestId: request.id },
  });
  const within = <T>(by: By, work: (ctx: WriteContext) => Promise<T>): Promise<T> =>
    db.transaction().execute((trx) => work(contextIn(trx, by)));

  googleRoutes(app, deps, { within, linkBase: base });

  handle(
    app,
    createSheet,
    async ({ body, reply, ...by }) =>
      await answerOnce(deps, { request: by.request, reply }, (trx) =>
        sheetRows.createSheetIn(contextIn(trx, by), body),
      ),
    { bodyLimit: ROWS_BYTES },
  );

  handle(app, readSheet, ({ viewer, params: { id } }) => sheets.readSheetFor(db, id, viewer));

  handle(
    app,
    saveSheetRows,
    async ({ params: { id }, body, reply, ...by }) =>
      await answerOnce(
        deps,
        { request: by.request, reply },
        (trx) => sheetRows.saveRowsIn(contextIn(trx, by), id, body),
        { status: 200 },
      ),
    { bodyLimit: ROWS_BYTES },
  );

  handle(app, renameSheet, async ({ params: { id }, body, ...by }) => {
    await within(by, (ctx) => steps.renameIn(ctx, id, body));
    return null;
  });

  handle(app, requestSheet, async ({ params: { id }, body, ...by }) => {
    await within(by, (ctx) => steps.requestIn(ctx, id, body.rowsVersion));
    return null;
  });

  handle(app, withdrawSheet, async ({ params: { id }, ...by }) => {
    await within(by, (ctx) => steps.withdrawIn(ctx, id));
    return null;
  });

  handle(app, rejectSheet, async ({ params: { id }, body, ...by }) => {
    await within(by, (ctx) => steps.rejectIn(ctx, id, body.reason));
    return null;
  });

  handle(app, makeSheetBoxes, async ({ params: { id }, body, ...by }) => ({
    made: await within(by, (ctx) => steps.makeOrQueueIn(ctx, { id, rowsVersion: body.rowsVersion })),
  }));

  handle(app, readSheetMaking, async ({ params: { id } }) => (await sheets.readHead(db, id)).making);

  handle(app, listSheetRequests, () => sheets.listRequests(db));

  handle(app, readSheetNames, async ({ viewer, params: { kind } }) => ({
    names: await namesFor(db, kind, viewer),
    people: await peopleWhoMake(db),
  }));

  handle(
    app,
    readSheetFile,
    async ({ request }) => {
      const { part, bytes } = await readUpload(request, { fileSize: SHEET_FILE_BYTES, files: 1, fields: 1 });
      return await readCells(bytes, askerOf(request), chosenEncoding(part));
    },
    { bodyLimit: SHEET_FILE_BYTES + 64 * 1024 },
  );

  handle(app, downloadSheet, async ({ params: { id, format }, reply }) => {
    const { kind } = await sheets.readHead(db, id);
    const rows = await sheets.rowsOf(db, id);
    const body = format === 'csv' ? sheetCsv(kind, rows, base) : await sheetXlsx(kind, rows, base);
    return await reply
      .type(TABLE_TYPES[format])
      .header('content-disposition', disposition('attachment', `sheet-${id}.${format}`))
      .send(body);
  });
}
