/** Sheets that are kept equal with Google sheets, as they are stored. Each step is one transaction. */
import { randomInt } from 'node:crypto';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import { sheetLinkPath } from '@signpost/contract/sheets/columns.ts';
import type { GoogleRead } from '@signpost/contract/sheets/google/read.ts';
import { type SyncPlan, syncConflictSchema } from '@signpost/contract/sheets/google/sync.ts';
import type { SheetKind, SheetRow } from '@signpost/contract/sheets/sheet.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable, Trx } from '../../../database.ts';
import { newId } from '../../../platform/ids.ts';
import { readRows } from '../../../platform/rows.ts';
import type { SessionUser } from '../../../session-user.ts';
import { authorOf, recordEvent, type WriteContext } from '../../../workplace/records/change.ts';
import { replaceRows } from '../rows.ts';
import { isProcessing, mayDoWith, readHead, rowsOf, SHEET_OF, type SheetHead } from '../sheets.ts';
import { type Choice, decideConflicts } from './decide.ts';
import { planSync } from './plan.ts';
import { adoptRows, type BaseRow, baseRowsSchema, type Effects, effectsSchema } from './state.ts';

/** How many plans a tab remembers. A request that was on its way for longer than so many syncs is not expected. */
const PLANS_KEPT = 20;
/** Metadata ids of different sheets in one Google sheet begin far apart. */
const METADATA_STEP = 4_096;

const linkRow = z.object({
  spreadsheetId: z.string(),
  tabId: z.number(),
  title: z.string(),
  slot: z.number(),
  firstMetadataId: z.number(),
  syncedAt: z.date().nullable(),
  syncedBy: z.string().nullable(),
  conflicts: z.array(syncConflictSchema),
  isOpen: z.boolean(),
});
type Link = z.infer<typeof linkRow>;

/** The Google sheet of a sheet; null if it has none. */
export async function readLink(db: Queryable, id: number): Promise<Link | null> {
  const [link] = await readRows(
    db,
    linkRow,
    sql`SELECT g.spreadsheet_id, g.tab_id, g.title, g.slot, g.first_metadata_id, g.synced_at, g.conflicts,
        (SELECT u.name FROM users u WHERE u.id = g.synced_by_id) AS synced_by,
        EXISTS (SELECT 1 FROM box_sheet_google_plans p WHERE p.sheet_id = g.sheet_id AND p.slot > g.slot
          AND p.carried_out_at IS NULL) AND NOT EXISTS (SELECT 1 FROM box_sheet_google_plans p
          WHERE p.sheet_id = g.sheet_id AND p.slot > g.slot AND p.carried_out_at IS NOT NULL) AS is_open
      FROM box_sheet_google g WHERE g.sheet_id = ${id}`,
  );
  return link ?? null;
}

/** The connection as its screen shows it. */
export function linkFor({ slot: _slot, firstMetadataId: _first, syncedAt, ...link }: Link) {
  return { ...link, syncedAt: syncedAt?.toISOString() ?? null };
}

/** Whether a person may sync the sheet: they may change it, have created it, or make boxes. */
export function maySync(head: SheetHead, viewer: SessionUser): boolean {
  return !head.isArchived && (mayDoWith(head, viewer).edit || isProcessing(viewer) || head.createdBy?.id === viewer.id);
}

async function readSyncable({ trx, actor }: WriteContext, id: number): Promise<SheetHead> {
  const head = await readHead(trx, id, { lock: true });
  if (!maySync(head, actor.viewer)) throw new AppError('FORBIDDEN');
  return head;
}

