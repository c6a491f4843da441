/** Reads the clicks to which conversions belong, from their facts. */

import { CLICK_COLUMNS, clickRow, factRow } from '@signpost/contract/insight/stats/fact-row.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import type { Fact } from '@signpost/contract/traffic/clicks/fact.ts';
import type { z } from 'zod';
import type { ClickHouse, EngineRow } from '../../../platform/clickhouse.ts';
import { camelCase, snakeCase } from '../../../platform/names.ts';

/** The data of a click that its conversions copy. */
export type KnownClick = Pick<Fact, (typeof CLICK_COLUMNS)[number] | 'clickId' | 'visitorId'> & {
  /** ISO 8601. */
  clickAt: string;
  dealVersion: number;
  allocationVersion: number;
  /** A test click of the launch check, whose conversions count nothing. */
  isTest?: boolean | undefined;
};

const rowSchema = clickRow.extend(
  factRow.pick({
    clickId: true,
    visitorId: true,
    clickAt: true,
    dealVersion: true,
    allocationVersion: true,
    kind: true,
  }).shape,
);

const COLUMNS = [
  'kind',
  'toString(click_id) AS click_id_text',
  'toString(visitor_id) AS visitor_id_text',
  'click_at',
  'deal_version',
  'allocation_version',
  ...CLICK_COLUMNS.map(snakeCase),
].join(', ');

function parseClick(row: EngineRow): z.infer<typeof rowSchema> {
  const { click_id_text: clickId, visitor_id_text: visitorId, ...rest } = row;
  const known = Object.fromEntries(Object.entries(rest).map(([name, value]) => [camelCase(name), value]));
  return rowSchema.parse({ ...known, clickId, visitorId });
}

/** A click-out, from its fact. */
export type Clickout = KnownClick & { factId: string; at: Date };

/** The click-outs of a partner in a span of time, by their fact ids, starting after one id. */
export async function readClickouts(
  clickhouse: ClickHouse,
  of: { partnerId: number; from: Date; until: Date; after: string; limit: number },
): Promise<Clickout[]> {
  return await clickhouse.query(
    `SELECT ${COLUMNS}, toString(fact_id) AS fact_id_text, at FROM facts
     WHERE at >= {from:DateTime64(3, 'UTC')} AND at < {until:DateTime64(3, 'UTC')} AND partner_id = {partnerId:UInt32}
       AND clickouts > 0 AND kind IN ('visit', 'clickout') AND fact_id > {after:UUID}
     ORDER BY fact_id LIMIT {limit:UInt32}`,
    of,
    {
      parse: parseClickout,
    },
  );
}

function parseClickout({ fact_id_text: factId, at, ...row }: EngineRow): Clickout {
  const { kind: _kind, ...click } = parseClick(row);
  const clickAt = new Date(click.clickAt).toISOString();
  return { ...click, clickAt, factId: String(factId), at: new Date(String(at)) };
}

/** A click whose link named its cost: `amount` in `currency`. */
export type CostlyClick = Clickout & { amount: string };

/**
 * Clicks whose cost no router could take: in another currency than the base currency, whose rate no router knows, or of
 * a source with a limit per day.
 */
export const COSTLY = `kind = 'visit' AND amount > 0 AND currency <> '' AND (currency <> {base:String} OR cost = 0)`;

/** The costly clicks of a span of time, ordered by fact id, behind the id `after`. The currency '' means all currencies. */
export async function readCostlyClicks(
  clickhouse: ClickHouse,
  of: { from: Date; until: Date; after: string; limit: number; currency: string },
): Promise<CostlyClick[]> {
  return await clickhouse.query(
    `SELECT ${COLUMNS}, toString(fact_id) AS fact_id_text, at, toString(amount) AS amount_text FROM facts
     WHERE at >= {from:DateTime64(3, 'UTC')} AND at < {until:DateTime64(3, 'UTC')}
       AND ${COSTLY} AND {currency:String} IN ('', currency) AND fact_id > {after:UUID}
     ORDER BY fact_id LIMIT {limit:UInt32}`,
    { ...of, base: baseCurrency() },
    {
      parse: ({ amount_text: amount, ...row }) => ({ ...parseClickout(row), amount: String(amount) }),
    },
  );
}

/** The step to an offer may follow its visit after up to this time. */
const LATEST_STEP_MS = 2 * 24 * 60 * 60 * 1000;
const BEFORE_MS = 60_000;

const CLICK_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The milliseconds in a lower-case UUID of version 7; null for anything else. */
export function timeOfId(id: string): number | null {
  if (CLICK_ID.test(id)) return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  return null;
}

/** Finds clicks by their ids, which contain their time. The last step of a click shows where it went. */
export async function findClicks(
  clickhouse: ClickHouse,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<Map<string, KnownClick>> {
  const timed = [...new Set(ids)].filter((id) => timeOfId(id) !== null);
  const found = new Map<string, KnownClick>();
  if (timed.length === 0) return found;
  // Only the days of the ids are read, not the range between them, because one old click would open every month.
  const days = [...new Set(timed.map((id) => new Date(timeOfId(id) ?? 0).toISOString().slice(0, 10)))];
  const months = new Set(days.flatMap((day) => [monthOf(day, -BEFORE_MS), monthOf(day, LATEST_STEP_MS)]));
  const rows = await clickhouse.query(
    `SELECT ${COLUMNS} FROM facts
     WHERE toYYYYMM(at) IN {months:Array(UInt32)} AND click_id IN {ids:Array(UUID)}
       AND kind IN ('visit', 'bot_visit', 'prelander_visit', 'clickout')
     ORDER BY click_id, at`,
    { months: [...months], ids: timed },
    { parse: parseClick, signal },
  );
  for (const { kind, ...row } of rows) {
    const first = found.get(row.clickId);
    const click: KnownClick = {
      ...row,
      clickAt: new Date(row.clickAt).toISOString(),
      isTest: kind === 'bot_visit' && row.reason === 'test' ? true : undefined,
    };
    if (first === undefined) found.set(row.clickId, click);
    else if (kind === 'clickout') found.set(row.clickId, withStep(first, click));
  }
  return found;
}

function monthOf(day: string, shiftMs: number): number {
  const date = new Date(Date.parse(day) + (shiftMs > 0 ? shiftMs + 86_400_000 : shiftMs));
  return date.getUTCFullYear() * 100 + date.getUTCMonth() + 1;
}

/** The step to the offer has newer decisions than the visit, and replaces them. */
function withStep(first: KnownClick, step: KnownClick): KnownClick {
  const decided = (['offerId', 'partnerId', 'integrationId', 'dealId', 'productId'] as const).filter(
    (key) => step[key] !== 0,
  );
  return {
    ...first,
    ...Object.fromEntries(decided.map((key) => [key, step[key]])),
    ...(step.dealType !== '' && { dealType: step.dealType }),
    ...(step.dealVersion !== 0 && { dealVersion: step.dealVersion }),
  };
}
