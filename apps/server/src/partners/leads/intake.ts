/** Accepts a lead by its site's key, adds the data of its click, and seals the personal data. */
import {
  type DoubtfulPhone,
  hintOf,
  type LeadInput,
  leadClickId,
  leadCountry,
  leadPerson,
  leadPhone,
} from '@signpost/contract/partners/leads/lead.ts';
import { judgeNumber } from '@signpost/contract/reading/phone-number.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable, Trx } from '../../database.ts';
import { idRow, readRow, readRows } from '../../platform/rows.ts';
import { hashOfToken } from '../../platform/tokens.ts';
import type { Vault } from '../../platform/vault.ts';
import { type KnownClick, timeOfId } from '../conversions/counting/clicks.ts';
import { awaitClick, clickOf } from './clicks.ts';
import type { LeadDeps } from './distribute.ts';
import { personOf, storePerson } from './person.ts';

const siteRow = z.object({
  websiteId: z.number(),
  publisherId: z.number().nullable(),
});
export type Site = z.infer<typeof siteRow>;

/** The site that a key belongs to. */
export async function siteOfKey(db: Queryable, key: string): Promise<Site | undefined> {
  const rows = await readRows(
    db,
    siteRow,
    sql`SELECT k.website_id, w.publisher_id FROM website_lead_keys k JOIN websites w ON w.id = k.website_id
      WHERE k.key_hash = ${hashOfToken(key)} AND w.archived_at IS NULL`,
  );
  return rows[0];
}

/** The parts of a lead that come from its lander, and the address that it came from. */
interface GivenLead {
  input: LeadInput;
  from: { ip: string; country: string };
}

/** A lead with the data of its click, ready to be stored. */
type ReadyLead = GivenLead & {
  site: Site;
  country: string;
  clickId: string | null;
  click: KnownClick | undefined;
  doubt: DoubtfulPhone | null;
};

/**
 * Adds the data of its click to a lead, and what is wrong with its number. The lead keeps its click id even if the click is
 * not known yet (it is still on its way, or the statistics engine is down).
 */
export async function prepareLead(
  deps: Pick<LeadDeps, 'clickhouse'>,
  site: Site,
  given: GivenLead,
): Promise<ReadyLead> {
  const text = leadClickId(given.input) ?? '';
  const clickId = timeOfId(text) === null ? null : text;
  const { code: country } = leadCountry(given.input.country, given.from.country);
  const click = await clickOf(deps.clickhouse, clickId);
  return { ...given, site, country, clickId, click, doubt: doubtAbout(given.input, country) };
}

/** Stores a lead, due at once, in the caller's transaction; returns its id. */
export async function storeLead(
  trx: Trx,
  vault: Vault,
  lead: ReadyLead,
  { receivedAt, now }: { receivedAt: Date; now: Date },
): Promise<number> {
  const { input, from, site, country, clickId, click, doubt } = lead;
  const contacts = leadPerson(input, doubt);
  const hint = hintOf(contacts);
  const { id } = await readRow(
    trx,
    idRow,
    sql`INSERT INTO leads (email_hint, phone_hint, geo_id, product_id, website_id, publisher_id, traffic_source_id,
        click_id, received_at, next_try_at, fresh_from)
      VALUES (${hint.email}, ${hint.phone},
        coalesce((SELECT id FROM geos WHERE code = ${country}), ${orNull(click?.geoId)}),
        (SELECT id FROM products WHERE id = ${input.productId ?? orNull(click?.productId)}), ${site.websiteId},
        ${publisherOf(click, site)}, ${orNull(click?.trafficSourceId)}, ${clickId}, ${receivedAt}, ${now}, ${now})
      RETURNING id`,
  );
  if (clickId !== null && click === undefined) await awaitClick(trx, id, now);
  await storePerson(trx, vault, id, personOf(contacts, from.ip, country));
  return id;
}

/** Stores a lead. `country` is derived from its address. Returns its id, whether its click is known, and what is wrong with its number. */
export async function takeLead(
  deps: LeadDeps,
  site: Site,
  given: GivenLead,
  now: Date,
): Promise<{ id: number; isClickKnown: boolean; doubt: DoubtfulPhone | null }> {
  const ready = await prepareLead(deps, site, given);
  const vault = await deps.vault();
  const id = await deps.db.transaction().execute((trx) => storeLead(trx, vault, ready, { receivedAt: now, now }));
  return { id, isClickKnown: ready.click !== undefined, doubt: ready.doubt };
}

const PLUS_ZERO = /^[^\d+]*\+[^\d]*0/;

function doubtAbout(input: LeadInput, country: string): DoubtfulPhone | null {
  const phone = leadPhone(input);
  if (phone === undefined) return null;
  const { number, problem } = judgeNumber(phone.digits, country);
  if (problem !== null) return { problem, text: phone.text };
  // No country code begins with 0. A plus sign in front of a number of this country was read above and does no harm.
  if (PLUS_ZERO.test(phone.text) && !number.startsWith('+')) return { problem: 'code', text: phone.text };
  return null;
}

const orNull = (id: number | undefined): number | null => {
  if (id === undefined || id === 0) return null;
  return id;
};
const publisherOf = (click: KnownClick | undefined, site: Site): number | null =>
  orNull(click?.publisherId) ?? site.publisherId;
