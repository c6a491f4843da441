/** Erases the persons behind leads. The counts of a lead stay (docs/product/data-protection.md). */
import { lead } from '@signpost/contract/entities/lead.ts';
import type { AuditEvent } from '@signpost/contract/records/audit-events.ts';
import { sql } from 'kysely';
import type { Trx } from '../../database.ts';
import { idRow, readRows } from '../../platform/rows.ts';
import { type Author, changeMany, recordEvent } from '../../workplace/records/change.ts';

/**
 * Erases the persons of these leads in the caller's transaction and records it in the audit trail, without the data.
 * A lead that still waits for a buyer is rejected, because nothing is left to offer. Returns how many were erased.
 */
export async function erasePersons(
  trx: Trx,
  author: Author,
  ids: readonly number[],
  because: 'asked' | 'retention',
): Promise<number> {
  // The lead is locked before its person, in the order in which a worker that offers it takes them.
  const erased = await readRows(
    trx,
    idRow,
    sql`UPDATE leads l SET email_hint = '', phone_hint = '', redirect_url = NULL,
        status = CASE WHEN status = 'accepted' THEN status ELSE 'rejected' END,
        reason = CASE WHEN status = 'accepted' THEN reason ELSE 'person_erased' END,
        next_try_at = NULL, version = version + 1, updated_at = ${author.at}
      WHERE id = ANY(${ids}::bigint[]) AND EXISTS (SELECT FROM lead_persons p WHERE p.lead_id = l.id) RETURNING id`,
  );
  const erasedIds = erased.map(({ id }) => id);
  await sql`DELETE FROM lead_persons WHERE lead_id = ANY(${erasedIds}::bigint[])`.execute(trx);
  // Answers of buyers were stored without personal data that they repeat, but may contain other texts about the person.
  await sql`UPDATE lead_attempts SET detail = '' WHERE lead_id = ANY(${erasedIds}::bigint[])`.execute(trx);
  const event: AuditEvent = { event: 'personErased', because };
  await changeMany(trx, async () => {
    for (const id of erasedIds) await recordEvent(trx, author, { entity: lead, id, after: { ...event } });
  });
  return erasedIds.length;
}
