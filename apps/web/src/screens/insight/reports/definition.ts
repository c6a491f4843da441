/** A report's definition while it is edited: typed loosely, and complete with what the form needs. */

import { AppError } from '@signpost/contract/errors.ts';
import { definitionVersion } from '@signpost/contract/insight/reports/definitions.ts';
import { metricsOfPlan, planReport, type ReportPlan } from '@signpost/contract/insight/reports/report.ts';
import { isObject, objectsOf } from '@signpost/contract/objects.ts';
import { readObject, readText, readTextOrNull } from '../../../records/field-values.ts';
import type { Search } from '../../../stats/question-parts.ts';

export interface OwnColumn {
  name: string;
  formula: string;
  format: 'number' | 'percent';
}

/** The definition in the form; formulas may be wrong while they are typed. */
export interface EditedDefinition {
  question: Search;
  columns: OwnColumn[];
  splitBy: string | null;
  definitions: Record<string, string>;
}

const textOf = (value: unknown): string => readText(value);

/** The definition of a form's value. */
export function editedDefinition(value: unknown): EditedDefinition {
  const given = readObject(value);
  return {
    question: { ...readObject(given.question) },
    columns: objectsOf(given.columns).map(({ name, formula, format }) => ({
      name: textOf(name),
      formula: textOf(formula),
      format: format === 'percent' ? 'percent' : 'number',
    })),
    splitBy: readTextOrNull(given.splitBy),
    definitions: isObject(given.definitions)
      ? Object.fromEntries(Object.entries(given.definitions).map(([id, version]) => [id, textOf(version)]))
      : {},
  };
}

/** The plan of a definition as of now; null while something is wrong. */
export function planOf({ question, columns }: EditedDefinition): ReportPlan | null {
  try {
    const now = new Date();
    return planReport({ question, columns }, { due: now, now });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return null;
  }
}

/** The definition with the versions of the metrics that it uses now. */
export function withVersions(definition: EditedDefinition): EditedDefinition {
  const plan = planOf(definition);
  if (plan === null) return definition;
  const versions = metricsOfPlan(plan).map((id) => [String(id), definitionVersion(id)] as const);
  return { ...definition, definitions: Object.fromEntries(versions) };
}
