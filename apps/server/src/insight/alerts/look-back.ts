/** The look back before an alert is saved: the incidents that it would have found. */
import { ALERT_LIMITS, type AlertDefinition, metricOfAlert } from '@signpost/contract/insight/alerts/alert.ts';
import type { LookBack } from '@signpost/contract/insight/alerts/incidents.ts';
import type { StatsEngine } from '../stats/run.ts';
import { evaluateAlert } from './evaluate.ts';
import { valueText } from './words.ts';

const MOST_FINDINGS = 100;

/** Errors: VALIDATION, TOO_LARGE, EngineError. */
export async function lookBack(engine: StatsEngine, definition: AlertDefinition, until: Date): Promise<LookBack> {
  const { findings, ...evaluation } = await evaluateAlert(engine, definition, {
    until,
    days: ALERT_LIMITS.lookBackDays,
  });
  const metric = metricOfAlert(definition);
  return {
    ...evaluation,
    completeUntil: until.toISOString(),
    findings: findings
      .flatMap(({ raisedAt, ...finding }) => (raisedAt === null ? [] : [{ ...finding, raisedAt }]))
      .toSorted((one, other) => other.raisedAt.getTime() - one.raisedAt.getTime())
      .slice(0, MOST_FINDINGS)
      .map(({ name, kind, startedAt, raisedAt, endedAt, expected, seen }) => ({
        name,
        kind,
        startedAt: startedAt.toISOString(),
        raisedAt: raisedAt.toISOString(),
        endedAt: endedAt?.toISOString() ?? null,
        expected: expected === null ? '' : valueText(metric, expected),
        seen: valueText(metric, seen),
      })),
  };
}
