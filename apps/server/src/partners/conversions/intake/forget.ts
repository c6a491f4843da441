/** Takes a person out of the refused postbacks that are kept sealed. */
import type { PersonKey } from '@signpost/contract/leads/lead.ts';
import { hasNumber } from '@signpost/contract/reading/phone-forms.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../../database.ts';
import { addressForms } from '../../../platform/address-forms.ts';
import { readRows } from '../../../platform/rows.ts';
import type { Vault } from '../../../platform/vault.ts';
import { type KeptRequest, openKept } from './store.ts';

const PAGE = 1_000;
const sealedRow = z.object({ id: z.number(), sealed: z.instanceof(Buffer) });

/** A damaged request may hold anybody's data and cannot be read again, so it is emptied too. */
function namesPerson(kept: KeptRequest | null, { kind, key }: PersonKey): boolean {
  if (kept === null) return true;
  const { parameters, body } = kept;
  const sent = body === null ? '' : Buffer.from(body.base64, 'base64').toString();
  const text = `${parameters.flat().join(' ')} ${sent}`;
  if (kind === 'phone') return hasNumber(text, key) || text.replaceAll(/\D/g, '').includes(key);
  const lower = text.toLowerCase();
  return addressForms(key).some((form) => lower.includes(form));
}

/** The refusals stay with their reason and masked parameters; one that names the person cannot be read again. */
export async function forgetRefusals(trx: Trx, vault: Vault, person: PersonKey): Promise<void> {
  let last = 0;
  for (;;) {
    const rows = await readRows(
      trx,
      sealedRow,
      sql`SELECT id, sealed FROM postback_refusals WHERE sealed IS NOT NULL AND id > ${last} ORDER BY id LIMIT ${PAGE}`,
    );
    const named = rows.filter(({ sealed }) => namesPerson(openKept(vault, sealed), person));
    if (named.length > 0)
      await sql`UPDATE postback_refusals SET sealed = NULL
        WHERE id = ANY(${named.map(({ id }) => id)}::bigint[])`.execute(trx);
    last = rows.at(-1)?.id ?? last;
    if (rows.length < PAGE) return;
  }
}
