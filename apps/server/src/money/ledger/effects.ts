/** Effects of ledger entries. Facts are written when an entry is made, and taken back when it is reversed. */
import { eachDay } from '@signpost/contract/dates/dates.ts';
import type { StoredRecord } from '@signpost/contract/define/entity.ts';
import { invalid } from '@signpost/contract/errors.ts';
import type { Trx } from '../../database.ts';
import type { Deps } from '../../deps.ts';
import { putFacts, takeBackFacts } from '../../partners/conversions/ship/put-facts.ts';
import { type RateOf, readRates } from '../../partners/deals/rates.ts';
import { refuseClosedMonths } from '../../platform/closed-months.ts';
import type { KnownFact } from '../../traffic/clicks/fact-line.ts';
import type { Effect, Effects } from '../../workplace/records/effects.ts';
import { amountFacts, gamblingFacts } from './facts.ts';

const text = (record: StoredRecord, name: string): string => String(record[name] ?? '');
const id = (record: StoredRecord, name: string): number => Number(record[name] ?? 0);

/** The records that an entry refers to, such as the partner and the publisher. */
function aboutOf(record: StoredRecord): Partial<KnownFact> {
  return {
    partnerId: id(record, 'partnerId'),
    publisherId: id(record, 'publisherId'),
    trafficSourceId: id(record, 'trafficSourceId'),
    geoId: id(record, 'geoId'),
    productId: id(record, 'productId'),
  };
}

/** @throws VALIDATION on the currency when no rate is known. */
function rateFor(rateOf: RateOf, currency: string, day: string): string {
  const rate = rateOf(currency, day);
  if (rate === null) throw invalid('currency', `No exchange rate is known for ${currency}.`);
  return rate;
}

const MANUAL = {
  revenue: 'revenue',
  cost: 'cost',
  flat_fee: 'flatFeeCost',
  publisher_cost: 'publisherCost',
} as const;
type ManualKind = keyof typeof MANUAL;
const isManualKind = (kind: string): kind is ManualKind => kind in MANUAL;

/** The number of visits of a source on each of these days, in one geo or in all. */
async function visitsByDay(deps: Deps, record: StoredRecord, days: readonly string[]): Promise<Map<string, number>> {
  const from = days[0] ?? '';
  const to = days.at(-1) ?? '';
  const rows = await deps.clickhouse.query(
    `SELECT toString(toDate(at, 'UTC')) AS day, sum(visits) AS visits FROM facts
     WHERE toDate(at, 'UTC') BETWEEN {from:Date} AND {to:Date} AND traffic_source_id = {source:UInt64}
       AND ({geo:UInt64} = 0 OR geo_id = {geo:UInt64}) GROUP BY day`,
    { from, to, source: id(record, 'trafficSourceId'), geo: id(record, 'geoId') },
    { parse: (row) => [String(row.day), Math.max(0, Number(row.visits))] as const },
  );
  return new Map(rows);
}

/** How much of a cost each day bears: as much as its visits, or the same if there were none or the cost is spread evenly. */
async function weightsOf(deps: Deps, record: StoredRecord, days: readonly string[]): Promise<(day: string) => number> {
  if (record.spread !== 'visits') return () => 1;
  const visits = await visitsByDay(deps, record, days);
  if (visits.size === 0) return () => 1;
  return (day) => visits.get(day) ?? 0;
}

/** The effects of each ledger entity. Exchange rates are those of the day an entry counts on. */
export function ledgerEffects(deps: Deps): Effects {
  const effect = (
    name: string,
    factsOf: (record: StoredRecord, rateOf: RateOf, trx: Trx) => Promise<KnownFact[]> | KnownFact[],
  ): Effect => ({
    async created(trx, record) {
      const path = record.day === undefined ? 'fromDay' : 'day';
      await refuseClosedMonths(trx, { from: text(record, path), path });
      await putFacts(trx, `${name} ${record.id}`, await factsOf(record, await readRates(trx), trx));
    },
    reversed: (trx, record, _actor, because) => takeBackFacts(trx, [`${name} ${record.id}`], because, deps.clock.now()),
  });
  const now = () => deps.clock.now();
  return {
    manualTransaction: effect('manual', (record, rateOf) => {
      const kind = text(record, 'entryKind');
      if (!isManualKind(kind)) throw new TypeError(`A manual transaction of kind ${kind}.`);
      const currency = text(record, 'currency');
      const day = text(record, 'day');
      return amountFacts(
        {
          kind,
          measure: MANUAL[kind],
          amount: text(record, 'amount'),
          currency,
          rate: rateFor(rateOf, currency, day),
          shares: [{ day, weight: 1 }],
          about: aboutOf(record),
          reason: text(record, 'reason'),
        },
        now(),
      );
    }),
    simpleCost: effect('simple cost', async (record, rateOf) => {
      const currency = text(record, 'currency');
      const from = text(record, 'fromDay');
      const days = eachDay({ start: from, end: text(record, 'toDay') });
      const weightOf = await weightsOf(deps, record, days);
      return amountFacts(
        {
          kind: 'cost',
          measure: 'cost',
          amount: text(record, 'amount'),
          currency,
          rate: rateFor(rateOf, currency, from),
          shares: days.map((day) => ({ day, weight: weightOf(day) })),
          about: aboutOf(record),
          reason: `simple cost ${record.id}`,
        },
        now(),
      );
    }),
    partnerRevenue: effect('partner revenue', (record, rateOf) => {
      const currency = text(record, 'currency');
      const from = text(record, 'fromDay');
      return amountFacts(
        {
          kind: 'revenue',
          measure: 'revenue',
          amount: text(record, 'amount'),
          currency,
          rate: rateFor(rateOf, currency, from),
          shares: eachDay({ start: from, end: text(record, 'toDay') }).map((day) => ({ day, weight: 1 })),
          about: aboutOf(record),
          reason: `partner revenue ${record.id}`,
        },
        now(),
      );
    }),
    gamblingStat: effect('gambling', (record, rateOf) => gamblingFactsOf(record, rateOf, now())),
  };
}

/** The facts of a stored gambling stat. */
export function gamblingFactsOf(record: StoredRecord, rateOf: RateOf, now: Date): KnownFact[] {
  const currency = text(record, 'currency');
  const day = text(record, 'day');
  return gamblingFacts(
    {
      day,
      currency,
      rate: rateFor(rateOf, currency, day),
      registrations: id(record, 'registrations'),
      firstDeposits: id(record, 'firstDeposits'),
      deposits: id(record, 'deposits'),
      depositAmount: text(record, 'depositAmount'),
      revenue: text(record, 'revenue'),
      about: aboutOf(record),
      reason: `gambling stat ${record.id}`,
    },
    now,
  );
}
