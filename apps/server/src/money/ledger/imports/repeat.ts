/** Running a failed or cancelled step of an import again: only the last one, and only while the import still waits for it. */

import { invalid } from '@signpost/contract/errors.ts';
import { keysOf } from '@signpost/contract/objects.ts';
import {
  IMPORT_STATES,
  IMPORT_STEPS,
  type ImportState,
  type ImportStepName,
} from '@signpost/contract/records/gambling-import.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable, Trx } from '../../../database.ts';
import { readRows } from '../../../platform/rows.ts';
import type { RunRepeat } from '../../../workplace/runs/kinds.ts';

const STEPS = keysOf(IMPORT_STEPS);

/** The state in which an import waits for a step; a failed one waits for the step that failed. */
export const STATE_BEFORE = {
  checking: 'uploaded',
  importing: 'checked',
  undoing: 'imported',
} as const satisfies Record<ImportStepName, ImportState>;

const stepRow = z.object({
  runId: z.number(),
  importId: z.number(),
  step: z.enum(STEPS),
  /** Null where the import no longer exists. */
  state: z.enum(IMPORT_STATES).nullable(),
  hasLater: z.boolean(),
});
type StepRow = z.infer<typeof stepRow>;

const readSteps = async (db: Queryable, runIds: readonly number[]): Promise<StepRow[]> =>
  await readRows(
    db,
    stepRow,
    sql`SELECT r.id AS run_id, (r.input->>'importId')::bigint AS import_id, r.input->>'step' AS step, i.import_state AS state,
        EXISTS (SELECT FROM runs n WHERE n.id > r.id AND n.kind = r.kind
          AND n.input->>'importId' = r.input->>'importId') AS has_later
      FROM runs r LEFT JOIN gambling_imports i ON i.id = (r.input->>'importId')::bigint
      WHERE r.id = ANY(${[...runIds]}::bigint[]) AND r.input ? 'importId'`,
  );

function refusalOf({ step, state, hasLater }: StepRow): string | null {
  if (state === null) return 'The file of this job no longer exists. Upload it again.';
  if (hasLater) return 'A later job has gone on with this import. Go on there, or on the screen of the import.';
  if (state === 'failed' || state === STATE_BEFORE[step]) return null;
  return `The import has moved on: it is ${state} now.`;
}

/** Nothing is wrong with an import whose step was cancelled: it waits for the same step as before. */
export async function waitAgain(
  trx: Trx,
  { importId, step }: { importId: number; step: ImportStepName },
): Promise<void> {
  await sql`UPDATE gambling_imports SET import_state = ${STATE_BEFORE[step]}, problem = NULL, updated_at = now(),
      rows_done = CASE WHEN ${step} = 'checking' THEN 0 ELSE rows_total END
    WHERE id = ${importId} AND import_state = ${step}`.execute(trx);
}

export const importRepeat: RunRepeat = {
  async onCancel(trx, runId) {
    for (const step of await readSteps(trx, [runId])) await waitAgain(trx, step);
  },
  async refusals(db, runIds) {
    const steps = await readSteps(db, runIds);
    return new Map(
      steps.flatMap((step) => {
        const reason = refusalOf(step);
        if (reason === null) return [];
        return [[step.runId, reason] as const];
      }),
    );
  },
  async prepare(trx, runId) {
    await sql`SELECT 1 FROM gambling_imports WHERE id = (SELECT (input->>'importId')::bigint FROM runs WHERE id = ${runId}) FOR UPDATE`.execute(
      trx,
    );
    for (const step of await readSteps(trx, [runId])) {
      const reason = refusalOf(step);
      if (reason !== null) throw invalid('', reason);
      await sql`UPDATE gambling_imports SET import_state = ${step.step}, rows_done = 0, problem = NULL, updated_at = now()
        WHERE id = ${step.importId}`.execute(trx);
    }
  },
};
