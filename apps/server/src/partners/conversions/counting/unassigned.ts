/** The statuses without a meaning, with what is at stake. Writes nothing. */

import { compareMoney, divideMoney, multiplyMoney } from '@signpost/contract/money/money.ts';
import type { UnassignedStatus } from '@signpost/contract/partners/conversions/effect.ts';
import { likelyMeanings } from '@signpost/contract/partners/conversions/postback.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { readRows } from '../../../platform/rows.ts';
import { gains, mostOf } from './stake.ts';
import { surroundings, WAITING, waitingRow } from './surroundings.ts';
import type { Engines } from './weigh-change.ts';

const SAMPLE = 100;
const MOST_GROUPS = 200;

const groupRow = z.object({
  partnerId: z.number(),
  partner: z.string(),
  status: z.string(),
  transactions: z.number(),
  first: z.date(),
  last: z.date(),
  sample: z.array(z.number()),
});

/** Unassigned statuses, the most money at stake first. */
export async function unassignedStatuses(engines: Engines, now: Date): Promise<UnassignedStatus[]> {
  const { db, clickhouse } = engines;
  const groups = await readRows(
    db,
    groupRow,
    sql`SELECT t.partner_id, p.name AS partner, min(t.status) AS status, count(*)::integer AS transactions,
        min(t.occurred_at) AS first, max(t.occurred_at) AS last,
        (array_agg(t.id ORDER BY t.id DESC))[1:${sql.lit(SAMPLE)}] AS sample
      FROM affiliate_transactions t JOIN partners p ON p.id = t.partner_id WHERE t.state = 'unassigned'
      GROUP BY t.partner_id, p.name, lower(t.status) ORDER BY count(*) DESC LIMIT ${MOST_GROUPS}`,
  );
  const ids = groups.flatMap(({ sample }) => sample);
  const rows = await readRows(
    db,
    waitingRow,
    sql`SELECT ${WAITING}, t.revenue, t.price ->> 'countsAs' AS counted_as FROM affiliate_transactions t WHERE t.id = ANY(${ids}::bigint[])`,
  );
  const around = await surroundings(db, clickhouse, rows);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return groups
    .map(({ sample, first, last, ...group }): UnassignedStatus => {
      const weighed = sample.flatMap((id) => byId.get(id) ?? []);
      const brought = gains(around, weighed, now);
      const most = mostOf(brought);
      const likely = likelyMeanings(group.status);
      const isEstimated = group.transactions > weighed.length;
      const scaled = divideMoney(multiplyMoney(most, String(group.transactions)), String(Math.max(1, weighed.length)));
      return {
        ...group,
        first: first.toISOString(),
        last: last.toISOString(),
        atStake: isEstimated ? (scaled ?? '0') : most,
        isEstimated,
        // Prefers a meaning that counts among those that the words suggest.
        likely: likely.find((meaning) => compareMoney(brought.get(meaning) ?? '0', '0') > 0) ?? likely[0] ?? null,
      };
    })
    .sort((a, b) => compareMoney(b.atStake, a.atStake) || b.transactions - a.transactions);
}
