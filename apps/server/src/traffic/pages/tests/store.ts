/** Tests in PostgreSQL: start, look, stop, promote and undo. */

import { AppError, invalid } from '@signpost/contract/errors.ts';
import {
  type PageTest,
  RATIO_ALPHA,
  type StartTest,
  TEST_ALPHA,
  type TestPlan,
  testPlanSchema,
  testResultSchema,
} from '@signpost/contract/traffic/pages/tests.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable, Trx } from '../../../database.ts';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import { idRow, readRow, readRows } from '../../../platform/rows.ts';
import { authorOf, recordEvent, systemAuthor, type WriteContext } from '../../../workplace/records/change.ts';
import { readRecord } from '../../../workplace/records/read.ts';
import { updateIn } from '../../../workplace/records/write.ts';
import { countArms, readRevenueCap } from './counts.ts';
import { type Judgement, judge, NO_LOOKS } from './judge.ts';
import { hashOfPlan, SUBJECTS, type Subject, type SubjectKind, variantsOf } from './subject.ts';

const leastSchema = z.object({
  ratio: z.number().default(NO_LOOKS.ratio),
  challengers: z.record(z.string(), z.number()).default({ ...NO_LOOKS.challengers }),
});

const testRow = z.object({
  id: z.number(),
  templateId: z.number().nullable(),
  buttonId: z.number().nullable(),
  plan: testPlanSchema,
  planHash: z.string(),
  state: z.enum(['running', 'won', 'harmful', 'futile', 'timed_out', 'stopped', 'promoted', 'undone']),
  startedAt: z.date(),
  startedBy: z.string().nullable(),
  endedAt: z.date().nullable(),
  winnerId: z.number().nullable(),
  leastP: leastSchema,
  lookedAt: z.date().nullable(),
  result: testResultSchema.nullable(),
  weightsBefore: z.record(z.string(), z.number()).nullable(),
  promotedVersion: z.number().nullable(),
  promotedVariant: z.number().nullable(),
});
type TestRow = z.infer<typeof testRow>;

const COLUMNS = sql`t.id, t.template_id AS "templateId", t.button_id AS "buttonId", t.plan, t.plan_hash AS "planHash", t.state,
  t.started_at AS "startedAt", u.name AS "startedBy", t.ended_at AS "endedAt",
  coalesce(t.winner_id, t.button_winner_id) AS "winnerId", t.least_p AS "leastP", t.looked_at AS "lookedAt", t.result,
  t.weights_before AS "weightsBefore", t.promoted_version AS "promotedVersion",
  t.promoted_variant AS "promotedVariant"`;
const FROM = sql`FROM page_tests t LEFT JOIN users u ON u.id = t.started_by`;

const subjectColumn = (kind: SubjectKind) => sql.ref(`t.${kind}_id`);
const winnerColumn = (kind: SubjectKind) => sql.ref(kind === 'template' ? 'winner_id' : 'button_winner_id');

const viewOf = (row: TestRow): PageTest => ({
  id: row.id,
  state: row.state,
  plan: row.plan,
  planHash: row.planHash,
  startedAt: row.startedAt.toISOString(),
  startedBy: row.startedBy,
  endedAt: row.endedAt?.toISOString() ?? null,
  winnerId: row.winnerId,
  promotedId: row.promotedVariant,
  lookedAt: row.lookedAt?.toISOString() ?? null,
  isRatioWrong: (row.result?.ratioP ?? 1) < RATIO_ALPHA,
  result: row.result,
});

const MOST_LISTED = 20;

async function testsOf(db: Queryable, kind: SubjectKind, id: number): Promise<TestRow[]> {
  return await readRows(
    db,
    testRow,
    sql`SELECT ${COLUMNS} ${FROM} WHERE ${subjectColumn(kind)} = ${id} ORDER BY t.id DESC LIMIT ${MOST_LISTED}`,
  );
}

/** The tests of a template or button, the newest first. */
export const listTests = async (db: Queryable, kind: SubjectKind, id: number): Promise<PageTest[]> =>
  (await testsOf(db, kind, id)).map(viewOf);

/** The plan of the running test; undefined if there is none. */
export async function runningPlan(db: Queryable, kind: SubjectKind, id: number): Promise<TestPlan | undefined> {
  return (await testsOf(db, kind, id)).find(({ state }) => state === 'running')?.plan;
}

