/** The figures beside the records of a list (docs/product/statistics.md#figures-in-lists). */
import { visibleTabs } from '@signpost/contract/access/access.ts';
import { listFiguresCall } from '@signpost/contract/calls/list-figures.ts';
import { dayIn, eachDay } from '@signpost/contract/dates/dates.ts';
import { rangeInWords } from '@signpost/contract/dates/relative-dates.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import type { DimensionKey } from '@signpost/contract/insight/stats/dimensions.ts';
import {
  FIGURE_PERIODS,
  figuresDimension,
  LIST_FIGURES,
  LIST_TREND,
  readFigureOrder,
} from '@signpost/contract/insight/stats/list-figures.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { handle } from '../../http/handle.ts';
import type { EngineRow } from '../../platform/clickhouse.ts';
import type { SessionUser } from '../../session-user.ts';
import { type ItemsQuestion, planItems } from './plan.ts';
import { ask, recordIdOf, type StatsEngine, statsOf } from './run.ts';
import { itemsSql } from './statements.ts';
import { type EngineFor, factScope } from './viewer.ts';

type Engine = Pick<StatsEngine, 'clickhouse' | 'facts' | 'signal'>;

/** The sums of each record in each range. */
export function askItems(engine: Engine, question: ItemsQuestion): Promise<EngineRow[]> {
  const { scope, reading } = planItems(question, engine.facts);
  return ask(engine, itemsSql(scope, reading), (row) => row);
}

/** Finds the sums of a record in the range at a position. */
export function byRecord(rows: readonly EngineRow[]): (id: number, range: number) => EngineRow {
  const found = new Map(rows.map((row) => [`${recordIdOf(row)} ${Number(row.period)}`, row]));
  return (id, range) => found.get(`${id} ${range}`) ?? {};
}

async function figuresOf(
  engine: Engine,
  { dimension, ids, timeZone, now }: { dimension: DimensionKey; ids: readonly number[]; timeZone: string; now: Date },
) {
  const today = dayIn(now, timeZone);
  const ranges = FIGURE_PERIODS.map((words) => rangeInWords(words, today));
  const days = eachDay(rangeInWords('last7Days', today));
  const about = { dimension, ids, timeZone };
  const [periods, daily] = await Promise.all([
    askItems(engine, { ...about, metrics: LIST_FIGURES, ranges }),
    askItems(engine, { ...about, metrics: [LIST_TREND], ranges: days.map((day) => ({ start: day, end: day })) }),
  ]);
  const ofPeriod = byRecord(periods);
  const ofDay = byRecord(daily);
  return ids.map((id) => ({
    id,
    today: statsOf(ofPeriod(id, FIGURE_PERIODS.indexOf('today')), 'a', LIST_FIGURES),
    last7Days: statsOf(ofPeriod(id, FIGURE_PERIODS.indexOf('last7Days')), 'a', LIST_FIGURES),
    trend: days.map((_, index) => statsOf(ofDay(id, index), 'a', [LIST_TREND])[LIST_TREND] ?? null),
  }));
}

/** The values by which the records of a list are sorted. Records without a value have the `rest`, null for none. */
interface Ranking {
  ids: number[];
  values: (string | null)[];
  rest: string | null;
}

/**
 * The values of the figure that a list is sorted by; null if it is sorted by something else, or by a figure that this
 * list does not show to this person.
 */
export async function rankByFigure(
  { clickhouse, clock }: Pick<Deps, 'clickhouse' | 'clock'>,
  entity: EntityDefinition,
  orderBy: string | undefined,
  viewer: SessionUser,
): Promise<Ranking | null> {
  const order = readFigureOrder(orderBy);
  const dimension = figuresDimension(entity);
  if (order === undefined || dimension === undefined || visibleTabs(viewer).length === 0) return null;
  const { id: metricId, period } = order;
  const { timeZone } = viewer;
  const rows = await askItems(
    { clickhouse, facts: factScope(viewer) },
    {
      dimension,
      ids: null,
      metrics: [metricId],
      ranges: [rangeInWords(period, dayIn(clock.now(), timeZone))],
      timeZone,
    },
  );
  const figureOf = (row: EngineRow) => {
    const value = statsOf(row, 'a', [metricId])[metricId] ?? null;
    if (value === null) return null;
    return String(value);
  };
  return { ids: rows.map(recordIdOf), values: rows.map(figureOf), rest: figureOf({}) };
}

export function listFigureRoutes(app: App, { clock }: Deps, engineFor: EngineFor): void {
  for (const entity of Object.values(entities)) {
    const dimension = figuresDimension(entity);
    if (dimension === undefined) continue;
    handle(app, listFiguresCall(entity), async ({ query, viewer, request, reply }) => {
      // A list may be open to people who may not see what its records earn.
      if (visibleTabs(viewer).length === 0) return [];
      const engine = await engineFor(request, reply);
      return await figuresOf(engine, { dimension, ids: query.ids, timeZone: viewer.timeZone, now: clock.now() });
    });
  }
}
