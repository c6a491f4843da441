/** Reads the journals of a range of days for their file. */
import { ACCOUNTS } from '@signpost/contract/money/postings.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';
import type { WrittenJournal } from './render/hledger.ts';

const row = z.object({
  id: z.number(),
  day: z.string(),
  kind: z.string(),
  text: z.string(),
  base: z.string(),
  account: z.enum(ACCOUNTS),
  party: z.string(),
  currency: z.string(),
  amount: z.string(),
  baseAmount: z.string(),
});

/** In the order of their days, then of their numbers. */
export async function readJournals(
  db: Queryable,
  { from, to }: { from: string; to: string },
): Promise<WrittenJournal[]> {
  const rows = await readRows(
    db,
    row,
    sql`SELECT j.id, j.day::text AS day, j.kind, j.text, e.functional_currency AS base, p.account,
        coalesce(n.name || ' ' || n.id, u.name || ' ' || u.id, '') AS party, p.currency, p.amount, p.base_amount
      FROM journals j JOIN legal_entities e ON e.id = j.legal_entity_id JOIN postings p ON p.journal_id = j.id
        LEFT JOIN partners n ON n.id = p.partner_id LEFT JOIN publishers u ON u.id = p.publisher_id
      WHERE j.day BETWEEN ${from}::date AND ${to}::date ORDER BY j.day, j.id, p.id`,
  );
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((postings): WrittenJournal[] => {
    const [first] = postings;
    if (first === undefined) return [];
    const { id, day, kind, text, base } = first;
    return [{ id, day, kind, text, base, postings }];
  });
}
