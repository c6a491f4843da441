/** Distributes a lead: one round down the waterfall, and another round later if no buyer took it. */
import { NO_SETTINGS } from '@signpost/contract/partners/conversions/postback.ts';
import { missingContact } from '@signpost/contract/partners/leads/adapter.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Queryable, Trx } from '../../database.ts';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import type { Log } from '../../platform/log.ts';
import type { Send } from '../../platform/outgoing.ts';
import { idRow, readRow, readRows } from '../../platform/rows.ts';
import type { Vault } from '../../platform/vault.ts';
import { storeReport } from '../conversions/intake/store.ts';
import { readPartner } from '../conversions/keys.ts';
import { countAccepted, freePlaces, holdPlaces, keepPlaces } from '../deals/caps.ts';
import { type Buyer, readBuyers, waterfall } from './buyers.ts';
import { clickOf } from './clicks.ts';
import { type LeadPlaces, type Offered, offer } from './offer.ts';
import { hasPerson, readPerson } from './person.ts';

export interface LeadDeps {
  db: Db;
  clickhouse: ClickHouse;
  vault: () => Promise<Vault>;
  log: Log;
  send: Send;
}

/** A lead that is being offered to buyers. */
const leadRow = z.object({
  id: z.number(),
  geoId: z.number().nullable(),
  productId: z.number().nullable(),
  clickId: z.string().nullable(),
  /** How many rounds have ended. A round does not count if its worker died (docs/decisions/0150). */
  tries: z.number(),
  receivedAt: z.date(),
  freshFrom: z.date(),
  product: z.string().nullable(),
  source: z.string().nullable(),
});
type Lead = z.infer<typeof leadRow>;

export type Distribution = { status: 'accepted' | 'parked' | 'rejected'; redirectUrl: string | null };

/** Minutes until the next round after each round without a buyer; after the last one the lead is rejected. */
const WAITS = [1, 5, 30, 120, 360, 720] as const;
/**
 * A worker renews its lease on a lead before it asks each buyer. If the lease is not renewed for this long, another
 * worker takes over.
 */
const LEASE_MS = 75_000;
/** Outcomes that are answers of a buyer about a lead. */
const ANSWERED = ['accepted', 'rejected', 'duplicate'];
/** Outcomes after which a buyer is not asked about this lead again. */
const FINAL = [...ANSWERED, 'incomplete'];

/** Takes one lead for this worker; undefined if another worker has it. */
export async function distribute(deps: LeadDeps, leadId: number, now: Date): Promise<Distribution | undefined> {
  const lead = await claim(deps.db, leadId, now);
  if (lead === undefined) return undefined;
  const person = await readPerson(deps.db, await deps.vault(), lead.id);
  if (person === undefined) return await rejectErased(deps.db, lead, now);
  if (person === 'sealed') return await parkSealed(deps, lead, now);
  const places = await placesOf(deps, lead);
  const buyers = waterfall(await readBuyers(deps.db, lead.geoId, now), lead.id);
  const earlierOffers = await askedBefore(deps.db, lead);
  let open = false;
  for (const buyer of buyers) {
    const { outcome: before, answers = 0 } = earlierOffers.get(buyer.robotPartnerId) ?? {};
    if (before !== undefined && FINAL.includes(before)) continue;
    const missing = missingContact(buyer.adapter, person);
    if (missing !== null) {
      await noteAttempt(deps.db, { leadId: lead.id, buyer, outcome: 'incomplete', detail: missing }, now);
      continue;
    }
    if (!(await holdPlaces(deps.db, lead.id, buyer.caps, now))) {
      await noteAttempt(deps.db, { leadId: lead.id, buyer, outcome: 'cap' }, now);
      open = true;
      continue;
    }
    const attemptId = await deps.db.transaction().execute(async (trx) => {
      await keepPlaces(trx, lead.id, buyer.caps);
      return await noteAttempt(trx, { leadId: lead.id, buyer, outcome: 'unknown' }, now);
    });
    const offered = await offer(deps.send, buyer, person, { ...places, idempotencyKey: `lead-${lead.id}-${answers}` });
    // A duplicate after a lost answer means that the buyer accepted the lead the first time.
    const late = offered.outcome === 'duplicate' && before === 'unknown';
    if (offered.outcome === 'accepted' || late) return await accept(deps, lead, { buyer, attemptId, offered }, now);
    await deps.db.transaction().execute(async (trx) => {
      await settle(trx, attemptId, offered);
      if (offered.outcome !== 'unknown') await freePlaces(trx, lead.id, buyer.caps);
    });
    open ||= offered.outcome === 'error' || offered.outcome === 'unknown';
  }
  if (buyers.length === 0) return await leave(deps.db, lead, { reason: 'no_deal', open }, now);
  return await leave(deps.db, lead, { reason: open ? 'nobody_took_it' : 'all_refused', open }, now);
}

