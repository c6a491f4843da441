/**
 * The lines in which a file describes itself: the question in words, the time of the answer, and the definitions that
 * were used.
 */

import { definitionText, definitionVersion } from '@signpost/contract/insight/reports/definitions.ts';
import type { NumberColumn } from '@signpost/contract/insight/reports/downloads.ts';
import {
  columnTitle,
  keyTitles,
  metricsOfPlan,
  type ReportDefinition,
  type ReportPlan,
} from '@signpost/contract/insight/reports/report.ts';
import { type ColumnFormat, SHOWN_DECIMALS } from '@signpost/contract/insight/reports/units.ts';
import { dimensionOf } from '@signpost/contract/insight/stats/dimensions.ts';
import { metricOf, PLACES } from '@signpost/contract/insight/stats/metrics.ts';
import { linkAddress } from '@signpost/contract/workplace/notifications/notifications.ts';
import { describeQuestion } from '../stats/export.ts';
import type { ReportScope } from './statements.ts';

export type AboutLine = [string, string];

export interface AboutInput {
  title: string;
  definition: ReportDefinition;
  plan: ReportPlan;
  scope: ReportScope;
  /** When the file was written. Names and classifications in the file are those of this moment. */
  writtenAt: Date;
  /** Whether the data was complete, as a sentence. */
  data: string;
  newest: string | null;
  partyName: string | null;
  publicUrl: URL | undefined;
}

/** The address of the statistics screen that shows the same question, with the days of the report. */
export function screenLink({ definition, plan, scope, publicUrl }: Omit<AboutInput, 'title'>): string {
  const { dateRange, compare } = plan.question;
  const { party } = scope;
  const filters = party && { filters: { ...plan.question.filters, [party.dimension]: [party.id] } };
  const search = { ...definition.question, ...filters, dateRange, ...(compare !== undefined && { compare }) };
  const address = `/#${linkAddress({ route: 'stats', params: {}, search, label: '' })}`;
  if (publicUrl === undefined) return address;
  return new URL(address, publicUrl).href;
}

/** The metrics whose definitions have changed since the report was written. */
export function changedDefinitions({ definitions }: ReportDefinition, plan: ReportPlan): string[] {
  return metricsOfPlan(plan)
    .filter((id) => (definitions[String(id)] ?? definitionVersion(id)) !== definitionVersion(id))
    .map((id) => metricOf(id).label);
}

export function aboutLines(input: AboutInput): AboutLine[] {
  const { title, definition, plan, scope, writtenAt, data, newest, partyName } = input;
  const changed = changedDefinitions(definition, plan);
  const own = plan.columns
    .filter((column) => column.kind === 'own')
    .map(({ label, formula }): AboutLine => [`Own column: ${label}`, formula]);
  const rowsOf: AboutLine[] = partyName === null ? [] : [['Rows of', partyName]];
  const lines: AboutLine[] = [
    ...describeQuestion(title, plan.question, scope),
    ...rowsOf,
    ['Levels', plan.keys.map((key) => dimensionOf(key).label).join(', ')],
    ['As of', `${scope.asOf.toISOString()} (facts recorded until then)`],
    ['Data up to', newest ?? 'none'],
    ['Written', `${writtenAt.toISOString()} (names and classifications as they were then)`],
    ['Data', data],
    ...metricsOfPlan(plan).map(
      (id): AboutLine => [
        `Definition: ${metricOf(id).label}`,
        `${definitionText(id)} (version ${definitionVersion(id)})`,
      ],
    ),
    ...own,
  ];
  if (changed.length > 0) lines.push(['Definitions changed since the report was written', changed.join(', ')]);
  return [...lines, ['Screen', screenLink(input)]];
}

/** For columns with a formula of their own. */
const OWN_PLACES: Readonly<Record<ColumnFormat, number>> = { ...PLACES, number: SHOWN_DECIMALS };

/** The formats in which screens show the columns of numbers, in their order. */
export function numberColumnsOf({ columns, question }: ReportPlan): NumberColumn[] {
  const isCompared = question.compare !== undefined;
  return columns.flatMap((column) => {
    const { format } = column;
    const shown = { format, places: column.kind === 'metric' ? metricOf(column.id).places : OWN_PLACES[format] };
    if (isCompared) return [shown, shown];
    return [shown];
  });
}

/** The titles of a table's columns. */
export function headOf({ keys, columns, question }: ReportPlan): string[] {
  const isCompared = question.compare !== undefined;
  return [
    ...keys.flatMap(keyTitles),
    ...columns.flatMap((column) => {
      const text = columnTitle(column);
      if (isCompared) return [text, `${text}, compared`];
      return [text];
    }),
  ];
}
