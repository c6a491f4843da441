/** Records who must be notified of a counted conversion, within the transaction that counts it. */

import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { issueMoney, sumMoney } from '@signpost/contract/money/money.ts';
import { fillPlaces } from '@signpost/contract/partners/conversions/outgoing.ts';
import type { Meaning } from '@signpost/contract/partners/conversions/postback.ts';
import { placesOf } from '@signpost/contract/reading/minor-units.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../../database.ts';
import { readRows } from '../../../platform/rows.ts';
import type { KnownFact } from '../../../traffic/clicks/fact-line.ts';
import type { KnownClick } from '../counting/clicks.ts';

const receiverRow = z.object({
  id: z.number(),
  url: z.string(),
  method: z.string(),
});

/** Creates one delivery per receiver of the click's publisher or source. No receiver is notified twice. */
export async function putDeliveries(
  trx: Trx,
  transaction: { id: number; meaning: Meaning; status: string; txid: string },
  { click, facts }: { click: KnownClick; facts: readonly KnownFact[] },
  now: Date,
): Promise<void> {
  const { publisherId, trafficSourceId } = click;
  const receivers = await readRows(
    trx,
    receiverRow,
    sql`SELECT id, url, method FROM outgoing_postbacks
      WHERE archived_at IS NULL AND status = 'active' AND ${transaction.meaning} = ANY(events)
        AND (publisher_id IS NULL OR publisher_id = ${publisherId})
        AND (traffic_source_id IS NULL OR traffic_source_id = ${trafficSourceId})`,
  );
  if (receivers.length === 0) return;
  const places = {
    click_id: click.clickId,
    event: transaction.meaning,
    status: transaction.status,
    txid: transaction.txid,
    payout: issueMoney(sumMoney(facts.map(({ publisherCost }) => publisherCost ?? '0')), placesOf(baseCurrency())),
    currency: baseCurrency(),
    timestamp: String(Math.floor(now.getTime() / 1000)),
    sub1: click.sub1,
    sub2: click.sub2,
    sub3: click.sub3,
    sub4: click.sub4,
    sub5: click.sub5,
  };
  const rows = receivers.map(
    ({ id, url, method }) =>
      sql`(${id}, ${transaction.id}, ${transaction.meaning}, ${fillPlaces(url, places)}, ${method},
        ${JSON.stringify(places)}::jsonb, ${now}, ${now})`,
  );
  await sql`INSERT INTO outgoing_deliveries
      (outgoing_postback_id, transaction_id, event, url, method, places, next_try_at, created_at)
    VALUES ${sql.join(rows)} ON CONFLICT DO NOTHING`.execute(trx);
}
