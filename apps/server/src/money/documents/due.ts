/**
 * The amounts that are due per party, currency, contract and month: all money facts that no living document has
 * claimed.
 */
import { addMonths, earlier } from '@signpost/contract/dates/dates.ts';
import type { Contract, Side } from '@signpost/contract/money/document.ts';
import { subtractMoney, sumMoney } from '@signpost/contract/money/money.ts';
import { readBegins } from './billing-begins.ts';
import {
  type ClaimBasis,
  type ClaimException,
  type ClaimRow,
  isInRanges,
  rangesToClaim,
  readClaims,
  readExceptions,
} from './claims.ts';
import type { ContentDeps } from './content.ts';
import { type DueRow, dueKey, groupFacts, sumDue } from './facts.ts';
import { readCutOff } from './positions.ts';

/** Months before the one that is asked for in which facts of parties that were never billed are looked for. */
const MONTHS_BACK = 24;

export interface DueAsk {
  side: Side;
  /** The last month, such as `2026-10`. */
  month: string;
  partyIds: readonly number[] | null;
  /** The first month of the one party that is asked for, if it is not stored yet. */
  beginsWith?: string | undefined;
}

export interface DueState {
  cutOff: number;
  /** The first month of each party that has one; nothing before it is due. */
  begins: ReadonlyMap<number, string>;
  rows: DueRow[];
  claims: readonly ClaimRow[];
  exceptions: readonly ClaimException[];
}

/**
 * The position at which the claims of each key end. If the claims of a key leave a gap after position 0, they are also
 * listed in `gaps`.
 */
function claimedUpTo(claims: readonly ClaimRow[]): { upTo: Map<string, number>; gaps: ClaimRow[][] } {
  const upTo = new Map<string, number>();
  const gaps: ClaimRow[][] = [];
  for (const [key, own] of Map.groupBy(claims, dueKey)) {
    const highest = Math.max(...own.map(({ to }) => to));
    upTo.set(key, highest);
    const claimed = own.reduce((sum, { from, to }) => sum + to - from, 0);
    if (claimed < highest) gaps.push(own);
  }
  return { upTo, gaps };
}

/** Adds the facts in gaps between claims, which a deleted draft or a full credit note left. */
async function addGaps(deps: ContentDeps, ask: DueAsk, rows: DueRow[], gaps: readonly ClaimRow[][]): Promise<void> {
  for (const own of gaps) {
    const [first] = own;
    if (first === undefined) continue;
    const { partyId, currency, contract, month } = first;
    const below = Math.max(...own.map(({ to }) => to)) - 1;
    const ranges = rangesToClaim(own, { currency, keys: [{ contract, month }], cutOff: below });
    const groups = await groupFacts(deps.clickhouse, {
      side: ask.side,
      partyId,
      currency,
      ranges,
      without: [],
      with: [],
    });
    for (const { exact, base, facts } of groups) rows.push({ partyId, currency, contract, month, exact, base, facts });
  }
}

/** Sums rows of the same key, and takes away the facts that are held back or billed by themselves. */
function settleRows(rows: readonly DueRow[], exceptions: readonly ClaimException[], state: Omit<DueState, 'rows'>) {
  const settled = [...Map.groupBy(rows, dueKey).values()].flatMap((own): DueRow[] => {
    const [first] = own;
    if (first === undefined) return [];
    const { partyId, currency, contract, month } = first;
    const free = rangesToClaim(
      state.claims.filter((claim) => claim.partyId === partyId),
      { currency, keys: [{ contract, month }], cutOff: state.cutOff },
    );
    const held = exceptions.filter(
      (fact) => fact.partyId === partyId && fact.currency === currency && isInRanges(fact, free),
    );
    return [
      {
        ...first,
        exact: subtractMoney(sumMoney(own.map(({ exact }) => exact)), sumMoney(held.map(({ exact }) => exact))),
        base: subtractMoney(sumMoney(own.map(({ base }) => base)), sumMoney(held.map(({ base }) => base))),
        facts: own.reduce((sum, { facts }) => sum + facts, 0) - held.length,
      },
    ];
  });
  return settled.filter(({ facts }) => facts > 0);
}

/**
 * Reads the amounts that are due up to a month, for these parties or for all: the facts that no living document has
 * claimed, or with `issuedBy` those that stood on no issued document at the end of that day.
 */
export async function readDue(deps: ContentDeps, ask: DueAsk, basis: ClaimBasis = 'claimed'): Promise<DueState> {
  const { side, month, partyIds, beginsWith } = ask;
  const partyId = partyIds?.length === 1 ? (partyIds[0] ?? null) : null;
  const cutOff = await readCutOff(deps.db);
  const stored = await readBegins(deps.db, { side, partyIds });
  const begins = partyId !== null && beginsWith !== undefined ? new Map([...stored, [partyId, beginsWith]]) : stored;
  const [claims, exceptions] = await Promise.all([
    readClaims(deps.db, { side, partyId, basis }),
    readExceptions(deps.db, { side, partyId, currency: null, basis }),
  ]);
  const back = addMonths(`${month}-01`, -MONTHS_BACK).slice(0, 'YYYY-MM'.length);
  const firstOf = (id: number): string => begins.get(id) ?? back;
  const from = [back, ...begins.values()].reduce((first, one) => earlier(first, one));
  const { upTo, gaps } = claimedUpTo(claims);
  const rows = await sumDue(deps.clickhouse, { side, cutOff, from, to: month, partyIds, claimedUpTo: upTo });
  const wanted = gaps.filter(
    ([first]) => first !== undefined && first.month <= month && (partyIds === null || partyIds.includes(first.partyId)),
  );
  await addGaps(deps, ask, rows, wanted);
  const billed = rows.filter((row) => row.month >= firstOf(row.partyId));
  return {
    cutOff,
    begins,
    claims,
    exceptions,
    rows: settleRows(billed, exceptions, { cutOff, begins, claims, exceptions }),
  };
}

/** The contracts and months in which something is due for one party in one currency. */
export const keysDue = (
  rows: readonly DueRow[],
  { partyId, currency }: { partyId: number; currency: string },
): { contract: Contract; month: string }[] =>
  rows
    .filter((row) => row.partyId === partyId && row.currency === currency)
    .map(({ contract, month }) => ({ contract, month }));
