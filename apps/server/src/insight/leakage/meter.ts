/** The leakage meter: what was lost, by its first cause (docs/product/leakage.md). */
import { mayOpen } from '@signpost/contract/access/access.ts';
import { addDays, dayIn, dayRangeToInstants, earlier } from '@signpost/contract/dates/dates.ts';
import { type CauseName, causeOf } from '@signpost/contract/insight/leakage/causes.ts';
import { type Leakage, meterOf } from '@signpost/contract/insight/leakage/leakage.ts';
import { divideMoney } from '@signpost/contract/money/money.ts';
import { isKeyOf, isObject } from '@signpost/contract/objects.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { linkAddress } from '@signpost/contract/workplace/notifications/notifications.ts';
import { z } from 'zod';
import type { Db } from '../../database.ts';
import { readRates } from '../../partners/deals/rates.ts';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import { engineRow } from '../../platform/rows.ts';
import type { SessionUser } from '../../session-user.ts';
import { type Attributes, readAttributes } from '../stats/attributes.ts';
import { labelOf } from '../stats/labels.ts';
import { expectedValues, type LostClicks, largestBoxes, lossesOf, lostClicks, REASONS, readOutages } from './clicks.ts';
import { type LostOrphans, largestOrphans, orphanLosses, readOrphans } from './orphans.ts';
import {
  type LostPostbacks,
  leadLosses,
  lostPostbacks,
  mendedByWeek,
  postbackLosses,
  refusedLosses,
} from './postbacks.ts';

const LARGEST = 5;

/** Errors: EngineError. */
export async function readLeakage(
  { db, clickhouse }: { db: Db; clickhouse: ClickHouse },
  viewer: SessionUser,
  count: number,
  now: Date,
): Promise<Leakage> {
  const { timeZone } = viewer;
  const end = dayIn(now, timeZone);
  const days = { start: addDays(end, 1 - count), end };
  const range = dayRangeToInstants(days, timeZone);
  const until = earlier(range.until, now);
  const [clicks, values, lead, postbacks, rateOf, attributes, mended, orphans] = await Promise.all([
    readOutages(db, { from: range.from, until }).then((outages) =>
      lostClicks(clickhouse, { from: range.from, until }, outages),
    ),
    expectedValues(clickhouse, until),
    leadValue(clickhouse, until),
    lostPostbacks(db, { from: range.from, until }),
    readRates(db),
    readAttributes(db),
    mendedByWeek(db, until, viewer),
    readOrphans(db, { from: range.from, until }),
  ]);
  const losses = [
    ...lossesOf(clicks, values),
    ...orphanLosses(orphans, values.whole),
    ...(await postbackLosses(db, postbacks, { rateOf, until })),
    ...(await leadLosses(db, { from: range.from, until }, { average: lead, rateOf })),
    ...(await refusedLosses(db, { from: range.from, until }, values.whole)),
  ];
  const { rows, total } = meterOf(losses);
  return {
    days,
    timeZone,
    total,
    mended,
    rows: rows
      .toSorted((one, other) => Number(other.total) - Number(one.total))
      .map((row) => ({
        ...row,
        ...linksOf(row.cause, days, timeZone, viewer),
        largest: largestOf(row.cause, { clicks, postbacks, orphans }, attributes),
      })),
  };
}

const leadRow = z.object({ leads: z.coerce.number(), revenue: z.string() });
const HISTORY_MS = 90 * 86_400_000;

/** The revenue that a lead brings on average. */
async function leadValue(clickhouse: ClickHouse, until: Date): Promise<string> {
  const [row] = await clickhouse.query(
    `SELECT sum(leads) AS leads, toString(sum(revenue)) AS revenue FROM facts
      WHERE at >= {from: DateTime64(3, 'UTC')} AND at < {until: DateTime64(3, 'UTC')}`,
    { from: new Date(until.getTime() - HISTORY_MS), until },
    { parse: engineRow(leadRow) },
  );
  if (row === undefined) return '0';
  const value = divideMoney(row.revenue, String(row.leads));
  if (value === null || value.startsWith('-')) return '0';
  return value;
}

function linksOf(cause: CauseName, days: Leakage['days'], timeZone: string, viewer: SessionUser) {
  const { mend, lost } = causeOf(cause);
  const range = { dateRange: days, timeZone };
  // Lists of records take their days in the viewer's zone, as the meter does.
  const received = { from: days.start, to: days.end };
  const inDays = (query: Record<string, unknown>) => {
    if (isObject(query.filters) && query.view === undefined)
      return { ...query, filters: { ...query.filters, receivedAt: received } };
    return query;
  };
  const search = { ...inDays({ ...mend.search }), ...(mend.route === 'eventReporter' && range) };
  const reasons = isKeyOf(REASONS, cause) ? REASONS[cause] : undefined;
  const opensFacts = lost === 'click' && reasons !== undefined && mayOpen(viewer, ROUTES.eventReporter);
  const address = (route: typeof mend.route, query: Record<string, unknown>) =>
    linkAddress({ route, params: {}, search: query, label: '' });
  const list: Partial<Record<typeof lost, string>> = {
    lead: address('leadSearch', inDays({ filters: { status: ['parked', 'rejected'] } })),
    postback: address('affiliateTransactions', inDays({ filters: { state: STATES[cause] ?? [] } })),
  };
  return {
    mend: { route: mend.route, label: mend.label, address: address(mend.route, search) },
    facts: opensFacts ? address('eventReporter', { ...range, reasons }) : (list[lost] ?? null),
  };
}

/** The states of the transactions of a cause. */
const STATES: Partial<Record<CauseName, readonly string[]>> = {
  unknownStatus: ['unassigned'],
  expiredClick: ['unattributed'],
  late: ['waiting'],
  unpriced: ['counted', 'unattributed'],
};

interface Lost {
  clicks: readonly LostClicks[];
  postbacks: readonly LostPostbacks[];
  orphans: readonly LostOrphans[];
}

function largestOf(cause: CauseName, { clicks, postbacks, orphans }: Lost, attributes: Attributes) {
  if (cause === 'unknownLink') return largestOrphans(orphans, LARGEST);
  if (causeOf(cause).lost === 'click')
    return largestBoxes(clicks, cause, LARGEST).map(([id, count]) => ({
      id,
      count,
      name: labelOf('campaign_box', id, attributes),
    }));
  const counts = new Map<number, number>();
  for (const one of postbacks)
    if (one.cause === cause) counts.set(one.partnerId, (counts.get(one.partnerId) ?? 0) + one.count);
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, LARGEST)
    .map(([id, count]) => ({ id, count, name: labelOf('partner', id, attributes) }));
}
