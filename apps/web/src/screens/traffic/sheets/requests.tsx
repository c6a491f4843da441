/** `/unprocessed-requests`: sheets that were requested and are not made yet. */
import { listSheetRequests } from '@signpost/contract/calls/sheets.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { SHEET_KIND_LABELS, type SheetRequest } from '@signpost/contract/sheets/sheet.ts';
import { useMemo, useState } from 'react';
import { CallError } from '../../../api/call-error.tsx';
import { useCall } from '../../../api/calls.ts';
import { useUser } from '../../../api/session.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { timeColumn } from '../../../ui/data-table/time-column.tsx';
import type { DataColumn } from '../../../ui/data-table/types.ts';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import classes from './sheets.module.css';

const columnsIn = (zone: string): DataColumn<SheetRequest>[] => [
  { id: 'name', header: 'Sheet', width: 280, value: ({ name }) => name },
  { id: 'kind', header: 'Kind', width: 150, value: ({ kind }) => SHEET_KIND_LABELS[kind] },
  { id: 'rowCount', header: 'Rows', kind: 'number', width: 90, value: ({ rowCount }) => rowCount },
  { id: 'requestedBy', header: 'Requested by', width: 180, value: ({ requestedBy }) => requestedBy?.name ?? null },
  timeColumn({ id: 'requestedAt', header: 'Requested', width: 170, value: ({ requestedAt }) => requestedAt, zone }),
  { id: 'assignee', header: 'Assignee', width: 180, value: ({ assignee }) => assignee?.name ?? null },
  { id: 'comments', header: 'Comments', kind: 'number', width: 100, value: ({ comments }) => comments },
];

export default function UnprocessedRequestsPage() {
  const { timeZone, id: me } = useUser();
  const [whose, setWhose] = useState<string | null>(null);
  const { data, error, isPending, refetch } = useCall(listSheetRequests, {}, { staleTime: 0 });
  const columns = useMemo(() => columnsIn(timeZone), [timeZone]);
  if (error !== null && data === undefined) return <CallError error={error} onRetry={() => void refetch()} />;
  const rows = (data ?? []).filter(({ assignee, requestedBy }) => {
    if (whose === 'mine') return assignee?.id === me;
    if (whose === 'nobody') return assignee === null;
    return whose === null || requestedBy?.id === me;
  });
  return (
    <div className={classes.page}>
      <div className={classes.filters}>
        <Choice
          label="Whose"
          value={whose}
          onChange={setWhose}
          clearable
          placeholder="All requests"
          options={[
            { value: 'mine', label: 'Given to me' },
            { value: 'nobody', label: 'Given to nobody' },
            { value: 'asked', label: 'Requested by me' },
          ]}
        />
      </div>
      <DataTable
        label="Unprocessed requests"
        columns={columns}
        rows={rows}
        rowId={({ id }) => String(id)}
        rowHref={({ id }) => hashHref(path.sheetsEdit({ id }))}
        loading={isPending}
        defaultSort={{ id: 'requestedAt', direction: 'asc' }}
        cardNumbers={['rowCount', 'comments']}
        empty={
          <EmptyState title="Nothing to show">
            No sheet waits. A sheet appears here when somebody requests its boxes or direct links.
          </EmptyState>
        }
      />
    </div>
  );
}
