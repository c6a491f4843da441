import { cancelRun, listRuns, readRun, runAgain } from '@signpost/contract/calls/runs.ts';
import { memberOf } from '@signpost/contract/objects.ts';
import { RUN_STATE_LABELS, RUN_STATES, RUNS_PAGE, type Run } from '@signpost/contract/workplace/jobs/runs.ts';
import { IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useGo, useLatestSearch } from '../../../address/use-go.ts';
import { useScreenSearch } from '../../../address/use-search.ts';
import { CallError } from '../../../api/call-error.tsx';
import { send, useCall } from '../../../api/calls.ts';
import { useUser } from '../../../api/session.ts';
import { useAction } from '../../../api/use-action.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import { useEarlier } from '../../../ui/layout/use-earlier.tsx';
import { listOf } from '../../../ui/values/list-of.ts';
import classes from './background-jobs.module.css';
import { runColumns } from './run-columns.tsx';
import { RunDetail } from './run-detail.tsx';

const POLL_MS = 2_000;
const STATE_OPTIONS = RUN_STATES.map((value) => ({ value, label: RUN_STATE_LABELS[value] }));

const isOpen = ({ state }: Run): boolean => state === 'waiting' || state === 'running';

/** The latest jobs with their progress; one of them is open beside the list. */
export function Runs({ whose }: { whose: 'mine' | 'all' }) {
  const user = useUser();
  const go = useGo();
  const latestSearch = useLatestSearch();
  const { run: openId, state: wanted } = useScreenSearch('backgroundJobs');
  const state = memberOf(RUN_STATES, wanted);
  const { before, toLatest, renderButtons } = useEarlier(RUNS_PAGE);
  const { data, error, isPending, refetch } = useCall(
    listRuns,
    { query: { whose, before, state } },
    { poll: { everyMs: POLL_MS, isOn: (runs) => runs.some(isOpen) }, staleTime: 0, keepsPrevious: true },
  );
  const open = (id: number | undefined) => void go({ search: { ...latestSearch(), run: id } });
  const refresh = [listRuns, readRun];
  const cancel = useAction(({ id }: Run) => send(cancelRun, { params: { id } }), {
    refresh,
    said: ({ title }) => `“${title}” is being cancelled.`,
  });
  const again = useAction(({ id }: Run) => send(runAgain, { params: { id } }), {
    refresh,
    said: ({ id, title }) => `“${title}” runs again as job #${id}.`,
    onDone: ({ id }) => open(id),
  });
  const columns = useMemo(() => runColumns(user.timeZone, whose === 'all'), [user.timeZone, whose]);
  if (error !== null) return <CallError error={error} onRetry={() => void refetch()} />;
  const rows = data ?? [];
  const describeEmpty = () => {
    if (state === undefined)
      return 'Imports, reports and link checks that you start appear here with their progress and result.';
    return `No job is in the state “${RUN_STATE_LABELS[state]}”. Choose another state to see more.`;
  };
  return (
    <>
      <div className={classes.filters}>
        <Choice
          label="State"
          value={state ?? null}
          options={STATE_OPTIONS}
          onChange={(next) => {
            toLatest();
            void go({ search: { ...latestSearch(), state: next ?? undefined } });
          }}
          clearable
          placeholder="All states"
        />
      </div>
      <DataTable
        label="Background jobs"
        columns={columns}
        rows={rows}
        rowId={({ id }) => String(id)}
        loading={isPending}
        defaultSort={{ id: 'id', direction: 'desc' }}
        cardNumbers={['state', 'expectedAt']}
        onOpen={({ id }) => open(id)}
        rowActions={(run) =>
          listOf(
            run.mayCancel && {
              id: 'cancel',
              label: 'Cancel',
              icon: <IconPlayerStop size={16} aria-hidden />,
              onClick: () => cancel.mutate(run),
            },
            run.mayRunAgain && {
              id: 'again',
              label: 'Run again',
              icon: <IconRefresh size={16} aria-hidden />,
              onClick: () => again.mutate(run),
            },
          )
        }
        empty={<EmptyState title="Nothing to show">{describeEmpty()}</EmptyState>}
      />
      {renderButtons({ rows, latest: 'Latest jobs', earlier: 'Earlier jobs', className: classes.more })}
      <RunDetail
        id={openId}
        onClose={() => open(undefined)}
        onCancel={(run) => cancel.mutate(run)}
        onAgain={(run) => again.mutate(run)}
        isBusy={cancel.isPending || again.isPending}
      />
    </>
  );
}
