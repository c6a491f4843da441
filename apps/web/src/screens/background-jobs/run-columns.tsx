import { RUN_STATE_LABELS, type Run, type RunState } from '@signpost/contract/jobs/runs.ts';
import type { DataColumn } from '../../ui/data-table/types.ts';
import { formatNumber } from '../../ui/values/format.ts';
import { Badge, type BadgeProps, Time } from '../../ui/values/values.tsx';
import classes from './background-jobs.module.css';

const TONES = {
  waiting: 'neutral',
  running: 'accent',
  succeeded: 'good',
  failed: 'bad',
  cancelled: 'neutral',
} as const satisfies Record<RunState, BadgeProps['tone']>;

/** The state of a job; a cancellation that has not taken effect yet is shown too. */
export function RunBadge({ run }: { run: Run }) {
  if (run.isCancelling) return <Badge tone="attention">Cancelling</Badge>;
  if (run.state === 'waiting' && run.attempt > 0) return <Badge tone="attention">Tries again</Badge>;
  return <Badge tone={TONES[run.state]}>{RUN_STATE_LABELS[run.state]}</Badge>;
}

/** How far a job is, as a bar where its size is known. */
export function RunProgress({ run: { done, total, state, rows } }: { run: Run }) {
  if (state === 'running' && total !== null && total > 0)
    return (
      <span className={classes.progress}>
        <progress value={done} max={total} aria-label="Progress" />
        {Math.floor((done / total) * 100)} %
      </span>
    );
  if (state === 'running' && done > 0) return <>{formatNumber(done)}</>;
  return <>{rows === null ? '–' : `${formatNumber(rows)} ${rows === 1 ? 'row' : 'rows'}`}</>;
}

const SECOND_MS = 1_000;

/** How long a job took, or has taken so far. */
export function durationOf({ startedAt, finishedAt }: Run, now: number): number | null {
  if (startedAt === null) return null;
  return Math.max(0, (finishedAt === null ? now : Date.parse(finishedAt)) - Date.parse(startedAt)) / SECOND_MS;
}

/** A duration in the largest two units: "2 min 5 s". */
export function formatDuration(seconds: number | null): string {
  if (seconds === null) return '–';
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${Math.round(seconds % 60)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** The columns of the list; whose job it is only where there are several people. */
export function runColumns(timeZone: string, showsOwner: boolean): DataColumn<Run>[] {
  return [
    { id: 'title', header: 'Job', value: (run) => run.title, width: 320, hideable: false },
    { id: 'kind', header: 'Kind', value: (run) => run.kind, width: 200 },
    ...(showsOwner
      ? [{ id: 'owner', header: 'Started by', value: (run: Run) => run.owner?.name ?? 'Signpost', width: 160 }]
      : []),
    {
      id: 'state',
      header: 'State',
      value: (run) => RUN_STATE_LABELS[run.state],
      render: (run) => <RunBadge run={run} />,
      width: 120,
    },
    {
      id: 'progress',
      header: 'Progress',
      value: (run) => run.done,
      render: (run) => <RunProgress run={run} />,
      width: 160,
    },
    {
      id: 'expectedAt',
      header: 'Due',
      value: (run) => run.expectedAt,
      render: (run) => <Time value={run.expectedAt} zone={timeZone} />,
      width: 160,
    },
    {
      id: 'duration',
      header: 'Duration',
      kind: 'number',
      value: (run) => durationOf(run, Date.now()),
      render: (run) => formatDuration(durationOf(run, Date.now())),
      width: 120,
    },
    { id: 'problem', header: 'Problem', value: (run) => run.problem ?? '', width: 320 },
    { id: 'id', header: 'ID', kind: 'number', value: (run) => run.id, hiddenByDefault: true, width: 90 },
  ];
}