export async function connectIn(
  ctx: WriteContext,
  id: number,
  { spreadsheetId, tabId, title }: { spreadsheetId: string; tabId: number; title: string },
): Promise<void> {
  const { trx } = ctx;
  const head = await readSyncable(ctx, id);
  const first = METADATA_STEP * randomInt(1, 500_000);
  const taken = sql`INSERT INTO box_sheet_google (sheet_id, spreadsheet_id, tab_id, title, first_metadata_id)
    VALUES (${id}, ${spreadsheetId}, ${tabId}, ${title}, ${first}) ON CONFLICT DO NOTHING RETURNING sheet_id AS id`;
  const stored = await readRows(trx, z.object({ id: z.number() }), taken);
  if (stored.length === 0) {
    if ((await readLink(trx, id)) === null)
      throw invalid('spreadsheetId', 'Another sheet is connected with this Google sheet. Disconnect it first.');
    throw invalid('spreadsheetId', 'This sheet is already connected with a Google sheet. Disconnect it first.');
  }
  await recordEvent(trx, authorOf(ctx), { entity: SHEET_OF[head.kind], id, after: { googleSheet: spreadsheetId } });
}

export async function disconnectIn(ctx: WriteContext, id: number): Promise<void> {
  const head = await readSyncable(ctx, id);
  await sql`DELETE FROM box_sheet_google WHERE sheet_id = ${id}`.execute(ctx.trx);
  await recordEvent(ctx.trx, authorOf(ctx), { entity: SHEET_OF[head.kind], id, after: { googleSheet: null } });
}

async function readLinked(trx: Trx, id: number): Promise<Link> {
  const link = await readLink(trx, id);
  if (link === null) throw invalid('', 'This sheet is not connected with a Google sheet.');
  return link;
}

async function readBase(trx: Trx, id: number): Promise<BaseRow[]> {
  const [row] = await readRows(
    trx,
    z.object({ base: baseRowsSchema }),
    sql`SELECT base FROM box_sheet_google WHERE sheet_id = ${id}`,
  );
  return row?.base ?? [];
}

const planRow = z.object({ slot: z.number(), effects: effectsSchema, isCarriedOut: z.boolean() });

async function readPlan(trx: Trx, id: number, planId: string): Promise<z.infer<typeof planRow> | null> {
  if (!z.uuid().safeParse(planId).success) return null;
  const [plan] = await readRows(
    trx,
    planRow,
    sql`SELECT slot, effects, carried_out_at IS NOT NULL AS is_carried_out FROM box_sheet_google_plans
      WHERE id = ${planId} AND sheet_id = ${id}`,
  );
  return plan ?? null;
}

const isOpenFor = (head: SheetHead, viewer: SessionUser): boolean => mayDoWith(head, viewer).edit;

async function storeState(
  ctx: WriteContext,
  head: SheetHead,
  { ours, base, before }: { ours: readonly SheetRow[]; base: readonly BaseRow[]; before: readonly SheetRow[] },
): Promise<void> {
  await sql`UPDATE box_sheet_google SET base = ${JSON.stringify(base)}::jsonb WHERE sheet_id = ${head.id}`.execute(
    ctx.trx,
  );
  await replaceRows(ctx, head, before, ours);
}

/** Marks a plan as carried out, and takes its new rows, once. */
async function adoptIn(ctx: WriteContext, head: SheetHead, planId: string): Promise<Effects | null> {
  const { trx, actor, clock } = ctx;
  const plan = await readPlan(trx, head.id, planId);
  if (plan === null || plan.isCarriedOut) return plan?.effects ?? null;
  await sql`UPDATE box_sheet_google_plans SET carried_out_at = ${clock.now()} WHERE id = ${planId}`.execute(trx);
  await sql`UPDATE box_sheet_google SET synced_at = ${clock.now()}, synced_by_id = ${actor.viewer.id}
    WHERE sheet_id = ${head.id}`.execute(trx);
  if (plan.effects.adopted.length > 0 && isOpenFor(head, actor.viewer)) {
    const before = await rowsOf(trx, head.id);
    const state = adoptRows({ ours: before, base: await readBase(trx, head.id) }, plan.effects);
    await storeState(ctx, head, { ...state, before });
  }
  return plan.effects;
}

