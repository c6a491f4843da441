/** SQL for the cohorts of players and their sums in each month since (docs/decisions/0030). */
import { dayRangeToInstants } from '@signpost/contract/dates/dates.ts';
import type { CohortBasis, LifetimeRows } from '@signpost/contract/insight/stats/lifetime.ts';
import type { StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { snakeCase } from '../../platform/names.ts';
import type { Attributes } from './attributes.ts';
import { conditionsOf, currentKeyOf, type FactScope } from './conditions.ts';
import { conditionSql, groupSql, type SqlContext, timeSql } from './dimension-sql.ts';
import { LIFETIME_MEASURES } from './lifetime.ts';
import { Parameters } from './parameters.ts';
import type { Statement } from './statements.ts';

/** A fact that assigns a player to a month, such as a first click. */
const FIRST: Readonly<Record<CohortBasis, string>> = { click: 'visits > 0', deposit: 'first_deposits > 0' };

const COLUMNS = LIFETIME_MEASURES.map(snakeCase);
const BRINGS = `(${COLUMNS.map((column) => `${column} != 0`).join(' OR ')})`;
const SUMS = COLUMNS.map((column) => `sum(${column}) AS a_${column}`).join(', ');

interface Asked {
  question: StatsQuestion;
  basis: CohortBasis;
  rows: LifetimeRows;
  attributes: Attributes;
  facts: FactScope;
}

function parts({ question, basis, rows, attributes, facts }: Asked) {
  const parameters = new Parameters();
  const { timeZone, weekStart } = question;
  const context: SqlContext = { parameters, timeColumn: 'at', grain: 'raw', timeZone, weekStart };
  const conditions = conditionsOf(question, attributes, facts);
  const scope = conditions.map((condition) => ` AND ${conditionSql(condition, context)}`).join('');
  const item = rows === 'month' ? "''" : groupSql(currentKeyOf(rows, attributes), context);
  const month = timeSql('month', context);
  const { from, until } = dayRangeToInstants(question.dateRange, timeZone);
  const bound = (instant: Date) => parameters.add("DateTime64(3, 'UTC')", instant);
  /**
   * Players with the instant of that first fact. All facts are searched, so that players from before the range are not
   * new.
   */
  const firsts = (more = '') => `SELECT ${item} AS item, visitor_id, min(at) AS came
  FROM facts
  WHERE visitor_id != 0 AND ${FIRST[basis]}${scope}${more}
  GROUP BY item, visitor_id
  HAVING came >= ${bound(from)} AND came < ${bound(until)}`;
  const cohort = timeSql('month', context, 'came');
  return { parameters, scope, item, month, cohort, firsts, from: bound(from), until: bound(until) };
}

/** The number of new players by item and month. */
export function compileSizes(asked: Asked): Statement {
  const { parameters, cohort, firsts } = parts(asked);
  const sql = `SELECT item, ${cohort} AS cohort, count() AS players
FROM (
  ${firsts()}
)
GROUP BY item, cohort`;
  return { sql, params: parameters.values };
}

/**
 * The players' sums by item, cohort and month. Amounts without a player (fees, daily spend) count for the cohort of the
 * month in which they were paid, because they were paid to win its players.
 */
export function compileBrought(asked: Asked): Statement {
  const { parameters, scope, item, month, cohort, firsts, from, until } = parts(asked);
  const sql = `SELECT item, cohort, month, ${SUMS}
FROM (
  SELECT item, ${cohort} AS cohort, month, ${COLUMNS.join(', ')}
  FROM (
    SELECT ${item} AS item, visitor_id, ${month} AS month, ${COLUMNS.join(', ')}
    FROM facts
    WHERE visitor_id != 0 AND ${BRINGS}${scope}
  ) AS brought
  INNER JOIN (
    ${firsts(` AND visitor_id IN (SELECT visitor_id FROM facts WHERE visitor_id != 0 AND ${BRINGS}${scope})`)}
  ) AS firsts USING (item, visitor_id)
  UNION ALL
  SELECT ${item} AS item, ${month} AS cohort, ${month} AS month, ${COLUMNS.join(', ')}
  FROM facts
  WHERE visitor_id = 0 AND at >= ${from} AND at < ${until} AND ${BRINGS}${scope}
)
GROUP BY item, cohort, month`;
  return { sql, params: parameters.values };
}
