/** The totals of a report: of all its facts, as the statistics screens count them. */

import type { ReportColumn, ReportPlan } from '@signpost/contract/insight/reports/report.ts';
import { expressionUnits, metricUnits, unitsText } from '@signpost/contract/insight/reports/units.ts';
import type { Sums } from '@signpost/contract/insight/stats/evaluate.ts';
import { metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import type { ClickHouse, EngineRow } from '../../platform/clickhouse.ts';
import { newestOf, sumsOf } from '../stats/run.ts';
import { REPORT_SETTINGS, reportProblem } from './rows.ts';
import { type ReportScope, totalsSql } from './statements.ts';

export interface ReportTotals {
  /** A value for each cell behind the keys of a row. */
  values: string[];
  /** About how many rows the table has; null if its keys overlap, so that only counting them tells. */
  about: number | null;
  facts: number;
  /** When the newest fact was recorded; null if there is none. */
  newest: string | null;
}

const SECONDS = 600;

function columnText(column: ReportColumn, sums: Sums): string {
  if (column.kind === 'own') return unitsText(expressionUnits(column.expression, sums), column.format);
  return unitsText(metricUnits(metricOf(column.id).formula, sums), column.format);
}

export async function totalsOf(
  { clickhouse, signal }: { clickhouse: ClickHouse; signal?: AbortSignal },
  plan: ReportPlan,
  scope: ReportScope,
  maxSeconds = SECONDS,
): Promise<ReportTotals> {
  const { sql, params } = totalsSql(plan, scope);
  const [row = {}] = await clickhouse
    .query(sql, params, {
      parse: (found: EngineRow) => found,
      maxSeconds,
      settings: { optimize_use_projections: REPORT_SETTINGS.optimize_use_projections },
      signal,
    })
    .catch((error: unknown) => {
      throw reportProblem(error);
    });
  const facts = Number(row.facts ?? 0);
  const sides = plan.question.compare === undefined ? (['a'] as const) : (['a', 'b'] as const);
  const sums = sides.map((side) => sumsOf(row, side));
  return {
    values: plan.columns.flatMap((column) => sums.map((side) => columnText(column, side))),
    about: row.about === undefined ? null : Number(row.about),
    facts,
    newest: newestOf(row),
  };
}
