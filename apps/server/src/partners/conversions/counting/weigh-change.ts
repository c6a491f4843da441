/** Computes how much the sums would change if transactions had another meaning. Writes nothing. */

import { subtractMoney, sumMoney } from '@signpost/contract/money/money.ts';
import type { MappingEffect } from '@signpost/contract/partners/conversions/effect.ts';
import {
  isMeaning,
  type Meaning,
  meaningOf,
  type StatusOverride,
} from '@signpost/contract/partners/conversions/postback.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../../database.ts';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import { idRow, readRows } from '../../../platform/rows.ts';
import { eventOf } from '../intake/store.ts';
import type { PostbackPartner } from '../keys.ts';
import { COUNTS } from './facts.ts';
import {
  type GroupKey,
  groupKeyRow,
  keyOf,
  lackingRate,
  type Surroundings,
  surroundings,
  WAITING,
  type Waiting,
  waitingRow,
} from './surroundings.ts';
import { type Weighed, weigh } from './weigh.ts';

export interface Engines {
  db: Queryable;
  clickhouse: ClickHouse;
}

/** The maximum number of transactions that a forecast considers. */
export const MOST_WEIGHED = 5_000;

export const reportedRow = waitingRow.extend({ revenue: z.string(), countedAs: z.string().nullable() });
export type Reported = z.infer<typeof reportedRow>;

/** A transaction whose meaning would change. */
export type Changed = Omit<Reported, 'meaning'> & { was: string | null; meaning: Meaning | null };

export function changedOf(rows: readonly Reported[], { settings, overrides }: Reading): Changed[] {
  return rows
    .map((row) => ({
      ...row,
      was: row.meaning,
      meaning: meaningOf(row.status, dayOf(row.occurredAt), settings, overrides),
    }))
    .filter(({ was, meaning }) => was !== meaning);
}
type Reading = Pick<PostbackPartner, 'settings'> & { overrides: readonly StatusOverride[] };

/** How an integration counts several first deposits, and the partners whose reports it reads. */
interface Toggle {
  reads: number[];
  takesSeveral: boolean;
}

/** The surroundings as they would be after a change of how several first deposits count. */
function withToggle(read: Surroundings, toggle: Toggle | null): Surroundings {
  if (toggle === null) return read;
  const takesSeveral = new Set(toggle.takesSeveral ? toggle.reads : []);
  return { ...read, takesSeveral };
}

/**
 * How much the sums would change, from these transactions and from other transactions of their clicks: chargebacks that
 * now have something to take back, and first deposits that are no longer the first. `found` is the total number, which
 * can exceed the number considered.
 */
export async function weighChange(
  { db, clickhouse }: Engines,
  { changed, found, toggle = null }: { changed: readonly Changed[]; found: number; toggle?: Toggle | null },
  now: Date,
): Promise<Omit<MappingEffect, 'stake'> & { around: Surroundings }> {
  const twins = await readTwins(db, changed);
  const toggled = toggle === null ? [] : await readToggled(db, toggle);
  const groups = [...groupsOf(changed), ...toggled];
  const beside = await readBeside(db, changed, groups);
  const counted = [
    ...changed.filter(({ id, meaning }) => !twins.has(id) && meaning !== null && meaning !== 'ignore'),
    ...beside,
  ];
  const read = await surroundings(db, clickhouse, counted, { groups });
  const around = withToggle(read, toggle);
  const weighed = weigh(around, counted, now, { groups, gone: new Set(changed.map(({ id }) => id)) });
  const added = [...weighed.outcomes.values()].filter((outcome) => outcome.state === 'counted');
  const removed = changed.filter(({ state }) => state === 'counted');
  const is = [...added, ...weighed.restated.map(({ outcome }) => outcome)].map(({ price }) => price.countsAs);
  const was = [
    ...removed.map((row) => row.countedAs ?? row.was),
    ...[...weighed.restated, ...weighed.uncounted].map(({ before }) => before.stored.countsAs ?? before.meaning),
  ];
  const change = (measure: 'leads' | 'qualifiedLeads' | 'firstDeposits'): number =>
    sumOf(is, measure) - sumOf(was, measure);
  return {
    around,
    transactions: changed.length,
    isCapped: found > MOST_WEIGHED,
    since: changed.map(({ occurredAt }) => dayOf(occurredAt)).sort()[0] ?? null,
    leads: change('leads'),
    qualifiedLeads: change('qualifiedLeads'),
    firstDeposits: change('firstDeposits'),
    revenue: subtractMoney(gainOf(weighed), sumMoney(removed.map(({ revenue }) => revenue))),
    duplicates: changed.filter(({ id }) => twins.has(id)).length,
    unmatched: changed.filter(({ id }) => weighed.outcomes.get(id)?.state === 'unattributed').length,
  };
}

