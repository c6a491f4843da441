/** Finds the buyers that a lead may be offered to, in waterfall order. */
import { type Adapter, adapterOf } from '@signpost/contract/partners/leads/adapter.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';
import { oddsOf } from '../../traffic/clicks/decide/choose.ts';
import { hashText } from '../../traffic/clicks/decide/hash.ts';
import { firstAsked, overflowOf } from '../../traffic/clicks/decide/waterfall.ts';
import type { Cap } from '../deals/caps.ts';

export interface Buyer {
  robotPartnerId: number;
  partnerId: number;
  dealId: number;
  weight: number;
  blocked: boolean;
  endpointUrl: string;
  method: 'GET' | 'POST' | 'PUT';
  bodyFormat: 'json' | 'form' | 'query';
  timeoutMs: number;
  apiKey: string;
  adapter: Adapter;
  caps: Cap[];
}

const buyerRow = z.object({
  robotPartnerId: z.number(),
  partnerId: z.number(),
  dealId: z.number(),
  weight: z.number(),
  blocked: z.boolean(),
  endpointUrl: z.string(),
  method: z.enum(['GET', 'POST', 'PUT']),
  bodyFormat: z.enum(['json', 'form', 'query']),
  timeoutSeconds: z.number(),
  apiKey: z.string().nullable(),
  settingsJson: z.unknown(),
  dealCap: z.number().nullable(),
  robotCap: z.number().nullable(),
  day: z.string(),
});
type Row = z.infer<typeof buyerRow>;

const buyerOf = ({ timeoutSeconds, apiKey, settingsJson, dealCap, robotCap, day, ...row }: Row): Buyer => ({
  ...row,
  timeoutMs: timeoutSeconds * 1000,
  apiKey: apiKey ?? '',
  adapter: adapterOf(settingsJson),
  caps: [
    { scope: `deal ${row.dealId}`, day, most: dealCap },
    { scope: `robot ${row.robotPartnerId}`, day, most: robotCap },
  ],
});

/** Buyers with a deal that is valid today for the geo. A cap applies to a day in the partner's time zone. */
export async function readBuyers(db: Queryable, geoId: number | null, now: Date): Promise<Buyer[]> {
  const rows = await readRows(
    db,
    buyerRow,
    sql`SELECT r.id AS robot_partner_id, p.id AS partner_id, d.id AS deal_id, d.weight, d.waterfall_blocked AS blocked,
        r.endpoint_url, r.method, r.body_format, r.timeout_seconds, r.api_key, r.settings_json, d.lead_cap AS deal_cap,
        r.lead_cap AS robot_cap, today.day::text AS day
      FROM robot_partners r JOIN partners p ON p.id = r.partner_id
      JOIN deals d ON d.partner_id = p.id AND d.integration_id = r.integration_id
      JOIN deals_at(${now}) today ON today.deal_id = d.id
      WHERE r.archived_at IS NULL AND r.status = 'active' AND today.is_active AND today.is_valid
        AND d.weight > 0 AND d.geo_id = ${geoId}
      ORDER BY d.weight DESC, d.id, r.id`,
  );
  return rows.map(buyerOf);
}

/** A lead buyer without a deal, for a test; undefined if it does not exist. */
export async function readRobot(db: Queryable, id: number): Promise<Buyer | undefined> {
  const rows = await readRows(
    db,
    buyerRow,
    sql`SELECT id AS robot_partner_id, partner_id, 0 AS deal_id, 0 AS weight, false AS blocked, endpoint_url, method,
        body_format, timeout_seconds, api_key, settings_json, NULL AS deal_cap, NULL AS robot_cap, '' AS day
      FROM robot_partners WHERE id = ${id}`,
  );
  return rows[0] && buyerOf(rows[0]);
}

/** The order in which a lead is offered: that of the waterfall, and always the same for this lead. */
export function waterfall<T extends Pick<Buyer, 'weight' | 'blocked' | 'dealId' | 'robotPartnerId'>>(
  buyers: readonly T[],
  leadId: number,
): T[] {
  const first = firstAsked(buyers, oddsOf(buyers, idOf), hashText(`lead ${leadId}`), LEADS);
  if (first === undefined) return [];
  return [first, ...overflowOf(buyers).asked.filter((buyer) => buyer !== first)];
}

const LEADS = 0x1ead;
/** One deal may be served by several desks. */
const idOf = ({ dealId, robotPartnerId }: Pick<Buyer, 'dealId' | 'robotPartnerId'>): number =>
  Math.imul(dealId, 65_599) + robotPartnerId;
