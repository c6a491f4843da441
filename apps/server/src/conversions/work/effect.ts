/** What a change of mappings or overrides would do, weighed by the code that counts; nothing is written. */
import type {
  IntegrationDraft,
  MappingDraft,
  MappingEffect,
  OverrideDraft,
  OverrideEffect,
  UnassignedStatus,
} from '@signpost/contract/conversions/effect.ts';
import {
  isMeaning,
  likelyMeaning,
  type Meaning,
  meaningOf,
  postbackSettings,
  type StatusOverride,
} from '@signpost/contract/conversions/postback.ts';
import { compareMoney, divideMoney, multiplyMoney, subtractMoney, sumMoney } from '@signpost/contract/money.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../database.ts';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import { eventOf } from '../intake/store.ts';
import { type PostbackPartner, readPartner } from '../keys.ts';
import { changedGroups } from './again.ts';
import { COUNTS } from './facts.ts';
import { type Outcome, type Surroundings, surroundings, type Waiting, weigh } from './round.ts';

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

interface Reported extends Waiting {
  revenue: string;
}

/** The columns of {@link Waiting}, of `t`. */
const WAITING = sql`t.id, t.partner_id, t.meaning, t.state, t.status, t.txid, t.amount, t.currency, t.occurred_at,
  t.received_at, t.tries, t.click_id, t.revenue`;

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
  const { rows } = await sql<Reported>`
    SELECT ${WAITING} FROM affiliate_transactions t
    WHERE t.partner_id = ${draft.partnerId} AND lower(t.status) = ANY(${statuses}::text[])
      AND (t.occurred_at AT TIME ZONE 'UTC')::date >= ${since}::date
      AND (${before !== undefined} OR t.meaning IS DISTINCT FROM ${draft.meaning})
    ORDER BY t.occurred_at LIMIT ${MOST_WEIGHED + 1}`.execute(db);
  return await weighChange(
    engines,
    changedOf(rows.slice(0, MOST_WEIGHED), { ...partner, overrides }),
    rows.length,
    now,
  );
}

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
  const { rows: using } = await sql<{ partnerId: number }>`
    SELECT record_id AS partner_id FROM partners_integrations WHERE target_id = ${id} ORDER BY record_id`.execute(db);
  const changed: Changed[] = [];
  let found = 0;
  for (const { partnerId } of using) {
    const partner = await readPartner(db, Number(partnerId));
    if (partner === undefined || Number(partner.integrationId) !== id) continue;
    const read = { ...partner, settings };
    const groups = await changedGroups(db, read);
    found += groups.reduce((sum, { transactions }) => sum + transactions, 0);
    const { rows } = await sql<Reported>`
      SELECT ${WAITING} FROM affiliate_transactions t
      WHERE t.partner_id = ${partnerId} AND t.status = ANY(${groups.map(({ status }) => status)}::text[])
      ORDER BY t.occurred_at LIMIT ${MOST_WEIGHED - changed.length}`.execute(db);
    changed.push(...changedOf(rows, read));
  }
  const effect = await weighChange({ db, clickhouse }, changed, found, now);
  return { ...effect, isCapped: found > changed.length };
}

/** A transaction that would mean something else. */
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

/** By how much the sums would differ; `found` of these there are, more than could be weighed. */
async function weighChange(
  { db, clickhouse }: Engines,
  changed: readonly Changed[],
  found: number,
  now: Date,
): Promise<MappingEffect> {
  const twins = await readTwins(db, changed);
  const concerned = changed.map((row) => ({ ...row, twin: twins.has(row.id) }));
  const counted = concerned.filter(({ twin, meaning }) => !twin && meaning !== null && meaning !== 'ignore');
  const outcomes = weigh(await surroundings(db, clickhouse, counted), counted, now);
  const added = counted.filter(({ id }) => outcomes.get(id)?.state === 'counted');
  const removed = concerned.filter(({ state }) => state === 'counted');
  const change = (measure: 'leads' | 'qualifiedLeads' | 'firstDeposits'): number =>
    added.reduce((sum, { meaning }) => sum + countOf(meaning, measure), 0) -
    removed.reduce((sum, { was }) => sum + countOf(was, measure), 0);
  return {
    transactions: concerned.length,
    isCapped: found > MOST_WEIGHED,
    since: concerned.map(({ occurredAt }) => dayOf(occurredAt)).sort()[0] ?? null,
    leads: change('leads'),
    qualifiedLeads: change('qualifiedLeads'),
    firstDeposits: change('firstDeposits'),
    revenue: subtractMoney(revenueOf(outcomes.values()), sumMoney(removed.map(({ revenue }) => revenue))),
    duplicates: concerned.filter(({ twin }) => twin).length,
    unmatched: outcomes.size - added.length,
  };
}

