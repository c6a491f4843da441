/** Hosts without an owner, which can be assigned in bulk. */

import { mayDo } from '@signpost/contract/access/access.ts';
import { assignHosts, listUnknownHosts } from '@signpost/contract/calls/referrers.ts';
import { referrer } from '@signpost/contract/entities/referrer.ts';
import { UNKNOWN_DAYS, type UnknownHost } from '@signpost/contract/records/referrers.ts';
import { useMemo, useState } from 'react';
import { CallDialog } from '../../../api/call-dialog.tsx';
import { CallError } from '../../../api/call-error.tsx';
import { recordsKey, useCall } from '../../../api/calls.ts';
import { useUser } from '../../../api/session.ts';
import { useCallForm } from '../../../api/use-call-form.ts';
import { ReferenceInput } from '../../../fields/reference-input.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { timeColumn } from '../../../ui/data-table/time-column.tsx';
import type { DataColumn } from '../../../ui/data-table/types.ts';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { DialogButton } from '../../../ui/layout/dialog-button.tsx';
import { plural } from '../../../ui/values/plural.ts';
import classes from './referrers.module.css';

interface Owner {
  publisherId: number | null;
  trafficSourceId: number | null;
  websiteId: number | null;
}

const NOBODY: Owner = { publisherId: null, trafficSourceId: null, websiteId: null };

interface AssignProps {
  hosts: string[];
  onClose: () => void;
  onAssigned: () => void;
}

function AssignDialog({ hosts, onClose, onAssigned }: AssignProps) {
  const form = useCallForm(assignHosts, {
    initial: NOBODY,
    input: (owner) => ({ body: { hosts, ...owner } }),
    refresh: [listUnknownHosts, recordsKey(referrer)],
    said: ({ assigned }) => `${assigned} ${plural(assigned, 'host is', 'hosts are')} assigned.`,
    undo: 'change',
    onDone: () => {
      onClose();
      onAssigned();
    },
  });
  const { publisherId, trafficSourceId, websiteId } = form.values;
  const hasOwner = (publisherId ?? trafficSourceId ?? websiteId) !== null;
  const named = hosts.length === 1 ? hosts[0] : `${hosts.length} hosts`;
  return (
    <CallDialog form={form} title={`Assign ${named}`} submitLabel="Assign" canSubmit={hasOwner} onClose={onClose}>
      <ReferenceInput label="Publisher" to="publisher" {...form.field('publisherId')} />
      <ReferenceInput label="Traffic source" to="trafficSource" {...form.field('trafficSourceId')} />
      <ReferenceInput label="Website" to="website" {...form.field('websiteId')} />
    </CallDialog>
  );
}

export function UnknownHosts() {
  const user = useUser();
  const { data, error, isPending, refetch } = useCall(listUnknownHosts, {});
  const [selection, setSelection] = useState<Set<string>>(new Set());
  const columns = useMemo(
    (): DataColumn<UnknownHost>[] => [
      { id: 'host', header: 'Host', value: (row) => row.host, width: 320 },
      { id: 'visits', header: 'Visits', kind: 'number', value: (row) => row.visits, width: 120 },
      timeColumn({
        id: 'lastAt',
        header: 'Last visit',
        value: (row) => row.lastAt,
        width: 180,
        zone: user.timeZone,
        ago: true,
      }),
    ],
    [user.timeZone],
  );
  if (error !== null) return <CallError error={error} onRetry={() => void refetch()} />;
  const may = mayDo(user, referrer, 'create');
  return (
    <div className={classes.unknown}>
      <div className={classes.head}>
        <p>Visits in the last {UNKNOWN_DAYS} days from hosts without an owner.</p>
        {may && (
          <DialogButton
            kind="primary"
            disabled={selection.size === 0}
            dialog={(close) => (
              <AssignDialog hosts={[...selection]} onClose={close} onAssigned={() => setSelection(new Set())} />
            )}
          >
            {selection.size === 0 ? 'Assign hosts' : `Assign ${selection.size} ${plural(selection.size, 'host')}`}
          </DialogButton>
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
    </div>
  );
}