export async function confirmIn(ctx: WriteContext, id: number, planId: string): Promise<void> {
  const head = await readSyncable(ctx, id);
  await readLinked(ctx.trx, id);
  await adoptIn(ctx, head, planId);
}

function linksOf(kind: SheetKind, rows: readonly SheetRow[], base: string): Map<string, string> {
  return new Map(
    rows.flatMap((row) => {
      const path = sheetLinkPath(kind, row);
      if (path === null) return [];
      return [[row.key, `${base}${path}`] as const];
    }),
  );
}

/**
 * Merges what was read and stores the plan. `linkBase` is the address of visitors' links. Errors: VALIDATION with a
 * sentence about the Google sheet; FORBIDDEN.
 */
export async function planIn(ctx: WriteContext, id: number, read: GoogleRead, linkBase: string): Promise<SyncPlan> {
  const { trx, actor, clock } = ctx;
  const head = await readSyncable(ctx, id);
  const link = await readLinked(trx, id);
  const carried = read.carriedOut.find(({ metadataId }) => metadataId === link.firstMetadataId + link.slot + 1);
  const carriedOut = carried === undefined ? null : await adoptIn(ctx, head, carried.planId);
  const slot = carried === undefined ? link.slot : link.slot + 1;
  const before = await rowsOf(trx, id);
  const plan = {
    id: newId(),
    metadataId: link.firstMetadataId + slot + 1,
    forgets: slot < PLANS_KEPT ? null : link.firstMetadataId + slot + 1 - PLANS_KEPT,
  };
  const planned = planSync({
    kind: head.kind,
    tabId: link.tabId,
    read,
    isFirst: link.slot === 0,
    base: await readBase(trx, id),
    carriedOut,
    ours: before,
    canTake: isOpenFor(head, actor.viewer),
    links: linksOf(head.kind, before, linkBase),
    plan,
    newKey: newId,
  });
  await sql`DELETE FROM box_sheet_google_plans WHERE sheet_id = ${id} AND slot <= ${slot}`.execute(trx);
  await sql`UPDATE box_sheet_google SET slot = ${slot}, title = ${read.title},
    conflicts = ${JSON.stringify(planned.conflicts)}::jsonb WHERE sheet_id = ${id}`.execute(trx);
  await storeState(ctx, head, { ...planned, before });
  if (planned.requests.length === 0)
    await sql`UPDATE box_sheet_google SET synced_at = ${clock.now()}, synced_by_id = ${actor.viewer.id}
      WHERE sheet_id = ${id}`.execute(trx);
  else
    await sql`INSERT INTO box_sheet_google_plans (id, sheet_id, slot, effects, planned_by_id, planned_at)
      VALUES (${plan.id}, ${id}, ${slot + 1}, ${JSON.stringify(planned.effects)}::jsonb, ${actor.viewer.id}, ${clock.now()})`.execute(
      trx,
    );
  return { id: plan.id, requests: planned.requests, summary: planned.summary };
}

/** Applies the choices of a person. A choice about a text that has changed since is ignored, and its conflict stays. */
export async function decideIn(
  ctx: WriteContext,
  id: number,
  choices: readonly (Choice & { theirs: string | null })[],
): Promise<void> {
  const { trx, actor } = ctx;
  const head = await readSyncable(ctx, id);
  const link = await readLinked(trx, id);
  if (!isOpenFor(head, actor.viewer))
    throw invalid('', 'This sheet cannot be changed now. Take the request back first.');
  const before = await rowsOf(trx, id);
  const current = choices.filter(({ key, column, theirs }) =>
    link.conflicts.some((one) => one.key === key && one.column === column && one.theirs === theirs),
  );
  const decided = decideConflicts({ base: await readBase(trx, id), ours: before, conflicts: link.conflicts }, current);
  await sql`UPDATE box_sheet_google SET conflicts = ${JSON.stringify(decided.conflicts)}::jsonb
    WHERE sheet_id = ${id}`.execute(trx);
  await storeState(ctx, head, { ours: decided.ours, base: decided.base, before });
}
