/** Forecasts what an override would have paid, with the code that counts. Writes nothing. */

import { compareMoney, sumMoney } from '@signpost/contract/money/money.ts';
import type { OverrideDraft, OverrideEffect } from '@signpost/contract/partners/conversions/effect.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { readRows } from '../../../platform/rows.ts';
import { surroundings, WAITING } from './surroundings.ts';
import { weigh } from './weigh.ts';
import { type Engines, gainOf, MOST_WEIGHED, reportedRow } from './weigh-change.ts';

const EFFECT_DAYS = 30;

const usedRow = z.object({ conversions: z.number(), revenue: z.string() });

/**
 * A partner's conversions of the last days, with their actual price and with the price that the override would have
 * given.
 */
export async function effectOfOverride(engines: Engines, draft: OverrideDraft, now: Date): Promise<OverrideEffect> {
  const { db, clickhouse } = engines;
  const since = new Date(now.getTime() - EFFECT_DAYS * 86_400_000);
  const rows = await readRows(
    db,
    reportedRow,
    sql`SELECT ${WAITING}, t.revenue, t.price ->> 'countsAs' AS counted_as FROM affiliate_transactions t
      WHERE t.partner_id = ${draft.partnerId} AND t.state = 'counted' AND t.occurred_at >= ${since}
      ORDER BY t.occurred_at DESC LIMIT ${MOST_WEIGHED + 1}`,
  );
  const counted = rows.slice(0, MOST_WEIGHED);
  const around = await surroundings(db, clickhouse, counted);
  // The override as if it had always been valid, replacing others of the same scope.
  const others = around.terms.overrides.filter(
    ({ id, geoId, trafficSourceId }) =>
      id !== draft.id && !(geoId === draft.geoId && trafficSourceId === draft.trafficSourceId),
  );
  const drafted = { ...draft, id: draft.id ?? 0, validFrom: null, validTo: null };
  const would = weigh({ ...around, terms: { ...around.terms, overrides: [...others, drafted] } }, counted, now);
  const changed = counted.filter((row) => {
    const outcome = would.outcomes.get(row.id);
    return outcome?.state === 'counted' && compareMoney(outcome.revenue, row.revenue) !== 0;
  });
  const used = await readRows(
    db,
    usedRow,
    sql`SELECT count(*)::integer AS conversions, coalesce(sum(revenue), 0)::text AS revenue FROM affiliate_transactions
      WHERE partner_id = ${draft.partnerId} AND priced_by = 'override' AND price ->> 'overrideId' = ${String(draft.id ?? 0)}`,
  );
  return {
    days: EFFECT_DAYS,
    conversions: counted.length,
    isCapped: rows.length > MOST_WEIGHED,
    changed: changed.length,
    was: sumMoney(counted.map(({ revenue }) => revenue)),
    would: gainOf(would),
    used: draft.id === undefined ? null : (used[0] ?? null),
  };
}
