/** `/users-management`: managers and their publishers. */
import { mayOpen } from '@signpost/contract/access/access.ts';
import { publisher } from '@signpost/contract/entities/publisher.ts';
import type { ManagerRow, Managers } from '@signpost/contract/records/managers.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { CallError } from '../../api/call-error.tsx';
import { fetchData, request } from '../../api/client.ts';
import { useUser } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { ReferencesInput } from '../../fields/reference-input.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { DataColumn } from '../../ui/data-table/types.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { FormDialog } from '../../ui/layout/form-dialog.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { Time } from '../../ui/values/values.tsx';
import classes from './users-management.module.css';

const KEY = ['users-management'];

/** The columns; publishers are links for people who can open them. */
function managerColumns(timeZone: string, linksPublishers: boolean): DataColumn<ManagerRow>[] {
  return [
    { id: 'name', header: 'Name', value: (row) => row.name, width: 200 },
    { id: 'grade', header: 'Grade', value: (row) => row.grade, width: 140 },
    {
      id: 'publishers',
      header: 'Publishers',
      value: (row) => row.publishers.length,
      render: (row) =>
        row.publishers.length === 0 ? (
          '–'
        ) : (
          <span className={classes.publishers}>
            {row.publishers.map(({ id, name }) =>
              linksPublishers ? (
                <a key={id} href={hashHref(path.publishersEdit({ id }))}>
                  {name}
                </a>
              ) : (
                <span key={id}>{name}</span>
              ),
            )}
          </span>
        ),
      width: 420,
    },
    { id: 'email', header: 'E-mail', value: (row) => row.email, width: 240 },
    {
      id: 'lastSeenAt',
      header: 'Last seen',
      value: (row) => row.lastSeenAt,
      render: (row) => (row.lastSeenAt === null ? '–' : <Time value={row.lastSeenAt} zone={timeZone} ago />),
      width: 140,
    },
  ];
}

export default function UsersManagementPage() {
  const user = useUser();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => fetchData<Managers>('users-management', signal),
  });
  const [chosen, setChosen] = useState<ManagerRow | null>(null);
  const [ids, setIds] = useState<number[]>([]);
  const assign = useAction(
    (body: { managerId: number | null; publisherIds: number[] }) =>
      request<{ assigned: number }>('users-management/assign', { method: 'POST', body }),
    {
      refresh: [KEY, ['records', publisher.name]],
      said: ({ assigned }) => `${assigned} ${assigned === 1 ? 'publisher' : 'publishers'} assigned.`,
      onDone: () => setChosen(null),
    },
  );
  const linked = mayOpen(user, ROUTES.publishersEdit);
  const columns = useMemo(() => managerColumns(user.timeZone, linked), [linked, user.timeZone]);
  if (error !== null) return <CallError error={error} onRetry={() => void refetch()} />;
  return (
    <div className={classes.page}>
      {data !== undefined && data.nobodys.length > 0 && (
        <Panel title={`Publishers without a manager (${data.nobodys.length})`}>
          <span className={classes.publishers}>
            {data.nobodys.map(({ id, name }) => (
              <span key={id}>{name}</span>
            ))}
          </span>
        </Panel>
      )}
      <DataTable
        label="Managers"
        columns={columns}
        rows={data?.managers ?? []}
        rowId={(row) => String(row.id)}
        loading={isPending}
        defaultSort={{ id: 'publishers', direction: 'desc' }}
        cardNumbers={['publishers', 'grade']}
        rowActions={(row) => [
          {
            id: 'assign',
            label: 'Assign publishers',
            icon: <IconUserPlus size={16} aria-hidden />,
            onClick: () => {
              setIds([]);
              setChosen(row);
            },
          },
        ]}
        empty={<EmptyState title="Nothing to show">There are no managers yet. Add people under Users.</EmptyState>}
      />
      <FormDialog
        opened={chosen !== null}
        title={`Publishers of ${chosen?.name ?? ''}`}
        submitLabel="Assign"
        canSubmit={ids.length > 0}
        submitting={assign.isPending}
        onSubmit={() => chosen && assign.mutate({ managerId: chosen.id, publisherIds: ids })}
        onCancel={() => setChosen(null)}
      >
        <p>Publishers that have another manager now are reassigned.</p>
        <ReferencesInput label="Publishers" to="publisher" value={ids} onChange={setIds} />
      </FormDialog>
    </div>
  );
}
