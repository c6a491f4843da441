/** The first year of facts: the engine copies a half of the second one into it, thinned out, in a second or two. */
import { DAYS } from './traffic.ts';

const DAY_MS = 86_400_000;
const HALF = DAYS / 4;

/** The half years before the copied one, each with its share of that one's clicks. */
const COPIES = [
  { halves: 1, kept: 0.85 },
  { halves: 2, kept: 0.7 },
] as const;

/**
 * Statements that copy the third half year into the second and the first, whole weeks back, so that weekdays stay. A
 * click is kept or left out with all that follows from it, monthly fees always; ids are others, but stay together.
 */
export function earlierFacts(now: Date): { sql: string; params: Record<string, unknown> }[] {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const from = new Date(today - (DAYS / 2 - 1) * DAY_MS);
  return COPIES.map(({ halves, kept }) => {
    const moved = (column: string) => `subtractDays(${column}, {days:UInt32})`;
    const other = (column: string) =>
      `reinterpretAsUUID(bitXor(reinterpretAsUInt128(${column}), toUInt128({salt:UInt64})))`;
    const nil = "toUUID('00000000-0000-0000-0000-000000000000')";
    return {
      sql: `INSERT INTO facts SELECT * REPLACE (
          ${moved('at')} AS at, ${moved('click_at')} AS click_at, ${moved('recorded_at')} AS recorded_at,
          ${other('fact_id')} AS fact_id, if(click_id = ${nil}, click_id, ${other('click_id')}) AS click_id,
          if(visitor_id = 0, 0, bitXor(visitor_id, {salt:UInt64})) AS visitor_id,
          if(txid = '', '', concat(txid, {mark:String})) AS txid,
          concat('demo.', {mark:String}) AS chunk_id, toUInt64(0) AS position)
        FROM facts
        WHERE facts.at >= {from:DateTime64(3, 'UTC')} AND facts.at < {until:DateTime64(3, 'UTC')} AND startsWith(facts.chunk_id, 'demo.2')
          AND (facts.kind = 'flat_fee' OR cityHash64(if(facts.click_id = ${nil}, facts.fact_id, facts.click_id), {salt:UInt64}) % 1000 < {kept:UInt32})`,
      params: {
        days: HALF * halves,
        salt: 7_919 * halves,
        mark: `-${halves}`,
        kept: kept * 1000,
        from,
        until: new Date(from.getTime() + HALF * DAY_MS),
      },
    };
  });
}
