/** The data that is stored about one person, found by the keyed hash of an e-mail address or phone number. */
import type { exportPerson } from '@signpost/contract/calls/data-protection.ts';
import { OUTCOMES } from '@signpost/contract/partners/leads/lead.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readPerson } from '../../partners/leads/person.ts';
import type { ClickHouse, EngineRow } from '../../platform/clickhouse.ts';
import { keyIn, readRows } from '../../platform/rows.ts';
import type { Vault } from '../../platform/vault.ts';

type Export = z.output<typeof exportPerson.answer>;

const leadRow = z.object({
  id: z.number(),
  receivedAt: z.date(),
  status: z.string(),
  website: z.string(),
  product: z.string().nullable(),
  buyer: z.string().nullable(),
  redirectUrl: z.string().nullable(),
  clickId: z.string().nullable(),
});
const attemptRow = z.object({ leadId: z.number(), at: z.date(), buyer: z.string(), outcome: keyIn(OUTCOMES) });

/** These leads with everything that is stored about them, the newest first. */
export async function readStored(
  { db, clickhouse, vault }: { db: Queryable; clickhouse: ClickHouse; vault: Vault },
  ids: readonly number[],
): Promise<Export['leads']> {
  const leads = await readRows(
    db,
    leadRow,
    sql`SELECT l.id, l.received_at, l.status, w.name AS website, p.name AS product, r.name AS buyer, l.redirect_url, l.click_id
      FROM leads l JOIN websites w ON w.id = l.website_id LEFT JOIN products p ON p.id = l.product_id
        LEFT JOIN robot_partners r ON r.id = l.robot_partner_id
      WHERE l.id = ANY(${ids}::bigint[]) ORDER BY l.id DESC`,
  );
  const attempts = await readRows(
    db,
    attemptRow,
    sql`SELECT a.lead_id, a.at, r.name AS buyer, a.outcome FROM lead_attempts a
      JOIN robot_partners r ON r.id = a.robot_partner_id WHERE a.lead_id = ANY(${ids}::bigint[]) ORDER BY a.id`,
  );
  const facts = await factsOf(
    clickhouse,
    leads.map(({ clickId }) => clickId).filter((id) => id !== null),
  );
  return await Promise.all(
    leads.map(async ({ receivedAt, redirectUrl, ...lead }) => {
      const person = await readPerson(db, vault, lead.id);
      return {
        ...lead,
        receivedAt: receivedAt.toISOString(),
        sentOnTo: redirectUrl,
        person: person === undefined || person === 'sealed' ? null : person,
        offeredTo: attempts
          .filter(({ leadId }) => leadId === lead.id)
          .map(({ at, buyer, outcome }) => ({ at: at.toISOString(), buyer, outcome: OUTCOMES[outcome] })),
        facts: facts.filter(({ click_id }) => click_id === lead.clickId),
      };
    }),
  );
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The texts that the engine stores where a column has no value. */
const NOTHING: ReadonlySet<string> = new Set(['', '0', '00000000-0000-0000-0000-000000000000']);
const SECONDS = 60;

/** The facts of these clicks. There may be none yet: a lead can name a click that is not known. */
async function factsOf(clickhouse: ClickHouse, clickIds: readonly string[]): Promise<Record<string, string>[]> {
  const ids = clickIds.filter((id) => UUID.test(id));
  if (ids.length === 0) return [];
  return await clickhouse.query(
    'SELECT * FROM facts WHERE click_id IN {ids:Array(UUID)} ORDER BY at',
    { ids },
    // The id of a visitor is larger than a number can hold exactly.
    { parse: filled, maxSeconds: SECONDS, settings: { output_format_json_quote_64bit_integers: 1 } },
  );
}

const filled = (row: EngineRow): Record<string, string> =>
  Object.fromEntries(
    Object.entries(row)
      .map(([name, value]) => [name, String(value ?? '')] as const)
      .filter(([, value]) => !NOTHING.has(value)),
  );
