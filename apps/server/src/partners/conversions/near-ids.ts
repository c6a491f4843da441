/** Finds transactions of ours whose ids differ from a partner's only in how a program has written them. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';

/** Marks that programs and people put around ids. */
const MARKS = ' #\'"`´’‘“”„«»()[]{}<>*=.,;:';
const isMark = (character: string | undefined): boolean => character !== undefined && MARKS.includes(character);

function withoutMarks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isMark(text[start])) start += 1;
  while (end > start && isMark(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

const withoutZeros = (text: string): string => text.replace(/^0+/, '');

/** A number as programs that take it for an amount write it. */
const WHOLE = /^(\d+)\.0+$/;

/**
 * The part of an id that stays the same when a program changes the case of its letters, the marks around it, or its
 * zeros. Spreadsheets take ids of digits for numbers, and drop zeros in front (`0004711`) or add them behind
 * (`4711.0`).
 */
export function nearKey(id: string): string {
  const text = withoutMarks(id.trim()).toLowerCase();
  const digits = WHOLE.exec(text)?.[1] ?? text;
  if (/^\d+$/.test(digits)) return withoutZeros(digits);
  return text;
}

const nearRow = z.object({ reference: z.string() });

/** Our ids that have the same `nearKey` as one of these ids of the partner. Ids in `listed` have a line of their own. */
export async function readNearIds(
  db: Queryable,
  partnerId: number,
  { missing, listed }: { missing: readonly string[]; listed: (reference: string) => boolean },
): Promise<Map<string, string>> {
  const keys = [...new Set(missing.map(nearKey))].filter((key) => key !== '');
  if (keys.length === 0) return new Map();
  // The database drops zeros from ids with letters too and so finds too many; the comparison of keys decides.
  const rows = await readRows(
    db,
    nearRow,
    sql`SELECT DISTINCT reference FROM affiliate_transactions
      WHERE partner_id = ${partnerId} AND state NOT IN ('duplicate', 'withdrawn') AND reference <> ''
        AND ltrim(regexp_replace(lower(btrim(reference, ${MARKS})), '[.]0+$', ''), '0') = ANY(${keys.map(withoutZeros)}::text[])
      ORDER BY reference`,
  );
  const near = new Map<string, string>();
  for (const { reference } of rows) if (!listed(reference)) near.set(nearKey(reference), reference);
  return near;
}
