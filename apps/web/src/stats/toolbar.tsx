/** The controls of the explorer: king stat, comparison, attribution, filters, columns. */

import { Menu, NativeSelect, Popover, SegmentedControl } from '@mantine/core';
import { type ComparisonWord, isComparisonWord } from '@signpost/contract/dates/relative-dates.ts';
import { METRICS, type MetricId, metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import type { StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { IconArrowsDiff, IconColumns3 } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { OnDemand } from '../ui/on-demand.tsx';
import { narrowed } from '../ui/values/fold.ts';
import { toggled } from '../ui/values/toggled.ts';
import { DateRange } from './date-range.tsx';
import classes from './stats.module.css';
import { useExplorer } from './use-explorer.ts';

const COMPARISON_LABELS: Readonly<Record<ComparisonWord, string>> = {
  previousPeriod: 'vs previous period',
  lastYear: 'vs last year',
};

export function KingStat() {
  const { tab, question, change } = useExplorer();
  const options = [...new Set([...tab.defaultKingstatOptions, question.kingstat])];
  return (
    <NativeSelect
      aria-label="King stat"
      className={classes.king ?? ''}
      value={String(question.kingstat)}
      data={options.map((id) => ({ value: String(id), label: metricOf(id).label }))}
      onChange={(event) => {
        const id = Number(event.currentTarget.value);
        change({
          kingstat: id === tab.defaultKingStat ? undefined : id,
          orderBy: undefined,
          orderByDirection: undefined,
        });
      }}
    />
  );
}

function comparisonLabel(days: StatsQuestion['compare'], inAddress: unknown): string {
  if (days === undefined) return 'Compare';
  if (isComparisonWord(inAddress)) return COMPARISON_LABELS[inAddress];
  return `vs ${days.start} – ${days.end}`;
}

/** The comparison. A relative one follows the dates: the previous period, or the same days last year. */
export function Compare() {
  const { question, search, change } = useExplorer();
  const { compare, timeZone } = question;
  const label = comparisonLabel(compare, search.compare);
  return (
    <OnDemand
      opens="menu"
      button={
        <Button kind={compare ? 'default' : 'quiet'} icon={<IconArrowsDiff size={16} aria-hidden />}>
          {label}
        </Button>
      }
    >
      {(button) => (
        <Menu position="bottom-start" withinPortal closeOnItemClick width={280}>
          <Menu.Target>{button}</Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => change({ compare: undefined })}>No comparison</Menu.Item>
            <Menu.Item onClick={() => change({ compare: 'previousPeriod' })}>Previous period</Menu.Item>
            <Menu.Item onClick={() => change({ compare: 'lastYear' })}>Same period last year</Menu.Item>
            <Menu.Divider />
            <Menu.Label>Any range</Menu.Label>
            <div className={classes.menuField}>
              <DateRange
                label="Compare with"
                value={compare ?? null}
                timeZone={timeZone}
                onChange={(range) => change({ compare: range })}
              />
            </div>
          </Menu.Dropdown>
        </Menu>
      )}
    </OnDemand>
  );
}

export function Attribution() {
  const { question, change } = useExplorer();
  return (
    <SegmentedControl
      aria-label="A conversion counts on the day of"
      size="xs"
      value={question.attribution}
      onChange={(value) => change({ attribution: value === 'event' ? undefined : value })}
      data={[
        { value: 'event', label: 'By event' },
        { value: 'click', label: 'By click' },
      ]}
    />
  );
}

/** By name, because nobody knows their ids. */
const METRICS_BY_NAME = METRICS.toSorted((one, other) => one.label.localeCompare(other.label, 'en'));

/** Chooses the metrics of the table. Enter takes the first that is found. */
function MetricChoice() {
  const { tab, question, change } = useExplorer();
  const [text, setText] = useState('');
  const wanted = text.trim();
  const found = narrowed(METRICS_BY_NAME, ({ label }) => label, wanted);
  const { columns } = question;
  const isDefault = (ids: readonly MetricId[]) => ids.join() === tab.defaultVisibleColumns.join();
  const set = (ids: MetricId[]) => change({ columns: isDefault(ids) || ids.length === 0 ? undefined : ids });
  const toggle = (id: MetricId) => set(toggled(columns, id));
  return (
    <>
      <input
        type="search"
        className={classes.metricSearch}
        aria-label="Find a metric"
        placeholder="Find a metric"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          const [first] = found;
          if (event.key !== 'Enter' || wanted === '' || first === undefined) return;
          toggle(first.id);
          setText('');
        }}
      />
      <fieldset className={classes.metrics}>
        <legend>{found.length === 0 ? 'No metric has this name' : 'Metrics in the table'}</legend>
        {found.map(({ id, label }) => (
          <label key={id}>
            <input type="checkbox" checked={columns.includes(id)} onChange={() => toggle(id)} />
            {label}
          </label>
        ))}
      </fieldset>
      <Button kind="quiet" onClick={() => change({ columns: undefined })}>
        Reset to default
      </Button>
    </>
  );
}

export function Columns() {
  return (
    <OnDemand opens="dialog" button={<Button icon={<IconColumns3 size={16} aria-hidden />}>Metrics</Button>}>
      {(button) => (
        <Popover position="bottom-end" withinPortal width={260} trapFocus returnFocus>
          <Popover.Target>{button}</Popover.Target>
          <Popover.Dropdown>
            <MetricChoice />
          </Popover.Dropdown>
        </Popover>
      )}
    </OnDemand>
  );
}
