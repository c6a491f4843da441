/** The clicks and conversions in the embedded engine of a product that has ended. */
import { startAnalytics } from '../../apps/server/src/operations/embedded/analytics.ts';
import { openClickHouse } from '../../apps/server/src/platform/clickhouse.ts';

export interface StoredTimes {
  /** How often each click is stored. */
  clicks: Map<string, number>;
  /** How often each reported transaction counts as a deposit. */
  conversions: Map<string, number>;
  /** How many first deposits each click with a reported transaction has. */
  firstDeposits: Map<string, number>;
}

/** Counts the clicks of a box and the conversions of a partner. */
export async function storedTimes(
  dataDir: string,
  { boxId, partnerId }: { boxId: number; partnerId: number },
): Promise<StoredTimes> {
  const engine = await startAnalytics({ dataDir, secret: 'chaos-secret-of-this-run' });
  const clickhouse = openClickHouse({ url: `${engine.url}/signpost` });
  const timesOf = async (id: string, times: string, where: string): Promise<Map<string, number>> =>
    new Map(
      await clickhouse.query(
        `SELECT ${id} AS id, ${times} AS times FROM facts WHERE ${where} GROUP BY id`,
        { boxId, partnerId },
        { parse: (row) => [String(row.id), Number(row.times)] as const },
      ),
    );
  const clicks = await timesOf('toString(click_id)', 'count()', "campaign_box_id = {boxId:UInt32} AND kind = 'visit'");
  // The first report of a click counts as its first deposit, any other as a deposit; a correction takes either back.
  const ofPartner = 'partner_id = {partnerId:UInt32}';
  const conversions = await timesOf('txid', 'sum(deposits)', `${ofPartner} AND txid <> ''`);
  const firstDeposits = await timesOf('toString(click_id)', 'sum(first_deposits)', `${ofPartner} AND txid <> ''`);
  await clickhouse.close();
  await engine.stop();
  return { clicks, conversions, firstDeposits };
}

/** The ids that are not stored at all. */
export const missingIn = (ids: Iterable<string>, times: ReadonlyMap<string, number>): string[] =>
  [...ids].filter((id) => (times.get(id) ?? 0) < 1);

/** How many ids are stored more than once. */
export const timesTwice = (times: ReadonlyMap<string, number>): number =>
  [...times.values()].filter((count) => count > 1).length;
