import { RUN_STATE_LABELS, type Run, type RunState } from '@signpost/contract/workplace/jobs/runs.ts';
import { timeColumn } from '../../../ui/data-table/time-column.tsx';
import type { DataColumn } from '../../../ui/data-table/types.ts';
import { formatNumber } from '../../../ui/values/format.ts';
import { listOf } from '../../../ui/values/list-of.ts';
import { counted } from '../../../ui/values/plural.ts';
import { Badge, type BadgeProps } from '../../../ui/values/values.tsx';
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
  const share = shareOf(run);
  const label = RUN_STATE_LABELS[run.state];
  return <Badge tone={TONES[run.state]}>{share === null ? label : `${label} ${share} %`}</Badge>;
}

/** How much of a job under way is done, in percent; null where its size is not known. */
const shareOf = ({ state, done, total }: Run): number | null => {
  if (state === 'running' && total !== null && total > 0) return Math.floor((done / total) * 100);
  return null;
};

/** The progress of a job, as a bar where its size is known. */
export function RunProgress({ run }: { run: Run }) {
  const { done, total, state, rows } = run;
  const share = shareOf(run);
  if (share !== null)
    return (
      <span className={classes.progress}>
        <progress value={done} max={total ?? undefined} aria-label="Progress" />
        {share} %
      </span>
    );
  if (state === 'running' && done > 0) return <>{formatNumber(done)}</>;
  return <>{rows === null ? '–' : counted(rows, 'row')}</>;
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
  if (seconds < 60) return `${formatNumber(seconds, seconds < 10 ? 1 : 0)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** The most important fact about a job: its problem, the job that it repeats, or else its kind. */
const aboutOf = ({ problem, repeats, kind }: Run): string =>
  problem ?? (repeats === null ? kind : `Repeats job #${repeats}`);

/** The columns of the list. The owner of a job is only shown where several people's jobs are listed. */
export function runColumns(timeZone: string, showsOwner: boolean): DataColumn<Run>[] {
  return listOf(
    {
      id: 'title',
      header: 'Job',
      value: (run) => run.title,
      width: 250,
      hideable: false,
    },
    {
      id: 'about',
      header: 'About',
      value: (run) => aboutOf(run),
      render: (run: Run) => (
        <span className={run.problem === null ? classes.muted : classes.problem}>{aboutOf(run)}</span>
      ),
      width: 240,
    },
    {
      id: 'state',
      header: 'State',
      value: (run) => RUN_STATE_LABELS[run.state],
      render: (run) => <RunBadge run={run} />,
      width: 120,
    },
    {
      id: 'progress',
      header: 'Result',
      value: (run) => run.done,
      render: (run) => <RunProgress run={run} />,
      width: 105,
    },
    showsOwner && { id: 'owner', header: 'Started by', value: (run: Run) => run.owner?.name ?? 'Signpost', width: 120 },
    timeColumn({ id: 'expectedAt', header: 'Due', value: (run) => run.expectedAt, width: 150, zone: timeZone }),
    {
      id: 'duration',
      header: 'Duration',
      kind: 'number',
      value: (run) => durationOf(run, Date.now()),
      render: (run) => formatDuration(durationOf(run, Date.now())),
      width: 90,
    },
    { id: 'id', header: 'No.', kind: 'number', value: (run) => run.id, render: ({ id }) => `#${id}`, width: 85 },
  );
}