/** Those whose reference is there already as what they would mean. */
async function readTwins(db: Queryable, rows: readonly Changed[]): Promise<ReadonlySet<number>> {
  const events = rows.map(({ meaning, status }) => eventOf(meaning, status));
  const { rows: twins } = await sql<{ id: number }>`
    SELECT n.id FROM unnest(${rows.map(({ id }) => id)}::bigint[], ${events}::text[]) AS n(id, event)
    JOIN affiliate_transactions t ON t.id = n.id
    JOIN affiliate_transactions o ON o.partner_id = t.partner_id AND o.reference = t.reference AND o.event = n.event
      AND o.id <> n.id`.execute(db);
  return new Set(twins.map(({ id }) => Number(id)));
}

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

function countOf(meaning: string | null, measure: 'leads' | 'qualifiedLeads' | 'firstDeposits'): number {
  if (meaning === null || !isMeaning(meaning) || meaning === 'ignore') return 0;
  return COUNTS[meaning][measure] ?? 0;
}

interface Group {
  partnerId: number;
  partner: string;
  status: string;
  transactions: number;
  first: Date;
  last: Date;
  sample: number[];
}

/** Statuses that nobody has assigned, the most money at stake first. */
export async function unassignedStatuses(engines: Engines, now: Date): Promise<UnassignedStatus[]> {
  const { db, clickhouse } = engines;
  const { rows: groups } = await sql<Group>`
    SELECT t.partner_id, p.name AS partner, min(t.status) AS status, count(*)::integer AS transactions,
      min(t.occurred_at) AS first, max(t.occurred_at) AS last,
      (array_agg(t.id ORDER BY t.id DESC))[1:${sql.lit(SAMPLE)}] AS sample
    FROM affiliate_transactions t JOIN partners p ON p.id = t.partner_id WHERE t.state = 'unassigned'
    GROUP BY t.partner_id, p.name, lower(t.status) ORDER BY count(*) DESC LIMIT ${MOST_GROUPS}`.execute(db);
  const ids = groups.flatMap(({ sample }) => sample.map(Number));
  const { rows } = await sql<Waiting>`
    SELECT ${WAITING} FROM affiliate_transactions t WHERE t.id = ANY(${ids}::bigint[])`.execute(db);
  const around = await surroundings(db, clickhouse, rows);
  const byId = new Map(rows.map((row) => [Number(row.id), row]));
  return groups
    .map(({ sample, first, last, ...group }): UnassignedStatus => {
      const weighed = sample.flatMap((id) => byId.get(Number(id)) ?? []);
      const most = mostRevenue(around, weighed, now);
      const isEstimated = group.transactions > weighed.length;
      const scaled = divideMoney(multiplyMoney(most, String(group.transactions)), String(Math.max(1, weighed.length)));
      return {
        ...group,
        first: first.toISOString(),
        last: last.toISOString(),
        atStake: isEstimated ? (scaled ?? '0') : most,
        isEstimated,
        likely: likelyMeaning(group.status),
      };
    })
    .sort((a, b) => compareMoney(b.atStake, a.atStake) || b.transactions - a.transactions);
}

/** The most that any meaning would bring. */
function mostRevenue(around: Surroundings, transactions: readonly Waiting[], now: Date): string {
  let most = '0';
  for (const meaning of PAYING) {
    const outcomes = weigh(
      around,
      transactions.map((row) => ({ ...row, meaning })),
      now,
    );
    const revenue = revenueOf(outcomes.values());
    if (compareMoney(revenue, most) > 0) most = revenue;
  }
  return most;
}

const revenueOf = (outcomes: Iterable<Outcome>): string =>
  sumMoney([...outcomes].map((outcome) => (outcome.state === 'counted' ? outcome.revenue : '0')));

/** The last days' conversions of a partner, as they are priced and as an override would have priced them. */
export async function effectOfOverride(engines: Engines, draft: OverrideDraft, now: Date): Promise<OverrideEffect> {
  const { db, clickhouse } = engines;
  const since = new Date(now.getTime() - EFFECT_DAYS * 86_400_000);
  const { rows } = await sql<Waiting & { revenue: string }>`
    SELECT ${WAITING} FROM affiliate_transactions t
    WHERE t.partner_id = ${draft.partnerId} AND t.state = 'counted' AND t.occurred_at >= ${since}
      AND t.meaning NOT IN ('chargeback', 'withdrawal')
    ORDER BY t.occurred_at DESC LIMIT ${MOST_WEIGHED + 1}`.execute(db);
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
    const outcome = would.get(row.id);
    return outcome?.state === 'counted' && compareMoney(outcome.revenue, row.revenue) !== 0;
  });
  const { rows: used } = await sql<{ conversions: number; revenue: string }>`
    SELECT count(*)::integer AS conversions, coalesce(sum(revenue), 0)::text AS revenue FROM affiliate_transactions
    WHERE partner_id = ${draft.partnerId} AND priced_by = 'override' AND price ->> 'overrideId' = ${String(draft.id ?? 0)}`.execute(
    db,
  );
  return {
    days: EFFECT_DAYS,
    conversions: counted.length,
    isCapped: rows.length > MOST_WEIGHED,
    changed: changed.length,
    was: sumMoney(counted.map(({ revenue }) => revenue)),
    would: revenueOf(would.values()),
    used: draft.id === undefined ? null : (used[0] ?? null),
  };
}
