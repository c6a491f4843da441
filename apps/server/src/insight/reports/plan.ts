/** The plan of a definition that a person is writing: what a run would refuse is refused at once, at its field. */
import { AppError } from '@signpost/contract/errors.ts';
import { parseFormula } from '@signpost/contract/insight/reports/formula.ts';
import { planReport, type ReportDefinition, type ReportPlan } from '@signpost/contract/insight/reports/report.ts';
import { guard } from '../stats/guard.ts';

/** Refuses a plan whose answer would be too large. Errors: VALIDATION. */
export function guardPlan({ keys, question }: ReportPlan): void {
  for (const key of keys) guard({ ...question, levels: [{ type: key }] });
}

/** Own columns that would not be what they seem: two columns of one name, and a percent that is an amount of money. */
function checkOwnColumns({ columns }: ReportDefinition, plan: ReportPlan): void {
  const errors = columns.flatMap(({ name, formula, format }, index) => {
    const isTaken = plan.columns.some(
      (column) => column.kind === 'metric' && column.label.toLowerCase() === name.toLowerCase(),
    );
    const isMoney = format === 'percent' && parseFormula(formula).formula?.result === 'money';
    const problems: { path: string; message: string }[] = [];
    const at = `definition.columns.${index}`;
    if (isTaken) problems.push({ path: `${at}.name`, message: 'A metric of this report has this name.' });
    if (isMoney) problems.push({ path: `${at}.format`, message: 'The result is an amount of money, not a percent.' });
    return problems;
  });
  if (errors.length > 0) throw new AppError('VALIDATION', { errors });
}

/** The plan as seen now. Errors: VALIDATION, each at its field of the report. */
export function planFor(definition: ReportDefinition, now: Date): ReportPlan {
  const plan = questionPlan(definition, now);
  checkOwnColumns(definition, plan);
  return plan;
}

function questionPlan(definition: ReportDefinition, now: Date): ReportPlan {
  try {
    const plan = planReport(definition, { due: now, now });
    guardPlan(plan);
    return plan;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'VALIDATION') throw error;
    // Own columns were read with the definition, so whatever is refused here is a part of the question.
    const errors = error.errors.map(({ path, ...rest }) => ({ ...rest, path: `definition.question.${path}` }));
    throw new AppError('VALIDATION', { errors, cause: error });
  }
}
