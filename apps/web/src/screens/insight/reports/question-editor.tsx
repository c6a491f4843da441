/** The frozen question of a report, edited with the controls of the statistics screens. */

import { SegmentedControl } from '@mantine/core';
import { visibleTabs } from '@signpost/contract/access/access.ts';
import { REPORT_LIMITS } from '@signpost/contract/insight/reports/report.ts';
import { DIMENSION_KEYS, dimensionOf } from '@signpost/contract/insight/stats/dimensions.ts';
import { METRICS, metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import { QUESTION_LIMITS } from '@signpost/contract/insight/stats/query.ts';
import { tabOf } from '@signpost/contract/insight/stats/tabs/index.ts';
import { filterOptions } from '@signpost/contract/records/metadata.ts';
import { useUser } from '../../../api/session.ts';
import { readTextOrNull } from '../../../records/field-values.ts';
import { KnownOn } from '../../../stats/known-on.tsx';
import type { Search } from '../../../stats/question-parts.ts';
import { stateOf } from '../../../stats/question-state.ts';
import { QuestionDates, StatsFilters } from '../../../stats/stats-screen.tsx';
import { tabIn } from '../../../stats/tab-in.ts';
import { Attribution, Compare } from '../../../stats/toolbar.tsx';
import { ExplorerContext, useExplorer } from '../../../stats/use-explorer.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import { MultiSelect } from '../../../ui/fields/multi-select.tsx';
import { TimeZoneInput } from '../../../ui/fields/time-zone-input.tsx';
import { formatNumber } from '../../../ui/values/format.ts';
import { listOf } from '../../../ui/values/list-of.ts';
import classes from './reports.module.css';

interface Props {
  question: Search;
  onChange: (question: Search) => void;
  errors: readonly { path: string; message: string }[];
  readOnly: boolean;
}

/** Dimensions of the rows, in the order in which they were chosen. */
function Levels({ readOnly }: { readOnly: boolean }) {
  const { question, change } = useExplorer();
  const levels = question.levels.map(({ type }) => type);
  return (
    <MultiSelect
      label="Levels"
      help="Each row is one combination of these, at most six."
      value={levels}
      disabled={readOnly}
      onChange={(next) => {
        if (next.length === 0 || next.length > QUESTION_LIMITS.levels) return;
        change({ levels: next.map((type) => ({ type })) });
      }}
      options={DIMENSION_KEYS.map((key) => ({ value: key, label: dimensionOf(key).label }))}
      find={filterOptions}
    />
  );
}

function Metrics({ readOnly }: { readOnly: boolean }) {
  const { question, change } = useExplorer();
  return (
    <MultiSelect
      label="Metrics"
      value={question.columns.map(String)}
      disabled={readOnly}
      onChange={(next) => next.length > 0 && change({ columns: next.map(Number) })}
      options={METRICS.map(({ id, label }) => ({ value: String(id), label }))}
      find={filterOptions}
    />
  );
}

function Order({ readOnly }: { readOnly: boolean }) {
  const { question, change } = useExplorer();
  const ids = [...new Set(listOf(...question.columns, question.orderBy !== 'name' && question.orderBy))];
  return (
    <div className={classes.pair}>
      <Choice
        label="Ordered by"
        value={String(question.orderBy)}
        disabled={readOnly}
        onChange={(value) => change({ orderBy: value === 'name' ? 'name' : Number(value) })}
        options={[
          { value: 'name', label: 'Names' },
          ...ids.map((id) => ({ value: String(id), label: metricOf(id).label })),
        ]}
      />
      <SegmentedControl
        aria-label="Direction"
        size="xs"
        disabled={readOnly}
        value={question.orderByDirection}
        onChange={(direction) => change({ orderByDirection: direction })}
        data={[
          { value: 'desc', label: 'Descending' },
          { value: 'asc', label: 'Ascending' },
        ]}
      />
    </div>
  );
}

function Zone({ readOnly }: { readOnly: boolean }) {
  const { question, change } = useExplorer();
  const user = useUser();
  return (
    <TimeZoneInput
      label="Time zone"
      required
      value={question.timeZone}
      first={[user.timeZone]}
      disabled={readOnly}
      onChange={(zone) => zone !== null && change({ timeZone: zone })}
    />
  );
}

export function QuestionEditor(props: Props) {
  const { question, onChange, errors, readOnly } = props;
  const user = useUser();
  const timeZone = readTextOrNull(question.timeZone) ?? user.timeZone;
  const state = stateOf(props, timeZone);
  const tab = tabIn(question.tab);
  if (typeof state === 'string')
    return (
      <ErrorState title="This question is not valid">
        <p>{state}</p>
        <Button onClick={() => onChange({ tab, timeZone, dateRange: 'last30Days' })}>
          Start with the tab’s question
        </Button>
      </ErrorState>
    );
  const tabs = visibleTabs(user);
  return (
    <ExplorerContext value={state}>
      <div className={classes.question}>
        <Choice
          label="Statistics tab"
          help="Decides which facts are counted; any levels can be chosen on each tab."
          value={tab}
          required
          disabled={readOnly}
          errors={errors.filter(({ path }) => path === 'tab').map(({ message }) => message)}
          onChange={(next) => next !== null && onChange({ timeZone, dateRange: question.dateRange, tab: next })}
          options={[...new Set([...tabs, tab])].map((name) => ({ value: name, label: tabOf(name).title }))}
        />
        <Zone readOnly={readOnly} />
        <Levels readOnly={readOnly} />
        <Metrics readOnly={readOnly} />
        <Order readOnly={readOnly} />
        <fieldset className={classes.tools} disabled={readOnly}>
          <legend>Days and comparison</legend>
          <QuestionDates />
          <Compare />
          <Attribution />
          <KnownOn />
        </fieldset>
      </div>
      <StatsFilters />
      {errors
        .filter(({ path }) => path !== 'tab')
        .map(({ path, message }) => (
          <p key={path} className={classes.problem} role="alert">
            {message}
          </p>
        ))}
      <p className={classes.hint}>
        At most {formatNumber(REPORT_LIMITS.rows)} rows. Days in words, such as the last 7 days, move with each run.
      </p>
    </ExplorerContext>
  );
}
