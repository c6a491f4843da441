/** Queries for the money of facts: who owes it, in which currency, under which contract, for which month. */

import { CONTRACTS, type Contract, type Side } from '@signpost/contract/money/document.ts';
import { z } from 'zod';
import type { ClickHouse, EngineParams } from '../../platform/clickhouse.ts';
import { engineRow } from '../../platform/rows.ts';
import {
  type Billed,
  billable,
  billedIn,
  CONTRACT,
  columnsOf,
  EARNED,
  nextMonth,
  PARTY,
  selectionOf,
} from './billable.ts';

const lineRow = z.object({
  /** The month in which the facts count, and the one in which they happened. */
  month: z.string(),
  earned: z.string(),
  contract: z.enum(CONTRACTS),
  dealType: z.string(),
  productId: z.number(),
  geoId: z.number(),
});

const groupRow = lineRow.extend({
  /** Whether these facts are negative and take earlier facts back. */
  takenBack: z.coerce.boolean(),
  exact: z.string(),
  /** The amounts of the smallest and the largest of these facts. */
  least: z.string(),
  most: z.string(),
  base: z.string(),
  facts: z.number(),
  firstDeposits: z.coerce.number(),
  leads: z.coerce.number(),
  qualifiedLeads: z.coerce.number(),
});
export type FactGroup = z.infer<typeof groupRow>;

/**
 * The sums of a document's facts by months, contract, deal type, product, geo, and whether they are earned or taken back:
 * the raw form of its lines.
 */
export async function groupFacts(clickhouse: ClickHouse, billed: Billed): Promise<FactGroup[]> {
  const { where, params } = selectionOf(billed);
  return await clickhouse.query(
    `SELECT month, earned, contract, deal_type, product_id, geo_id, amount < 0 AS taken_back, toString(sum(amount)) AS exact,
       toString(min(amount)) AS least, toString(max(amount)) AS most, toString(sum(base)) AS base,
       count() AS facts, sum(first_deposits) AS first_deposits, sum(leads) AS leads, sum(qualified_leads) AS qualified_leads
     FROM (SELECT exact AS amount, * EXCEPT (exact) FROM (SELECT ${columnsOf(billed.side)}, deal_type, product_id, geo_id,
       first_deposits, leads, qualified_leads FROM facts WHERE ${where}))
     GROUP BY month, earned, contract, deal_type, product_id, geo_id, taken_back
     ORDER BY earned, month, contract, deal_type, product_id, geo_id, taken_back`,
    params,
    { parse: engineRow(groupRow), maxSeconds: 60 },
  );
}

const factRow = lineRow.extend({
  factId: z.string(),
  at: z.string(),
  recordedAt: z.string(),
  kind: z.string(),
  clickId: z.string(),
  txid: z.string(),
  reason: z.string(),
  position: z.number(),
  exact: z.string(),
  base: z.string(),
});
export type BillableFact = z.infer<typeof factRow>;

const FACT_COLUMNS = `fact_id, at, recorded_at, kind, click_id, txid, reason, deal_type, product_id, geo_id, position`;
const SHOWN = `fact_id, at, recorded_at, kind, click_id, txid, reason, month, earned, contract, deal_type, product_id, geo_id, position,
  toString(exact) AS exact, toString(base) AS base`;

/** The part of a document's facts that one line bills. */
export interface LineFacts {
  month: string;
  /** The month in which they happened; documents from before this was recorded have none. */
  earned?: string | undefined;
  /** Whether they are negative and take earlier facts back; documents from before this was recorded have none. */
  takenBack?: boolean | undefined;
  contract: Contract;
  dealType: string;
  productId: number;
  geoId: number;
}

/** The condition for facts that take earlier ones back, or for those that do not; none if they are not told apart. */
function takenBackOf({ takenBack }: LineFacts): string {
  if (takenBack === undefined) return '';
  if (takenBack) return 'AND taken_back';
  return 'AND NOT taken_back';
}

