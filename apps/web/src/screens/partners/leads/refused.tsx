/** Leads that were refused: how many of which site and why, and reading them again after a fix. */
import { mayCall } from '@signpost/contract/access/access.ts';
import { listRefusedLeads, replayRefusedLeads } from '@signpost/contract/calls/leads.ts';
import { lead } from '@signpost/contract/entities/lead.ts';
import {
  LEAD_REFUSALS,
  type LeadRefusal,
  type RefusedLeads as Refused,
  type RefusedLeadCount,
  type ReplayedLeads,
} from '@signpost/contract/partners/leads/refusal.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { CallError } from '../../../api/call-error.tsx';
import { send, useCall } from '../../../api/calls.ts';
import { useUser } from '../../../api/session.ts';
import { useAction } from '../../../api/use-action.ts';
import classes from '../../../features/partners/leads/leads.module.css';
import { Button } from '../../../ui/button.tsx';
import { ClientTable } from '../../../ui/data-table/client-table.tsx';
import type { DataColumn } from '../../../ui/data-table/types.ts';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { Badge, Time } from '../../../ui/values/values.tsx';

function siteOf({ website, keyHint }: RefusedLeadCount): string {
  if (website !== null) return website;
  return keyHint === '' ? 'Unknown site' : `Unknown site, key ends in ${keyHint}`;
}

const columns: DataColumn<RefusedLeadCount>[] = [
  { id: 'day', header: 'Day (UTC)', width: 130, value: ({ day }) => day },
  { id: 'website', header: 'Site', width: 220, value: siteOf },
  { id: 'reason', header: 'Reason', width: 280, value: ({ reason }) => LEAD_REFUSALS[reason].label },
  { id: 'cases', header: 'Refused', kind: 'number', width: 100, value: ({ cases }) => cases },
  { id: 'replayed', header: 'Stored since', kind: 'number', width: 120, value: ({ replayed }) => replayed },
  { id: 'fix', header: 'Fix', width: 460, value: ({ reason }) => LEAD_REFUSALS[reason].fix },
];

function replayedInWords({ stored, stillRefused, hasMore }: ReplayedLeads): string {
  const parts = [
    stored === 1 ? '1 lead was stored.' : `${stored} leads were stored.`,
    stillRefused === 0 ? '' : `${stillRefused} still cannot be read.`,
    hasMore ? 'More are waiting: read again.' : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function reasonInWords(reason: LeadRefusal, fields: readonly string[]): string {
  const { label } = LEAD_REFUSALS[reason];
  return fields.length === 0 ? label : `${label}: ${fields.join(', ')}`;
}

function Kept({ kept, replayable }: Pick<Refused, 'kept' | 'replayable'>) {
  const user = useUser();
  const replay = useAction(() => send(replayRefusedLeads, {}), {
    refresh: [listRefusedLeads, ['records', lead.name]],
    said: replayedInWords,
  });
  if (kept.length === 0) return null;
  return (
    <>
      <div className={classes.person}>
        <h3 className={classes.sub}>Recently refused and kept</h3>
        {replayable > 0 && mayCall(user, replayRefusedLeads.access.routes, 'add') && (
          <Button loading={replay.isPending} onClick={() => replay.mutate(undefined)}>
            Read them again
          </Button>
        )}
      </div>
      <p className={classes.help}>
        These leads are kept sealed. Reading them again stores those that can be read now, each once, with the time at
        which it first came, and offers them to buyers.
      </p>
      <ol className={classes.story} aria-label="Refused leads">
        {kept.map(({ id, at, website, reason, fields, replayedAt }) => (
          <li key={id}>
            <Time value={at} zone={user.timeZone} />
            <span>
              <b>{reasonInWords(reason, fields)}</b>{' '}
              {replayedAt !== null && <Badge tone="good">read again and stored</Badge>}
              <br />
              {website}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

export function RefusedLeads() {
  const { data, error, isPending, refetch } = useCall(listRefusedLeads, {});
  if (error !== null && data === undefined) return <CallError error={error} onRetry={() => void refetch()} />;
  return (
    <div className={classes.stack}>
      <p className={classes.help}>
        Landers sent these leads, and Signpost could not take them. The lander was told why. Mend it, then read its
        leads again.
      </p>
      <ClientTable
        noun="refusals"
        label="Refused leads by day, site and reason"
        columns={columns}
        rows={data?.counts ?? []}
        rowId={({ day, websiteId, keyHint, reason }) => `${day} ${websiteId} ${keyHint} ${reason}`}
        loading={isPending}
        cardTitle="reason"
        cardNumbers={['cases', 'replayed']}
        empty={<EmptyState title={TEXT.nothingToShow}>No lead was refused.</EmptyState>}
      />
      {data && <Kept kept={data.kept} replayable={data.replayable} />}
    </div>
  );
}
