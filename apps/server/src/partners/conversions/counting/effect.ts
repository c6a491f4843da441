/** Forecasts a change of status assignments with the code that counts. Writes nothing. */
import { earlier } from '@signpost/contract/dates/dates.ts';
import type { IntegrationDraft, MappingDraft, MappingEffect } from '@signpost/contract/partners/conversions/effect.ts';
import { postbackSettings } from '@signpost/contract/partners/conversions/postback.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { readRows } from '../../../platform/rows.ts';
import { readPartner } from '../keys.ts';
import { changedGroups } from './again.ts';
import { stakeOf } from './stake.ts';
import { WAITING } from './surroundings.ts';
import { type Changed, changedOf, type Engines, MOST_WEIGHED, reportedRow, weighChange } from './weigh-change.ts';

/**
 * The transactions that a mapping would affect, and how much the sums would change. If an existing mapping is changed,
 * the transactions of its previous status are included; they get the meaning they have without it.
 */
export async function effectOfMapping(engines: Engines, draft: MappingDraft, now: Date): Promise<MappingEffect | null> {
  const { db } = engines;
  const partner = await readPartner(db, draft.partnerId);
  if (partner === undefined) return null;
  const before = partner.overrides.find(({ id }) => draft.id !== undefined && id === draft.id);
  const overrides = [draft, ...partner.overrides.filter((override) => override !== before)];
  const statuses = [draft, before ?? draft].map(({ status }) => status.trim().toLowerCase());
  const since = earlier(draft.validFrom, before?.validFrom ?? draft.validFrom);
  const rows = await readRows(
    db,
    reportedRow,
    sql`SELECT ${WAITING}, t.revenue, t.price ->> 'countsAs' AS counted_as FROM affiliate_transactions t
      WHERE t.partner_id = ${draft.partnerId} AND t.state <> 'withdrawn' AND lower(t.status) = ANY(${statuses}::text[])
        AND (t.occurred_at AT TIME ZONE 'UTC')::date >= ${since}::date
        AND (${before !== undefined} OR t.meaning IS DISTINCT FROM ${draft.meaning})
      ORDER BY t.occurred_at LIMIT ${MOST_WEIGHED + 1}`,
  );
  const changed = changedOf(rows.slice(0, MOST_WEIGHED), { ...partner, overrides });
  const { around, ...effect } = await weighChange(engines, { changed, found: rows.length }, now);
  const assigned = changed.filter(({ meaning }) => meaning === draft.meaning);
  return { ...effect, stake: stakeOf(around, assigned, draft.meaning, now) };
}

const usingRow = z.object({ partnerId: z.number() });

/**
 * The effect of other settings of an integration, for all partners whose postbacks it reads. Its statuses also apply to
 * transactions that were already reported, as a partner's mappings do from their day on.
 */
export async function effectOfIntegration(
  { db, clickhouse }: Engines,
  { id, settingsJson }: IntegrationDraft,
  now: Date,
): Promise<MappingEffect> {
  const settings = postbackSettings(settingsJson);
  const using = await readRows(
    db,
    usingRow,
    sql`SELECT record_id AS partner_id FROM partners_integrations WHERE target_id = ${id} ORDER BY record_id`,
  );
  const changed: Changed[] = [];
  const reads: number[] = [];
  let found = 0;
  for (const { partnerId } of using) {
    const partner = await readPartner(db, partnerId);
    if (partner === undefined || partner.integrationId !== id) continue;
    reads.push(partner.partnerId);
    const read = { ...partner, settings };
    const groups = await changedGroups(db, read);
    found += groups.reduce((sum, { transactions }) => sum + transactions, 0);
    const rows = await readRows(
      db,
      reportedRow,
      sql`SELECT ${WAITING}, t.revenue, t.price ->> 'countsAs' AS counted_as FROM affiliate_transactions t
        WHERE t.partner_id = ${partnerId} AND t.state <> 'withdrawn' AND t.status = ANY(${groups.map(({ status }) => status)}::text[])
        ORDER BY t.occurred_at LIMIT ${MOST_WEIGHED - changed.length}`,
    );
    changed.push(...changedOf(rows, read));
  }
  const toggle = { reads, takesSeveral: settings.severalFirstDeposits };
  const { around: _, ...effect } = await weighChange({ db, clickhouse }, { changed, found, toggle }, now);
  return { ...effect, isCapped: found > changed.length, stake: null };
}
