/** `/alerts`: incidents, the open ones first, and the alerts that find them. */

import { listIncidents } from '@signpost/contract/calls/alerts.ts';
import type { Incident } from '@signpost/contract/insight/alerts/incidents.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { useMemo } from 'react';
import { useGo, useLatestSearch } from '../../../address/use-go.ts';
import { useScreenSearch } from '../../../address/use-search.ts';
import { CallError } from '../../../api/call-error.tsx';
import { useCall } from '../../../api/calls.ts';
import { useUser } from '../../../api/session.ts';
import { RecordListPage } from '../../../records/list-page.tsx';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { LinkTabs } from '../../../ui/layout/link-tabs.tsx';
import { alertScreen } from './alert-screen.tsx';
import classes from './alerts.module.css';
import { incidentColumns } from './incident-columns.tsx';
import { IncidentDetail } from './incident-detail.tsx';

const POLL_MS = 30_000;
/** Incidents that another one explains are opened from that one. */
const standsAlone = ({ parentId }: Incident): boolean => parentId === null;

function Incidents() {
  const { timeZone } = useUser();
  const go = useGo();
  const latestSearch = useLatestSearch();
  const { incident: openId } = useScreenSearch('alerts');
  const { data, error, isPending, refetch } = useCall(listIncidents, {}, { refetchInterval: POLL_MS, staleTime: 0 });
  const columns = useMemo(() => incidentColumns(timeZone), [timeZone]);
  const rows = useMemo(() => (data ?? []).filter(standsAlone), [data]);
  const open = (id: number | undefined) => void go({ search: { ...latestSearch(), incident: id } });
  if (error !== null) return <CallError error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <DataTable
        label="Incidents"
        columns={columns}
        rows={rows}
        rowId={({ id }) => String(id)}
        loading={isPending}
        cardNumbers={['state', 'startedAt']}
        onOpen={({ id }) => open(id)}
        empty={
          <EmptyState
            title="Nothing to show"
            action={
              <Button kind="primary" href={hashHref(path.alertsAdd())}>
                Add alert
              </Button>
            }
          >
            No number that an alert watches differed in the last 30 days. Add an alert, or use “Alert me about this” on
            a statistics screen.
          </EmptyState>
        }
      />
      <IncidentDetail id={openId} onClose={() => open(undefined)} />
    </>
  );
}

export default function AlertsPage() {
  const { view } = useScreenSearch('alerts');
  const base = hashHref(path.alerts());
  const showsAlerts = view === 'alerts';
  return (
    <div className={classes.page}>
      <LinkTabs
        label="Views"
        tabs={[
          { label: 'Incidents', href: base, current: !showsAlerts },
          { label: 'Alerts', href: `${base}?view=alerts`, current: showsAlerts },
        ]}
      />
      {showsAlerts ? <RecordListPage screen={alertScreen} /> : <Incidents />}
    </div>
  );
}
