/** The order of deals per geo and integration: read with today's fill level, put in order, blocked, capped. */
import {
  type Waterfall,
  type WaterfallDeal,
  type WaterfallGeo,
  waterfallDealSchema,
  waterfallOrderSchema,
  waterfallQuery,
  weightsInOrder,
} from '@signpost/contract/clicks/waterfall.ts';
import { partner } from '@signpost/contract/entities/partner.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable, Trx } from '../../database.ts';
import type { Deps } from '../../deps.ts';
import { viewerOf } from '../../http/access.ts';
import type { App } from '../../http/app-type.ts';
import { ok } from '../../http/envelope.ts';
import { readRows } from '../../platform/rows.ts';
import { toInput } from '../../records/merge.ts';
import { nameRefusals } from '../../records/name-refusals.ts';
import { readRecord } from '../../records/read.ts';
import { type Actor, updateIn } from '../../records/write.ts';

const routes = ['partnersWaterfall'] as const;
const tags = ['Waterfall'];

const waterfallRow = z.object({
  dealId: z.number(),
  partnerId: z.number(),
  partner: z.string(),
  dealType: z.string(),
  weight: z.number(),
  waterfallBlocked: z.boolean(),
  leadCap: z.number().nullable(),
  accepted: z.number(),
  day: z.string(),
  timeZone: z.string(),
  validFrom: z.string().nullable(),
  validTo: z.string().nullable(),
  geoId: z.number(),
  geo: z.string(),
  code: z.string(),
  integrationId: z.number(),
  integration: z.string(),
  valid: z.boolean(),
  active: z.boolean(),
});
type Row = z.infer<typeof waterfallRow>;

/**
 * Deals as they stand; of one geo, or of all. A cap counts a day of the partner's own zone, and what routers count: leads
 * that the distribution placed and those that the partner reported itself.
 */
async function readDeals(db: Queryable, geoId: number | null, now: Date): Promise<Row[]> {
  const rows = await readRows(
    db,
    waterfallRow,
    sql`
      SELECT d.id AS deal_id, p.id AS partner_id, p.name AS partner, d.deal_type, d.weight, d.waterfall_blocked, d.lead_cap,
        coalesce(c.accepted, 0) + CASE WHEN f.day = today.day THEN f.reported ELSE 0 END AS accepted, today.day::text AS day, p.time_zone, d.valid_from::text AS valid_from,
        d.valid_to::text AS valid_to, d.geo_id, g.country AS geo, g.code, d.integration_id, i.name AS integration, p.status = 'active' AS active,
        coalesce(d.valid_from, '-infinity') <= today.day AND coalesce(d.valid_to, 'infinity') >= today.day AS valid
      FROM deals d JOIN partners p ON p.id = d.partner_id JOIN integrations i ON i.id = d.integration_id
      JOIN geos g ON g.id = d.geo_id
      CROSS JOIN LATERAL (SELECT (${now}::timestamptz AT TIME ZONE p.time_zone)::date AS day) today
      LEFT JOIN lead_caps c ON c.scope = 'deal ' || d.id AND c.day = today.day
      LEFT JOIN deal_flow f ON f.deal_id = d.id
      WHERE d.archived_at IS NULL AND p.archived_at IS NULL ${geoId === null ? sql`` : sql`AND d.geo_id = ${geoId}`}
      ORDER BY i.name, i.id, d.weight DESC, d.id`,
  );
  return rows;
}

async function readWaterfalls(db: Queryable, geoId: number, now: Date): Promise<Waterfall[]> {
  const rows = await readDeals(db, geoId, now);
  return [...Map.groupBy(rows, (row) => row.integrationId)].map(([integrationId, of]) => ({
    geoId,
    integrationId,
    integration: of[0]?.integration ?? '',
    deals: of.map(
      ({ geoId: _id, geo: _geo, code: _code, integrationId: _of, integration: _name, valid, active, ...deal }) => ({
        ...deal,
        state: stateOf({ ...deal, valid, active }),
      }),
    ),
  }));
}

