/**
 * The order of deals for each geo and integration: shows today's fill level, changes the order, blocks deals and sets
 * caps.
 */

import { visibleTabs } from '@signpost/contract/access/access.ts';
import {
  changeWaterfallDeal,
  listPartnerDeals,
  listWaterfallGeos,
  showWaterfall,
  weighWaterfall,
} from '@signpost/contract/calls/deals.ts';
import { partner } from '@signpost/contract/entities/partner.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { keysOf } from '@signpost/contract/objects.ts';
import { toggleLabel } from '@signpost/contract/records/labels.ts';
import {
  type DealFields,
  type EarningDays,
  partnerDealSchema,
  type Waterfall,
  type WaterfallGeo,
  type WaterfallWeights,
  waterfallDealSchema,
} from '@signpost/contract/traffic/clicks/waterfall.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Queryable, Trx } from '../../../database.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import { readRows } from '../../../platform/rows.ts';
import type { SessionUser } from '../../../session-user.ts';
import type { Actor } from '../../../workplace/records/change.ts';
import { toInput } from '../../../workplace/records/merge.ts';
import { nameRefusals } from '../../../workplace/records/name-refusals.ts';
import { readRecord } from '../../../workplace/records/read.ts';
import { updateIn } from '../../../workplace/records/write.ts';
import { readEarnings } from '../earnings.ts';
import { readDealsInOrder } from '../waterfall.ts';

async function readWaterfalls(
  { db, clickhouse, clock }: Deps,
  viewer: SessionUser,
  { geoId, days }: { geoId: number; days: EarningDays },
): Promise<Waterfall[]> {
  const now = clock.now();
  const rows = await readDealsInOrder(db, { geoId }, now);
  // The waterfall may be open to people who may not see what its deals earn.
  const seesEarnings = visibleTabs(viewer).length > 0;
  const ids = rows.map(({ dealId }) => dealId);
  const earned = seesEarnings ? await readEarnings(clickhouse, ids, { now, days, timeZone: viewer.timeZone }) : null;
  return [...Map.groupBy(rows, (row) => row.integrationId)].map(([integrationId, of]) => ({
    geoId,
    integrationId,
    integration: of[0]?.integration ?? '',
    deals: of.map((row) => ({ ...waterfallDealSchema.parse(row), earnings: earned?.of(row.dealId) ?? null })),
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

/** The fields of a deal that can be changed in a list. */
const storedFields = z.object({ weight: z.number(), leadCap: z.number().nullable(), waterfallBlocked: z.boolean() });
const storedDeal = storedFields.extend({ id: z.number() });
const FIELD_LABELS = { weight: 'weight', leadCap: 'lead cap', waterfallBlocked: 'waterfall block' } as const;

/**
 * The current values of deals. Their partners are locked as long as the transaction lasts, so that nobody else changes
 * the deals after they were compared.
 */
async function lockDeals(trx: Trx, isWanted: RawBuilder<unknown>): Promise<Map<number, z.infer<typeof storedFields>>> {
  await sql`SELECT id FROM partners WHERE id IN (SELECT d.partner_id FROM deals d WHERE ${isWanted}) ORDER BY id
    FOR UPDATE`.execute(trx);
  const rows = await readRows(
    trx,
    storedDeal,
    sql`SELECT d.id, d.weight, d.lead_cap, d.waterfall_blocked FROM deals d JOIN partners p ON p.id = d.partner_id
      WHERE ${isWanted} AND d.archived_at IS NULL AND p.archived_at IS NULL`,
  );
  return new Map(rows.map(({ id, ...fields }) => [id, fields]));
}

function valueWords(value: string | number | boolean | null): string {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return toggleLabel(value);
  return String(value);
}

/** Refuses a change of a value that is not the one that the person saw. */
function refuseStale(before: DealFields, now: z.infer<typeof storedFields>): void {
  for (const name of keysOf(FIELD_LABELS)) {
    const seen = before[name];
    const value = now[name];
    if (seen === undefined || seen === value) continue;
    const message = `Somebody else has changed the ${FIELD_LABELS[name]} to ${valueWords(value)}. Look at it and enter yours again.`;
    throw new AppError('CONFLICT', { errors: [{ path: name, message }] });
  }
}

const STALE_ORDER = 'Somebody else has changed the weights or added a deal. The list now shows what is saved.';

/** Sets the weights; returns how many of them changed. */
async function weigh(trx: Trx, deps: Deps, { geoId, integrationId, weights }: WaterfallWeights, actor: Actor) {
  const now = await lockDeals(trx, sql`d.geo_id = ${geoId} AND d.integration_id = ${integrationId}`);
  const isCurrent =
    weights.length === now.size &&
    new Set(weights.map(({ dealId }) => dealId)).size === now.size &&
    weights.every(({ dealId, before }) => now.get(dealId)?.weight === before);
  if (!isCurrent) throw new AppError('CONFLICT', { errors: [{ path: 'weights', message: STALE_ORDER }] });
  const changes = weights.filter(({ before, after }) => before !== after);
  const next = new Map(changes.map(({ dealId, after }) => [dealId, { weight: after }]));
  if (changes.length > 0) await changeDeals(trx, deps, next, actor);
  return changes.length;
}

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
    sql`SELECT id, partner_id FROM deals WHERE id = ANY(${[...changes.keys()]}::bigint[]) AND archived_at IS NULL
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

  handle(app, showWaterfall, async ({ query, viewer }) => await readWaterfalls(deps, viewer, query));

  handle(app, listWaterfallGeos, async () => await readGeos(db, clock.now()));

  handle(app, listPartnerDeals, async ({ params: { id } }) => {
    const rows = await readDealsInOrder(db, { partnerId: id }, clock.now());
    return rows.map((row) => partnerDealSchema.parse(row)).sort((one, other) => one.geo.localeCompare(other.geo));
  });

  handle(app, weighWaterfall, async ({ body, viewer, request }) => {
    const actor = { viewer, requestId: request.id };
    return { changed: await db.transaction().execute((trx) => weigh(trx, deps, body, actor)) };
  });

  handle(app, changeWaterfallDeal, async ({ params: { id }, body: { change, before }, viewer, request }) => {
    const actor = { viewer, requestId: request.id };
    await db.transaction().execute(async (trx) => {
      const now = (await lockDeals(trx, sql`d.id = ${id}`)).get(id);
      if (now === undefined) throw new AppError('ITEM_NOT_FOUND');
      refuseStale(before, now);
      await changeDeals(trx, deps, new Map([[id, change]]), actor);
    });
    return { changed: 1 };
  });
}
