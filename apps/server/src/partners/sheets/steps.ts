/**
 * The steps of a sheet: it is requested, taken back, rejected or made. Each step is one transaction, and people are
 * told of it.
 */
import { dayIn } from '@signpost/contract/dates/dates.ts';
import { inSentence } from '@signpost/contract/define/words.ts';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import { LEDGER_ZONE } from '@signpost/contract/limits.ts';
import { MADE_OF, SHEET_COLUMNS } from '@signpost/contract/sheets/columns.ts';
import { checkSheet, errorInWords, isBlankRow, lookupOf, readSheetRow } from '@signpost/contract/sheets/read-row.ts';
import { countedInSheet, SHEET_AT_ONCE_MAX, SHEET_WORDS, type SheetRow } from '@signpost/contract/sheets/sheet.ts';
import type { Severity } from '@signpost/contract/workplace/notifications/topics.ts';
import { sql } from 'kysely';
import { notify } from '../../workplace/notifications/notify.ts';
import { authorOf, changeMany, changeRecord, type WriteContext } from '../../workplace/records/change.ts';
import { createIn } from '../../workplace/records/write.ts';
import { enqueueRun } from '../../workplace/runs/store.ts';
import { namesFor, peopleWhoMake } from './names.ts';
import { refuseOlder } from './rows.ts';
import { ERRORS_MAX, readHead, refuseUnless, rowsOf, SHEET_BOXES, SHEET_OF, type SheetHead } from './sheets.ts';

/** The audited change of a sheet's state. */
async function change(ctx: WriteContext, { id, kind }: SheetHead, columns: Record<string, unknown>): Promise<void> {
  const told = Object.keys(columns);
  await changeRecord(ctx.trx, authorOf(ctx), { entity: SHEET_OF[kind], id, told, write: async () => columns });
}

interface News {
  severity: Severity;
  title: string;
  lines: string[];
  userIds: readonly number[];
  label?: string;
}

/** Tells people about a sheet, except the person who acts. */
async function tell(ctx: WriteContext, head: SheetHead, step: string, news: News): Promise<void> {
  const { trx, actor } = ctx;
  const at = authorOf(ctx).at;
  await notify(trx, at, {
    topic: 'sheets',
    dedupeKey: `sheet ${head.id} ${step} ${actor.requestId}`,
    threadKey: `sheet ${head.id}`,
    severity: news.severity,
    title: news.title,
    body: {
      lines: news.lines,
      link: { route: 'sheetsEdit', params: { id: String(head.id) }, label: news.label ?? 'Open the sheet' },
    },
    userIds: news.userIds.filter((id) => id !== actor.viewer.id),
  });
}

/** Reads all rows into boxes. Errors: VALIDATION with row and column of everything that is wrong. */
async function boxesOf(
  ctx: WriteContext,
  { id, kind }: SheetHead,
): Promise<{ row: SheetRow; at: number; input: Readonly<Record<string, unknown>> }[]> {
  const rows = await rowsOf(ctx.trx, id);
  const lookup = lookupOf(await namesFor(ctx.trx, kind, ctx.actor.viewer));
  const today = dayIn(ctx.clock.now(), LEDGER_ZONE);
  const read = new Map(rows.map((row) => [row, readSheetRow(kind, row.cells, lookup, today)]));
  const reading = (row: SheetRow) => read.get(row) ?? { input: {}, errors: [] };
  const found = checkSheet(kind, rows, reading);
  const errors = rows.flatMap(({ key }, at) =>
    (found.get(key) ?? []).map((error) => ({
      path: `rows.${key}.${error.column}`,
      message: errorInWords(SHEET_COLUMNS[kind], at + 1, error),
    })),
  );
  if (errors.length > 0) throw new AppError('VALIDATION', { errors: errors.slice(0, ERRORS_MAX) });
  const boxes = rows.flatMap((row, at) => {
    if (isBlankRow(row.cells) || row.boxId !== null) return [];
    return [{ row, at, input: reading(row).input }];
  });
  if (boxes.length === 0) throw invalid('', 'Fill in at least one row first.');
  return boxes;
}

export async function requestIn(ctx: WriteContext, id: number, rowsVersion: number): Promise<void> {
  const head = await readHead(ctx.trx, id, { lock: true });
  refuseUnless(head, ctx.actor.viewer, 'request');
  await refuseOlder(ctx.trx, head, rowsVersion);
  const boxes = await boxesOf(ctx, head);
  const { userId, at } = authorOf(ctx);
  await change(ctx, head, {
    state: 'requested',
    requestedById: userId,
    requestedAt: at,
    rejection: null,
    decidedById: null,
    decidedAt: null,
  });
  const people = head.assignee === null ? await peopleWhoMake(ctx.trx) : [head.assignee];
  await tell(ctx, head, 'requested', {
    severity: 'info',
    title: `${countedInSheet(head.kind, boxes.length)} requested: ${head.name}`,
    lines: [`${ctx.actor.viewer.name} asks for ${countedInSheet(head.kind, boxes.length)}.`],
    userIds: people.map((person) => person.id),
    label: 'Check the request',
  });
}

export async function withdrawIn(ctx: WriteContext, id: number): Promise<void> {
  const head = await readHead(ctx.trx, id, { lock: true });
  refuseUnless(head, ctx.actor.viewer, 'withdraw');
  await change(ctx, head, { state: 'draft', requestedById: null, requestedAt: null });
}