async function readGeos(db: Queryable, now: Date): Promise<WaterfallGeo[]> {
  const rows = await readDeals(db, null, now);
  return [...Map.groupBy(rows, (row) => row.geoId)].map(([geoId, of]) => {
    const states = of.map(stateOf);
    return {
      geoId,
      geo: of[0]?.geo ?? '',
      code: of[0]?.code ?? '',
      deals: of.length,
      open: states.filter((state) => state === 'open').length,
      full: states.filter((state) => state === 'full').length,
      blocked: of.filter(({ waterfallBlocked }) => waterfallBlocked).length,
      accepted: of.reduce((sum, { accepted }) => sum + Number(accepted), 0),
    };
  });
}

function stateOf(row: Pick<Row, 'weight' | 'leadCap' | 'accepted' | 'valid' | 'active'>): WaterfallDeal['state'] {
  if (!row.active) return 'partner_paused';
  if (!row.valid) return 'not_valid';
  if (row.weight === 0) return 'off';
  return row.leadCap !== null && Number(row.accepted) >= row.leadCap ? 'full' : 'open';
}

const dealRow = z.object({ id: z.number(), partnerId: z.number() });

/** Changes deals through their partners, so that each change is checked, versioned and audited like any other. */
async function changeDeals(
  trx: Trx,
  deps: Deps,
  changes: ReadonlyMap<number, Record<string, unknown>>,
  actor: Actor,
): Promise<void> {
  const rows = await readRows(
    trx,
    dealRow,
    sql`
      SELECT id, partner_id FROM deals WHERE id = ANY(${[...changes.keys()]}::bigint[]) AND archived_at IS NULL
      ORDER BY partner_id`,
  );
  if (rows.length !== changes.size) throw new AppError('ITEM_NOT_FOUND');
  for (const partnerId of new Set(rows.map((row) => row.partnerId))) {
    const record = await readRecord(trx, partner, partnerId);
    const input = toInput(partner, record);
    const deals = z.array(z.looseObject({ id: z.number() })).parse(input.deals);
    const changed = deals.map((deal) => ({ ...deal, ...changes.get(deal.id) }));
    await nameRefusals(String(record.name), () =>
      updateIn(trx, deps, partner, partnerId, { deals: changed }, record.version, actor),
    );
  }
}

export function waterfallRoutes(app: App, deps: Deps): void {
  const view = { access: { routes, action: 'view' }, rows: 'staff' } as const;
  const add = { access: { routes, action: 'add' }, rows: 'staff' } as const;

  app.get('/api/waterfall', { config: view, schema: { tags, querystring: waterfallQuery } }, async (request) =>
    ok(await readWaterfalls(deps.db, request.query.geoId, deps.clock.now())),
  );

  app.get('/api/waterfall/geos', { config: view, schema: { tags } }, async () =>
    ok(await readGeos(deps.db, deps.clock.now())),
  );

  app.post('/api/waterfall/order', { config: add, schema: { tags, body: waterfallOrderSchema } }, async (request) => {
    const { geoId, integrationId, dealIds } = request.body;
    const actor = { viewer: viewerOf(request), requestId: request.id };
    await deps.db.transaction().execute(async (trx) => {
      const all = await readWaterfalls(trx, geoId, deps.clock.now());
      const deals = all.find((one) => one.integrationId === integrationId)?.deals ?? [];
      const weights = new Map(deals.filter(({ weight }) => weight > 0).map((deal) => [deal.dealId, deal.weight]));
      const order = dealIds.flatMap((id) => {
        const weight = weights.get(id);
        return weight === undefined ? [] : [{ id, weight }];
      });
      // Somebody added or took out a deal meanwhile: the order that was seen is not the one that would be changed.
      if (order.length !== weights.size || new Set(dealIds).size !== weights.size) throw new AppError('CONFLICT');
      const next = weightsInOrder(order);
      const changes = order.flatMap(({ id, weight }, at) =>
        next[at] === weight ? [] : [[id, { weight: next[at] }] as const],
      );
      if (changes.length > 0) await changeDeals(trx, deps, new Map(changes), actor);
    });
    return ok(await readWaterfalls(deps.db, geoId, deps.clock.now()));
  });

  app.patch(
    '/api/waterfall/deals/:id',
    {
      config: add,
      schema: { tags, params: z.object({ id: z.coerce.number().int().positive() }), body: waterfallDealSchema },
    },
    async (request) => {
      const actor = { viewer: viewerOf(request), requestId: request.id };
      const changes = new Map([[request.params.id, request.body]]);
      await deps.db.transaction().execute((trx) => changeDeals(trx, deps, changes, actor));
      return ok({ changed: 1 });
    },
  );
}
