/** The e-mails with what became of their recipients. */
import { listMailings } from '@signpost/contract/calls/mailings.ts';
import { MAILING_STATE_LABELS, type MailingSummary, topicLabel } from '@signpost/contract/partners/mailings/mailing.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { CallError } from '../../../api/call-error.tsx';
import { useCall } from '../../../api/calls.ts';
import { useUser } from '../../../api/session.ts';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { timeColumn } from '../../../ui/data-table/time-column.tsx';
import type { DataColumn } from '../../../ui/data-table/types.ts';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { useEarlier } from '../../../ui/layout/use-earlier.tsx';
import { formatNumber } from '../../../ui/values/format.ts';
import { Badge } from '../../../ui/values/values.tsx';
import classes from './email-publisher.module.css';
import { failuresOf, isMoving, STATE_TONES } from './words.ts';

const POLL_MS = 2_000;
const PAGE = 50;

const hrefOf = ({ id }: MailingSummary): string => `${hashHref(path.emailPublisher())}?mail=${id}`;

const newHref = (): string => `${hashHref(path.emailPublisher())}?view=new`;

const columnsIn = (zone: string): DataColumn<MailingSummary>[] => [
  { id: 'subject', header: 'Subject', width: 248, value: ({ subject }) => subject, hideable: false },
  {
    id: 'state',
    header: 'State',
    width: 110,
    value: ({ state }) => MAILING_STATE_LABELS[state],
    render: ({ state }) => <Badge tone={STATE_TONES[state]}>{MAILING_STATE_LABELS[state]}</Badge>,
  },
  { id: 'topic', header: 'Topic', width: 155, value: ({ topic }) => topicLabel(topic) },
  {
    id: 'recipients',
    header: 'Recipients',
    kind: 'number',
    width: 100,
    value: ({ recipientCount }) => recipientCount,
    render: ({ recipientCount, state }) => {
      if (state === 'draft') return '–';
      return formatNumber(recipientCount);
    },
  },
  { id: 'accepted', header: 'Accepted', kind: 'number', width: 100, value: ({ counts }) => counts.accepted },
  {
    id: 'failed',
    header: 'Failed',
    hint: 'Refused, bounced or complained',
    kind: 'number',
    width: 80,
    value: (mail) => failuresOf(mail),
  },
  {
    id: 'uncertain',
    header: 'Uncertain',
    kind: 'number',
    width: 100,
    value: ({ counts }) => counts.uncertain,
    render: ({ counts }) => {
      if (counts.uncertain === 0) return '0';
      return <Badge tone="attention">{String(counts.uncertain)}</Badge>;
    },
  },
  {
    id: 'by',
    header: 'By',
    width: 130,
    value: ({ confirmedBy, createdBy }) => confirmedBy?.name ?? createdBy?.name ?? '–',
  },
  timeColumn({
    id: 'when',
    header: 'When',
    hint: 'When it is or was sent, or when the draft was changed last',
    width: 160,
    value: (mail) => whenOf(mail),
    zone,
  }),
];

const whenOf = ({ startedAt, sendAt, updatedAt }: MailingSummary): string => startedAt ?? sendAt ?? updatedAt;

export function MailList() {
  const { timeZone } = useUser();
  const { before, renderButtons } = useEarlier(PAGE);
  const { data, error, isPending, refetch } = useCall(
    listMailings,
    { query: { before } },
    { poll: { everyMs: POLL_MS, isOn: (mails) => mails.some(isMoving) }, staleTime: 0, keepsPrevious: true },
  );
  const columns = useMemo(() => columnsIn(timeZone), [timeZone]);
  if (error !== null && data === undefined) return <CallError error={error} onRetry={() => void refetch()} />;
  const rows = data ?? [];
  return (
    <>
      <PageHeader
        action={
          <Button kind="primary" icon={<IconPlus size={16} aria-hidden />} href={newHref()}>
            Write e-mail
          </Button>
        }
      />
      <DataTable
        label="E-mails to publishers"
        columns={columns}
        rows={rows}
        rowId={({ id }) => String(id)}
        rowHref={hrefOf}
        loading={isPending}
        cardNumbers={['state', 'accepted']}
        empty={
          <EmptyState
            title="No e-mails yet"
            action={
              <Button kind="primary" href={newHref()}>
                Write e-mail
              </Button>
            }
          >
            Write one e-mail to many publishers, see it with their real data, and follow what becomes of each copy.
          </EmptyState>
        }
      />
      {renderButtons({ rows, latest: 'Newest', earlier: 'Older', className: classes.buttons })}
    </>
  );
}
