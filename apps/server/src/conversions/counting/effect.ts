/** Forecasts a change of status assignments or overrides with the code that counts. Writes nothing. */
import type {
  AssignmentStake,
  IntegrationDraft,
  MappingDraft,
  MappingEffect,
  OverrideDraft,
  OverrideEffect,
  UnassignedStatus,
} from '@signpost/contract/conversions/effect.ts';
import {
  isMeaning,
  likelyMeanings,
  type Meaning,
  meaningOf,
  postbackSettings,
  type StatusOverride,
} from '@signpost/contract/conversions/postback.ts';
import { compareMoney, divideMoney, multiplyMoney, subtractMoney, sumMoney } from '@signpost/contract/money/money.ts';
import { BASE_CURRENCY } from '@signpost/contract/stats/fact.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { inBase } from '../../deals/rates.ts';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import { idRow, readRows } from '../../platform/rows.ts';
import { eventOf } from '../intake/store.ts';
import { type PostbackPartner, readPartner } from '../keys.ts';
import { changedGroups } from './again.ts';
import { COUNTS } from './facts.ts';
import {
  type CountedOutcome,
  type GroupKey,
  groupKeyRow,
  keyOf,
  type Surroundings,
  surroundings,
  WAITING,
  type Waiting,
  type Weighed,
  waitingRow,
  weigh,
} from './weigh.ts';

interface Engines {
  db: Queryable;
  clickhouse: ClickHouse;
}

const MOST_WEIGHED = 5_000;
const SAMPLE = 100;
const MOST_GROUPS = 200;
const EFFECT_DAYS = 30;
/** Meanings that can bring money. */
const PAYING = ['first_deposit', 'qualified_lead', 'lead', 'deposit', 'revenue'] as const satisfies Meaning[];

const reportedRow = waitingRow.extend({ revenue: z.string(), countedAs: z.string().nullable() });
type Reported = z.infer<typeof reportedRow>;

/**
 * What a mapping would change: the transactions it concerns, and by how much the sums would differ. Of one that is being
 * changed also those that it meant until now, and that go back to what they meant without it.
 */
export async function effectOfMapping(engines: Engines, draft: MappingDraft, now: Date): Promise<MappingEffect | null> {
  const { db } = engines;
  const partner = await readPartner(db, draft.partnerId);
  if (partner === undefined) return null;
  const before = partner.overrides.find(({ id }) => draft.id !== undefined && id === draft.id);
  const overrides = [draft, ...partner.overrides.filter((override) => override !== before)];
  const statuses = [draft, ...(before === undefined ? [] : [before])].map(({ status }) => status.trim().toLowerCase());
  const since = before !== undefined && before.validFrom < draft.validFrom ? before.validFrom : draft.validFrom;
  const rows = await readRows(
    db,
    reportedRow,
    sql`
      SELECT ${WAITING}, t.revenue, t.price ->> 'countsAs' AS counted_as FROM affiliate_transactions t
      WHERE t.partner_id = ${draft.partnerId} AND lower(t.status) = ANY(${statuses}::text[])
        AND (t.occurred_at AT TIME ZONE 'UTC')::date >= ${since}::date
        AND (${before !== undefined} OR t.meaning IS DISTINCT FROM ${draft.meaning})
      ORDER BY t.occurred_at LIMIT ${MOST_WEIGHED + 1}`,
  );
  const changed = changedOf(rows.slice(0, MOST_WEIGHED), { ...partner, overrides });
  const { around, ...effect } = await weighChange(engines, changed, rows.length, now);
  const assigned = changed.filter(({ meaning }) => meaning === draft.meaning);
  return { ...effect, stake: stakeOf(around, assigned, draft.meaning, now) };
}

const usingRow = z.object({ partnerId: z.number() });

/**
 * What other settings of an integration would change, of all partners whose postbacks it reads: its statuses hold for
 * whatever was reported already, as a partner's mappings do from their day on.
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
    sql`
      SELECT record_id AS partner_id FROM partners_integrations WHERE target_id = ${id} ORDER BY record_id`,
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
      sql`
        SELECT ${WAITING}, t.revenue, t.price ->> 'countsAs' AS counted_as FROM affiliate_transactions t
        WHERE t.partner_id = ${partnerId} AND t.status = ANY(${groups.map(({ status }) => status)}::text[])
        ORDER BY t.occurred_at LIMIT ${MOST_WEIGHED - changed.length}`,
    );
    changed.push(...changedOf(rows, read));
  }
  const toggle = { reads, takesSeveral: settings.severalFirstDeposits };
  const { around: _, ...effect } = await weighChange({ db, clickhouse }, changed, found, now, toggle);
  return { ...effect, isCapped: found > changed.length, stake: null };
}

/** A transaction whose meaning would change. */
type Changed = Omit<Reported, 'meaning'> & { was: string | null; meaning: Meaning | null };

