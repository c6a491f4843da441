/**
 * The job that makes many drafts. Their content is computed one after the other, with progress; all of them are stored in
 * the transaction that ends the job, so that they are made once, and a cancelled job leaves none.
 */
import { countText } from '@signpost/contract/define/words.ts';
import { AppError } from '@signpost/contract/errors.ts';
import type { Side } from '@signpost/contract/money/document.ts';
import { oldRatesText } from '@signpost/contract/money/exchange.ts';
import { type DraftsMade, type DraftsRun, draftAskSchema } from '@signpost/contract/money/views.ts';
import { RUN_STATES } from '@signpost/contract/workplace/jobs/runs.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable, Trx } from '../../database.ts';
import { newId } from '../../platform/ids.ts';
import { readRows } from '../../platform/rows.ts';
import { personOf } from '../../session-user.ts';
import { defineRun, type RunKind } from '../../workplace/runs/kinds.ts';
import { enqueueRun } from '../../workplace/runs/store.ts';
import { type DraftDeps, isRace, type PreparedDraft, prepareDraft, RACE_TEXT, storeDraft } from './drafts.ts';
import type { By } from './store.ts';
import { mayWriteAll } from './view.ts';

const NAME = 'drafts';

const inputSchema = draftAskSchema.extend({
  /** When the drafts were asked for; they are made as of this moment. */
  at: z.iso.datetime(),
});
type Input = z.output<typeof inputSchema>;
type Item = Input['items'][number];

const resultSchema = z.array(
  z.object({
    side: z.enum(['receivable', 'payable']),
    partyId: z.number(),
    currency: z.string(),
    documentId: z.number().nullable(),
    problem: z.string(),
    warning: z.string(),
  }),
);
type Result = z.output<typeof resultSchema>;

/** Starts the job and returns its id. */
export async function startDrafts(
  trx: Trx,
  ask: z.output<typeof draftAskSchema>,
  { ownerId, at }: { ownerId: number; at: Date },
): Promise<number> {
  const { items, month } = ask;
  const input: Input = { ...ask, at: at.toISOString() };
  return await enqueueRun(trx, at, {
    kind: NAME,
    key: `drafts ${newId()}`,
    title: `${countText(items.length, 'draft')} of ${month}`,
    ownerId,
    input,
    expectedAt: at,
  });
}

type Prepared = { item: Item; draft: PreparedDraft } | { item: Item; problem: string };

/** Computes one draft. Errors that its party or its data cause stand at the party and do not stop the others. */
async function prepare(deps: DraftDeps, input: Input, item: Item): Promise<Prepared> {
  const { legalEntityId, month, beginsWith, at } = input;
  const kind = item.side === 'receivable' ? 'invoice' : 'selfBilled';
  const ask = { ...item, kind, legalEntityId, month, beginsWith, note: '', externalNumber: '' } as const;
  try {
    return { item, draft: await prepareDraft(deps, ask, new Date(at)) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { item, problem: error.message };
  }
}

/** Stores one draft. Whether it can be stored changes nothing for the others of the same transaction. */
async function store(trx: Trx, prepared: Prepared, by: By): Promise<Result[number]> {
  const { item } = prepared;
  const notMade = (problem: string): Result[number] => ({ ...item, documentId: null, problem, warning: '' });
  if ('problem' in prepared) return notMade(prepared.problem);
  await sql`SAVEPOINT one_draft`.execute(trx);
  try {
    const documentId = await storeDraft(trx, prepared.draft, by);
    await sql`RELEASE SAVEPOINT one_draft`.execute(trx);
    return { ...item, documentId, problem: '', warning: oldRatesText(prepared.draft.payload) };
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT one_draft`.execute(trx);
    if (isRace(error)) return notMade(RACE_TEXT);
    if (error instanceof AppError) return notMade(error.message);
    throw error;
  }
}

/** Two jobs lock the parties that both bill in the same order, so neither waits for the other for ever. */
const inOrder = (items: readonly Item[]): Item[] =>
  items.toSorted((one, other) => one.side.localeCompare(other.side) || one.partyId - other.partyId);

export const draftsRun = (deps: DraftDeps): RunKind =>
  defineRun({
    name: NAME,
    input: inputSchema,
    async refuse(trx, ownerId) {
      const owner = await personOf(trx, ownerId);
      const mayStill = owner !== undefined && mayWriteAll(owner);
      if (mayStill) return null;
      return 'The person who started this may no longer make documents.';
    },
    async run({ ownerId, input, progress, complete, signal }) {
      const prepared: Prepared[] = [];
      for (const item of inOrder(input.items)) {
        await progress(prepared.length, input.items.length);
        signal.throwIfAborted();
        prepared.push(await prepare(deps, input, item));
      }
      await progress(prepared.length, input.items.length);
      await complete(async (trx) => {
        const made: Result = [];
        for (const one of prepared) made.push(await store(trx, one, { userId: ownerId, at: new Date(input.at) }));
        return { rows: made.filter(({ documentId }) => documentId !== null).length, result: made };
      });
      return undefined;
    },
  });

const runRow = z.object({
  id: z.number(),
  state: z.enum(RUN_STATES),
  done: z.number(),
  input: inputSchema,
  result: resultSchema.nullable(),
  problem: z.string().nullable(),
});

const nameRow = z.object({ side: z.enum(['receivable', 'payable']), id: z.number(), name: z.string() });

async function partyNames(db: Queryable, made: Result): Promise<(side: Side, id: number) => string> {
  const idsOf = (side: Side) => made.filter((one) => one.side === side).map(({ partyId }) => partyId);
  const rows = await readRows(
    db,
    nameRow,
    sql`SELECT 'receivable' AS side, id, name FROM partners WHERE id = ANY(${idsOf('receivable')}::bigint[])
      UNION ALL SELECT 'payable', id, name FROM publishers WHERE id = ANY(${idsOf('payable')}::bigint[])`,
  );
  const names = new Map(rows.map(({ side, id, name }) => [`${side} ${id}`, name]));
  return (side, id) => names.get(`${side} ${id}`) ?? `#${id}`;
}

/** A job that makes drafts. Errors: ITEM_NOT_FOUND. */
export async function readDrafts(db: Queryable, id: number): Promise<DraftsRun> {
  const [row] = await readRows(
    db,
    runRow,
    sql`SELECT id, state, done, input, result, problem FROM runs WHERE id = ${id} AND kind = ${NAME}`,
  );
  if (row === undefined) throw new AppError('ITEM_NOT_FOUND');
  const { result, input, problem, ...run } = row;
  const nameOf = await partyNames(db, result ?? []);
  const made: DraftsMade = (result ?? []).map((one) => ({ ...one, party: nameOf(one.side, one.partyId) }));
  return { ...run, total: input.items.length, made, problem: problem ?? '' };
}
