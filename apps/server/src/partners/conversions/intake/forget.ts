/** Takes a person out of the refused postbacks and leads that are kept sealed. */
import type { PersonKey } from '@signpost/contract/partners/leads/lead.ts';
import { hasNumber } from '@signpost/contract/reading/phone-forms.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../../database.ts';
import { addressForms } from '../../../platform/address-forms.ts';
import { charsetOf, decodeText, unescapedText } from '../../../platform/legacy-text.ts';
import { readRows } from '../../../platform/rows.ts';
import { PURPOSES } from '../../../platform/sealed.ts';
import type { Vault } from '../../../platform/vault.ts';
import { type KeptRequest, openKept } from './kept.ts';

const PAGE = 1_000;
const KEPT = [
  { table: 'postback_refusals', purpose: PURPOSES.refusedPostback },
  { table: 'lead_refusals', purpose: PURPOSES.refusedLead },
] as const;
const sealedRow = z.object({ id: z.number(), sealed: z.instanceof(Buffer) });

const fromJson = (text: string): string =>
  text
    .replaceAll(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll('\\/', '/');

/** The texts of a request: its body as it is, without the escapes of JSON, and without those of forms. */
function textsOf({ parameters, body }: KeptRequest): string[] {
  const given = parameters.flat().join(' ');
  if (body === null) return [given];
  const charset = charsetOf(body.type ?? '');
  const sent = decodeText(Buffer.from(body.base64, 'base64'), charset);
  return [given, sent, fromJson(sent), unescapedText(sent.replaceAll('+', ' '), charset)];
}

/** A damaged request may hold anybody's data and cannot be read again, so it is emptied too. */
function namesPerson(kept: KeptRequest | null, { kind, key }: PersonKey): boolean {
  if (kept === null) return true;
  const texts = textsOf(kept);
  if (kind === 'phone') return texts.some((text) => hasNumber(text, key) || text.replaceAll(/\D/g, '').includes(key));
  const forms = addressForms(key);
  return texts.some((text) => {
    const lower = text.toLowerCase();
    return forms.some((form) => lower.includes(form));
  });
}

/** The refusals stay with their reason and masked parameters; one that names the person cannot be read again. */
export async function forgetRefusals(trx: Trx, vault: Vault, person: PersonKey): Promise<void> {
  for (const { table, purpose } of KEPT) {
    let last = 0;
    for (;;) {
      const rows = await readRows(
        trx,
        sealedRow,
        sql`SELECT id, sealed FROM ${sql.table(table)} WHERE sealed IS NOT NULL AND id > ${last}
          ORDER BY id LIMIT ${PAGE}`,
      );
      const named = rows.filter(({ sealed }) => namesPerson(openKept(vault, sealed, purpose), person));
      if (named.length > 0)
        await sql`UPDATE ${sql.table(table)} SET sealed = NULL
          WHERE id = ANY(${named.map(({ id }) => id)}::bigint[])`.execute(trx);
      last = rows.at(-1)?.id ?? last;
      if (rows.length < PAGE) break;
    }
  }
}
