import {
  INCIDENT_STATE_LABELS,
  type Incident,
  type IncidentState,
} from '@signpost/contract/insight/alerts/incidents.ts';
import { timeColumn } from '../../../ui/data-table/time-column.tsx';
import type { DataColumn } from '../../../ui/data-table/types.ts';
import { EMPTY } from '../../../ui/values/format.ts';
import { Badge, type BadgeProps } from '../../../ui/values/values.tsx';

const TONES = {
  pending: 'neutral',
  firing: 'bad',
  acknowledged: 'attention',
  snoozed: 'neutral',
  expected: 'neutral',
  resolved: 'good',
} as const satisfies Record<IncidentState, BadgeProps['tone']>;

export function IncidentBadge({ state }: { state: IncidentState }) {
  return <Badge tone={TONES[state]}>{INCIDENT_STATE_LABELS[state]}</Badge>;
}

/** The columns of the list of incidents. */
export function incidentColumns(timeZone: string): DataColumn<Incident>[] {
  return [
    { id: 'title', header: 'Incident', value: ({ title }) => title, width: 270, hideable: false },
    {
      id: 'state',
      header: 'State',
      value: ({ state }) => INCIDENT_STATE_LABELS[state],
      render: ({ state }) => <IncidentBadge state={state} />,
      width: 110,
    },
    timeColumn({ id: 'startedAt', header: 'Since', value: ({ startedAt }) => startedAt, width: 155, zone: timeZone }),
    { id: 'seen', header: 'Seen', kind: 'number', value: ({ seen }) => seen ?? EMPTY, width: 95 },
    { id: 'expected', header: 'Expected', kind: 'number', value: ({ expected }) => expected ?? EMPTY, width: 95 },
    { id: 'alert', header: 'Alert', value: ({ alert }) => alert?.name ?? 'Data arrives in time', width: 150 },
    { id: 'by', header: 'Looked after by', value: ({ by }) => by ?? EMPTY, width: 140 },
    timeColumn({
      id: 'resolvedAt',
      header: 'Resolved',
      value: ({ resolvedAt }) => resolvedAt ?? '',
      width: 155,
      zone: timeZone,
    }),
  ];
}
