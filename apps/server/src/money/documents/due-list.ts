/**
 * The amounts that are due, by party and currency, with the names of the parties and the reasons why a document cannot
 * be made.
 */

import type { Party, Side } from '@signpost/contract/money/document.ts';
import { currencyProblem } from '@signpost/contract/money/document-currency.ts';
import { compareMoney, sumMoney } from '@signpost/contract/money/money.ts';
import { decideVat } from '@signpost/contract/money/vat.ts';
import type { Due } from '@signpost/contract/money/views.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';
import { type ContentDeps, lastDayOf } from './content.ts';
import { readDue } from './due.ts';
import { ADDS_UP_TO_NOTHING } from './nothing-due.ts';
import { readCounterparties, readOwnParties } from './parties.ts';
import { readVatRows } from './rules.ts';
import { partyTable, tradersOf } from './sides.ts';

const partyRow = z.object({ id: z.number(), name: z.string(), hasCountry: z.boolean() });

/** Why none of our companies can make a document with a party; empty if one can. */
async function vatProblems(
  db: Queryable,
  { side, ids, day }: { side: Side; ids: readonly number[]; day: string },
): Promise<(partyId: number) => string> {
  const rows = await readVatRows(db);
  const ours = await readOwnParties(db);
  const theirs = await readCounterparties(db, side, ids);
  const problemWith = (own: Party, other: Party): string => {
    return decideVat(rows, { side, ...tradersOf(side, { own, other }) }, day).refused ?? '';
  };
  return (partyId) => {
    const other = theirs.get(partyId);
    if (other === undefined) return '';
    const problems = ours.map((own) => problemWith(own, other));
    if (problems.includes('')) return '';
    return problems[0] ?? '';
  };
}

/** Lists the amounts that are due up to a month, for these parties or for all. */
export async function listDue(
  deps: ContentDeps,
  ask: { side: Side; month: string; partyIds: readonly number[] | null },
): Promise<Due[]> {
  const [due, parties] = await Promise.all([
    readDue(deps, ask),
    readRows(
      deps.db,
      partyRow,
      sql`SELECT id, name, billing_geo_id IS NOT NULL AS has_country
        FROM ${partyTable(ask.side)}`,
    ),
  ]);
  const vatProblemOf = await vatProblems(deps.db, {
    side: ask.side,
    ids: [...new Set(due.rows.map(({ partyId }) => partyId))],
    day: lastDayOf(ask.month),
  });
  const partyOf = new Map(parties.map((party) => [party.id, party]));
  const groups = Map.groupBy(due.rows, ({ partyId, currency }) => `${partyId} ${currency}`);
  const rows = [...groups.values()].flatMap((own): Due[] => {
    const [first] = own;
    if (first === undefined) return [];
    const party = partyOf.get(first.partyId);
    const exact = sumMoney(own.map((row) => row.exact));
    return [
      {
        side: ask.side,
        partyId: first.partyId,
        party: party?.name ?? `#${first.partyId}`,
        currency: first.currency,
        exact,
        base: sumMoney(own.map((row) => row.base)),
        facts: own.reduce((sum, { facts }) => sum + facts, 0),
        months: own.map(({ month, contract, exact: part, facts }) => ({ month, contract, exact: part, facts })),
        beginsWith: due.begins.get(first.partyId) ?? null,
        // Staff choose the first month with the first draft; a publisher waits for it.
        problem:
          ask.partyIds !== null && !due.begins.has(first.partyId)
            ? 'Billing has not begun. Staff enter its first month under Billing.'
            : currencyProblem(first.currency) ||
              problemOf(party?.hasCountry ?? false, exact) ||
              vatProblemOf(first.partyId),
      },
    ];
  });
  return rows.sort((one, other) => compareMoney(other.base, one.base));
}

function problemOf(hasCountry: boolean, exact: string): string {
  if (!hasCountry) return 'The country is missing under Billing.';
  const sign = compareMoney(exact, '0');
  if (sign === 0) return ADDS_UP_TO_NOTHING;
  if (sign < 0) return 'Corrections exceed what is due.';
  return '';
}
