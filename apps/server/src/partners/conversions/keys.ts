/** A partner's postback key: random, found by its hash, and shown again to those who may set it up. */
import { createHmac } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  isMeaning,
  NO_SETTINGS,
  type PostbackSettings,
  PROTECTIONS,
  type Protection,
  postbackSettings,
  SECRET_PARAMETER,
  SIGNATURE_PARAMETER,
  type StatusOverride,
} from '@signpost/contract/partners/conversions/postback.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';
import { PURPOSES } from '../../platform/sealed.ts';
import { hashOfToken, newToken, sameToken } from '../../platform/tokens.ts';
import type { Vault } from '../../platform/vault.ts';

const KEY_BYTES = 24;
export const KEY_PURPOSE = PURPOSES.postbackKey;
export const SECRET_PURPOSE = PURPOSES.postbackSecret;

/** A new key or secret. */
export const newKey = (): string => newToken(KEY_BYTES);

/** The settings needed to read a partner's postbacks. */
export interface PostbackPartner {
  partnerId: number;
  integrationId: number | null;
  protection: Protection;
  secretSealed: Buffer | null;
  /** The currency that the partner pays in. */
  currency: string;
  settings: PostbackSettings;
  overrides: StatusOverride[];
}

const partnerRow = z.object({
  partnerId: z.number(),
  currency: z.string(),
  protection: z.enum(PROTECTIONS),
  secretSealed: z.instanceof(Buffer).nullable(),
  integrations: z.array(z.object({ id: z.number(), settings: z.unknown() })),
  overrides: z.array(z.object({ id: z.number(), status: z.string(), meaning: z.string(), validFrom: z.string() })),
});
type Row = z.infer<typeof partnerRow>;

/** Reads how the postbacks of a partner are read. `where` compares `b` (its postback settings) or `p` (the partner). */
const partnerSql = (
  where: ReturnType<typeof sql>,
) => sql`SELECT p.id AS partner_id, p.currency, coalesce(b.protection, 'none') AS protection, b.secret_sealed,
    (SELECT coalesce(json_agg(json_build_object('id', i.id, 'settings', i.settings_json) ORDER BY l.position), '[]')
      FROM partners_integrations l JOIN integrations i ON i.id = l.target_id WHERE l.record_id = p.id) AS integrations,
    (SELECT coalesce(json_agg(json_build_object('id', o.id, 'status', o.status, 'meaning', o.meaning, 'validFrom', o.valid_from)
      ORDER BY o.id DESC), '[]')
      FROM status_mapping_overrides o WHERE o.partner_id = p.id AND o.archived_at IS NULL) AS overrides
  FROM partners p LEFT JOIN partner_postbacks b ON b.partner_id = p.id WHERE ${where}`;

function fromRow(row: Row): PostbackPartner {
  const [first] = row.integrations;
  // The first integration with postback settings; without one, our own names apply.
  const reading = row.integrations.find(({ settings }) => !isDeepStrictEqual(postbackSettings(settings), NO_SETTINGS));
  return {
    partnerId: row.partnerId,
    integrationId: (reading ?? first)?.id ?? null,
    currency: row.currency,
    protection: row.protection,
    secretSealed: row.secretSealed,
    settings: postbackSettings(reading?.settings),
    overrides: row.overrides.flatMap(({ meaning, ...rest }) => (isMeaning(meaning) ? [{ ...rest, meaning }] : [])),
  };
}

/** The partner of this key, even if archived, because its visitors still deposit and charge back. */
export async function partnerOfKey(db: Queryable, key: string): Promise<PostbackPartner | undefined> {
  const [row] = await readRows(db, partnerRow, partnerSql(sql`b.key_hash = ${hashOfToken(key)}`));
  return row && fromRow(row);
}

/** How the reports of a partner are currently read. */
export async function readPartner(db: Queryable, partnerId: number): Promise<PostbackPartner | undefined> {
  const [row] = await readRows(db, partnerRow, partnerSql(sql`p.id = ${partnerId}`));
  return row && fromRow(row);
}

/** The signature of a message: lower-case hex of HMAC-SHA256. */
export function signatureOf(secret: string, message: string | Buffer): string {
  return createHmac('sha256', secret).update(message).digest('hex');
}

/** The query of a postback with the proof that the partner's protection asks for. */
export function provedQuery(parameters: URLSearchParams, protection: Protection, secret: string): string {
  if (protection === 'secret') parameters.set(SECRET_PARAMETER, secret);
  const signed = parameters.toString();
  if (protection !== 'hmac') return signed;
  return `${signed}&${SIGNATURE_PARAMETER}=${signatureOf(secret, signed)}`;
}

/** Whether a request carries the proof that the partner's protection asks for. */
export function isProved(
  partner: PostbackPartner,
  vault: Vault,
  proof: { secret: string; signature: string; message: string | Buffer },
): boolean {
  if (partner.protection === 'none') return true;
  if (partner.secretSealed === null) return false;
  const secret = vault.open(partner.secretSealed, SECRET_PURPOSE);
  if (partner.protection === 'secret') return sameToken(proof.secret, secret);
  return sameToken(proof.signature.toLowerCase(), signatureOf(secret, proof.message));
}
