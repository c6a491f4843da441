/**
 * The order of deals for each geo and integration: shows today's fill level, changes the order, blocks deals and sets
 * caps.
 */

import {
  changeWaterfallDeal,
  listPartnerDeals,
  listWaterfallGeos,
  orderWaterfall,
  showWaterfall,
} from '@signpost/contract/calls/deals.ts';
import {
  partnerDealSchema,
  type Waterfall,
  type WaterfallGeo,
  waterfallDealSchema,
  weightsInOrder,
} from '@signpost/contract/clicks/waterfall.ts';
import { partner } from '@signpost/contract/entities/partner.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable, Trx } from '../../database.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { handle } from '../../http/handle.ts';
import { readRows } from '../../platform/rows.ts';
import type { Actor } from '../../records/change.ts';
import { toInput } from '../../records/merge.ts';
import { nameRefusals } from '../../records/name-refusals.ts';
import { readRecord } from '../../records/read.ts';
import { updateIn } from '../../records/write.ts';
import { readDealsInOrder } from '../waterfall.ts';

async function readWaterfalls(db: Queryable, geoId: number, now: Date): Promise<Waterfall[]> {
  const rows = await readDealsInOrder(db, { geoId }, now);
  return [...Map.groupBy(rows, (row) => row.integrationId)].map(([integrationId, of]) => ({
    geoId,
    integrationId,
    integration: of[0]?.integration ?? '',
    deals: of.map((row) => waterfallDealSchema.parse(row)),
  }));
}

async function readGeos(db: Queryable, now: Date): Promise<WaterfallGeo[]> {
  const rows = await readDealsInOrder(db, 'all', now);
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
  const { db, clock } = deps;

  handle(app, showWaterfall, async ({ query: { geoId } }) => await readWaterfalls(db, geoId, clock.now()));

  handle(app, listWaterfallGeos, async () => await readGeos(db, clock.now()));

  handle(app, listPartnerDeals, async ({ params: { id } }) => {
    const rows = await readDealsInOrder(db, { partnerId: id }, clock.now());
    return rows.map((row) => partnerDealSchema.parse(row)).sort((one, other) => one.geo.localeCompare(other.geo));
  });

  handle(app, orderWaterfall, async ({ body: { geoId, integrationId, dealIds }, viewer, request }) => {
    const actor = { viewer, requestId: request.id };
    await deps.db.transaction().execute(async (trx) => {
      const all = await readWaterfalls(trx, geoId, deps.clock.now());
      const deals = all.find((one) => one.integrationId === integrationId)?.deals ?? [];
      const weights = new Map(deals.filter(({ weight }) => weight > 0).map((deal) => [deal.dealId, deal.weight]));
      const order = dealIds.flatMap((id) => {
        const weight = weights.get(id);
        return weight === undefined ? [] : [{ id, weight }];
      });
      // Somebody has added or removed a deal meanwhile, so the order on the screen is outdated.
      if (order.length !== weights.size || new Set(dealIds).size !== weights.size) throw new AppError('CONFLICT');
      const next = weightsInOrder(order);
      const changes = order.flatMap(({ id, weight }, at) =>
        next[at] === weight ? [] : [[id, { weight: next[at] }] as const],
      );
      if (changes.length > 0) await changeDeals(trx, deps, new Map(changes), actor);
    });
    return await readWaterfalls(db, geoId, clock.now());
  });

  handle(app, changeWaterfallDeal, async ({ params: { id }, body, viewer, request }) => {
    const actor = { viewer, requestId: request.id };
    await db.transaction().execute((trx) => changeDeals(trx, deps, new Map([[id, body]]), actor));
    return { changed: 1 };
  });
}
