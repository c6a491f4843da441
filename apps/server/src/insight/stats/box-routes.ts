/** The last 24 hours of one campaign box, by campaign. */
import { readBoxLastDay, readSeoBoxLastDay } from '@signpost/contract/calls/stats.ts';
import { BOX_FIGURES, BOX_HOURS } from '@signpost/contract/insight/stats/box-figures.ts';
import { metric } from '@signpost/contract/insight/stats/metrics.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { handle } from '../../http/handle.ts';
import type { Completeness } from './completeness.ts';
import type { FactScope } from './conditions.ts';
import { labelOf } from './labels.ts';
import { neededOf, partSql, sidesSql } from './metric-sql.ts';
import { Parameters } from './parameters.ts';
import { ask, recordIdOf, statsOf } from './run.ts';
import type { Statement } from './statements.ts';
import type { EngineFor } from './viewer.ts';

const HOUR_MS = 3_600_000;

/** Sums by campaign, or of the whole box. */
function compileBox(
  ask: { boxId: number; from: Date; until: Date },
  by: 'campaign' | 'box',
  facts: FactScope,
): Statement {
  const parameters = new Parameters();
  const needed = neededOf(BOX_FIGURES);
  const moment = (at: Date) => parameters.add("DateTime64(3, 'UTC')", at);
  const where = [
    `at >= ${moment(ask.from)}`,
    `at < ${moment(ask.until)}`,
    `campaign_box_id = ${parameters.add('UInt32', ask.boxId)}`,
  ];
  if (facts !== null) where.push(`publisher_id = ${parameters.add('UInt32', facts.publisherId)}`);
  const id = by === 'campaign' ? 'campaign_id' : '0';
  const sql = `SELECT id, ${sidesSql(needed, false).join(', ')}
FROM (SELECT ${id} AS id, ${partSql(needed).join(', ')} FROM facts WHERE ${where.join(' AND ')} GROUP BY id)
GROUP BY id`;
  return { sql, params: parameters.values };
}

interface BoxRoutesProps {
  engineFor: EngineFor;
  completeness: Completeness;
}

export function boxRoutes(app: App, { clock }: Deps, { engineFor, completeness }: BoxRoutesProps): void {
  for (const call of [readBoxLastDay, readSeoBoxLastDay])
    handle(app, call, async ({ params, request, reply }) => {
      const engine = await engineFor(request, reply);
      const until = clock.now();
      const completeUntil = await completeness.now();
      const asked = { boxId: params.id, from: new Date(until.getTime() - BOX_HOURS * HOUR_MS), until };
      const [rows, [whole = {}]] = await Promise.all([
        ask(engine, compileBox(asked, 'campaign', engine.facts), (row) => row),
        ask(engine, compileBox(asked, 'box', engine.facts), (row) => row),
      ]);
      const campaigns = rows.map((row) => {
        const id = recordIdOf(row);
        const name = id === 0 ? 'No campaign' : labelOf('campaign', id, engine.attributes);
        return { id, name, stats: statsOf(row, 'a', BOX_FIGURES) };
      });
      return {
        from: asked.from.toISOString(),
        until: until.toISOString(),
        completeUntil,
        campaigns: campaigns.sort(
          (one, other) =>
            Number(other.stats[metric.visits.id]) - Number(one.stats[metric.visits.id]) || one.id - other.id,
        ),
        totals: statsOf(whole, 'a', BOX_FIGURES),
      };
    });
}
