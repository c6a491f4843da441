/** `/partner-link-checker`: checks where a campaign's links end, per geo and device. */

import { useSetState } from '@mantine/hooks';
import type { CallInput } from '@signpost/contract/calls/define-call.ts';
import { checkLinks } from '@signpost/contract/calls/links.ts';
import { filterOptions } from '@signpost/contract/records/metadata.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import {
  CHECK_DEVICES,
  CHECKED_LINKS,
  type CheckDevice,
  type LinkCheck,
} from '@signpost/contract/traffic/clicks/link-check.ts';
import { useState } from 'react';
import { send } from '../../../api/calls.ts';
import { ApiError } from '../../../api/error.ts';
import { useAction } from '../../../api/use-action.ts';
import { ReferencesInput } from '../../../fields/reference-input.tsx';
import { Button } from '../../../ui/button.tsx';
import { ClientTable } from '../../../ui/data-table/client-table.tsx';
import type { DataColumn } from '../../../ui/data-table/types.ts';
import { EmptyState, TableSkeleton } from '../../../ui/feedback/states.tsx';
import { MultiSelect } from '../../../ui/fields/multi-select.tsx';
import { Form } from '../../../ui/form.tsx';
import { formatNumber } from '../../../ui/values/format.ts';
import { httpText } from '../../../ui/values/http-text.ts';
import { Badge } from '../../../ui/values/values.tsx';
import classes from './link-checker.module.css';

const DEVICE_LABELS: Readonly<Record<CheckDevice, string>> = { desktop: 'Desktop', mobile: 'Mobile', tablet: 'Tablet' };
const FATES = {
  survives: { label: 'Survives', tone: 'good' },
  lost: { label: 'Lost', tone: 'bad' },
  not_sent: { label: 'Not sent', tone: 'attention' },
  unknown: { label: 'Not checked', tone: 'neutral' },
} as const;

const lastStatus = ({ hops }: LinkCheck): number | null => hops.at(-1)?.http ?? null;

const COLUMNS: DataColumn<LinkCheck>[] = [
  { id: 'campaign', header: 'Campaign', width: 240, value: (row) => row.campaign },
  { id: 'link', header: 'Link', width: 110, value: (row) => CHECKED_LINKS[row.link] },
  { id: 'geo', header: 'Geo', width: 70, value: (row) => row.geo },
  { id: 'device', header: 'Device', width: 90, value: (row) => DEVICE_LABELS[row.device] },
  {
    id: 'clickId',
    header: 'Click id',
    width: 125,
    value: ({ clickId }) => FATES[clickId ?? 'unknown'].label,
    render: ({ clickId }) => <Badge tone={FATES[clickId ?? 'unknown'].tone}>{FATES[clickId ?? 'unknown'].label}</Badge>,
  },
  {
    id: 'status',
    header: 'Final status',
    width: 110,
    value: lastStatus,
    render: (row) => (
      <Badge tone={row.problem === null ? 'good' : 'bad'}>
        {lastStatus(row) === null ? 'no answer' : String(lastStatus(row))}
      </Badge>
    ),
  },
  { id: 'problem', header: 'Problem', width: 260, value: (row) => row.problem },
  { id: 'host', header: 'Final host', width: 200, value: (row) => row.finalHost },
  { id: 'hops', header: 'Hops', kind: 'number', width: 70, value: (row) => row.hops.length },
  {
    id: 'ms',
    header: 'Time',
    unit: 'ms',
    kind: 'number',
    width: 90,
    value: (row) => row.hops.reduce((sum, { ms }) => sum + ms, 0),
  },
  { id: 'lost', header: 'Lost parameters', width: 160, value: (row) => row.lostParameters.join(', ') || null },
];

function Chain({ row }: { row: LinkCheck }) {
  return (
    <ol className={classes.chain} aria-label="Hops">
      {row.hops.map((hop, at) => (
        // A chain never opens the same address twice.
        <li key={hop.url}>
          <span className={classes.number}>{at + 1}</span>
          <div>
            <code>{hop.url}</code>
            <p>
              {httpText(hop.http)} · {formatNumber(hop.ms)} ms
              {hop.by === 'redirect' && ' · redirects'}
              {hop.by === 'page' && ' · the page itself redirects'}
              {row.clickId !== 'not_sent' && row.clickId !== null && !hop.hasClickId && <b> · without the click id</b>}
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}

export default function PartnerLinkCheckerPage() {
  const [{ campaignIds, geoIds, devices }, set] = useSetState<CallInput<typeof checkLinks>['body']>({
    campaignIds: [],
    geoIds: [],
    devices: ['desktop', 'mobile'],
  });
  const [results, setResults] = useState<LinkCheck[] | null>(null);
  const check = useAction(() => send(checkLinks, { body: { campaignIds, geoIds, devices } }), {
    refresh: [],
    onDone: setResults,
    onRefused: () => true,
  });
  const isWhole = campaignIds.length > 0 && geoIds.length > 0 && devices.length > 0;
  const errors = check.error instanceof ApiError ? [check.error.reason] : [];

  const renderResults = () => {
    if (check.isPending && results === null) return <TableSkeleton rows={4} columns={6} />;
    return (
      results !== null && (
        <ClientTable
          noun="links"
          label="Checked links"
          columns={COLUMNS}
          rows={results}
          rowId={(row) => `${row.campaignId} ${row.link} ${row.geo} ${row.device}`}
          expand={{ label: 'Hops', render: (row) => <Chain row={row} /> }}
          cardNumbers={['clickId', 'status']}
          empty={<EmptyState title={TEXT.nothingToShow}>These campaigns no longer exist.</EmptyState>}
        />
      )
    );
  };
  return (
    <div className={classes.page}>
      <p className={classes.lead}>
        Opens the address of each campaign and the partner link of its offer as a visitor with that geo and device
        would: macros are filled in, browser and language match, and redirects are followed one by one. The geo of the
        IP address cannot be simulated.
      </p>
      <Form
        className={classes.form}
        onSubmit={() => {
          if (isWhole && !check.isPending) check.mutate(undefined);
        }}
      >
        <ReferencesInput
          label="Campaigns"
          to="campaign"
          required
          value={campaignIds}
          onChange={(ids) => set({ campaignIds: ids })}
          errors={errors}
        />
        <ReferencesInput label="Geos" to="geo" required value={geoIds} onChange={(ids) => set({ geoIds: ids })} />
        <MultiSelect
          label="Devices"
          required
          value={devices}
          onChange={(chosen) => set({ devices: CHECK_DEVICES.filter((device) => chosen.includes(device)) })}
          options={CHECK_DEVICES.map((value) => ({ value, label: DEVICE_LABELS[value] }))}
          find={filterOptions}
        />
        <Button kind="primary" type="submit" loading={check.isPending} disabled={!isWhole}>
          Check links
        </Button>
      </Form>
      {renderResults()}
    </div>
  );
}
