/** The definition of an alert: its metric, its filters, each item of a dimension to watch, and when it fires. */

import { visibleTabs } from '@signpost/contract/access/access.ts';
import { ALERT_LIMITS, isCount, metricOfAlert } from '@signpost/contract/insight/alerts/alert.ts';
import { DIMENSION_KEYS, dimensionOf } from '@signpost/contract/insight/stats/dimensions.ts';
import { METRICS } from '@signpost/contract/insight/stats/metrics.ts';
import { tabOf } from '@signpost/contract/insight/stats/tabs/index.ts';
import { isObject, memberOf } from '@signpost/contract/objects.ts';
import { useUser } from '../../../api/session.ts';
import { DecimalField } from '../../../fields/decimal-field.tsx';
import { NumberField } from '../../../fields/number-field.tsx';
import { readNumber, readObject, readTextOrNull } from '../../../records/field-values.ts';
import type { CustomFieldProps } from '../../../records/screen.ts';
import type { Search } from '../../../stats/question-parts.ts';
import { stateOf } from '../../../stats/question-state.ts';
import { StatsFilters } from '../../../stats/stats-screen.tsx';
import { tabIn } from '../../../stats/tab-in.ts';
import { ExplorerContext } from '../../../stats/use-explorer.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import { TimeZoneInput } from '../../../ui/fields/time-zone-input.tsx';
import { numberOrNull } from '../../../ui/values/optional.ts';
import classes from './alerts.module.css';
import { HoursEditor } from './hours-editor.tsx';

const WATCHABLE = METRICS.filter(({ formula }) => formula.kind !== 'distinct');
const EACH = DIMENSION_KEYS.filter((key) => dimensionOf(key).source.kind !== 'time');
const NEW_THRESHOLD = { kind: 'threshold', comparison: 'below', value: 0, unit: 'hour', times: 1 };

interface Edited {
  question: Search;
  watchEach: unknown;
  rule: Record<string, unknown>;
  hours: unknown;
}

function editedOf(value: unknown): Edited {
  const given = readObject(value);
  return {
    question: { ...readObject(given.question) },
    watchEach: given.watchEach ?? null,
    rule: isObject(given.rule) ? { ...given.rule } : { kind: 'usual' },
    hours: given.hours ?? null,
  };
}

export function DefinitionEditor({ value, onChange, errors, readOnly }: CustomFieldProps) {
  const user = useUser();
  const edited = editedOf(value);
  const { question } = edited;
  const change = (parts: Partial<Edited>) => onChange({ ...edited, ...parts });
  const ask = (next: Search) => change({ question: next });
  const timeZone = readTextOrNull(question.timeZone) ?? user.timeZone;
  const tab = tabIn(question.tab);
  const state = stateOf({ question, onChange: ask }, timeZone);
  if (typeof state === 'string')
    return (
      <ErrorState title="This question is not valid">
        <p>{state}</p>
        <Button onClick={() => ask({ tab, timeZone, dateRange: 'last30Days' })}>Start with the tab’s question</Button>
      </ErrorState>
    );
  const problemsOf = (path: string) => errors.filter((one) => one.path === path).map(({ message }) => message);
  return (
    <div className={classes.definition}>
      <div className={classes.fields}>
        <Choice
          label="Metric"
          required
          value={String(metricOfAlert({ question }).id)}
          disabled={readOnly}
          errors={problemsOf('question.kingstat')}
          onChange={(id) => id !== null && ask({ ...question, kingstat: Number(id) })}
          options={WATCHABLE.map(({ id, label }) => ({ value: String(id), label }))}
        />
        <Choice
          label="Statistics tab"
          required
          value={tab}
          disabled={readOnly}
          errors={problemsOf('question.tab')}
          onChange={(next) => next !== null && ask({ ...question, tab: next })}
          options={[...new Set([...visibleTabs(user), tab])].map((name) => ({ value: name, label: tabOf(name).title }))}
        />
        <Choice
          label="Watch each"
          help={`Also watches the largest items one by one, at most ${ALERT_LIMITS.series}.`}
          placeholder="Only the whole"
          clearable
          value={memberOf(EACH, edited.watchEach) ?? null}
          disabled={readOnly}
          errors={problemsOf('watchEach')}
          onChange={(watchEach) => change({ watchEach })}
          options={EACH.map((key) => ({ value: key, label: dimensionOf(key).label }))}
        />
        <TimeZoneInput
          label="Time zone"
          required
          value={timeZone}
          first={[user.timeZone]}
          disabled={readOnly}
          onChange={(zone) => zone !== null && ask({ ...question, timeZone: zone })}
        />
      </div>
      <ExplorerContext value={state}>
        <StatsFilters />
      </ExplorerContext>
      <Rule edited={edited} change={change} readOnly={readOnly} problemsOf={problemsOf} />
      <HoursEditor
        value={edited.hours}
        onChange={(hours) => change({ hours })}
        problemsOf={problemsOf}
        readOnly={readOnly}
      />
    </div>
  );
}

interface RuleProps {
  edited: Edited;
  change: (parts: Partial<Edited>) => void;
  readOnly: boolean;
  problemsOf: (path: string) => string[];
}

function Rule({ edited: { question, rule }, change, readOnly, problemsOf }: RuleProps) {
  const metric = metricOfAlert({ question });
  const set = (parts: Record<string, unknown>) => change({ rule: { ...rule, ...parts } });
  const isThreshold = rule.kind === 'threshold';
  const describeWatch = () => {
    if (isCount(metric))
      return 'Watched by hour: half is gone, or doubled. What is usual comes from the last eight weeks.';
    return 'Watched by day: more than four times as far from usual as days are. What is usual comes from the weeks before.';
  };
  return (
    <>
      <div className={classes.fields}>
        <Choice
          label="Fires when it is"
          required
          value={isThreshold ? String(rule.comparison) : 'usual'}
          disabled={readOnly}
          onChange={(next) => {
            if (next === 'usual') change({ rule: { kind: 'usual' } });
            else if (next !== null) change({ rule: { ...NEW_THRESHOLD, ...(isThreshold && rule), comparison: next } });
          }}
          options={[
            { value: 'usual', label: 'Not as usual' },
            { value: 'below', label: 'Below a limit' },
            { value: 'above', label: 'Above a limit' },
          ]}
        />
        {isThreshold && (
          <>
            <DecimalField
              label="Limit"
              required
              unit={metric.format === 'percent' ? '%' : undefined}
              value={rule.value === null ? null : String(rule.value)}
              disabled={readOnly}
              errors={problemsOf('rule.value')}
              onChange={(limit) => set({ value: numberOrNull(limit) })}
            />
            <NumberField
              label="In a row"
              required
              min={1}
              max={ALERT_LIMITS.times}
              value={readNumber(rule.times)}
              disabled={readOnly}
              errors={problemsOf('rule.times')}
              onChange={(times) => set({ times })}
            />
            <Choice
              label="Measured by"
              required
              value={String(rule.unit)}
              disabled={readOnly}
              onChange={(unit) => unit !== null && set({ unit })}
              options={[
                { value: 'hour', label: 'Hours' },
                { value: 'day', label: 'Days' },
              ]}
            />
          </>
        )}
      </div>
      {!isThreshold && <p className={classes.hint}>{describeWatch()}</p>}
    </>
  );
}
