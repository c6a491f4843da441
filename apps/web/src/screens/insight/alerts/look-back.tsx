/** The messages that an alert would have sent in the last 90 days, shown while the alert is edited. */

import { useDebouncedValue } from '@mantine/hooks';
import { lookBack } from '@signpost/contract/calls/alerts.ts';
import { type AlertDefinition, alertDefinitionSchema, metricOfAlert } from '@signpost/contract/insight/alerts/alert.ts';
import type { LookBack } from '@signpost/contract/insight/alerts/incidents.ts';
import { lazy, Suspense, useMemo } from 'react';
import { useCall } from '../../../api/calls.ts';
import { firstProblem } from '../../../api/error.ts';
import { LoadingBar } from '../../../ui/feedback/loading.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { listOf } from '../../../ui/values/list-of.ts';
import { plural } from '../../../ui/values/plural.ts';
import { Time } from '../../../ui/values/values.tsx';
import classes from './alerts.module.css';

const StatsChart = lazy(() => import('../../../stats/chart.tsx'));
const TYPING_MS = 500;
const DAY_HOURS = 24;
const SHOWN = 12;

/** How soon a stop would be noticed, and what is not watched. */
function coverage({ unit, watched, tooYoung, tooFew, delayHours }: LookBack): string {
  const series = `${watched} series ${plural(watched, 'is', 'are')} watched by ${unit}.`;
  const left = listOf(
    tooYoung > 0 && `${tooYoung} too young (less than three weeks of data)`,
    tooFew > 0 && `${tooFew} with too few counts to notice a stop within four weeks`,
  );
  const rest = left.length === 0 ? '' : ` Not watched: ${left.join('; ')}.`;
  if (delayHours === null) return series + rest;
  const describeDelay = () => {
    if (delayHours < 2 * DAY_HOURS) return `${delayHours} ${plural(delayHours, 'hour')}`;
    return `${Math.round(delayHours / DAY_HOURS)} days`;
  };
  const delay = describeDelay();
  return `${series} A stop of the whole would be noticed after about ${delay}.${rest}`;
}

const KIND = { down: 'fell', up: 'rose', below: 'below the limit', above: 'above the limit', late: 'late' } as const;

function Findings({ data, timeZone }: { data: LookBack; timeZone: string }) {
  const { findings } = data;
  if (findings.length === 0) return <p className={classes.hint}>It would have said nothing in the last 90 days.</p>;
  return (
    <>
      <p className={classes.hint}>
        It would have fired {findings.length} {plural(findings.length, 'time')} in the last 90 days.
      </p>
      <ul className={classes.findings}>
        {findings.slice(0, SHOWN).map(({ name, kind, startedAt, raisedAt, seen, expected }) => (
          <li key={`${name} ${kind} ${startedAt}`}>
            <Time value={raisedAt} zone={timeZone} /> · {name === '' ? 'The whole' : name} {KIND[kind]}: {seen}
            {expected === '' ? '' : ` instead of ${expected}`}
          </li>
        ))}
      </ul>
      {findings.length > SHOWN && <p className={classes.hint}>and {findings.length - SHOWN} more.</p>}
    </>
  );
}

function Answer({ data, definition }: { data: LookBack; definition: AlertDefinition }) {
  const timeZone = String(definition.question.timeZone ?? 'UTC');
  const series = {
    unit: 'day' as const,
    points: data.points.map(({ at, seen, expected }) => ({ at, value: seen, compare: expected })),
  };
  const events = data.findings.map(({ name, kind, raisedAt }) => ({
    at: raisedAt,
    text: `${name === '' ? 'The whole' : name} ${KIND[kind]}`,
  }));
  return (
    <>
      <p className={classes.hint} role="status">
        {coverage(data)}
      </p>
      <Suspense fallback={<LoadingBar visible />}>
        <StatsChart series={series} metric={metricOfAlert(definition).id} events={events} timeZone={timeZone} />
      </Suspense>
      <p className={classes.hint}>Seen, and dashed what was expected.</p>
      <Findings data={data} timeZone={timeZone} />
    </>
  );
}

const NOTHING: AlertDefinition = { question: {}, watchEach: null, rule: { kind: 'usual' }, hours: null };

export function LookBackPanel({ definition }: { definition: unknown }) {
  const [settled] = useDebouncedValue(definition, TYPING_MS);
  const parsed = useMemo(() => alertDefinitionSchema.safeParse(settled), [settled]);
  const { data, error, isFetching } = useCall(
    lookBack,
    { body: { definition: parsed.data ?? NOTHING } },
    { enabled: parsed.success, keepsPrevious: true, retry: false },
  );
  const problem = firstProblem(error);
  return (
    <Section title="What it would have said">
      <div className={classes.definition}>
        <LoadingBar visible={isFetching} />
        {!parsed.success && <p className={classes.hint}>This follows when the fields above are complete.</p>}
        {parsed.success && problem !== undefined && (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        )}
        {parsed.success && data !== undefined && <Answer data={data} definition={parsed.data} />}
      </div>
    </Section>
  );
}
