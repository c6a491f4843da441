/** The call of the lifetime view. */

import { readLifetime } from '@signpost/contract/calls/stats.ts';
import { addDays, addMonths, dayIn, daysIn } from '@signpost/contract/dates/dates.ts';
import { invalid } from '@signpost/contract/errors.ts';
import { dimensionOf, type ItemId } from '@signpost/contract/insight/stats/dimensions.ts';
import {
  type CohortBasis,
  LIFETIME_LIMITS,
  type LifetimeData,
  type LifetimeRows,
} from '@signpost/contract/insight/stats/lifetime.ts';
import type { StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { globalTab } from '@signpost/contract/insight/stats/tabs/global.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { handleQuestion } from './handle-question.ts';
import { readAsked } from './known.ts';
import { labelOf } from './labels.ts';
import { byItem, byMonth } from './lifetime.ts';
import { compileBrought, compileSizes } from './lifetime-sql.ts';
import { ask, type StatsEngine, sumsOf } from './run.ts';
import type { EngineFor } from './viewer.ts';

const LONGEST_MONTH = 31;
/** The engine groups by player, so its limit of groups is the maximum number of players. */
const MAX_PLAYERS = 50_000_000;

async function runLifetime(
  engine: StatsEngine,
  question: StatsQuestion,
  { basis, rows }: { basis: CohortBasis; rows: LifetimeRows },
  now: string,
): Promise<LifetimeData> {
  const { attributes, facts } = engine;
  const asked = { question, basis, rows, attributes, facts };
  const isNumeric = rows !== 'month' && dimensionOf(rows).idKind === 'numeric';
  const itemIn = (item: unknown): ItemId => {
    if (isNumeric) return Number(item);
    return String(item);
  };
  const [sizes, values] = await Promise.all([
    ask(
      engine,
      compileSizes(asked),
      (row) => ({ item: itemIn(row.item), cohort: String(row.cohort), players: Number(row.players) }),
      MAX_PLAYERS,
    ),
    ask(
      engine,
      compileBrought(asked),
      (row) => ({
        item: itemIn(row.item),
        cohort: String(row.cohort),
        month: String(row.month),
        sums: sumsOf(row, 'a'),
      }),
      MAX_PLAYERS,
    ),
  ]);
  if (rows === 'month') return byMonth(sizes, values, now);
  return byItem(sizes, values, now, (item) => labelOf(rows, item, attributes));
}

export function lifetimeRoutes(app: App, { db, clock }: Pick<Deps, 'db' | 'clock'>, engineFor: EngineFor): void {
  handleQuestion(app, readLifetime, async ({ query: { basis, rows, ...asked }, viewer, request, reply }) => {
    const question = await readAsked({ db, clock }, viewer, globalTab, asked);
    if (daysIn(question.dateRange) > LIFETIME_LIMITS.months * LONGEST_MONTH)
      throw invalid('dateRange.end', `The range can span at most ${LIFETIME_LIMITS.months} months.`);
    if (question.currency !== undefined) throw invalid('currency', `The lifetime view is in ${baseCurrency()} alone.`);
    const { start, end } = question.dateRange;
    // Whole months, so that no cohort is cut.
    const months = { start: `${start.slice(0, 7)}-01`, end: addDays(addMonths(`${end.slice(0, 7)}-01`, 1), -1) };
    const now = dayIn(clock.now(), question.timeZone).slice(0, 7);
    return await runLifetime(await engineFor(request, reply), { ...question, dateRange: months }, { basis, rows }, now);
  });
}
