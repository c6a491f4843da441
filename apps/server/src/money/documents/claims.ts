/** The claims of living documents, and single facts that are exempt from them. */
import { CONTRACTS, type Contract, SIDES, type Side } from '@signpost/contract/money/document.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable, Trx } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';
import type { FactRange } from './billable.ts';
import { freeRanges } from './positions.ts';

const claimRow = z.object({
  partyId: z.number(),
  currency: z.string(),
  contract: z.enum(CONTRACTS),
  month: z.string(),
  from: z.number(),
  to: z.number(),
});
export type ClaimRow = z.infer<typeof claimRow>;

/** Whether the claims of all living documents count, or those of documents that had been issued on a day. */
export type ClaimBasis = 'claimed' | { issuedBy: string };

/** The documents whose claims count. */
const isOf = (basis: ClaimBasis) => {
  if (basis === 'claimed') return sql`true`;
  return sql`document_id IN (SELECT id FROM documents WHERE state = 'issued' AND issue_date <= ${basis.issuedBy}::date)`;
};

/** A claim that a credit note released later still counted on the day. */
const isKept = (basis: ClaimBasis) => {
  if (basis === 'claimed') return sql`released_by IS NULL`;
  return sql`(released_by IS NULL OR released_by IN (SELECT id FROM documents WHERE issue_date > ${basis.issuedBy}::date))`;
};

/** The claims that count, of one party or of all. */
export async function readClaims(
  db: Queryable,
  { side, partyId, basis = 'claimed' }: { side: Side; partyId: number | null; basis?: ClaimBasis },
): Promise<ClaimRow[]> {
  return await readRows(
    db,
    claimRow,
    sql`SELECT party_id, currency, contract, to_char(month, 'YYYY-MM') AS month, lower(positions) AS "from",
        upper(positions) AS "to"
      FROM claims WHERE side = ${side} AND ${isKept(basis)}
        AND (${partyId}::bigint IS NULL OR party_id = ${partyId}::bigint)
        AND ${isOf(basis)}
      ORDER BY party_id, currency, contract, month, lower(positions)`,
  );
}

interface Party {
  side: Side;
  partyId: number;
  currency: string;
}

/** The free ranges of each of these contracts and months. */
export function rangesToClaim(
  claims: readonly ClaimRow[],
  wanted: { currency: string; keys: readonly { contract: Contract; month: string }[]; cutOff: number },
): FactRange[] {
  return wanted.keys.flatMap(({ contract, month }) =>
    freeRanges(
      claims.filter(
        (claim) => claim.currency === wanted.currency && claim.contract === contract && claim.month === month,
      ),
      wanted.cutOff,
    ).map((range) => ({ contract, month, ...range })),
  );
}

/** Stores the claims of a draft. Errors: a violated exclusion constraint if a living document has a part of them. */
export async function storeClaims(
  trx: Trx,
  documentId: number,
  { side, partyId, currency }: Party,
  ranges: readonly FactRange[],
): Promise<void> {
  for (const { contract, month, from, to } of ranges)
    await sql`INSERT INTO claims (document_id, side, party_id, currency, contract, month, positions)
      VALUES (${documentId}, ${side}, ${partyId}, ${currency}, ${contract}, ${`${month}-01`}::date,
        int8range(${from}::bigint, ${to}::bigint))`.execute(trx);
}

const exceptionRow = z.object({
  factId: z.string(),
  side: z.enum(SIDES),
  partyId: z.number(),
  currency: z.string(),
  contract: z.enum(CONTRACTS),
  month: z.string(),
  position: z.number(),
  exact: z.string(),
  base: z.string(),
  description: z.string(),
  reason: z.string(),
  documentId: z.number().nullable(),
});
export type ClaimException = z.infer<typeof exceptionRow>;

/** The facts of a party (of all, without one) that are held back, or that a document bills by themselves. */
export async function readExceptions(
  db: Queryable,
  {
    side,
    partyId,
    currency,
    basis = 'claimed',
  }: { side: Side; partyId: number | null; currency: string | null; basis?: ClaimBasis },
): Promise<ClaimException[]> {
  return await readRows(
    db,
    exceptionRow,
    sql`SELECT fact_id, side, party_id, currency, contract, to_char(month, 'YYYY-MM') AS month, position, exact, base,
        description, reason, document_id
      FROM claim_exceptions WHERE side = ${side} AND (${partyId}::bigint IS NULL OR party_id = ${partyId}::bigint)
        AND (${currency}::text IS NULL OR currency = ${currency}::text)
        AND ${isOf(basis)}
      ORDER BY fact_id`,
  );
}

/** Runs the writers of one party's claims and exceptions one after the other, until the transaction ends. */
export async function lockParty(trx: Trx, { side, partyId }: Pick<Party, 'side' | 'partyId'>): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext(${`claims ${side}`}), ${partyId}::integer)`.execute(trx);
}

/** Whether a fact lies in one of these ranges. */
export const isInRanges = (
  fact: Pick<ClaimException, 'contract' | 'month' | 'position'>,
  ranges: readonly FactRange[],
): boolean =>
  ranges.some(
    ({ contract, month, from, to }) =>
      contract === fact.contract && month === fact.month && fact.position >= from && fact.position < to,
  );
