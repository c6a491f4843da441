/** Reads the past clicks of a geo for which a deal was chosen. */
import { REPLAY_CLICKS } from '@signpost/contract/traffic/clicks/replay.ts';
import { z } from 'zod';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import { engineRow } from '../../../platform/rows.ts';
import type { PastChoice } from '../../clicks/draft/replay-deals.ts';

export interface AskedChoices {
  geoId: number;
  /** The campaigns whose visits go to an offer at once. */
  landers: readonly number[];
  from: Date;
  until: Date;
}

// A repeated step to the offer counts nothing, so only the first one of a click is decided again.
const WHERE = `geo_id = {geo:UInt32} AND at >= {from:DateTime64(3, 'UTC')} AND at < {until:DateTime64(3, 'UTC')}
  AND campaign_box_id > 0 AND campaign_id > 0 AND ((kind = 'visit' AND has({landers:Array(UInt32)}, campaign_id))
    OR (kind = 'clickout' AND (clickouts > 0 OR reason = 'no_deal')))`;

const paramsOf = ({ geoId, landers, from, until }: AskedChoices) => ({
  geo: geoId,
  landers: [...landers],
  from,
  until,
});
const MAX_SECONDS = 20;

/** The number of these clicks, their boxes, and `every`: of too many, only those of one in `every` visitors are read. */
export async function countChoices(
  clickhouse: ClickHouse,
  asked: AskedChoices,
  signal: AbortSignal,
): Promise<{ clicks: number; boxIds: number[]; every: number }> {
  const countRow = z.object({ clicks: z.number(), boxIds: z.array(z.number()) });
  const [found] = await clickhouse.query(
    `SELECT count() AS clicks, groupUniqArray(campaign_box_id) AS box_ids FROM facts WHERE ${WHERE}`,
    paramsOf(asked),
    { parse: engineRow(countRow), signal, maxSeconds: MAX_SECONDS },
  );
  const { clicks, boxIds } = found ?? { clicks: 0, boxIds: [] };
  return { clicks, boxIds, every: Math.max(1, Math.ceil(clicks / REPLAY_CLICKS)) };
}

const choiceRow = z.object({
  kind: z.string(),
  at: z.string(),
  campaignBoxId: z.number(),
  campaignId: z.number(),
});

/** The clicks in order of time, streamed in batches. Of each visitor, all clicks are included or none. */
export function pastChoices(
  clickhouse: ClickHouse,
  asked: AskedChoices,
  every: number,
  signal: AbortSignal,
): AsyncGenerator<PastChoice[]> {
  const rowOf = engineRow(choiceRow);
  return clickhouse.stream(
    `SELECT kind, at, campaign_box_id, campaign_id FROM facts
     WHERE ${WHERE} AND visitor_id % {every:UInt32} = 0 ORDER BY at, click_id, kind`,
    { ...paramsOf(asked), every },
    {
      parse: (row): PastChoice => {
        const { kind, at, campaignBoxId, campaignId } = rowOf(row);
        return {
          step: kind === 'visit' ? 'visit' : 'out',
          at: Date.parse(at),
          boxId: campaignBoxId,
          campaignId,
        };
      },
      signal,
      maxSeconds: MAX_SECONDS,
    },
  );
}
