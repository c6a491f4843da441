/** `/users-management`: managers and their publishers. */

import { mayOpen } from '@signpost/contract/access/access.ts';
import { assignPublishers, listManagers } from '@signpost/contract/calls/managers.ts';
import { publisher } from '@signpost/contract/entities/publisher.ts';
import type { ManagerRow } from '@signpost/contract/records/managers.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { IconUserPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { CallDialog } from '../../../api/call-dialog.tsx';
import { CallError } from '../../../api/call-error.tsx';
import { recordsKey, useCall } from '../../../api/calls.ts';
import { useUser } from '../../../api/session.ts';
import { useCallForm } from '../../../api/use-call-form.ts';
import { ReferencesInput } from '../../../fields/reference-input.tsx';
import { ClientTable } from '../../../ui/data-table/client-table.tsx';
import type { DataColumn } from '../../../ui/data-table/types.ts';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { FilterBar } from '../../../ui/layout/filter-bar.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { useDialog } from '../../../ui/layout/use-dialog.tsx';
import { finderOf } from '../../../ui/values/fold.ts';
import { plural } from '../../../ui/values/plural.ts';
import { Time } from '../../../ui/values/values.tsx';
import { TableTools, useTypedSearch } from '../../../views/table-tools.tsx';
import classes from './users-management.module.css';

/** So many publishers fit into a row at 1440 px; the others are named when the row is pointed at, and in an export. */
const SHOWN = 3;

/** The columns; publishers are links for people who can open them. */
function managerColumns(timeZone: string, linksPublishers: boolean): DataColumn<ManagerRow>[] {
  return [
    { id: 'name', header: 'Name', value: (row) => row.name, width: 170 },
    { id: 'grade', header: 'Grade', value: (row) => row.grade, width: 140 },
    {
      id: 'publishers',
      header: 'Publishers',
      value: (row) => row.publishers.length,
      render: (row) => {
        if (row.publishers.length === 0) return '–';
        return (
          <span className={classes.publishers}>
            {row.publishers.slice(0, SHOWN).map(({ id, name }) => {
              if (linksPublishers)
                return (
                  <a key={id} href={hashHref(path.publisherView({ id }))}>
                    {name}
                  </a>
                );
              return <span key={id}>{name}</span>;
            })}
            {row.publishers.length > SHOWN && (
              <span title={row.publishers.map(({ name }) => name).join(', ')}>
                and {row.publishers.length - SHOWN} more
              </span>
            )}
          </span>
        );
      },
      width: 460,
    },
    { id: 'email', header: 'E-mail', value: (row) => row.email, width: 220 },
    {
      id: 'lastSeenAt',
      header: 'Last seen',
      value: (row) => row.lastSeenAt,
      render: (row) => {
        if (row.lastSeenAt === null) return '–';
        return <Time value={row.lastSeenAt} zone={timeZone} ago />;
      },
      width: 140,
    },
  ];
}

/** The exported file lists the names of the publishers; the screen shows only their number. */
const PUBLISHER_NAMES: DataColumn<ManagerRow> = {
  id: 'publishers',
  header: 'Publishers',
  value: ({ publishers }) => publishers.map(({ name }) => name).join(', '),
};

interface AssignValues {
  publisherIds: number[];
}

function AssignDialog({ manager, onClose }: { manager: ManagerRow; onClose: () => void }) {
  const initial: AssignValues = { publisherIds: [] };
  const form = useCallForm(assignPublishers, {
    initial,
    input: ({ publisherIds }) => ({ body: { managerId: manager.id, publisherIds } }),
    refresh: [listManagers, recordsKey(publisher)],
    said: ({ assigned }) => `${assigned} ${plural(assigned, 'publisher')} assigned.`,
    undo: 'change',
    onDone: onClose,
  });
  return (
    <CallDialog form={form} title={`Publishers of ${manager.name}`} submitLabel="Assign" onClose={onClose}>
      <p>Publishers that have another manager now are reassigned.</p>
      <ReferencesInput label="Publishers" to="publisher" {...form.field('publisherIds')} />
    </CallDialog>
  );
}

export default function UsersManagementPage() {
  const user = useUser();
  const { data, error, isPending, refetch } = useCall(listManagers, {});
  const { open, dialog } = useDialog((manager: ManagerRow, close) => (
    <AssignDialog manager={manager} onClose={close} />
  ));
  const [typed, setTyped] = useTypedSearch();
  const managers = useMemo(() => {
    const isFound = finderOf(typed);
    return (data?.managers ?? []).filter(({ name, email, publishers }) =>
      isFound([name, email, ...publishers.map((one) => one.name)].join(' ')),
    );
  }, [data, typed]);
  const linked = mayOpen(user, ROUTES.publisherView);
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
      <FilterBar
        chips={[]}
        onClear={() => setTyped('')}
        search={{ value: typed, placeholder: 'Search managers, publishers', onChange: setTyped }}
        actions={
          <TableTools
            screen="users-management"
            typed={typed}
            onTyped={setTyped}
            columns={columns.map((column) => {
              if (column.id === 'publishers') return PUBLISHER_NAMES;
              return column;
            })}
            rows={managers}
          />
        }
      />
      <ClientTable
        noun="managers"
        label="Managers"
        columns={columns}
        rows={managers}
        rowId={(row) => String(row.id)}
        loading={isPending}
        cardNumbers={['publishers', 'grade']}
        rowActions={(row) => [
          {
            id: 'assign',
            label: 'Assign publishers',
            icon: <IconUserPlus size={16} aria-hidden />,
            onClick: () => open(row),
          },
        ]}
        empty={<EmptyState title="Nothing to show">There are no managers yet. Add people under Users.</EmptyState>}
      />
      {dialog}
    </div>
  );
}
