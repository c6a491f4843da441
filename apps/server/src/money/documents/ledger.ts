/** Writes balanced journals. The database refuses a journal that does not add up to zero when its transaction commits. */

import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import type { Posting } from '@signpost/contract/money/postings.ts';
import { atLeastPlaces } from '@signpost/contract/money/rounding.ts';
import { placesOf } from '@signpost/contract/reading/minor-units.ts';
import { sql } from 'kysely';
import type { Trx } from '../../database.ts';
import { idRow, readRow } from '../../platform/rows.ts';

export interface Journal {
  legalEntityId: number;
  day: string;
  kind: 'issue' | 'credit' | 'payment' | 'allocation' | 'writeOff' | 'accrual';
  text: string;
  documentId?: number;
  paymentId?: number;
  allocationId?: number;
  partnerId: number | null;
  publisherId: number | null;
  postings: readonly Posting[];
}

/** A posting with the decimals of its currency. Legal entities keep their books in the base currency. */
const written = ({ amount, baseAmount, ...posting }: Posting): Posting => ({
  ...posting,
  amount: atLeastPlaces(amount, placesOf(posting.currency)),
  baseAmount: atLeastPlaces(baseAmount, placesOf(baseCurrency())),
});

/** Stores a journal with its postings. */
export async function postJournal(trx: Trx, journal: Journal, at: Date): Promise<void> {
  const { legalEntityId, day, kind, text, documentId, paymentId, allocationId, partnerId, publisherId } = journal;
  const { id } = await readRow(
    trx,
    idRow,
    sql`INSERT INTO journals (legal_entity_id, day, kind, text, document_id, payment_id, allocation_id, created_at)
      VALUES (${legalEntityId}, ${day}::date, ${kind}, ${text}, ${documentId ?? null}, ${paymentId ?? null},
        ${allocationId ?? null}, ${at}) RETURNING id`,
  );
  await sql`INSERT INTO postings (journal_id, account, partner_id, publisher_id, currency, amount, base_amount)
    SELECT ${id}, p.account, ${partnerId}::bigint, ${publisherId}::bigint, p.currency, p.amount, p."baseAmount"
    FROM jsonb_to_recordset(${JSON.stringify(journal.postings.map(written))}::jsonb) AS p(account text, currency text, amount numeric,
      "baseAmount" numeric)`.execute(trx);
}