/** Starts a test. Errors: VALIDATION if one runs already, or if there is nothing to compare. */
export async function startTest(
  ctx: WriteContext,
  clickhouse: ClickHouse,
  { kind, id, input }: { kind: SubjectKind; id: number; input: StartTest },
): Promise<void> {
  const subject = SUBJECTS[kind];
  const { trx, clock } = ctx;
  const { rows } = await sql`SELECT 1 FROM ${sql.table(subject.entity.table)} WHERE id = ${id} FOR UPDATE`.execute(trx);
  if (rows.length === 0) throw new AppError('ITEM_NOT_FOUND');
  const record = await readRecord(trx, subject.entity, id);
  if (record.archivedAt !== null || record.status !== 'active')
    throw invalid('', 'Only what visitors see can be tested. Set its status to active first.');
  const variants = variantsOf(record);
  if (variants.length < 2)
    throw invalid('', 'A test compares at least two variants with a weight above 0. Add a variant first.');
  if (!variants.some((variant) => variant.id === input.controlId))
    throw invalid('controlId', 'Choose one of the variants that visitors see.');
  if ((await runningPlan(trx, kind, id)) !== undefined)
    throw invalid('', 'A test is running already. Stop it before starting another one.');
  const now = clock.now();
  const revenueCap = await readRevenueCap(clickhouse, subject, { subjectId: id, now });
  const plan: TestPlan = { ...input, alpha: TEST_ALPHA, variants, revenueCap };
  const planHash = hashOfPlan(plan);
  await sql`INSERT INTO page_tests (${sql.ref(`${kind}_id`)}, plan, plan_hash, state, started_at, started_by)
    VALUES (${id}, ${JSON.stringify(plan)}::jsonb, ${planHash}, 'running', ${now}, ${ctx.actor.viewer.id})`.execute(
    trx,
  );
  await recordEvent(trx, authorOf(ctx), { entity: subject.entity, id, after: { test: 'started', plan: planHash } });
}

async function lockedTest(trx: Trx, kind: SubjectKind, id: number): Promise<TestRow> {
  const newest = await readRows(
    trx,
    idRow,
    sql`SELECT t.id FROM page_tests t WHERE ${subjectColumn(kind)} = ${id} ORDER BY t.id DESC LIMIT 1 FOR UPDATE`,
  );
  const [found] = newest;
  if (found === undefined) throw new AppError('ITEM_NOT_FOUND');
  return await readRow(trx, testRow, sql`SELECT ${COLUMNS} ${FROM} WHERE t.id = ${found.id}`);
}

async function judgeNow(clickhouse: ClickHouse, subject: Subject, test: TestRow, now: Date): Promise<Judgement> {
  const { plan } = test;
  const counts = await countArms(clickhouse, subject, {
    subjectId: test.templateId ?? test.buttonId ?? 0,
    plan,
    variantIds: plan.variants.map(({ id }) => id),
    from: test.startedAt,
    until: now,
  });
  return judge(plan, counts, test.leastP);
}

/** Stores a look; the first verdict ends the test and stands in the trail. */
async function storeLook(
  trx: Trx,
  { kind, test }: { kind: SubjectKind; test: TestRow },
  found: Judgement,
  now: Date,
): Promise<void> {
  const { verdict, winnerId, least, result } = found;
  const isOver = verdict !== 'running';
  await sql`UPDATE page_tests SET looked_at = ${now}, least_p = ${JSON.stringify(least)}::jsonb,
      result = ${JSON.stringify(result)}::jsonb, state = ${verdict}, ended_at = ${isOver ? now : null},
      ${winnerColumn(kind)} = ${winnerId}
    WHERE id = ${test.id}`.execute(trx);
  if (!isOver) return;
  const { entity } = SUBJECTS[kind];
  const id = test.templateId ?? test.buttonId ?? 0;
  await recordEvent(trx, systemAuthor(now), { entity, id, after: { test: verdict, plan: test.planHash } });
}

/** Looks at one running test. Looking changes nothing about its verdict, however often it is done. */
export async function lookAtTest(
  trx: Trx,
  clickhouse: ClickHouse,
  { kind, id, now }: { kind: SubjectKind; id: number; now: Date },
): Promise<void> {
  const test = await lockedTest(trx, kind, id);
  if (test.state !== 'running') throw invalid('', 'This test has ended.');
  await storeLook(trx, { kind, test }, await judgeNow(clickhouse, SUBJECTS[kind], test, now), now);
}

const variantRow = z.looseObject({ id: z.number(), weight: z.number() });

/** Sets the weights of variants as an ordinary change: a new version, with its entry in the trail. */
async function setWeights(
  ctx: WriteContext,
  { entity }: Subject,
  id: number,
  weightOf: (variantId: number, now: number) => number,
): Promise<{ before: Record<string, number>; version: number }> {
  const record = await readRecord(ctx.trx, entity, id);
  const rows = z.array(variantRow).parse(record.variants);
  const variants = rows.map((row) => ({ id: row.id, weight: weightOf(row.id, row.weight) }));
  const { version } = await updateIn(ctx, { entity, id, change: { variants }, version: record.version });
  return { before: Object.fromEntries(rows.map((row) => [row.id, row.weight])), version };
}

