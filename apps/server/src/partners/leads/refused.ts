/** Counts leads that were refused, and keeps those of known sites sealed, as refused postbacks are kept. */
import { AppError } from '@signpost/contract/errors.ts';
import { type LeadRefusal, MOST_KEPT_LEADS, MOST_UNKNOWN_KEYS } from '@signpost/contract/partners/leads/refusal.ts';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable, Trx } from '../../database.ts';
import type { Deps } from '../../deps.ts';
import { errorCode } from '../../platform/error-text.ts';
import { isSenderGone } from '../../platform/request-body.ts';
import { readRows } from '../../platform/rows.ts';
import { PURPOSES } from '../../platform/sealed.ts';
import { hashOfToken } from '../../platform/tokens.ts';
import { holdKey } from '../../platform/vault.ts';
import { sealKept } from '../conversions/intake/kept.ts';

export interface LeadOrigin {
  ip: string;
  country: string;
}

interface Refusal {
  reason: LeadRefusal;
  /** The fields that were refused. */
  fields: string[];
}

const CONTACTS: readonly string[] = ['email', 'phone'];

/** Why an error refuses a lead; null for failures of ours and for callers that are too fast, who send it again. */
export function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof Error) || isSenderGone(error)) return null;
  // The key is looked at again when the lead is counted.
  if (error instanceof AppError && error.code === 'FORBIDDEN') return { reason: 'unknown_key', fields: [] };
  if (error instanceof AppError) return null;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const paths = error.validation.map(({ instancePath }) => instancePath.split('/')[1] ?? '');
    const fields = [...new Set(paths)].filter((path) => path !== '');
    if (fields.length === 0) return { reason: 'bad_body', fields };
    if (fields.every((field) => CONTACTS.includes(field))) return { reason: 'no_contact', fields };
    return { reason: 'bad_field', fields };
  }
  // The framework and PostgreSQL name their errors by codes.
  const code = errorCode(error);
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return { reason: 'too_large', fields: [] };
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return { reason: 'bad_type', fields: [] };
  // A number that no column can hold.
  if (code.startsWith('22')) return { reason: 'bad_field', fields: [] };
  const status = 'statusCode' in error ? Number(error.statusCode) : 0;
  const isRefused = error instanceof SyntaxError || (status >= 400 && status < 500);
  if (isRefused) return { reason: 'bad_body', fields: [] };
  return null;
}

const siteRow = z.object({ websiteId: z.number(), isArchived: z.boolean() });

/** The reason that lies in the key, if there is one, and the site. */
async function siteOf(db: Queryable, key: string | undefined) {
  if (key === undefined) return { reason: 'no_key', websiteId: null } as const;
  const rows = await readRows(
    db,
    siteRow,
    sql`SELECT k.website_id, w.archived_at IS NOT NULL AS is_archived
      FROM website_lead_keys k JOIN websites w ON w.id = k.website_id WHERE k.key_hash = ${hashOfToken(key)}`,
  );
  const [site] = rows;
  if (site === undefined) return { reason: 'unknown_key', websiteId: null } as const;
  const { isArchived, websiteId } = site;
  return { reason: isArchived ? ('archived_site' as const) : null, websiteId };
}

/** Only a text that looks like a key of ours has a hint. */
const KEY = /^[\w-]{24}$/;
const HINT = 4;

interface Counted {
  websiteId: number | null;
  keyHint: string;
  reason: LeadRefusal;
  now: Date;
}

const day = (now: Date): string => now.toISOString().slice(0, 10);

/** Unknown keys beyond the limit of a day are counted together, so that a stranger cannot fill the table. */
async function count(trx: Trx, { websiteId, keyHint, reason, now }: Counted): Promise<void> {
  const today = day(now);
  const ownHint = sql`SELECT ${keyHint}::text WHERE ${keyHint} = '' OR EXISTS (SELECT FROM lead_refusal_counts
      WHERE day = ${today}::date AND key_hint = ${keyHint})
    OR (SELECT count(DISTINCT key_hint) FROM lead_refusal_counts WHERE day = ${today}::date AND key_hint <> '')
      < ${MOST_UNKNOWN_KEYS}`;
  await sql`INSERT INTO lead_refusal_counts AS c (day, website_id, key_hint, reason, cases, last_at)
    VALUES (${today}::date, ${websiteId}, coalesce((${ownHint}), ''), ${reason}, 1, ${now})
    ON CONFLICT (day, website_id, key_hint, reason)
      DO UPDATE SET cases = c.cases + 1, last_at = excluded.last_at`.execute(trx);
}

interface RefusedLead extends Refusal {
  key: string | undefined;
  /** Null if the body could not be received as a whole. */
  sent: { body: Buffer; type: string | null } | null;
  origin: LeadOrigin;
}

/** Counts a refused lead. One of a known site is kept sealed, up to a number per site and day. */
export async function noteRefusal(deps: Pick<Deps, 'db' | 'vault' | 'clock'>, refused: RefusedLead): Promise<void> {
  const { key, sent, origin, fields } = refused;
  const now = deps.clock.now();
  const { reason: ofKey, websiteId } = await siteOf(deps.db, key);
  const reason = ofKey ?? refused.reason;
  const keyHint = reason === 'unknown_key' && key !== undefined && KEY.test(key) ? key.slice(-HINT) : '';
  if (websiteId === null || sent === null) {
    await deps.db.transaction().execute((trx) => count(trx, { websiteId, keyHint, reason, now }));
    return;
  }
  const vault = await deps.vault();
  await deps.db.transaction().execute(async (trx) => {
    await holdKey(trx, vault);
    // Leads of one site are kept one after the other, so that the limit per day holds. Counting alone locks only the
    // row of one day, site and reason.
    await sql`SELECT FROM website_lead_keys WHERE website_id = ${websiteId} FOR UPDATE`.execute(trx);
    await count(trx, { websiteId, keyHint, reason, now });
    const kept = {
      parameters: Object.entries(origin),
      body: { base64: sent.body.toString('base64'), type: sent.type },
    };
    await sql`INSERT INTO lead_refusals (at, website_id, reason, fields, sealed)
      SELECT ${now}, ${websiteId}, ${reason}, ${fields}::text[], ${sealKept(vault, kept, PURPOSES.refusedLead)}::bytea
      WHERE (SELECT count(*) FROM lead_refusals WHERE website_id = ${websiteId} AND at >= ${day(now)}::date
        AND at < ${day(now)}::date + 1) < ${MOST_KEPT_LEADS}`.execute(trx);
  });
}
