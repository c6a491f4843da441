/** Payments with what is left of them. */
import type { Side } from '@signpost/contract/money/document.ts';
import { type Payment, paymentSchema } from '@signpost/contract/money/payment-views.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';

const SHOWN = 500;

export interface PaymentsAsk {
  side?: Side | undefined;
  partyId?: number | undefined;
  isOpen?: boolean | undefined;
}

/** The newest payments that match. */
export async function listPayments(db: Queryable, { side, partyId, isOpen = false }: PaymentsAsk): Promise<Payment[]> {
  return await readRows(
    db,
    paymentSchema,
    sql`SELECT p.id, p.side, e.name AS legal_entity, coalesce(p.partner_id, p.publisher_id) AS party_id,
        coalesce(n.name, u.name) AS party, p.day::text AS day, p.currency, p.amount, p.base_amount,
        CASE WHEN v.is_void THEN 0 ELSE p.amount - t.taken END::text AS "left", v.is_void, p.reference, t.settles
      FROM payments p JOIN legal_entities e ON e.id = p.legal_entity_id
        LEFT JOIN partners n ON n.id = p.partner_id LEFT JOIN publishers u ON u.id = p.publisher_id
        CROSS JOIN LATERAL (
          SELECT coalesce(sum(o.taken), 0) AS taken, coalesce(array_agg(o.number) FILTER (WHERE o.taken <> 0), '{}') AS settles
          FROM (SELECT d.number, sum(a.taken) AS taken FROM allocations a JOIN documents d ON d.id = a.document_id
            WHERE a.payment_id = p.id GROUP BY d.id, d.number) o) t
        CROSS JOIN LATERAL (SELECT p.reverses_id IS NOT NULL
          OR EXISTS (SELECT 1 FROM payments r WHERE r.reverses_id = p.id) AS is_void) v
      WHERE (${side ?? null}::text IS NULL OR p.side = ${side ?? null}::text)
        AND (${partyId ?? null}::bigint IS NULL OR coalesce(p.partner_id, p.publisher_id) = ${partyId ?? null}::bigint)
        AND (NOT ${isOpen} OR (p.amount <> t.taken AND NOT v.is_void))
      ORDER BY p.day DESC, p.id DESC LIMIT ${SHOWN}`,
  );
}