async function claim(db: Db, leadId: number, now: Date): Promise<Lead | undefined> {
  const rows = await readRows(
    db,
    leadRow,
    sql`UPDATE leads l SET next_try_at = ${new Date(now.getTime() + LEASE_MS)}
      WHERE l.id = (SELECT id FROM leads WHERE id = ${leadId} AND next_try_at <= ${now} FOR UPDATE SKIP LOCKED)
      RETURNING l.id, l.geo_id, l.product_id, l.click_id, l.tries, l.received_at, l.fresh_from,
        (SELECT name FROM products WHERE id = l.product_id) AS product,
        (SELECT name FROM traffic_sources WHERE id = l.traffic_source_id) AS source`,
  );
  return rows[0];
}

async function placesOf({ clickhouse }: LeadDeps, lead: Lead): Promise<LeadPlaces> {
  const click = await clickOf(clickhouse, lead.clickId);
  return {
    leadId: String(lead.id),
    clickId: lead.clickId ?? '',
    product: lead.product ?? '',
    source: lead.source ?? '',
    subs: click === undefined ? [] : [click.sub1, click.sub2, click.sub3, click.sub4, click.sub5],
  };
}

interface Asked {
  /** Undefined if the lead has been sent again since. A lost answer remains lost in any case. */
  outcome: string | undefined;
  /** The number of times the buyer has answered for this lead. An unanswered offer is repeated with the same key. */
  answers: number;
}

const attemptRow = z.object({ robotPartnerId: z.number(), at: z.date(), outcome: z.string(), answers: z.number() });

/** The last outcome with each buyer; a full cap does not count as an outcome. */
async function askedBefore(db: Db, { id, freshFrom }: Lead): Promise<Map<number, Asked>> {
  const rows = await readRows(
    db,
    attemptRow,
    sql`SELECT DISTINCT ON (robot_partner_id) robot_partner_id, at, outcome, (SELECT count(*)::integer FROM lead_attempts a
        WHERE a.lead_id = t.lead_id AND a.robot_partner_id = t.robot_partner_id AND a.outcome = ANY(${ANSWERED})) AS answers
      FROM lead_attempts t WHERE lead_id = ${id} AND outcome <> 'cap' ORDER BY robot_partner_id, id DESC`,
  );
  return new Map(
    rows.map(({ robotPartnerId, at, outcome, answers }) => [
      robotPartnerId,
      { answers, outcome: at >= freshFrom || outcome === 'unknown' ? outcome : undefined },
    ]),
  );
}

async function noteAttempt(
  db: Queryable,
  attempt: { leadId: number; buyer: Buyer; outcome: 'unknown' | 'cap' | 'incomplete'; detail?: string },
  now: Date,
): Promise<number> {
  const { leadId, buyer, outcome, detail = '' } = attempt;
  const { id } = await readRow(
    db,
    idRow,
    sql`INSERT INTO lead_attempts (lead_id, robot_partner_id, deal_id, at, outcome, detail)
      VALUES (${leadId}, ${buyer.robotPartnerId}, ${buyer.dealId}, ${now}, ${outcome}, ${detail}) RETURNING id`,
  );
  await sql`UPDATE leads SET next_try_at = greatest(next_try_at, now() + make_interval(secs => ${LEASE_MS / 1000}))
    WHERE id = ${leadId}`.execute(db);
  return id;
}

async function settle(db: Queryable, attemptId: number, { outcome, http, ms, detail }: Offered): Promise<void> {
  await sql`UPDATE lead_attempts SET outcome = ${outcome}, http = ${http}, ms = ${ms}, detail = ${detail}
    WHERE id = ${attemptId}`.execute(db);
}

const buyerIdRow = z.object({ robotPartnerId: z.number().nullable() });

