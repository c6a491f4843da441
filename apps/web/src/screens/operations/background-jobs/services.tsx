import { listServices, retireWorker } from '@signpost/contract/calls/runs.ts';
import type { Service } from '@signpost/contract/workplace/jobs/runs.ts';
import { IconPlugOff } from '@tabler/icons-react';
import { useMemo } from 'react';
import { CallError } from '../../../api/call-error.tsx';
import { send, useCall } from '../../../api/calls.ts';
import { ConfirmCall } from '../../../api/confirm-call.tsx';
import { useUser } from '../../../api/session.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { timeColumn } from '../../../ui/data-table/time-column.tsx';
import type { DataColumn } from '../../../ui/data-table/types.ts';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { useDialog } from '../../../ui/layout/use-dialog.tsx';
import { listOf } from '../../../ui/values/list-of.ts';
import { Badge } from '../../../ui/values/values.tsx';

const POLL_MS = 10_000;

function stateOf({ isLate, failingSince }: Service): { label: string; tone: 'good' | 'bad' | 'attention' } {
  if (isLate) return { label: 'Stopped', tone: 'bad' };
  if (failingSince === null) return { label: 'Works', tone: 'good' };
  return { label: 'Fails', tone: 'attention' };
}

const columnsFor = (zone: string): DataColumn<Service>[] => [
  { id: 'job', header: 'Service', value: (row) => row.job, width: 180, hideable: false },
  { id: 'worker', header: 'Runs on', value: (row) => row.worker, width: 220 },
  {
    id: 'state',
    header: 'State',
    value: (row) => stateOf(row).label,
    render: (row) => <Badge tone={stateOf(row).tone}>{stateOf(row).label}</Badge>,
    width: 90,
  },
  timeColumn({ id: 'beatAt', header: 'Last sign of life', value: (row) => row.beatAt, width: 140, zone, ago: true }),
  timeColumn({
    id: 'watermark',
    header: 'Data complete until',
    hint: 'For sources of facts: everything before this time is in the statistics.',
    value: (row) => row.watermark,
    width: 180,
    zone,
    detail: 'second',
  }),
  timeColumn({
    id: 'failingSince',
    header: 'Fails since',
    value: (row) => row.failingSince,
    width: 120,
    zone,
    ago: true,
  }),
  { id: 'problem', header: 'Problem', value: (row) => row.problem ?? '', width: 200 },
];

/** The repeated work of every worker. */
export function Services() {
  const { timeZone } = useUser();
  const { data, error, isPending, refetch } = useCall(
    listServices,
    {},
    { poll: { everyMs: POLL_MS, isOn: () => true }, staleTime: 0 },
  );
  const columns = useMemo(() => columnsFor(timeZone), [timeZone]);
  const { open, dialog } = useDialog((worker: string, close) => (
    <ConfirmCall
      title="Take the worker out of service?"
      run={() => send(retireWorker, { body: { worker } })}
      refresh={[listServices]}
      said={() => `${worker} is out of service.`}
      onClose={close}
    >
      Nobody waits for {worker} any more: alerts and schedules go on without what it has not reported. Clicks that its
      router logged and nobody shipped stay on its disk. If it starts again, it is back.
    </ConfirmCall>
  ));
  if (error !== null) return <CallError error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <DataTable
        label="Background services"
        columns={columns}
        rows={data ?? []}
        rowId={({ job, worker }) => `${worker} ${job}`}
        loading={isPending}
        defaultSort={{ id: 'job', direction: 'asc' }}
        cardNumbers={['state', 'beatAt']}
        rowActions={({ isWorkerAlive, worker }) =>
          listOf(
            !isWorkerAlive && {
              id: 'retire',
              label: 'Take out of service',
              icon: <IconPlugOff size={16} aria-hidden />,
              onClick: () => open(worker),
            },
          )
        }
        empty={
          <EmptyState title="Nothing to show">
            No worker has run yet. Background work starts with the worker.
          </EmptyState>
        }
      />
      {dialog}
    </>
  );
}
