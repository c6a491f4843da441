/** Computes the weights of one box: reads the results of its campaigns, sets its weights, and records the reason. */

import { campaignBox } from '@signpost/contract/entities/campaign-box.ts';
import { seoCampaignBox } from '@signpost/contract/entities/seo-campaign-box.ts';
import {
  isFree,
  WEIGHT_ENOUGH,
  WEIGHT_EVERY_MINUTES,
  type WeightArm,
  type WeightMetric,
  type WeightRound,
  weightsBecause,
} from '@signpost/contract/traffic/clicks/automatic-weights.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Queryable, Trx } from '../../../database.ts';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import { readRows } from '../../../platform/rows.ts';
import { changeRecord, systemAuthor } from '../../../workplace/records/change.ts';
import { hourOf, readArms } from './facts.ts';
import { newWeights, weighArms } from './weigh.ts';

export interface WeightDeps {
  db: Db;
  clickhouse: ClickHouse;
}

const weightMetric = z.enum(['epc', 'ftd_rate']);

const shareRow = z.object({
  id: z.number(),
  campaignId: z.number(),
  name: z.string(),
  weight: z.number(),
  lock: z.boolean(),
  weightOverride: z.boolean(),
  able: z.boolean(),
});
type Row = z.infer<typeof shareRow>;

const boxRow = z.object({
  version: z.number(),
  boxKind: z.string(),
  automaticWeights: z.enum(['off', 'epc', 'ftd_rate']),
  weightsFrozen: z.boolean(),
});
type BoxRow = z.infer<typeof boxRow>;

async function readBox(db: Queryable, id: number): Promise<BoxRow | undefined> {
  const rows = await readRows(
    db,
    boxRow,
    sql`SELECT version, box_kind AS "boxKind", automatic_weights AS "automaticWeights",
    weights_frozen AS "weightsFrozen" FROM campaign_boxes WHERE id = ${id} AND archived_at IS NULL`,
  );
  return rows[0];
}

async function readShares(db: Queryable, id: number): Promise<Row[]> {
  return await readRows(
    db,
    shareRow,
    sql`SELECT a.id, a.campaign_id AS "campaignId", c.name, a.weight, a.lock,
      a.weight_override AS "weightOverride", c.status = 'active' AND c.archived_at IS NULL AS able
    FROM box_campaigns a JOIN campaigns c ON c.id = a.campaign_id
    WHERE a.campaign_box_id = ${id} ORDER BY a.position, a.id`,
  );
}

function heldOf({ lock, weightOverride, able }: Row): WeightArm['held'] {
  if (lock) return 'locked';
  if (weightOverride) return 'override';
  if (able) return null;
  return 'cannot take clicks';
}

/** Computes a box's new weights and the reason. Writes nothing. */
async function weigh({ db, clickhouse }: WeightDeps, id: number, metric: WeightMetric, now: Date) {
  const rows = await readShares(db, id);
  const arms = await readArms(
    clickhouse,
    { box: id, campaigns: rows.map(({ campaignId }) => campaignId) },
    metric,
    now,
  );
  // The same box in the same hour uses the same seed, so that a repeated round gives the same result.
  const compete = rows.map((row) => heldOf(row) === null);
  const found = weighArms(arms, metric, Math.imul(id, 0x9e3779b1) ^ hourOf(now), compete);
  const slots = rows.map((row) => ({ weight: row.weight, free: isFree(row), able: row.able }));
  const competing = arms.filter((_, at) => compete[at]);
  const known = competing.reduce((sum, { conversions }) => sum + conversions, 0);
  const best = found.map((one) => one.best);
  const next = known < WEIGHT_ENOUGH ? slots.map(({ weight }) => weight) : newWeights(slots, best);
  const seen = rows.map((row, at): WeightArm => {
    const arm = arms[at];
    const one = found[at];
    return {
      campaignId: row.campaignId,
      name: row.name,
      held: heldOf(row),
      clicks: (arm?.clicks ?? []).reduce((sum, { clicks }) => sum + clicks, 0),
      conversions: arm?.conversions ?? 0,
      toCome: one?.toCome ?? 0,
      value: one?.value ?? 0,
      best: one?.best ?? 0,
      before: row.weight,
      after: next[at] ?? row.weight,
    };
  });
  return { rows, arms: seen, because: weightsBecause(metric, seen) };
}

/** Stores the new weights. Returns false if a person has saved the box in the meantime; then their save is kept. */
async function store(
  trx: Trx,
  { id, seen }: { id: number; seen: BoxRow },
  { rows, arms, because }: Awaited<ReturnType<typeof weigh>>,
  now: Date,
): Promise<boolean> {
  let isOvertaken = false;
  await changeRecord(trx, systemAuthor(now), {
    entity: seen.boxKind === 'seo' ? seoCampaignBox : campaignBox,
    id,
    told: ['weightsBecause'],
    write: async ({ version }) => {
      isOvertaken = version !== seen.version;
      if (isOvertaken || arms.every(({ before, after }) => before === after)) return null;
      for (const [at, { after }] of arms.entries())
        await sql`UPDATE box_campaigns SET weight = ${after} WHERE id = ${rows[at]?.id ?? 0}`.execute(trx);
      return { weightsBecause: because };
    },
  });
  return !isOvertaken;
}

/** `done`; `off`: not enabled, frozen or archived; `busy`: a person saved the box meanwhile, so it is weighed again soon. */
export async function weighBox(deps: WeightDeps, id: number, now: Date): Promise<'done' | 'off' | 'busy'> {
  const box = await readBox(deps.db, id);
  if (box === undefined || box.automaticWeights === 'off' || box.weightsFrozen) return 'off';
  const metric = box.automaticWeights;
  const result = await weigh(deps, id, metric, now);
  return await deps.db.transaction().execute(async (trx) => {
    if (!(await store(trx, { id, seen: box }, result, now))) return 'busy';
    await sql`INSERT INTO weight_rounds (campaign_box_id, ran_at, metric, because, arms)
      VALUES (${id}, ${now}, ${metric}, ${result.because}, ${JSON.stringify(result.arms)})
      ON CONFLICT (campaign_box_id) DO UPDATE SET ran_at = excluded.ran_at, metric = excluded.metric,
        because = excluded.because, arms = excluded.arms`.execute(trx);
    return 'done';
  });
}

const lastRow = z.object({
  ranAt: z.date(),
  metric: weightMetric,
  because: z.string(),
  arms: z.array(z.custom<WeightArm>()),
});

/** The result of a box's last round; null if there was none. */
export async function lastRound(db: Queryable, id: number): Promise<WeightRound | null> {
  const box = await readBox(db, id);
  const rows = await readRows(
    db,
    lastRow,
    sql`SELECT ran_at AS "ranAt", metric, because, arms FROM weight_rounds WHERE campaign_box_id = ${id}`,
  );
  const [row] = rows;
  if (row === undefined || box === undefined) return null;
  const goesOn = box.automaticWeights !== 'off' && !box.weightsFrozen;
  const nextAt = new Date(row.ranAt.getTime() + WEIGHT_EVERY_MINUTES * 60_000);
  return { ...row, ranAt: row.ranAt.toISOString(), nextAt: goesOn ? nextAt.toISOString() : null };
}