/** A page of the facts of a document or of one of its lines, the newest first, with their number and sum. */
export async function listFacts(
  clickhouse: ClickHouse,
  billed: Billed,
  { line, limit, offset }: { line: LineFacts | null; limit: number; offset: number },
): Promise<{ facts: BillableFact[]; total: number; exact: string }> {
  const { where, params } = selectionOf(billed);
  const ofLine =
    line === null
      ? 'true'
      : `month = {lineMonth:String} AND contract = {lineContract:String} AND deal_type = {lineDeal:String}
         AND product_id = {lineProduct:UInt32} AND geo_id = {lineGeo:UInt32}
         ${line.earned === undefined ? '' : 'AND earned = {lineEarned:String}'}
         ${takenBackOf(line)}`;
  const all = {
    ...params,
    ...(line !== null && {
      lineMonth: line.month,
      lineContract: line.contract,
      lineDeal: line.dealType,
      lineProduct: line.productId,
      lineGeo: line.geoId,
      ...(line.earned !== undefined && { lineEarned: line.earned }),
    }),
  };
  const from = `FROM (SELECT ${columnsOf(billed.side)}, exact < 0 AS taken_back, ${FACT_COLUMNS} FROM facts WHERE ${where})
    WHERE ${ofLine}`;
  const [facts, sums] = await Promise.all([
    clickhouse.query(
      `SELECT ${SHOWN} ${from} ORDER BY at DESC, fact_id LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
      { ...all, limit, offset },
      { parse: engineRow(factRow) },
    ),
    clickhouse.query(`SELECT count() AS total, toString(sum(exact)) AS exact ${from}`, all, {
      parse: engineRow(z.object({ total: z.number(), exact: z.string() })),
    }),
  ]);
  return { facts, total: sums[0]?.total ?? 0, exact: sums[0]?.exact ?? '0' };
}

/** Facts by their ids, as far as they are billable on this side. */
export async function findFacts(
  clickhouse: ClickHouse,
  { side, factIds }: { side: Side; factIds: readonly string[] },
): Promise<(BillableFact & { partyId: number; currency: string })[]> {
  return await clickhouse.query(
    `SELECT party AS party_id, money AS currency, ${SHOWN}
     FROM (SELECT ${columnsOf(side)}, ${FACT_COLUMNS} FROM facts WHERE fact_id IN {ids:Array(UUID)} AND ${billable(side)})`,
    { ids: factIds },
    { parse: engineRow(factRow.extend({ partyId: z.number(), currency: z.string() })) },
  );
}

/** Everything of one party, currency, contract and month that no document has claimed. */
const dueRow = z.object({
  partyId: z.number(),
  currency: z.string(),
  contract: z.enum(CONTRACTS),
  month: z.string(),
  exact: z.string(),
  base: z.string(),
  facts: z.number(),
});
export type DueRow = z.infer<typeof dueRow>;

export interface DueAsk {
  side: Side;
  cutOff: number;
  /** The months, first and last included. */
  from: string;
  to: string;
  partyIds: readonly number[] | null;
  /** Up to which position each key (`party currency contract month`) is claimed without a gap. */
  claimedUpTo: ReadonlyMap<string, number>;
}

/** The key of what is due, as {@link DueAsk} has it. */
export const dueKey = (row: Pick<DueRow, 'partyId' | 'currency' | 'contract' | 'month'>): string =>
  `${row.partyId} ${row.currency} ${row.contract} ${row.month}`;

/** Sums what is not claimed, by party, currency, contract and month. */
export async function sumDue(clickhouse: ClickHouse, ask: DueAsk): Promise<DueRow[]> {
  const { side, cutOff, from, to, partyIds, claimedUpTo } = ask;
  return await clickhouse.query(
    `SELECT party AS party_id, money AS currency, contract, month, toString(sum(exact)) AS exact,
       toString(sum(base)) AS base, count() AS facts
     FROM (SELECT ${columnsOf(side)}, position FROM facts
       WHERE ${PARTY[side]} != 0 AND ${billable(side)} AND position <= {cutOff:UInt64}
         AND at >= toDateTime64({start:String}, 3, 'UTC') AND at < toDateTime64({end:String}, 3, 'UTC')
         AND (${partyIds === null ? 'true' : `${PARTY[side]} IN {parties:Array(UInt32)}`}))
     WHERE position >= transform(concat(toString(party), ' ', money, ' ', contract, ' ', month),
       {keys:Array(String)}, {uppers:Array(UInt64)}, toUInt64(0))
     GROUP BY party, money, contract, month ORDER BY party, money, month, contract`,
    {
      cutOff,
      start: `${from}-01`,
      end: nextMonth(to),
      ...(partyIds !== null && { parties: partyIds }),
      // The engine needs at least one pair.
      keys: ['', ...claimedUpTo.keys()],
      uppers: [0, ...claimedUpTo.values()],
    },
    { parse: engineRow(dueRow), maxSeconds: 60 },
  );
}

/**
 * Facts that became known after a document was made and change what it would be: facts of its months that have later
 * positions, also if they count in a later month because theirs was closed, and corrections that take back its facts, whenever they count.
 */
export function changesSince(billed: Billed): { sql: string; params: EngineParams } {
  const { where, params } = selectionOf(billed);
  const { side, ranges } = billed;
  const ofMonths = [...Map.groupBy(ranges, ({ contract, month }) => `${contract} ${month}`).values()].map(
    (own, index) => {
      const [{ contract, month } = { contract: 'performance', month: '1970-01' }] = own;
      Object.assign(params, {
        [`laterContract${index}`]: contract,
        [`laterStart${index}`]: `${month}-01`,
        [`laterEnd${index}`]: nextMonth(month),
        [`laterFrom${index}`]: Math.max(...own.map(({ to }) => to)),
      });
      Object.assign(params, { [`laterMonth${index}`]: month });
      return `(at >= toDateTime64({laterStart${index}:String}, 3, 'UTC') AND (at < toDateTime64({laterEnd${index}:String}, 3, 'UTC')
        OR ${EARNED} = {laterMonth${index}:String})
      AND position >= {laterFrom${index}:UInt64} AND ${CONTRACT[side]} = {laterContract${index}:String})`;
    },
  );
  const takesBack = `(kind = 'correction' AND JSONExtractString(trace, 'takesBack') IN
    (SELECT toString(fact_id) FROM facts WHERE ${where}) AND NOT (${where}))`;
  return {
    sql: `SELECT kind = 'correction' AS is_correction, reason, toString(sum(exact)) AS exact, count() AS facts
      FROM (SELECT ${columnsOf(side)}, kind, reason, trace FROM facts
        WHERE ${PARTY[side]} = {party:UInt32} AND ${billable(side)} AND ${billedIn()} = {money:String}
          AND (${[...ofMonths, takesBack].join(' OR ')}))
      GROUP BY is_correction, reason`,
    params,
  };
}
