/** The columns and conditions of billable facts that all queries of documents share. */

import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import type { Contract, Side } from '@signpost/contract/money/document.ts';
import type { EngineParams } from '../../platform/clickhouse.ts';

/**
 * The month in which a fact happened. It is another month than the one it counts in if it became known after that one was
 * closed; such a fact counts when it was recorded, and its trace says when it happened.
 */
const HAPPENED = `JSONExtractString(trace, 'happened')`;
const MONTH = `formatDateTime(at, '%Y-%m', 'UTC')`;
export const EARNED = `if(at = recorded_at AND notEmpty(trace) AND match(${HAPPENED}, '^[0-9]{4}-[0-9]{2}-'),
  least(substring(${HAPPENED}, 1, 7), ${MONTH}), ${MONTH})`;

const MEASURE: Readonly<Record<Side, string>> = {
  receivable: 'revenue',
  payable: '(publisher_cost + flat_fee_cost)',
};
export const PARTY: Readonly<Record<Side, string>> = { receivable: 'partner_id', payable: 'publisher_id' };
export const CONTRACT: Readonly<Record<Side, string>> = {
  receivable: `if(deal_type = 'Flat', 'flat', 'performance')`,
  payable: `if(flat_fee_cost != 0, 'flat', 'performance')`,
};
/** Whether a fact is billed in another currency than the base currency. */
const isForeign = (): string => `(currency NOT IN ('', '${baseCurrency()}'))`;

/** The currency in which a fact is billed. */
export const billedIn = (): string => `if(${isForeign()}, currency, '${baseCurrency()}')`;

/**
 * The columns of one billable fact. In base currency a fact is worth what the statistics show; in another currency it is
 * worth the amount that was agreed in it.
 */
export const columnsOf = (side: Side): string => `
  ${PARTY[side]} AS party, ${billedIn()} AS money, ${CONTRACT[side]} AS contract,
  ${MONTH} AS month, ${EARNED} AS earned, ${MEASURE[side]} AS base,
  toDecimal128(if(${isForeign()}, amount, ${MEASURE[side]}), 6) AS exact`;

export const billable = (side: Side): string => `(${MEASURE[side]}) != 0`;

/** A range of positions of one contract and month. */
export interface FactRange {
  contract: Contract;
  month: string;
  from: number;
  to: number;
}

export interface Billed {
  side: Side;
  partyId: number;
  currency: string;
  ranges: readonly FactRange[];
  /** Facts that belong to the ranges but are left out. */
  without: readonly string[];
  /** Facts from elsewhere. */
  with: readonly string[];
}

interface Selection {
  where: string;
  params: EngineParams;
}

export const nextMonth = (month: string): string => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
};

/** The condition for the facts of a document. */
export function selectionOf({ side, partyId, currency, ranges, without, with: added }: Billed): Selection {
  const params: Record<string, unknown> = { party: partyId, money: currency, without, added };
  const parts = ranges.map(({ contract, month, from, to }, index) => {
    Object.assign(params, {
      [`contract${index}`]: contract,
      [`start${index}`]: `${month}-01`,
      [`end${index}`]: nextMonth(month),
      [`from${index}`]: from,
      [`to${index}`]: to,
    });
    return `(at >= toDateTime64({start${index}:String}, 3, 'UTC') AND at < toDateTime64({end${index}:String}, 3, 'UTC')
      AND position >= {from${index}:UInt64} AND position < {to${index}:UInt64}
      AND ${CONTRACT[side]} = {contract${index}:String})`;
  });
  const inRanges = parts.length === 0 ? 'false' : `(${parts.join(' OR ')})`;
  const isOf = `${PARTY[side]} = {party:UInt32} AND ${billable(side)}
    AND ${billedIn()} = {money:String}`;
  const chosen =
    added.length === 0 && without.length === 0
      ? inRanges
      : `((${inRanges} AND fact_id NOT IN {without:Array(UUID)}) OR fact_id IN {added:Array(UUID)})`;
  return { where: `${isOf} AND ${chosen}`, params };
}