/** Stores the acceptance, its count under the caps, and its conversion in one transaction. */
async function accept(
  { db }: LeadDeps,
  lead: Lead,
  { buyer, attemptId, offered }: { buyer: Buyer; attemptId: number; offered: Offered },
  now: Date,
): Promise<Distribution> {
  await db.transaction().execute(async (trx) => {
    const rows = await readRows(
      trx,
      buyerIdRow,
      sql`SELECT robot_partner_id FROM leads WHERE id = ${lead.id} AND status = 'accepted' FOR UPDATE`,
    );
    await settle(trx, attemptId, { ...offered, outcome: 'accepted' });
    const [taken] = rows;
    // This process was stopped for longer than its lease, and meanwhile another one has recorded the same acceptance.
    if (taken?.robotPartnerId === buyer.robotPartnerId) return await freePlaces(trx, lead.id, buyer.caps);
    await countAccepted(trx, lead.id, buyer.caps);
    if (taken !== undefined) return;
    await sql`UPDATE leads SET status = 'accepted', partner_id = ${buyer.partnerId}, deal_id = ${buyer.dealId},
      tries = tries + 1, robot_partner_id = ${buyer.robotPartnerId}, redirect_url = CASE WHEN ${await hasPerson(trx, lead.id)} THEN ${offered.redirectUrl} END, accepted_at = ${now},
      next_try_at = NULL, reason = '', updated_at = ${now}, version = version + 1 WHERE id = ${lead.id}`.execute(trx);
    await reportLead(trx, lead, buyer.partnerId, now);
  });
  return { status: 'accepted', redirectUrl: offered.redirectUrl };
}

/**
 * A lead that a buyer accepted is a conversion of its click, and the same conversion as in the buyer's own postback.
 * Without a click it is listed among the unmatched transactions, so that its money stays visible.
 */
async function reportLead(trx: Trx, lead: Lead, partnerId: number, now: Date): Promise<void> {
  const partner = await readPartner(trx, partnerId);
  if (partner === undefined) return;
  const report = {
    clickText: lead.clickId ?? '',
    clickId: lead.clickId,
    status: 'lead',
    txid: lead.clickId === null ? `lead ${lead.id}` : '',
    amount: null,
    payout: null,
    currency: null,
    occurredAt: now,
    hasTime: false,
  };
  const parameters: [string, string][] = [['lead_id', String(lead.id)]];
  const raw = { method: 'LEAD', address: '', agent: '', parameters };
  await storeReport(trx, { partner: { ...partner, overrides: [], settings: NO_SETTINGS }, report, raw }, now);
}

/**
 * Postpones a lead to another round while a buyer might still take it; rejects it after the last round. A lead that
 * another worker has sold meanwhile stays sold.
 */
async function leave(
  db: Db,
  lead: Lead,
  { reason, open }: { reason: string; open: boolean },
  now: Date,
): Promise<Distribution> {
  const mayBeTaken = open || reason === 'no_deal';
  const wait = mayBeTaken ? WAITS[lead.tries] : undefined;
  const status = wait === undefined ? 'rejected' : 'parked';
  const next = wait === undefined ? null : new Date(now.getTime() + wait * 60_000);
  await sql`UPDATE leads SET status = ${status}, reason = ${reason}, tries = tries + 1, next_try_at = ${next},
    updated_at = ${now}, version = version + 1 WHERE id = ${lead.id} AND status <> 'accepted'`.execute(db);
  return { status, redirectUrl: null };
}

/** The person was erased after the lead was taken, so nothing is left to offer. */
async function rejectErased(db: Db, lead: Lead, now: Date): Promise<Distribution> {
  await sql`UPDATE leads SET status = 'rejected', reason = 'person_erased', next_try_at = NULL, updated_at = ${now},
    version = version + 1 WHERE id = ${lead.id}`.execute(db);
  return { status: 'rejected', redirectUrl: null };
}

/**
 * Stops offering a lead whose personal data cannot be opened. Further attempts would fail too, so it waits until a
 * person has restored the key and sends it again.
 */
async function parkSealed({ db, log }: LeadDeps, lead: Lead, now: Date): Promise<Distribution> {
  log.error({ leadId: lead.id }, 'a lead was sealed with another vault key and is parked until it is sent again');
  await sql`UPDATE leads SET status = 'parked', reason = 'cannot_be_opened', next_try_at = NULL, updated_at = ${now},
    version = version + 1 WHERE id = ${lead.id}`.execute(db);
  return { status: 'parked', redirectUrl: null };
}

const AT_ONCE = 10;

/** Offers one batch of leads that are due; returns how many there were. */
export async function distributeDue(deps: LeadDeps, now: Date): Promise<number> {
  const rows = await readRows(
    deps.db,
    idRow,
    sql`SELECT id FROM leads WHERE next_try_at <= ${now} ORDER BY next_try_at LIMIT ${AT_ONCE}`,
  );
  await Promise.all(rows.map(({ id }) => distribute(deps, id, now)));
  return rows.length;
}
