import { readRun } from '@signpost/contract/calls/runs.ts';
import { buildQuery } from '@signpost/contract/reading/brackets.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import type { Run } from '@signpost/contract/workplace/jobs/runs.ts';
import type { ReactNode } from 'react';
import { useLatestSearch } from '../../../address/use-go.ts';
import { CallError } from '../../../api/call-error.tsx';
import { useCall } from '../../../api/calls.ts';
import { ApiError } from '../../../api/error.ts';
import { useUser } from '../../../api/session.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState, FormSkeleton } from '../../../ui/feedback/states.tsx';
import { Drawer } from '../../../ui/layout/drawer.tsx';
import { formatBytes } from '../../../ui/values/format.ts';
import { IdText, Time } from '../../../ui/values/values.tsx';
import classes from './background-jobs.module.css';
import { durationOf, formatDuration, RunBadge, RunProgress } from './run-columns.tsx';

const POLL_MS = 1_000;

interface Props {
  /** The id of the row whose details are shown; undefined while the drawer is closed. */
  id: number | undefined;
  onClose: () => void;
  onCancel: (run: Run) => void;
  onAgain: (run: Run) => void;
  isBusy: boolean;
}

/** Everything about one job: progress, result, why it failed, and what can be done. */
export function RunDetail({ id, onClose, onCancel, onAgain, isBusy }: Props) {
  const { data, error, isPending, refetch } = useCall(
    readRun,
    { params: { id: id ?? 0 } },
    {
      enabled: id !== undefined,
      poll: { everyMs: POLL_MS, isOn: ({ state }) => state === 'waiting' || state === 'running' },
      staleTime: 0,
    },
  );
  const renderActions = () => {
    if (data !== undefined && (data.mayCancel || data.mayRunAgain))
      return (
        <>
          {data.mayCancel && (
            <Button onClick={() => onCancel(data)} disabled={isBusy}>
              Cancel job
            </Button>
          )}
          {data.mayRunAgain && (
            <Button onClick={() => onAgain(data)} disabled={isBusy}>
              Run again
            </Button>
          )}
        </>
      );
    return undefined;
  };
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      title={data?.title ?? `Job #${id ?? ''}`}
      footer={renderActions()}
    >
      {error !== null && <DetailError id={id} error={error} onRetry={() => void refetch()} />}
      {id !== undefined && isPending && <FormSkeleton fields={4} />}
      {data !== undefined && <Facts run={data} />}
    </Drawer>
  );
}

function DetailError({ id, error, onRetry }: { id: number | undefined; error: Error; onRetry: () => void }) {
  if (!(error instanceof ApiError) || error.httpStatus !== 404) return <CallError error={error} onRetry={onRetry} />;
  return (
    <EmptyState title={`There is no job #${id ?? ''}`}>
      The number is wrong, or the job belongs to somebody else. Close this to see your jobs.
    </EmptyState>
  );
}

/** Another job, opened in place of this one. */
function JobLink({ id }: { id: number }) {
  const search = useLatestSearch();
  return <a href={`${hashHref(path.backgroundJobs())}?${buildQuery({ ...search(), run: id })}`}>Job #{id}</a>;
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Facts({ run }: { run: Run }) {
  const { timeZone } = useUser();
  return (
    <dl className={classes.facts}>
      <Fact label="State">
        <RunBadge run={run} />
      </Fact>
      {run.problem !== null && <Fact label="Problem">{run.problem}</Fact>}
      {run.errorId !== null && (
        <Fact label="Error ID">
          <IdText value={run.errorId} copy />
        </Fact>
      )}
      {run.lateSources.length > 0 && (
        <Fact label={run.state === 'waiting' ? 'Waits for data of' : 'Incomplete data of'}>
          {run.lateSources.join(', ')}
        </Fact>
      )}
      {run.againRefusal !== null && <Fact label="Run again">{run.againRefusal}</Fact>}
      {run.repeats !== null && (
        <Fact label="Repeats">
          <JobLink id={run.repeats} />
        </Fact>
      )}
      {run.repeatedBy !== null && (
        <Fact label="Repeated by">
          <JobLink id={run.repeatedBy} />
        </Fact>
      )}
      <Fact label="Result">
        <RunProgress run={run} />
      </Fact>
      <Fact label="Kind">
        {run.route === null ? run.kind : <a href={hashHref(ROUTES[run.route].path)}>{run.kind}</a>}
      </Fact>
      <Fact label="Started by">{run.owner?.name ?? 'Signpost'}</Fact>
      <Fact label="Due">
        <Time value={run.expectedAt} zone={timeZone} detail="second" />
      </Fact>
      <Fact label="Started">
        <Time value={run.startedAt} zone={timeZone} detail="second" />
      </Fact>
      {run.nextTryAt !== null && run.attempt > 0 && (
        <Fact label="Next attempt">
          <Time value={run.nextTryAt} zone={timeZone} detail="second" />
        </Fact>
      )}
      <Fact label="Ended">
        <Time value={run.finishedAt} zone={timeZone} detail="second" />
      </Fact>
      <Fact label="Duration">{formatDuration(durationOf(run, Date.now()))}</Fact>
      <Fact label="Number">#{run.id}</Fact>
      <Fact label="Attempts">{run.attempt}</Fact>
      {run.interruptions > 0 && <Fact label="Interruptions">{run.interruptions}</Fact>}
      {run.bytes !== null && <Fact label="Size">{formatBytes(run.bytes)}</Fact>}
    </dl>
  );
}
