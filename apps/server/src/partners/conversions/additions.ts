/**
 * Adds lines of a partner's list whose postbacks never arrived, and takes them out again (docs/decisions/0354). A line is
 * read and stored as the postback that did not come.
 */

import { dayIn } from '@signpost/contract/dates/dates.ts';
import { partner as partnerEntity } from '@signpost/contract/entities/partner.ts';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import { NO_SUCH_RECORD } from '@signpost/contract/field-messages.ts';
import type {
  AddedLine,
  Addition,
  AdditionBody,
  AdditionPreview,
} from '@signpost/contract/partners/conversions/additions.ts';
import { MEANINGS, meaningOf, REFUSALS } from '@signpost/contract/partners/conversions/postback.ts';
import { transactionReason } from '@signpost/contract/partners/conversions/transactions.ts';
import type { AdditionEvent } from '@signpost/contract/records/audit-events.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable, Trx } from '../../database.ts';
import type { Deps } from '../../deps.ts';
import { idRow, readRows } from '../../platform/rows.ts';
import { type Author, recordEvent } from '../../workplace/records/change.ts';
import { withdraw } from './counting/again.ts';
import { tell } from './counting/story.ts';
import { surroundings, WAITING, waitingRow } from './counting/surroundings.ts';
import { type Outcome, weigh } from './counting/weigh.ts';
import { gainOf } from './counting/weigh-change.ts';
import { maskedParameters, type Report, readReport } from './intake/read.ts';
import { storeReport } from './intake/store.ts';
import { type PostbackPartner, readPartner } from './keys.ts';
import type { Line, ListedLines } from './listed-lines.ts';

interface Stored {
  id: number;
  fresh: boolean;
  report: Report;
}

/** The ids of the transactions that were not reported before. */
function freshIds(results: ReadonlyMap<Line, Stored | { problem: string }>): number[] {
  const stored = [...results.values()].filter((result) => 'id' in result);
  return stored.filter(({ fresh }) => fresh).map(({ id }) => id);
}

/** Stores the lines that can be read. For the others, the result says why they cannot. */
async function storeLines(
  trx: Trx,
  partner: PostbackPartner,
  { lines, fileName }: { lines: readonly Line[]; fileName: string },
  now: Date,
): Promise<Map<Line, Stored | { problem: string }>> {
  const results = new Map<Line, Stored | { problem: string }>();
  for (const line of lines) {
    if (line.problem !== '') {
      results.set(line, { problem: line.problem });
      continue;
    }
    // A list is read by our own names, whatever the integration calls its parameters.
    // The amounts of a list are in units of its currency.
    const reading: PostbackPartner = { ...partner, settings: { ...partner.settings, names: {}, amountUnit: 'main' } };
    const read = readReport(line.given, reading, now);
    if ('refusal' in read) {
      results.set(line, { problem: read.refusal === 'bad_time' ? outOfTime(line) : REFUSALS[read.refusal] });
      continue;
    }
    const raw = {
      method: 'LIST',
      address: '',
      agent: `Line ${line.line} of ${fileName || 'a pasted list'}`,
      parameters: maskedParameters(line.given, reading.settings),
      notes: read.notes,
    };
    const { id, fresh } = await storeReport(trx, { partner, report: read.report, raw }, now);
    results.set(line, { id, fresh, report: read.report });
  }
  return results;
}

const outOfTime = ({ time }: Line): string => `“${time}” lies in the future, or before 2020.`;

/** Thrown to roll a preview back. It carries the result of the preview. */
class NothingStored extends Error {
  readonly preview: AdditionPreview;
  constructor(preview: AdditionPreview) {
    super('Nothing was stored.');
    this.preview = preview;
  }
}

async function partnerOf(db: Queryable, partnerId: number): Promise<PostbackPartner> {
  const partner = await readPartner(db, partnerId);
  if (partner === undefined) throw invalid('partnerId', NO_SUCH_RECORD);
  return partner;
}

/**
 * The effect of adding the lines. They are stored and weighed in a transaction, which is then rolled back. Errors:
 * VALIDATION.
 */
export async function previewAddition(
  { db, clickhouse, clock }: Pick<Deps, 'db' | 'clickhouse' | 'clock'>,
  body: AdditionBody,
  { lines, asksDayOrder }: ListedLines,
): Promise<AdditionPreview> {
  const partner = await partnerOf(db, body.partnerId);
  const now = clock.now();
  try {
    await db.transaction().execute(async (trx) => {
      const results = await storeLines(trx, partner, { lines, fileName: body.fileName }, now);
      const ids = freshIds(results);
      const waiting = await readRows(
        trx,
        waitingRow,
        sql`SELECT ${WAITING} FROM affiliate_transactions t WHERE t.id = ANY(${ids}::bigint[]) AND t.state = 'waiting'`,
      );
      const weighed = weigh(await surroundings(trx, clickhouse, waiting), waiting, now);
      throw new NothingStored({
        lines: lines.map((line) => lineOf(line, results.get(line), partner, weighed.outcomes)),
        revenue: gainOf(weighed),
        asksDayOrder,
        statuses: statusesOf(partner, now),
      });
    });
  } catch (error) {
    if (error instanceof NothingStored) return error.preview;
    throw error;
  }
  throw new Error('The preview of an addition was stored.');
}

const NO_MONEY = '0';

