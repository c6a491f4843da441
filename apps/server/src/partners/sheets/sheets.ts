/** Sheets of boxes and their rows, as they are stored. */
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { boxSheet } from '@signpost/contract/entities/box-sheet.ts';
import { seoBoxSheet } from '@signpost/contract/entities/seo-box-sheet.ts';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import {
  cellsSchema,
  makingSchema,
  PROCESSING_GRADES,
  SHEET_KINDS,
  SHEET_STATES,
  type Sheet,
  type SheetKind,
  type SheetRequest,
  type SheetRow,
} from '@signpost/contract/sheets/sheet.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRows, sqlIf } from '../../platform/rows.ts';
import type { SessionUser } from '../../session-user.ts';

/** The entity of a sheet. */
export const SHEET_OF: Readonly<Record<SheetKind, EntityDefinition>> = {
  campaign: boxSheet,
  seo: seoBoxSheet,
  direct: boxSheet,
};

const person = z.object({ id: z.number(), name: z.string() }).nullable();

/** The kind of run that makes the records of large sheets. */
export const SHEET_BOXES = 'sheetBoxes';

const sheetRow = z.object({
  id: z.number(),
  kind: z.enum(SHEET_KINDS),
  name: z.string(),
  state: z.enum(SHEET_STATES),
  rowsVersion: z.number(),
  rejection: z.string().nullable(),
  assignee: person,
  createdBy: person,
  requestedBy: person,
  requestedAt: z.date().nullable(),
  decidedBy: person,
  decidedAt: z.date().nullable(),
  isArchived: z.boolean(),
  making: makingSchema.nullable(),
});
export type SheetHead = z.infer<typeof sheetRow>;

/** The run that makes the boxes of the sheet `s`, as long as it is open. */
const MAKING = sql`(SELECT jsonb_build_object('runId', r.id, 'ownerId', r.owner_id, 'done', r.done, 'total', r.total) FROM runs r
  WHERE r.kind = ${SHEET_BOXES} AND r.state IN ('waiting', 'running') AND (r.input ->> 'sheetId')::bigint = s.id
  ORDER BY r.id DESC LIMIT 1)`;

const who = (column: string) => sql`(SELECT jsonb_build_object('id', u.id, 'name', u.name) FROM users u
  WHERE u.id = ${sql.ref(`s.${column}`)})`;

/** A sheet without its rows; with `lock`, until the end of the transaction. Errors: ITEM_NOT_FOUND. */
export async function readHead(db: Queryable, id: number, { lock = false } = {}): Promise<SheetHead> {
  const [head] = await readRows(
    db,
    sheetRow,
    sql`SELECT s.id, s.kind, s.name, s.state, s.rows_version, s.rejection, s.requested_at, s.decided_at,
        s.archived_at IS NOT NULL AS is_archived, ${who('assignee_id')} AS assignee, ${who('created_by_id')} AS created_by,
        ${who('requested_by_id')} AS requested_by, ${who('decided_by_id')} AS decided_by, ${MAKING} AS making
      FROM box_sheets s WHERE s.id = ${id} ${sqlIf(lock, sql`FOR UPDATE OF s`)}`,
  );
  if (head === undefined) throw new AppError('ITEM_NOT_FOUND');
  return head;
}

const storedRow = z.object({ key: z.string(), cells: cellsSchema, boxId: z.number().nullable() });

/** The rows of a sheet in their order. */
export async function rowsOf(db: Queryable, id: number): Promise<SheetRow[]> {
  return await readRows(
    db,
    storedRow,
    sql`SELECT key, cells, coalesce(box_id, direct_link_id) AS box_id FROM box_sheet_rows WHERE sheet_id = ${id} ORDER BY position, key`,
  );
}

/** Whether a person makes boxes from sheets. */
export const isProcessing = ({ grade }: SessionUser): boolean => PROCESSING_GRADES.some((one) => one === grade);

/**
 * The steps that a person may take with a sheet in its state. People who may only request sheets change only their own.
 */
export function mayDoWith(head: SheetHead, viewer: SessionUser): Sheet['may'] {
  const isOwn = head.createdBy?.id === viewer.id;
  const isFree = !head.isArchived && head.making === null;
  const isOpen = isFree && (head.state === 'draft' || head.state === 'rejected');
  const isRequested = isFree && head.state === 'requested';
  const canProcess = isProcessing(viewer);
  return {
    edit: isOpen && (isOwn || canProcess),
    request: isOpen && (isOwn || canProcess),
    withdraw: isRequested && (head.requestedBy?.id === viewer.id || canProcess),
    // People who may make the boxes one by one may also make a sheet of their own without a request.
    process: canProcess && (isRequested || (isOpen && isOwn)),
  };
}

/** The maximum number of errors in one answer; more would not help the reader. */
export const ERRORS_MAX = 1_000;

const REFUSALS = {
  edit: 'This sheet cannot be changed now. Take the request back first.',
  request: 'This sheet has already been requested.',
  withdraw: 'Only a request can be taken back, by the person who made it or who processes it.',
  process: 'This sheet has already been made.',
} as const satisfies Record<keyof Sheet['may'], string>;

/** Refuses what the viewer may not do. People who only ask are refused with FORBIDDEN at sheets of others. */
export function refuseUnless(head: SheetHead, viewer: SessionUser, verb: keyof Sheet['may']): void {
  if (mayDoWith(head, viewer)[verb]) return;
  if (head.isArchived) throw invalid('', 'This sheet is archived. Restore it first.');
  if (head.making !== null) throw invalid('', 'This sheet is being made. Wait for it, or cancel the job.');
  if (!isProcessing(viewer) && head.createdBy?.id !== viewer.id) throw new AppError('FORBIDDEN');
  if (verb === 'process' && head.state !== 'made')
    throw invalid('', 'Nobody has requested this sheet. Request it first.');
  throw invalid('', REFUSALS[verb]);
}

export async function readSheetFor(db: Queryable, id: number, viewer: SessionUser): Promise<Sheet> {
  const head = await readHead(db, id);
  return {
    ...head,
    requestedAt: head.requestedAt?.toISOString() ?? null,
    decidedAt: head.decidedAt?.toISOString() ?? null,
    rows: (await rowsOf(db, id)).map((row) => ({ ...row })),
    may: mayDoWith(head, viewer),
  };
}

const requestRow = z.object({
  id: z.number(),
  kind: z.enum(SHEET_KINDS),
  name: z.string(),
  rowCount: z.number(),
  requestedBy: person,
  requestedAt: z.date(),
  assignee: person,
  comments: z.number(),
});

/** The requests that wait, the oldest first. */
export async function listRequests(db: Queryable): Promise<SheetRequest[]> {
  const rows = await readRows(
    db,
    requestRow,
    sql`SELECT s.id, s.kind, s.name, s.row_count, s.requested_at, ${who('requested_by_id')} AS requested_by,
        ${who('assignee_id')} AS assignee,
        (SELECT count(*)::integer FROM notes n WHERE n.entity IN ('boxSheet', 'seoBoxSheet') AND n.record_id = s.id
          AND n.deleted_at IS NULL AND n.resolved_at IS NULL) AS comments
      FROM box_sheets s WHERE s.state = 'requested' AND s.archived_at IS NULL ORDER BY s.requested_at, s.id LIMIT 500`,
  );
  return rows.map((row) => ({ ...row, requestedAt: row.requestedAt.toISOString() }));
}
