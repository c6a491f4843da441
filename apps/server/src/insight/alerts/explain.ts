/** The explanation of an incident: where the change lies, and which settings were changed around its beginning. */

import { addDays, dayIn, later, rangeLabel } from '@signpost/contract/dates/dates.ts';
import { type AlertDefinition, metricOfAlert, questionOfAlert } from '@signpost/contract/insight/alerts/alert.ts';
import type { IncidentDetails } from '@signpost/contract/insight/alerts/incidents.ts';
import type { ConfigurationChange } from '@signpost/contract/insight/stats/changes.ts';
import {
  DIMENSION_KEYS,
  type DimensionKey,
  dimensionOf,
  nameEntities,
  readItemId,
} from '@signpost/contract/insight/stats/dimensions.ts';
import type { StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { splitOf } from '@signpost/contract/insight/stats/why.ts';
import type { Db } from '../../database.ts';
import type { SessionUser } from '../../session-user.ts';
import { readChanges } from '../stats/changes.ts';
import type { StatsEngine } from '../stats/run.ts';
import { runWhy } from '../stats/why.ts';
import { HOUR_MS } from './engine/hours.ts';
import type { Finding } from './findings.ts';

/** The dimensions in which incidents usually lie. Others are a click away, on the statistics screen. */
const SPLIT_BY: readonly DimensionKey[] = [
  'traffic_source',
  'campaign_box',
  'campaign',
  'offer',
  'partner',
  'geo',
  'device',
  'website',
];
const SHOWN = { dimensions: 3, items: 3, changes: 8 } as const;
/** Changes of settings are looked for from this long before the beginning. */
const BEFORE_MS = 24 * HOUR_MS;
const WEEK_DAYS = 7;

export interface Explained {
  db: Db;
  engine: StatsEngine;
  person: SessionUser;
  definition: AlertDefinition;
  finding: Finding;
  /** The end of the data. */
  until: Date;
  now: Date;
}

/** The question of a finding: its series and its days, compared with the same days of the week before. */
export function questionOfFinding(
  definition: AlertDefinition,
  { series, startedAt }: Pick<Finding, 'series' | 'startedAt'>,
  until: Date,
): StatsQuestion {
  const question = questionOfAlert(definition, until);
  const { timeZone } = question;
  const start = dayIn(startedAt, timeZone);
  const last = dayIn(new Date(until.getTime() - 1), timeZone);
  const end = later(start, last);
  const before = { start: addDays(start, -WEEK_DAYS), end: addDays(end, -WEEK_DAYS) };
  const passed = until.getTime() - Math.floor(WEEK_DAYS * 24 * HOUR_MS);
  return {
    ...question,
    dateRange: { start, end },
    compare: before,
    // Both end at the same time of the week.
    compareUntil: new Date(passed).toISOString(),
    filters: { ...question.filters, ...itemFilter(definition, series) },
  };
}

/** Only the item that a finding is about; a finding about the whole has no such filter. */
function itemFilter({ watchEach }: AlertDefinition, series: string): StatsQuestion['filters'] {
  if (watchEach === null || series === '') return {};
  const item = readItemId(watchEach, series);
  if (item === undefined) return {};
  return { [watchEach]: [item] };
}

export async function explainFinding({
  db,
  engine,
  person,
  definition,
  finding,
  until,
  now,
}: Explained): Promise<IncidentDetails> {
  const { startedAt } = finding;
  const question = questionOfFinding(definition, finding, until);
  const split = splitOf(metricOfAlert(definition).id);
  const dimensions = SPLIT_BY.filter((key) => key !== definition.watchEach);
  const why = split && (await runWhy(engine, question, split, dimensions));
  const changes = await readChanges(db, person, { from: new Date(startedAt.getTime() - BEFORE_MS), until: now });
  const distance = (at: string) => Math.abs(Date.parse(at) - startedAt.getTime());
  // Changes of the watched records themselves come first, because they tell more than the changes nearest to the
  // beginning.
  const isElsewhere = ({ entity, recordId }: ConfigurationChange) =>
    !DIMENSION_KEYS.some((key) => {
      const { names } = dimensionOf(key);
      return (
        names !== null && nameEntities(names).includes(entity) && question.filters[key]?.includes(recordId) === true
      );
    });
  return {
    split: (why?.dimensions ?? []).slice(0, SHOWN.dimensions).map(({ dimension, items }) => ({
      dimension,
      label: dimensionOf(dimension).label,
      items: items.slice(0, SHOWN.items).map(({ name, change }) => ({ name, change })),
    })),
    compared: question.compare === undefined ? null : rangeLabel(question.compare),
    changes: changes
      .toSorted(
        (one, other) => Number(isElsewhere(one)) - Number(isElsewhere(other)) || distance(one.at) - distance(other.at),
      )
      .slice(0, SHOWN.changes),
  };
}
