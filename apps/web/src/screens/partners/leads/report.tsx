/** `/publisher-lead-query-report`: a publisher's leads by partner and status, and each of them. */

import { showLeadSummary } from '@signpost/contract/calls/leads.ts';
import { dayIn } from '@signpost/contract/dates/dates.ts';
import type { LeadSummaryRow } from '@signpost/contract/partners/leads/summary.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { useState } from 'react';
import { useCall } from '../../../api/calls.ts';
import { requestIdOf } from '../../../api/error-id.ts';
import { useUser } from '../../../api/session.ts';
import { publisherLeadScreen } from '../../../features/partners/leads/lead-screen.tsx';
import classes from '../../../features/partners/leads/leads.module.css';
import { RecordListPage } from '../../../records/list-page.tsx';
import { DateRange } from '../../../stats/date-range.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { DataColumn } from '../../../ui/data-table/types.ts';
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { EMPTY, formatNumber, formatPercent } from '../../../ui/values/format.ts';

const KEYS = ['accepted', 'waiting', 'parked', 'rejected'] as const;
const LABELS = { accepted: 'Accepted', waiting: 'Waiting', parked: 'Parked', rejected: 'Rejected' } as const;
const all = (row: LeadSummaryRow): number => KEYS.reduce((sum, key) => sum + row[key], 0);

function columns(rows: readonly LeadSummaryRow[]): DataColumn<LeadSummaryRow>[] {
  const sum = (value: (row: LeadSummaryRow) => number) => rows.reduce((total, row) => total + value(row), 0);
  const count = (id: string, header: string, value: (row: LeadSummaryRow) => number): DataColumn<LeadSummaryRow> => ({
    id,
    header,
    kind: 'number',
    width: 110,
    value,
    total: formatNumber(sum(value)),
  });
  return [
    { id: 'partner', header: 'Partner', width: 220, value: (row) => row.partner ?? 'No buyer' },
    count('all', 'Leads', all),
    ...KEYS.map((key) => count(key, LABELS[key], (row) => row[key])),
    {
      id: 'share',
      header: 'Share of all',
      kind: 'number',
      width: 120,
      value: (row) => all(row) / Math.max(1, sum(all)),
      render: (row) => formatPercent(all(row) / Math.max(1, sum(all))),
      total: EMPTY,
    },
  ];
}

export default function PublisherLeadReportPage() {
  const { timeZone } = useUser();
  const today = dayIn(new Date(), timeZone);
  const [range, setRange] = useState({ start: `${today.slice(0, 8)}01`, end: today });
  const { data, error, refetch } = useCall(showLeadSummary, { query: range });
  const renderReport = () => {
    if (error) return <ErrorState title={error.message} id={requestIdOf(error)} onRetry={() => void refetch()} />;
    return (
      <Panel
        title="By partner"
        description={`Leads that your pages sent from ${range.start} to ${range.end}. Figures elsewhere also count leads that partners reported for your clicks.`}
        flush
      >
        <DataTable
          label="Leads by partner"
          columns={columns(data ?? [])}
          rows={data ?? []}
          rowId={(row) => String(row.partnerId)}
          loading={!data}
          totalsLabel="All"
          cardNumbers={['all', 'accepted']}
          maxHeight="320px"
          empty={<EmptyState title={TEXT.nothingToShow}>No leads on these days.</EmptyState>}
        />
      </Panel>
    );
  };
  return (
    <>
      <PageHeader
        context={<DateRange restricted label="Days" value={range} timeZone={timeZone} onChange={setRange} />}
      />
      <div className={classes.stack}>
        {renderReport()}
        <RecordListPage screen={publisherLeadScreen} />
      </div>
    </>
  );
}
