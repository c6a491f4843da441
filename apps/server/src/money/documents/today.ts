/** The changes to a document's facts since it was made, by cause. */
import { subtractMoney, sumMoney } from '@signpost/contract/money/money.ts';
import { CHANGE_CAUSES, type ChangeCause, type TodayView } from '@signpost/contract/money/views.ts';
import { z } from 'zod';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import { engineRow } from '../../platform/rows.ts';
import { changesSince } from './facts.ts';
import type { StoredDocument } from './store.ts';

const changeRow = z.object({
  isCorrection: z.coerce.boolean(),
  reason: z.string(),
  exact: z.string(),
  facts: z.number(),
});
type Change = z.infer<typeof changeRow>;

/** The cause that a correction's reason names. */
function causeOf({ isCorrection, reason }: Change): ChangeCause {
  if (!isCorrection) return 'late';
  if (/reject|invalid|chargeback/i.test(reason)) return 'rejected';
  if (/\brate\b/i.test(reason)) return 'rate';
  if (/restat|again|mapping|override|deal/i.test(reason)) return 'restated';
  return 'correction';
}

/** Compares an invoice with what its months would come to today. */
export async function readToday(clickhouse: ClickHouse, document: StoredDocument): Promise<TodayView> {
  const { side, partyId, currency, payload } = document;
  const { sql, params } = changesSince({
    side,
    partyId,
    currency,
    ranges: payload.claims,
    without: payload.heldFacts,
    with: payload.movedFacts,
  });
  const changes =
    payload.claims.length === 0 ? [] : await clickhouse.query(sql, params, { parse: engineRow(changeRow) });
  const causes = CHANGE_CAUSES.map((cause) => {
    const own = changes.filter((change) => causeOf(change) === cause);
    return {
      cause,
      exact: sumMoney(own.map(({ exact }) => exact)),
      facts: own.reduce((sum, { facts }) => sum + facts, 0),
    };
  }).filter(({ facts }) => facts > 0);
  const asMade = sumMoney(payload.lines.map(({ exact }) => exact));
  const difference = sumMoney(causes.map(({ exact }) => exact));
  return { asMade, now: sumMoney([asMade, difference]), difference: subtractMoney(difference, '0'), causes };
}