export type TestAction = { action: 'look' | 'stop' | 'promote' | 'undo'; variantId?: number | undefined };

/** Acts on the newest test. Errors: VALIDATION if its state does not allow it. */
export async function actOnTest(
  ctx: WriteContext,
  clickhouse: ClickHouse,
  { kind, id, action, variantId }: { kind: SubjectKind; id: number } & TestAction,
): Promise<void> {
  const { trx, clock } = ctx;
  const now = clock.now();
  if (action === 'look') {
    await lookAtTest(trx, clickhouse, { kind, id, now });
    return;
  }
  const subject = SUBJECTS[kind];
  const test = await lockedTest(trx, kind, id);
  const tell = (what: string) =>
    recordEvent(trx, authorOf(ctx), { entity: subject.entity, id, after: { test: what, plan: test.planHash } });
  if (action === 'stop') {
    if (test.state !== 'running') throw invalid('', 'This test has ended.');
    await sql`UPDATE page_tests SET state = 'stopped', ended_at = ${now} WHERE id = ${test.id}`.execute(trx);
    await tell('stopped');
    return;
  }
  if (action === 'promote') {
    if (test.state === 'running')
      throw invalid('', 'The test is still running. Wait for its verdict, or stop it first.');
    if (test.state === 'promoted') throw invalid('', 'A variant of this test has been promoted already.');
    const { winnerId, plan } = test;
    const variant = plan.variants.find(({ id: one }) => one === (variantId ?? winnerId));
    const winner = plan.variants.find(({ id: one }) => one === winnerId);
    if (winner !== undefined && variant !== winner)
      throw invalid(
        'variantId',
        `The test found ${winner.name} to be the better one. To show another variant to everybody, change the weights.`,
      );
    if (variant === undefined) throw invalid('variantId', 'Choose a variant of the test.');
    const { before, version } = await setWeights(ctx, subject, id, (one) => (one === variant.id ? 100 : 0));
    await sql`UPDATE page_tests SET state = 'promoted', promoted_variant = ${variant.id},
        weights_before = ${JSON.stringify(before)}::jsonb, promoted_version = ${version} WHERE id = ${test.id}`.execute(
      trx,
    );
    await tell(`promoted ${variant.name}`);
    return;
  }
  const before = test.weightsBefore;
  if (test.state !== 'promoted' || before === null) throw invalid('', 'No variant of this test is promoted.');
  await setWeights(ctx, subject, id, (one, weight) => before[one] ?? weight);
  await sql`UPDATE page_tests SET state = 'undone' WHERE id = ${test.id}`.execute(trx);
  await tell('promotion undone');
}

const currentRow = z.object({
  kind: z.enum(['template', 'button']),
  id: z.number(),
  name: z.string(),
  state: z.enum(['running', 'won']),
  isRatioWrong: z.boolean(),
});

/** The tests that run or have a winner that is not promoted yet; a newer test of the same variants replaces an older one. */
export async function listCurrent(db: Queryable): Promise<z.infer<typeof currentRow>[]> {
  return await readRows(
    db,
    currentRow,
    sql`SELECT x.kind, x.id, x.name, x.state, x."isRatioWrong" FROM (
        SELECT DISTINCT ON (t.template_id, t.button_id) t.state, t.started_at,
          CASE WHEN t.button_id IS NULL THEN 'template' ELSE 'button' END AS kind,
          coalesce(t.template_id, t.button_id) AS id, coalesce(p.name, b.name) AS name,
          coalesce((t.result->>'ratioP')::double precision < ${RATIO_ALPHA}, false) AS "isRatioWrong"
        FROM page_tests t LEFT JOIN templates p ON p.id = t.template_id LEFT JOIN buttons b ON b.id = t.button_id
        ORDER BY t.template_id, t.button_id, t.id DESC) x
      WHERE x.state IN ('running', 'won') ORDER BY x.state DESC, x.started_at`,
  );
}

const dueRow = z.object({ templateId: z.number().nullable(), buttonId: z.number().nullable() });

/** The running tests that nobody has looked at since `before`. */
export async function dueTests(db: Queryable, before: Date): Promise<{ kind: SubjectKind; id: number }[]> {
  const rows = await readRows(
    db,
    dueRow,
    sql`SELECT template_id AS "templateId", button_id AS "buttonId" FROM page_tests
      WHERE state = 'running' AND (looked_at IS NULL OR looked_at <= ${before}) ORDER BY looked_at NULLS FIRST, id LIMIT 50`,
  );
  return rows.map(({ templateId, buttonId }) => {
    if (templateId !== null) return { kind: 'template', id: templateId };
    return { kind: 'button', id: buttonId ?? 0 };
  });
}
