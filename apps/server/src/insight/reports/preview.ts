/** The first rows of a report that is being built. */

import type { ReportPreview } from '@signpost/contract/insight/reports/downloads.ts';
import { keyTitles, REPORT_LIMITS, type ReportDefinition } from '@signpost/contract/insight/reports/report.ts';
import type { Queryable } from '../../database.ts';
import { withKnown } from '../stats/known.ts';
import type { StatsEngine } from '../stats/run.ts';
import { headOf, numberColumnsOf } from './about.ts';
import { planFor } from './plan.ts';
import { rowWriter, tableLines } from './rows.ts';
import { totalsOf } from './totals.ts';

const MAX_SECONDS = 20;

/** Errors: VALIDATION, TOO_LARGE, EngineError. */
export async function previewReport(
  engine: StatsEngine & { db: Queryable },
  definition: ReportDefinition,
  now: Date,
): Promise<ReportPreview> {
  const planned = planFor(definition, now);
  const plan = { ...planned, question: await withKnown(engine.db, planned.question) };
  const scope = { attributes: engine.attributes, facts: engine.facts, asOf: now };
  const writer = rowWriter(plan, scope);
  const totals = await totalsOf(engine, plan, scope, MAX_SECONDS);
  const rows: string[][] = [];
  for await (const lines of tableLines(engine, plan, scope, {
    limit: REPORT_LIMITS.previewRows,
    maxSeconds: MAX_SECONDS,
  }))
    for (const line of lines) {
      const { keys, values } = writer.cells(line);
      rows.push([...keys, ...values]);
    }
  return {
    head: headOf(plan),
    keyColumns: plan.keys.flatMap(keyTitles).length,
    numberColumns: numberColumnsOf(plan),
    rows,
    totals: totals.values,
    about: totals.about,
    newest: totals.newest,
    asOf: now.toISOString(),
  };
}
