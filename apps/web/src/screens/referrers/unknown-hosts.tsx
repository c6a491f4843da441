/** Hosts without an owner, which can be assigned in bulk. */

import { mayDo } from '@signpost/contract/access/access.ts';
import { assignHosts, listUnknownHosts } from '@signpost/contract/calls/referrers.ts';
import { referrer } from '@signpost/contract/entities/referrer.ts';
import { type AssignHosts, UNKNOWN_DAYS, type UnknownHost } from '@signpost/contract/records/referrers.ts';
import { useMemo, useState } from 'react';
import { CallError } from '../../api/call-error.tsx';
import { recordsKey, send, useCall } from '../../api/calls.ts';
import { useUser } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { ReferenceInput } from '../../fields/reference-input.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { DataColumn } from '../../ui/data-table/types.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { FormDialog } from '../../ui/layout/form-dialog.tsx';
import { plural } from '../../ui/values/plural.ts';
import { Time } from '../../ui/values/values.tsx';
import classes from './referrers.module.css';

const nobody: Omit<AssignHosts, 'hosts'> = { publisherId: null, trafficSourceId: null, websiteId: null };

export function UnknownHosts() {
  const user = useUser();
  const { data, error, isPending, refetch } = useCall(listUnknownHosts, {});
  const [selection, setSelection] = useState<Set<string>>(new Set());
  const [owner, setOwner] = useState<Omit<AssignHosts, 'hosts'> | null>(null);
  const assign = useAction((body: AssignHosts) => send(assignHosts, { body }), {
    refresh: [listUnknownHosts, recordsKey(referrer)],
    said: ({ assigned }) => `${assigned} ${plural(assigned, 'host is', 'hosts are')} assigned.`,
    undo: 'change',
    onDone: () => {
      setOwner(null);
      setSelection(new Set());
    },
  });
  const columns = useMemo(
    (): DataColumn<UnknownHost>[] => [
      { id: 'host', header: 'Host', value: (row) => row.host, width: 320 },
      { id: 'visits', header: 'Visits', kind: 'number', value: (row) => row.visits, width: 120 },
      {
        id: 'lastAt',
        header: 'Last visit',
        value: (row) => row.lastAt,
        render: (row) => <Time value={row.lastAt} zone={user.timeZone} ago />,
        width: 180,
      },
    ],
    [user.timeZone],
  );
  if (error !== null) return <CallError error={error} onRetry={() => void refetch()} />;
  const may = mayDo(user, referrer, 'create');
  const set = (part: Omit<AssignHosts, 'hosts'>) => setOwner({ ...nobody, ...owner, ...part });
  return (
    <div className={classes.unknown}>
      <div className={classes.head}>
        <p>Visits in the last {UNKNOWN_DAYS} days from hosts without an owner.</p>
        {may && (
          <Button kind="primary" disabled={selection.size === 0} onClick={() => setOwner(nobody)}>
            {selection.size === 0 ? 'Assign hosts' : `Assign ${selection.size} ${plural(selection.size, 'host')}`}
          </Button>
        )}
      </div>
      <DataTable
        label="Unknown hosts"
        columns={columns}
        rows={data ?? []}
        rowId={(row) => row.host}
        loading={isPending}
        defaultSort={{ id: 'visits', direction: 'desc' }}
        cardNumbers={['visits', 'lastAt']}
        selection={may ? selection : undefined}
        onSelectionChange={may ? setSelection : undefined}
        empty={
          <EmptyState title="Nothing to show">
            Every host that sent visitors in the last {UNKNOWN_DAYS} days has an owner.
          </EmptyState>
        }
      />
      <FormDialog
        opened={owner !== null}
        title={`Assign ${selection.size === 1 ? [...selection][0] : `${selection.size} hosts`}`}
        submitLabel="Assign"
        canSubmit={(owner?.publisherId ?? owner?.trafficSourceId ?? owner?.websiteId) != null}
        submitting={assign.isPending}
        onSubmit={() => owner && assign.mutate({ hosts: [...selection], ...owner })}
        onCancel={() => setOwner(null)}
      >
        <ReferenceInput
          label="Publisher"
          to="publisher"
          value={owner?.publisherId ?? null}
          onChange={(publisherId) => set({ publisherId })}
        />
        <ReferenceInput
          label="Traffic source"
          to="trafficSource"
          value={owner?.trafficSourceId ?? null}
          onChange={(trafficSourceId) => set({ trafficSourceId })}
        />
        <ReferenceInput
          label="Website"
          to="website"
          value={owner?.websiteId ?? null}
          onChange={(websiteId) => set({ websiteId })}
        />
      </FormDialog>
    </div>
  );
}
