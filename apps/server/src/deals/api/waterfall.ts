/** The order of deals per geo and integration: read with today's fill level, put in order, blocked, capped. */

import {
  type Waterfall,
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
import type { Actor } from '../../records/change.ts';
import { toInput } from '../../records/merge.ts';
import { nameRefusals } from '../../records/name-refusals.ts';
import { readRecord } from '../../records/read.ts';
import { updateIn } from '../../records/write.ts';
import { readDealsInOrder } from '../waterfall.ts';

const routes = ['partnersWaterfall'] as const;
const tags = ['Waterfall'];

async function readWaterfalls(db: Queryable, geoId: number, now: Date): Promise<Waterfall[]> {
  const rows = await readDealsInOrder(db, geoId, now);
  return [...Map.groupBy(rows, (row) => row.integrationId)].map(([integrationId, of]) => ({
    geoId,
    integrationId,
    integration: of[0]?.integration ?? '',
    deals: of.map(({ geoId: _id, geo: _geo, code: _code, integrationId: _of, integration: _name, ...deal }) => deal),
  }));
}

async function readGeos(db: Queryable, now: Date): Promise<WaterfallGeo[]> {
  const rows = await readDealsInOrder(db, null, now);
  return [...Map.groupBy(rows, (row) => row.geoId)].map(([geoId, of]) => {
    const states = of.map(({ state }) => state);
    return {
      geoId,
      geo: of[0]?.geo ?? '',
      code: of[0]?.code ?? '',
      deals: of.length,
      open: states.filter((state) => state === 'open').length,
      full: states.filter((state) => state === 'full').length,
      blocked: of.filter(({ waterfallBlocked }) => waterfallBlocked).length,
      accepted: of.reduce((sum, { accepted }) => sum + accepted, 0),
    };
  });
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
      updateIn(
        { trx, clock: deps.clock, actor },
        { entity: partner, id: partnerId, change: { deals: changed }, version: record.version },
      ),
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