export async function rejectIn(ctx: WriteContext, id: number, reason: string): Promise<void> {
  const head = await readHead(ctx.trx, id, { lock: true });
  if (head.state !== 'requested' || head.isArchived) throw invalid('', 'Only a request can be rejected.');
  const { userId, at } = authorOf(ctx);
  await change(ctx, head, { state: 'rejected', rejection: reason, decidedById: userId, decidedAt: at });
  await tell(ctx, head, 'rejected', {
    severity: 'warning',
    title: `Request rejected: ${head.name}`,
    lines: [reason, `Mend the rows and request the ${SHEET_WORDS[head.kind].many} again.`],
    userIds: [head.requestedBy, head.createdBy].filter((person) => person !== null).map(({ id }) => id),
  });
}

interface Making {
  id: number;
  rowsVersion: number;
}

/** Makes the boxes of a sheet, or asks a background run to make many. Returns how many; null for the background. */
export async function makeOrQueueIn(ctx: WriteContext, { id, rowsVersion }: Making): Promise<number | null> {
  const { trx, actor } = ctx;
  const head = await readHead(trx, id, { lock: true });
  refuseUnless(head, actor.viewer, 'process');
  await refuseOlder(trx, head, rowsVersion);
  const boxes = await boxesOf(ctx, head);
  if (boxes.length <= SHEET_AT_ONCE_MAX) return await storeBoxes(ctx, head, boxes);
  const now = ctx.clock.now();
  await enqueueRun(trx, now, {
    kind: SHEET_BOXES,
    key: `${SHEET_BOXES} ${id} ${actor.requestId}`,
    title: `${countedInSheet(head.kind, boxes.length)}: ${head.name}`,
    ownerId: actor.viewer.id,
    input: { sheetId: id, rowsVersion },
    expectedAt: now,
  });
  return null;
}

/** Makes the boxes in the run that was asked for. Errors: as when they were asked for, because records may have changed. */
export async function makeQueuedIn(
  ctx: WriteContext,
  { id, rowsVersion }: Making,
  progress: (done: number, total: number) => Promise<void>,
): Promise<number> {
  const head = { ...(await readHead(ctx.trx, id, { lock: true })), making: null };
  refuseUnless(head, ctx.actor.viewer, 'process');
  await refuseOlder(ctx.trx, head, rowsVersion);
  return await storeBoxes(ctx, head, await boxesOf(ctx, head), progress);
}

type ReadBoxes = Awaited<ReturnType<typeof boxesOf>>;

/** Stores every box, or none. Returns how many. Errors: VALIDATION with row and column. */
async function storeBoxes(
  ctx: WriteContext,
  head: SheetHead,
  boxes: ReadBoxes,
  progress: (done: number, total: number) => Promise<void> = async () => undefined,
): Promise<number> {
  const { trx, actor } = ctx;
  const { id } = head;
  const made: { key: string; boxId: number }[] = [];
  await changeMany(trx, async () => {
    for (const { row, at, input } of boxes) {
      try {
        const { id: boxId } = await createIn(ctx, MADE_OF[head.kind], input);
        made.push({ key: row.key, boxId });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const errors = error.errors.map(({ path, message }) => {
          const column = path.split('.')[0] ?? '';
          return {
            path: `rows.${row.key}.${column}`,
            message: errorInWords(SHEET_COLUMNS[head.kind], at + 1, { column, message }),
          };
        });
        throw new AppError('VALIDATION', { errors, cause: error });
      }
      await progress(made.length, boxes.length);
    }
  });
  const column = sql.ref(head.kind === 'direct' ? 'direct_link_id' : 'box_id');
  await sql`UPDATE box_sheet_rows r SET ${column} = (given ->> 'boxId')::bigint
    FROM jsonb_array_elements(${JSON.stringify(made)}::jsonb) AS given
    WHERE r.sheet_id = ${id} AND r.key = (given ->> 'key')::uuid`.execute(trx);
  const { userId, at } = authorOf(ctx);
  await change(ctx, head, { state: 'made', decidedById: userId, decidedAt: at, rejection: null });
  await tell(ctx, head, 'made', {
    severity: 'success',
    title: `${countedInSheet(head.kind, made.length)} made: ${head.name}`,
    lines: [`${actor.viewer.name} made the ${inSentence(MADE_OF[head.kind].many)}. Their links stand in the sheet.`],
    userIds: [head.requestedBy, head.createdBy].filter((person) => person !== null).map(({ id }) => id),
  });
  return made.length;
}

/** Changes the name, or who makes the boxes. */
export async function renameIn(
  ctx: WriteContext,
  id: number,
  { name, assigneeId }: { name?: string | undefined; assigneeId?: number | null | undefined },
): Promise<void> {
  const { trx, actor } = ctx;
  const head = await readHead(trx, id, { lock: true });
  if (head.state !== 'requested') refuseUnless(head, actor.viewer, 'edit');
  else refuseUnless(head, actor.viewer, 'withdraw');
  if (assigneeId != null && !(await peopleWhoMake(trx)).some((person) => person.id === assigneeId))
    throw invalid('assigneeId', 'Choose a person who can make boxes.');
  await change(ctx, head, {
    ...(name !== undefined && { name }),
    ...(assigneeId !== undefined && { assigneeId }),
  });
  if (assigneeId == null || assigneeId === head.assignee?.id) return;
  await tell(ctx, head, `assigned ${assigneeId}`, {
    severity: 'info',
    title: `A sheet is yours: ${name ?? head.name}`,
    lines: [`${actor.viewer.name} asks you to make its ${SHEET_WORDS[head.kind].many}.`],
    userIds: [assigneeId],
  });
}
