/** Collects the dead letters of clicks and conversions, and sends them again. */
import { FACT_KINDS } from '@signpost/contract/traffic/clicks/fact.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Queryable, Trx } from '../../../database.ts';
import { FACT_COLUMNS } from '../../../traffic/clicks/fact-line.ts';
import { readDeadLetters } from '../../../traffic/clicks/ship/dead-letters.ts';

export interface Refused {
  source: 'click' | 'conversion';
  chunkId: string;
  place: string;
  refusedAt: Date;
  code: number;
  problem: string;
  line: string;
}

const LONGEST_PROBLEM = 2_000;

/** Stores a dead letter. Storing the same one again changes nothing. */
export async function keepLetter(db: Queryable, letter: Refused): Promise<void> {
  await sql`INSERT INTO dead_letters (source, chunk_id, place, refused_at, code, problem, line)
    VALUES (${letter.source}, ${letter.chunkId}, ${letter.place}, ${letter.refusedAt}, ${letter.code},
      ${letter.problem.slice(0, LONGEST_PROBLEM)}, ${letter.line})
    ON CONFLICT (source, chunk_id, place) DO NOTHING`.execute(db);
}

/** Imports the dead letters that the click log's shipper wrote on this machine; `known` remembers the imported ones. */
export async function bringClickLetters(db: Db, clicks: string, known: Set<string>): Promise<void> {
  for (const letter of await readDeadLetters(clicks)) {
    const name = `${letter.chunkId} ${letter.offset}`;
    if (known.has(name)) continue;
    const { chunkId, offset, refusedAt, code, problem, line } = letter;
    await keepLetter(db, {
      source: 'click',
      chunkId,
      place: String(offset),
      code,
      problem,
      line,
      refusedAt: new Date(refusedAt),
    });
    known.add(name);
  }
}

const columns: ReadonlySet<string> = new Set(FACT_COLUMNS);
const lineSchema = z
  .looseObject({ at: z.iso.datetime(), fact_id: z.uuid(), kind: z.enum(FACT_KINDS) })
  .superRefine((line, context) => {
    for (const name of Object.keys(line))
      if (!columns.has(name))
        context.addIssue({ code: 'custom', path: [name], message: 'This is not a column of a fact.' });
  });

/** The corrected line in its final form, or its errors. */
export function mendedLine(text: string): { line: string; month: string } | { problem: string } {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'This is not valid JSON.' };
  }
  const parsed = lineSchema.safeParse(given);
  const issue = parsed.error?.issues[0];
  if (!parsed.success) return { problem: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}` };
  const { at, ...rest } = parsed.data;
  return { line: JSON.stringify({ at, ...rest }), month: at.slice(0, 'YYYY-MM'.length) };
}

/**
 * Queues a corrected fact, within the caller's transaction. If it belongs to a conversion, it is what a later reversal
 * of the transaction takes back.
 */
export async function replayLetter(trx: Trx, id: number, mended: { line: string; month: string }): Promise<void> {
  await sql`INSERT INTO fact_outbox (month, line, origin) VALUES (${mended.month}, ${mended.line}, coalesce(
    (SELECT o.origin FROM dead_letters l JOIN fact_outbox o ON o.id = l.place::bigint
      WHERE l.id = ${id} AND l.source = 'conversion'), ${`dead letter ${id}`}))`.execute(trx);
}