function changedOf(rows: readonly Reported[], { settings, overrides }: Reading): Changed[] {
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

/**
 * By how much the sums would differ, of these transactions and of whatever else their clicks have: chargebacks that find
 * something to take back, first deposits that are no longer the first. `found` of them there are, more than could be weighed.
 */
async function weighChange(
  { db, clickhouse }: Engines,
  changed: readonly Changed[],
  found: number,
  now: Date,
  toggle: Toggle | null = null,
): Promise<Omit<MappingEffect, 'stake'> & { around: Surroundings }> {
  const twins = await readTwins(db, changed);
  const beside = await readBeside(db, changed);
  const toggled = toggle === null ? [] : await readToggled(db, toggle);
  const counted = [
    ...changed.filter(({ id, meaning }) => !twins.has(id) && meaning !== null && meaning !== 'ignore'),
    ...beside,
  ];
  const groups = [...groupsOf(changed), ...toggled];
  const read = await surroundings(db, clickhouse, counted, { groups });
  const several = new Set(toggle?.takesSeveral ? toggle.reads : []);
  const around = toggle === null ? read : { ...read, takesSeveral: several };
  const weighed = weigh(around, counted, now, { groups, gone: new Set(changed.map(({ id }) => id)) });
  const added = [...weighed.outcomes.values()].filter((outcome) => outcome.state === 'counted');
  const removed = changed.filter(({ state }) => state === 'counted');
  const is = [...added, ...weighed.restated.map(({ outcome }) => outcome)].map(({ price }) => price.countsAs);
  const was = [
    ...removed.map((row) => row.countedAs ?? row.was),
    ...weighed.restated.map(({ before }) => before.stored.countsAs ?? before.meaning),
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
    unmatched: [...weighed.outcomes.values()].filter(({ state }) => state !== 'counted').length,
  };
}

/** Counts of what the change would add. */
const gainOf = ({ outcomes, restated }: Weighed): string =>
  sumMoney([
    ...[...outcomes.values()].map((outcome) => (outcome.state === 'counted' ? outcome.revenue : '0')),
    ...restated.map(({ before, outcome }) => subtractMoney(outcome.revenue, before.revenue)),
  ]);

const groupsOf = (rows: readonly Pick<Waiting, 'clickId' | 'partnerId'>[]): GroupKey[] => {
  const keys = rows.flatMap(({ clickId, partnerId }) => (clickId === null ? [] : [{ clickId, partnerId }]));
  return [...new Map(keys.map((key) => [keyOf(key), key])).values()];
};

/**
 * What would be counted beside the transactions that change: reports that have waited for their click to be named by one of
 * them, and the oldest that only repeated one of them and takes its place.
 */
async function readBeside(db: Queryable, changed: readonly Changed[]): Promise<Waiting[]> {
  const references = changed.map(({ reference }) => reference);
  const partners = [...new Set(changed.map(({ partnerId }) => partnerId))];
  const left = changed.filter(({ state, was }) => state !== 'duplicate' && was !== null);
  const rows = await readRows(
    db,
    waitingRow,
    sql`
      SELECT ${WAITING} FROM affiliate_transactions t
      WHERE t.partner_id = ANY(${partners}::bigint[]) AND t.reference = ANY(${references}::text[])
        AND t.id <> ALL(${changed.map(({ id }) => id)}::bigint[])
        AND (t.state = 'waiting' OR (t.state = 'unattributed' AND t.click_id IS NULL) OR t.id IN (
          SELECT min(d.id) FROM affiliate_transactions d
          JOIN unnest(${left.map(({ partnerId }) => partnerId)}::bigint[], ${left.map(({ reference }) => reference)}::text[],
            ${left.map(({ was }) => was)}::text[]) AS l(partner_id, reference, meaning)
            ON d.partner_id = l.partner_id AND d.reference = l.reference AND d.meaning = l.meaning
          WHERE d.state = 'duplicate' GROUP BY d.partner_id, d.reference, d.meaning))`,
  );
  return rows.filter(({ meaning, clickId }) => meaning !== null && meaning !== 'ignore' && clickId !== null);
}

/** The clicks whose first deposits would count differently with the new setting of an integration. */
async function readToggled(db: Queryable, { reads, takesSeveral }: Toggle): Promise<GroupKey[]> {
  const rows = await readRows(
    db,
    groupKeyRow,
    sql`
      SELECT partner_id, click_id FROM affiliate_transactions
      WHERE partner_id = ANY(${reads}::bigint[]) AND state = 'counted' AND meaning = 'first_deposit'
      GROUP BY partner_id, click_id
      HAVING count(*) FILTER (WHERE coalesce(price ->> 'countsAs', meaning) = 'first_deposit')
        <> CASE WHEN ${takesSeveral} THEN count(*) ELSE 1 END
      LIMIT ${MOST_WEIGHED}`,
  );
  return rows;
}

const isPaying = (outcome: { state: string }): outcome is CountedOutcome => outcome.state === 'counted';

/** The sum with one meaning, compared with the highest sum of any meaning. */
function stakeOf(around: Surroundings, rows: readonly Waiting[], meaning: Meaning, now: Date): AssignmentStake {
  const own = meaning === 'ignore' ? '0' : gainAs(around, rows, meaning, now);
  const all = gains(around, rows, now);
  const outcomes = [...weigh(around, as(rows, 'lead'), now, { gone: idsOf(rows) }).outcomes.values()].filter(isPaying);
  const reported = rows.flatMap(({ amount, currency, occurredAt }) => {
    const rate = around.terms.rateOf(currency ?? BASE_CURRENCY, dayOf(occurredAt));
    return amount === null || rate === null ? [] : [inBase(amount, rate)];
  });
  return {
    reported: sumMoney(reported),
    atStake: mostOf(all),
    counts: own,
    pays: [...new Set(outcomes.flatMap(({ price }) => price.pays))],
  };
}

const idsOf = (rows: readonly Waiting[]): ReadonlySet<number> => new Set(rows.map(({ id }) => id));
const as = (rows: readonly Waiting[], meaning: Meaning): Waiting[] => rows.map((row) => ({ ...row, meaning }));
const gainAs = (around: Surroundings, rows: readonly Waiting[], meaning: Meaning, now: Date): string =>
  gainOf(weigh(around, as(rows, meaning), now, { gone: idsOf(rows) }));

/** The sum with each meaning that can earn money. */
const gains = (around: Surroundings, rows: readonly Waiting[], now: Date): Map<Meaning, string> =>
  new Map(PAYING.map((meaning) => [meaning, gainAs(around, rows, meaning, now)]));
const mostOf = (brought: ReadonlyMap<Meaning, string>): string =>
  [...brought.values()].reduce((most, one) => (compareMoney(one, most) > 0 ? one : most), '0');

/** Transactions whose reference already exists with their new meaning. */
async function readTwins(db: Queryable, rows: readonly Changed[]): Promise<ReadonlySet<number>> {
  const events = rows.map(({ meaning, status }) => eventOf(meaning, status));
  const twins = await readRows(
    db,
    idRow,
    sql`
      SELECT n.id FROM unnest(${rows.map(({ id }) => id)}::bigint[], ${events}::text[]) AS n(id, event)
      JOIN affiliate_transactions t ON t.id = n.id
      JOIN affiliate_transactions o ON o.partner_id = t.partner_id AND o.reference = t.reference AND o.event = n.event
        AND o.id <> n.id`,
  );
  return new Set(twins.map(({ id }) => id));
}

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

function sumOf(meanings: readonly (string | null)[], measure: 'leads' | 'qualifiedLeads' | 'firstDeposits'): number {
  return meanings.reduce((sum, meaning) => {
    if (meaning === null || !isMeaning(meaning) || meaning === 'ignore') return sum;
    return sum + (COUNTS[meaning][measure] ?? 0);
  }, 0);
}

const groupRow = z.object({
  partnerId: z.number(),
  partner: z.string(),
  status: z.string(),
  transactions: z.number(),
  first: z.date(),
  last: z.date(),
  sample: z.array(z.number()),
});

/** Unassigned statuses, the most money at stake first. */
export async function unassignedStatuses(engines: Engines, now: Date): Promise<UnassignedStatus[]> {
  const { db, clickhouse } = engines;
  const groups = await readRows(
    db,
    groupRow,
    sql`
      SELECT t.partner_id, p.name AS partner, min(t.status) AS status, count(*)::integer AS transactions,
        min(t.occurred_at) AS first, max(t.occurred_at) AS last,
        (array_agg(t.id ORDER BY t.id DESC))[1:${sql.lit(SAMPLE)}] AS sample
      FROM affiliate_transactions t JOIN partners p ON p.id = t.partner_id WHERE t.state = 'unassigned'
      GROUP BY t.partner_id, p.name, lower(t.status) ORDER BY count(*) DESC LIMIT ${MOST_GROUPS}`,
  );
  const ids = groups.flatMap(({ sample }) => sample);
  const rows = await readRows(
    db,
    waitingRow,
    sql`
      SELECT ${WAITING}, t.revenue, t.price ->> 'countsAs' AS counted_as FROM affiliate_transactions t WHERE t.id = ANY(${ids}::bigint[])`,
  );
  const around = await surroundings(db, clickhouse, rows);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return groups
    .map(({ sample, first, last, ...group }): UnassignedStatus => {
      const weighed = sample.flatMap((id) => byId.get(id) ?? []);
      const brought = gains(around, weighed, now);
      const most = mostOf(brought);
      const likely = likelyMeanings(group.status);
      const isEstimated = group.transactions > weighed.length;
      const scaled = divideMoney(multiplyMoney(most, String(group.transactions)), String(Math.max(1, weighed.length)));
      return {
        ...group,
        first: first.toISOString(),
        last: last.toISOString(),
        atStake: isEstimated ? (scaled ?? '0') : most,
        isEstimated,
        // Prefers a meaning that counts among those that the words suggest.
        likely: likely.find((meaning) => compareMoney(brought.get(meaning) ?? '0', '0') > 0) ?? likely[0] ?? null,
      };
    })
    .sort((a, b) => compareMoney(b.atStake, a.atStake) || b.transactions - a.transactions);
}

const usedRow = z.object({ conversions: z.number(), revenue: z.string() });

/** The last days' conversions of a partner, as they are priced and as an override would have priced them. */
export async function effectOfOverride(engines: Engines, draft: OverrideDraft, now: Date): Promise<OverrideEffect> {
  const { db, clickhouse } = engines;
  const since = new Date(now.getTime() - EFFECT_DAYS * 86_400_000);
  const rows = await readRows(
    db,
    reportedRow,
    sql`
      SELECT ${WAITING}, t.revenue, t.price ->> 'countsAs' AS counted_as FROM affiliate_transactions t
      WHERE t.partner_id = ${draft.partnerId} AND t.state = 'counted' AND t.occurred_at >= ${since}
      ORDER BY t.occurred_at DESC LIMIT ${MOST_WEIGHED + 1}`,
  );
  const counted = rows.slice(0, MOST_WEIGHED);
  const around = await surroundings(db, clickhouse, counted);
  // As if it had always held, in the place of those that are as narrow.
  const others = around.terms.overrides.filter(
    ({ id, geoId, trafficSourceId }) =>
      id !== draft.id && !(geoId === draft.geoId && trafficSourceId === draft.trafficSourceId),
  );
  const drafted = { ...draft, id: draft.id ?? 0, validFrom: null, validTo: null };
  const would = weigh({ ...around, terms: { ...around.terms, overrides: [...others, drafted] } }, counted, now);
  const changed = counted.filter((row) => {
    const outcome = would.outcomes.get(row.id);
    return outcome?.state === 'counted' && compareMoney(outcome.revenue, row.revenue) !== 0;
  });
  const used = await readRows(
    db,
    usedRow,
    sql`
      SELECT count(*)::integer AS conversions, coalesce(sum(revenue), 0)::text AS revenue FROM affiliate_transactions
      WHERE partner_id = ${draft.partnerId} AND priced_by = 'override' AND price ->> 'overrideId' = ${String(draft.id ?? 0)}`,
  );
  return {
    days: EFFECT_DAYS,
    conversions: counted.length,
    isCapped: rows.length > MOST_WEIGHED,
    changed: changed.length,
    was: sumMoney(counted.map(({ revenue }) => revenue)),
    would: gainOf(would),
    used: draft.id === undefined ? null : (used[0] ?? null),
  };
}
