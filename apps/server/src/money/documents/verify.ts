/** Walks the hash chain of every number series and compares each document with its hash. */

import { documentPayloadSchema } from '@signpost/contract/money/document.ts';
import { compareMoney, sumMoney } from '@signpost/contract/money/money.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Queryable } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';
import { documentHashOf } from './issue.ts';
import { hashOf } from './store.ts';

const seriesRow = z.object({ id: z.number(), lastNumber: z.number(), lastHash: z.string() });
const chainRow = z.object({
  id: z.number(),
  numberValue: z.number(),
  number: z.string(),
  issueDate: z.string(),
  dueDate: z.string(),
  payload: documentPayloadSchema,
  payloadHash: z.string(),
  previousHash: z.string(),
  documentHash: z.string(),
  total: z.string(),
});
type Linked = z.infer<typeof chainRow>;

interface Expected {
  seriesId: number;
  value: number;
  previousHash: string;
  previousDate: string;
}

function problemOf(document: Linked, expected: Expected): string | null {
  const { number, numberValue, issueDate, dueDate, payload, payloadHash, previousHash, documentHash, total } = document;
  if (numberValue !== expected.value) return `number ${expected.value} is missing before ${number}`;
  if (issueDate < expected.previousDate) return `${number} has an earlier date than the document before it`;
  if (hashOf(payload) !== payloadHash) return `the content of ${number} was changed`;
  if (previousHash !== expected.previousHash) return `${number} does not follow the document before it`;
  const head = { seriesId: expected.seriesId, number, issueDate, dueDate, payloadHash, previousHash };
  if (documentHashOf(head) !== documentHash) return `number, dates or hash of ${number} were changed`;
  const { net, vat } = payload.totals;
  const lines = sumMoney(payload.lines.map((line) => line.net));
  if (compareMoney(lines, net) !== 0 || compareMoney(sumMoney([net, vat]), total) !== 0)
    return `the amounts of ${number} do not add up`;
  return null;
}

interface Verdict {
  documents: number;
  problems: string[];
}

/**
 * Whether all series are whole: how many documents were compared, and the first problem of each broken series. It reads one
 * state of the database, so documents that are issued meanwhile do not look like a break.
 */
export async function verifyDocuments(db: Db): Promise<Verdict> {
  return await db.transaction().setIsolationLevel('repeatable read').execute(verifyIn);
}

async function verifyIn(db: Queryable): Promise<Verdict> {
  const series = await readRows(db, seriesRow, sql`SELECT id, last_number, last_hash FROM number_series ORDER BY id`);
  const problems: string[] = [];
  let documents = 0;
  for (const { id, lastNumber, lastHash } of series) {
    const expected: Expected = { seriesId: id, value: 1, previousHash: '', previousDate: '' };
    let problem: string | null = null;
    for (const document of await readChain(db, id)) {
      problem ??= problemOf(document, expected);
      expected.value += 1;
      expected.previousHash = document.documentHash;
      expected.previousDate = document.issueDate;
      documents += 1;
    }
    if (problem === null && (expected.value - 1 !== lastNumber || expected.previousHash !== lastHash))
      problem = `the end of series ${id} was cut off after number ${expected.value - 1}`;
    if (problem !== null) problems.push(problem);
  }
  return { documents, problems };
}

async function readChain(db: Queryable, seriesId: number): Promise<Linked[]> {
  return await readRows(
    db,
    chainRow,
    sql`SELECT id, number_value, number, issue_date::text AS issue_date, due_date::text AS due_date, payload,
        payload_hash, previous_hash, document_hash, total
      FROM documents WHERE series_id = ${seriesId} ORDER BY number_value`,
  );
}