function lineOf(
  { line, reference, given }: Line,
  result: Stored | { problem: string } | undefined,
  partner: PostbackPartner,
  outcomes: ReadonlyMap<number, Outcome>,
): AddedLine {
  const status = given.get('status') ?? '';
  const unread = { line, reference, status, meaning: null, day: null, revenue: NO_MONEY };
  if (result === undefined || 'problem' in result)
    return { ...unread, outcome: 'refused', reason: result?.problem ?? '' };
  const { report, fresh, id } = result;
  const day = report.occurredAt.toISOString().slice(0, 10);
  const meaning = meaningOf(report.status, day, partner.settings, partner.overrides);
  const theirDay = dayIn(report.occurredAt, partner.settings.timeZone);
  const read = { ...unread, status: report.status, meaning, day: theirDay, reason: '' };
  if (!fresh) return { ...read, outcome: 'known' };
  if (meaning === null) return { ...read, outcome: 'unassigned' };
  if (meaning === 'ignore') return { ...read, outcome: 'ignored' };
  const outcome = outcomes.get(id);
  if (outcome?.state !== 'counted')
    return { ...read, outcome: 'unmatched', reason: transactionReason(outcome?.reason ?? 'unknown_click') };
  if (outcome.click.isTest === true) return { ...read, outcome: 'ignored', reason: 'It belongs to a test click.' };
  return { ...read, outcome: 'counts', revenue: outcome.revenue };
}

/** The statuses that a person can choose, each with its current meaning. */
function statusesOf({ settings, overrides }: PostbackPartner, now: Date): AdditionPreview['statuses'] {
  const day = now.toISOString().slice(0, 10);
  const names = [...overrides.map(({ status }) => status), ...Object.keys(settings.statuses), ...MEANINGS];
  const byName = new Map(names.map((status) => [status.toLowerCase(), status]));
  return [...byName.values()].flatMap((status) => {
    const meaning = meaningOf(status, day, settings, overrides);
    if (meaning === null || meaning === 'ignore') return [];
    return [{ status, meaning }];
  });
}

/** Adds the lines, which the worker then counts. Errors: VALIDATION if no line can be added. */
export async function addTransactions(
  trx: Trx,
  body: AdditionBody,
  { lines }: ListedLines,
  author: Author & { userId: number },
): Promise<Addition> {
  const partner = await partnerOf(trx, body.partnerId);
  const { at: now, userId } = author;
  const ids = freshIds(await storeLines(trx, partner, { lines, fileName: body.fileName }, now));
  if (ids.length === 0) throw invalid('references', 'None of these lines can be added. The preview says why.');
  const [addition] = await readRows(
    trx,
    idRow,
    sql`INSERT INTO transaction_additions (at, user_id, partner_id, file_name, transactions)
      VALUES (${now}, ${userId}, ${body.partnerId}, ${body.fileName}, ${ids.length}) RETURNING id`,
  );
  if (addition === undefined) throw new Error('PostgreSQL stored an addition but returned no row.');
  await sql`UPDATE affiliate_transactions SET addition_id = ${addition.id} WHERE id = ANY(${ids}::bigint[])`.execute(
    trx,
  );
  for (const one of ids) await tell(trx, one, { what: 'added', detail: { addition: addition.id }, userId }, now);
  const after: AdditionEvent = { event: 'transactionsAdded', addition: addition.id, transactions: ids.length };
  await recordEvent(trx, author, { entity: partnerEntity, id: body.partnerId, after });
  return await readAddition(trx, addition.id);
}

const instant = z.date().transform((at) => at.toISOString());
const additionRow = z.object({
  id: z.number(),
  at: instant,
  by: z.string(),
  fileName: z.string(),
  transactions: z.number(),
  undoneAt: instant.nullable(),
  undoneBy: z.string().nullable(),
});

const readAdditions = (db: Queryable, where: ReturnType<typeof sql>): Promise<Addition[]> =>
  readRows(
    db,
    additionRow,
    sql`SELECT a.id, a.at, u.name AS by, a.file_name, a.transactions, a.undone_at, v.name AS undone_by
      FROM transaction_additions a JOIN users u ON u.id = a.user_id LEFT JOIN users v ON v.id = a.undone_by_id
      WHERE ${where} ORDER BY a.id DESC LIMIT 20`,
  );

/** The latest additions of a partner, the newest first. */
export const listAdditions = (db: Queryable, partnerId: number): Promise<Addition[]> =>
  readAdditions(db, sql`a.partner_id = ${partnerId}`);

async function readAddition(db: Queryable, id: number): Promise<Addition> {
  const [addition] = await readAdditions(db, sql`a.id = ${id}`);
  if (addition === undefined) throw new AppError('ITEM_NOT_FOUND');
  return addition;
}

const openRow = z.object({ partnerId: z.number(), undoneAt: z.date().nullable() });

/** Takes out all transactions of an addition. A second call changes nothing. Errors: ITEM_NOT_FOUND. */
export async function undoAddition(
  { db }: Pick<Deps, 'db'>,
  id: number,
  author: Author & { userId: number },
): Promise<Addition> {
  const { at, userId } = author;
  await db.transaction().execute(async (trx) => {
    const [open] = await readRows(
      trx,
      openRow,
      sql`SELECT partner_id, undone_at FROM transaction_additions WHERE id = ${id} FOR UPDATE`,
    );
    if (open === undefined) throw new AppError('ITEM_NOT_FOUND');
    if (open.undoneAt !== null) return;
    await sql`UPDATE transaction_additions SET undone_at = ${at}, undone_by_id = ${userId} WHERE id = ${id}`.execute(
      trx,
    );
    const rows = await readRows(
      trx,
      idRow,
      sql`SELECT id FROM affiliate_transactions WHERE addition_id = ${id} ORDER BY id`,
    );
    for (const row of rows) await withdraw(trx, row.id, `addition ${id} was undone`, { at, userId });
    const after: AdditionEvent = { event: 'transactionsTakenOut', addition: id, transactions: rows.length };
    await recordEvent(trx, author, { entity: partnerEntity, id: open.partnerId, after });
  });
  return await readAddition(db, id);
}