/** Counts of what the change would add. */
export const gainOf = ({ outcomes, restated, uncounted }: Weighed): string =>
  sumMoney([
    ...[...outcomes.values()].map((outcome) => (outcome.state === 'counted' ? outcome.revenue : '0')),
    ...restated.map(({ before, outcome }) => subtractMoney(outcome.revenue, before.revenue)),
    ...uncounted.map(({ before }) => subtractMoney('0', before.revenue)),
  ]);

const groupsOf = (rows: readonly Pick<Waiting, 'clickId' | 'partnerId'>[]): GroupKey[] => {
  const keys = rows.flatMap(({ clickId, partnerId }) => (clickId === null ? [] : [{ clickId, partnerId }]));
  return [...new Map(keys.map((key) => [keyOf(key), key])).values()];
};

/**
 * Other transactions that the change could make count: reports that waited for a changed one to name their click; the
 * oldest report that only repeated a changed one and now takes its place; and reports of the same clicks that lack an
 * exchange rate.
 */
async function readBeside(db: Queryable, changed: readonly Changed[], groups: readonly GroupKey[]): Promise<Waiting[]> {
  const references = changed.map(({ reference }) => reference);
  const partners = [...new Set(changed.map(({ partnerId }) => partnerId))];
  const left = changed.filter(({ state, was }) => state !== 'duplicate' && was !== null);
  const rows = await readRows(
    db,
    waitingRow,
    sql`SELECT ${WAITING} FROM affiliate_transactions t
      WHERE t.partner_id = ANY(${partners}::bigint[]) AND t.reference = ANY(${references}::text[])
        AND (t.state = 'waiting' OR (t.state = 'unattributed' AND t.click_id IS NULL) OR t.id IN (
          SELECT min(d.id) FROM affiliate_transactions d
          JOIN unnest(${left.map(({ partnerId }) => partnerId)}::bigint[], ${left.map(({ reference }) => reference)}::text[],
            ${left.map(({ was }) => was)}::text[]) AS l(partner_id, reference, meaning)
            ON d.partner_id = l.partner_id AND d.reference = l.reference AND d.meaning = l.meaning
          WHERE d.state = 'duplicate' GROUP BY d.partner_id, d.reference, d.meaning, d.fingerprint))
      UNION
      SELECT ${WAITING} FROM affiliate_transactions t WHERE t.id IN (${lackingRate(groups)})`,
  );
  const ids = new Set(changed.map(({ id }) => id));
  return rows.filter(
    ({ id, meaning, clickId }) => !ids.has(id) && meaning !== null && meaning !== 'ignore' && clickId !== null,
  );
}

/** The clicks whose first deposits would count differently with the new setting of an integration. */
async function readToggled(db: Queryable, { reads, takesSeveral }: Toggle): Promise<GroupKey[]> {
  return await readRows(
    db,
    groupKeyRow,
    sql`SELECT partner_id, click_id FROM affiliate_transactions
      WHERE partner_id = ANY(${reads}::bigint[]) AND state = 'counted' AND meaning = 'first_deposit'
      GROUP BY partner_id, click_id
      HAVING count(*) FILTER (WHERE coalesce(price ->> 'countsAs', meaning) = 'first_deposit')
        <> CASE WHEN ${takesSeveral} THEN count(*) FILTER (WHERE price ->> 'countsAs' IS DISTINCT FROM 'replaced') ELSE 1 END
      LIMIT ${MOST_WEIGHED}`,
  );
}

/** Transactions whose reference already exists with their new meaning. */
async function readTwins(db: Queryable, rows: readonly Changed[]): Promise<ReadonlySet<number>> {
  const events = rows.map(({ meaning, status }) => eventOf(meaning, status));
  const twins = await readRows(
    db,
    idRow,
    sql`SELECT n.id FROM unnest(${rows.map(({ id }) => id)}::bigint[], ${events}::text[]) AS n(id, event)
      JOIN affiliate_transactions t ON t.id = n.id
      JOIN affiliate_transactions o ON o.partner_id = t.partner_id AND o.reference = t.reference AND o.event = n.event
        AND o.fingerprint = t.fingerprint AND o.id <> n.id`,
  );
  return new Set(twins.map(({ id }) => id));
}

export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

function sumOf(meanings: readonly (string | null)[], measure: 'leads' | 'qualifiedLeads' | 'firstDeposits'): number {
  return meanings.reduce((sum, meaning) => {
    if (meaning === null || !isMeaning(meaning) || meaning === 'ignore') return sum;
    return sum + (COUNTS[meaning][measure] ?? 0);
  }, 0);
}
