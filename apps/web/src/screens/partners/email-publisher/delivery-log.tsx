/** The recipients of an e-mail, each with every step. */
import { decideMailRecipient, listMailRecipients, readMailing } from '@signpost/contract/calls/mailings.ts';
import { publisherMail } from '@signpost/contract/entities/publisher-mail.ts';
import { RECIPIENT_STATE_LABELS } from '@signpost/contract/partners/mailings/labels.ts';
import {
  MAILING_LIMITS,
  type Mailing,
  type MailRecipient,
  type RecipientState,
} from '@signpost/contract/partners/mailings/mailing.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { CallError } from '../../../api/call-error.tsx';
import { callKey, recordsKey, send, useCallWithMeta } from '../../../api/calls.ts';
import { useUser } from '../../../api/session.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { DataColumn } from '../../../ui/data-table/types.ts';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { usePages } from '../../../ui/layout/use-pages.tsx';
import { Badge, Time } from '../../../ui/values/values.tsx';
import classes from './email-publisher.module.css';
import { RECIPIENT_TONES } from './words.ts';

const PAGE = MAILING_LIMITS.recipientsPage;

const columnsIn = (zone: string): DataColumn<MailRecipient>[] => [
  { id: 'address', header: 'Address', width: 220, value: ({ address }) => address, hideable: false },
  { id: 'name', header: 'Name', width: 140, value: ({ name }) => name },
  {
    id: 'publisher',
    header: 'Publisher',
    width: 150,
    value: ({ publisher }) => publisher.name,
    render: ({ publisher }) => <a href={hashHref(path.publisherView({ id: publisher.id }))}>{publisher.name}</a>,
  },
  {
    id: 'state',
    header: 'State',
    width: 150,
    value: ({ state }) => RECIPIENT_STATE_LABELS[state],
    render: ({ state, tries }) => (
      <Badge tone={RECIPIENT_TONES[state]}>
        {state === 'planned' && tries > 0 ? 'To be tried again' : RECIPIENT_STATE_LABELS[state]}
      </Badge>
    ),
  },
  { id: 'code', header: 'Code', width: 70, value: ({ code }) => code ?? '–' },
  { id: 'answer', header: 'Answer', width: 220, value: ({ answer }) => answer ?? '–' },
  {
    id: 'sentAt',
    header: 'Sent',
    width: 160,
    value: ({ sentAt }) => sentAt,
    render: ({ sentAt }) => {
      if (sentAt === null) return '–';
      return <Time value={sentAt} zone={zone} detail="second" />;
    },
  },
];

function Steps({ mailing, recipient, zone }: { mailing: Mailing; recipient: MailRecipient; zone: string }) {
  const { id, log, state, decidedAt, nextTryAt } = recipient;
  const decide = useAction(
    (decision: 'sendAgain' | 'leave') =>
      send(decideMailRecipient, { params: { id: mailing.id, recipientId: id }, body: { decision } }),
    {
      refresh: [recordsKey(publisherMail), readMailing, listMailRecipients],
      said: (_, decision) => (decision === 'sendAgain' ? 'It will be sent again.' : 'It is left as it is.'),
    },
  );
  return (
    <div className={classes.steps}>
      <ol>
        {log.map(({ at, text }) => (
          <li key={`${at} ${text}`}>
            <Time value={at} zone={zone} detail="second" /> {text}
          </li>
        ))}
      </ol>
      {nextTryAt !== null && mailing.state === 'sending' && (
        <p className={classes.hint}>
          Due <Time value={nextTryAt} zone={zone} detail="second" />
        </p>
      )}
      {state === 'uncertain' && decidedAt === null && (
        <>
          <p className={classes.hint}>
            Nobody knows whether the mail server took it. Sent again, the person may get it twice.
          </p>
          <div className={classes.buttons}>
            <Button loading={decide.isPending} onClick={() => decide.mutate('sendAgain')}>
              Send again
            </Button>
            <Button loading={decide.isPending} onClick={() => decide.mutate('leave')}>
              Leave it
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

/** Reads the log again whenever the numbers of the mail have changed. */
function useReadAgain(progress: string): void {
  const client = useQueryClient();
  const readAgain = useEffectEvent((_progress: string) => {
    void client.invalidateQueries({ queryKey: callKey(listMailRecipients) });
  });
  useEffect(() => readAgain(progress), [progress]);
}

export function DeliveryLog({ mailing, state }: { mailing: Mailing; state: RecipientState | undefined }) {
  const { timeZone } = useUser();
  const pages = usePages(PAGE, 'recipients');
  const { data, error, refetch } = useCallWithMeta(
    listMailRecipients,
    { params: { id: mailing.id }, query: { state, offset: pages.offset } },
    { staleTime: 0, keepsPrevious: true },
  );
  useReadAgain(JSON.stringify(mailing.counts));
  const columns = useMemo(() => columnsIn(timeZone), [timeZone]);
  if (error !== null && data === undefined) return <CallError error={error} onRetry={() => void refetch()} />;
  const total = data?.meta.total ?? 0;
  return (
    <>
      <DataTable
        label="Delivery log"
        columns={columns}
        rows={data?.data ?? []}
        rowId={({ id }) => String(id)}
        loading={data === undefined}
        totalRows={total}
        cardNumbers={['state', 'code']}
        expand={{
          render: (recipient) => <Steps mailing={mailing} recipient={recipient} zone={timeZone} />,
          label: 'Steps',
        }}
        empty={<EmptyState title="Nobody">No recipient is in this state.</EmptyState>}
      />
      {pages.renderPager(total)}
    </>
  );
}
