/**
 * The money that terms would have moved in the last days, which decides the tier of approval. The amounts are estimates
 * from the facts and the rates of today.
 */
import { EFFECT_DAYS } from '@signpost/contract/calls/money-changes.ts';
import { compareMoney, divideMoney, multiplyMoney, sumMoney } from '@signpost/contract/money/money.ts';
import type { RevenueType } from '@signpost/contract/partners/conversions/deal-types.ts';
import { z } from 'zod';
import { inBase } from '../../partners/deals/rates.ts';
import type { ClickHouse } from '../../platform/clickhouse.ts';

const DAY_MS = 86_400_000;

const trafficRow = z.object({
  id: z.number(),
  leads: z.coerce.number(),
  qualifiedLeads: z.coerce.number(),
  firstDeposits: z.coerce.number(),
  clickouts: z.coerce.number(),
  revenue: z.string(),
});
/** The results of the last days; revenue in base currency. */
export type Traffic = Omit<z.infer<typeof trafficRow>, 'id'>;

export const NO_TRAFFIC: Traffic = { leads: 0, qualifiedLeads: 0, firstDeposits: 0, clickouts: 0, revenue: '0' };

/** The results by an id column, of all facts of the last days that match. */
async function readTraffic(
  clickhouse: ClickHouse,
  now: Date,
  { by, where, params }: { by: string; where: string; params: Record<string, unknown> },
): Promise<ReadonlyMap<number, Traffic>> {
  const rows = await clickhouse.query(
    `SELECT ${by} AS id, sum(leads) AS leads, sum(qualified_leads) AS qualifiedLeads, sum(first_deposits) AS firstDeposits,
      sum(clickouts) AS clickouts, toString(sum(revenue)) AS revenue
     FROM facts WHERE at >= {since:DateTime64(3, 'UTC')} AND at < {until:DateTime64(3, 'UTC')} AND ${where} GROUP BY id`,
    { ...params, since: new Date(now.getTime() - EFFECT_DAYS * DAY_MS), until: now },
    { parse: (row) => trafficRow.parse(row) },
  );
  return new Map(rows.map(({ id, ...traffic }) => [id, traffic]));
}

/** By deal. */
export const trafficOfDeals = (clickhouse: ClickHouse, now: Date, dealIds: readonly number[]) =>
  readTraffic(clickhouse, now, {
    by: 'deal_id',
    where: 'deal_id IN {ids:Array(UInt32)}',
    params: { ids: [...dealIds] },
  });

/** The partner's results in a geo through an integration; where it has none, those of the whole geo, which it may take. */
export async function trafficOfPlace(
  clickhouse: ClickHouse,
  now: Date,
  place: { partnerId: number; geoId: number; integrationId: number },
): Promise<Traffic> {
  const own = 'geo_id = {geoId:UInt32} AND partner_id = {partnerId:UInt32} AND integration_id = {integrationId:UInt32}';
  for (const where of [own, 'geo_id = {geoId:UInt32}']) {
    const traffic = (await readTraffic(clickhouse, now, { by: 'toUInt32(0)', where, params: place })).get(0);
    if (traffic !== undefined && (traffic.clickouts > 0 || compareMoney(traffic.revenue, '0') !== 0)) return traffic;
  }
  return NO_TRAFFIC;
}

/** How often terms would have paid their fixed amount. */
function timesPaid(traffic: Traffic, paidFor: RevenueType, leadCap: number | null): number {
  const most = (leadCap ?? Number.POSITIVE_INFINITY) * EFFECT_DAYS;
  switch (paidFor) {
    case 'firstDeposit':
      return traffic.firstDeposits;
    case 'qualifiedLead':
      return Math.min(most, traffic.qualifiedLeads);
    case 'lead':
      return Math.min(most, traffic.leads);
    case 'clickout':
      return traffic.clickouts;
    case 'period':
      return 1;
    case 'netRevenue':
      return 0;
  }
}

const withoutSign = (amount: string): string => amount.replace('-', '');

/**
 * The money that a fixed amount and a share would have come to, in base currency and without a sign. `rate` is the base
 * currency for one unit of the amount's currency. Where nothing has happened yet, one result is assumed.
 */
export function effectOfTerms(
  traffic: Traffic,
  terms: { paidFor: RevenueType; fixedAmount: string; sharePercent: string; leadCap: number | null; rate: string },
): string {
  const times = Math.max(1, timesPaid(traffic, terms.paidFor, terms.leadCap));
  const fixed = multiplyMoney(inBase(withoutSign(terms.fixedAmount), terms.rate), String(times));
  const share = divideMoney(multiplyMoney(withoutSign(traffic.revenue), withoutSign(terms.sharePercent)), '100') ?? '0';
  return sumMoney([fixed, share]);
}
