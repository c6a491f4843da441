/** The addresses that get no e-mail of a topic, and why. */
import { addSuppression, liftSuppression, listSuppressions } from '@signpost/contract/calls/mailings.ts';
import { memberOf } from '@signpost/contract/objects.ts';
import { SUPPRESSION_REASON_LABELS } from '@signpost/contract/partners/mailings/labels.ts';
import {
  EVERY_TOPIC,
  MAILING_LIMITS,
  SUPPRESSED_TOPICS,
  type Suppression,
  topicLabel,
} from '@signpost/contract/partners/mailings/mailing.ts';
import { IconCircleCheck, IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { CallDialog } from '../../../api/call-dialog.tsx';
import { CallError } from '../../../api/call-error.tsx';
import { send, useCallWithMeta } from '../../../api/calls.ts';
import { useUser } from '../../../api/session.ts';
import { useAction } from '../../../api/use-action.ts';
import { useCallForm } from '../../../api/use-call-form.ts';
import { useSearchText } from '../../../records/use-search-text.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { timeColumn } from '../../../ui/data-table/time-column.tsx';
import type { DataColumn } from '../../../ui/data-table/types.ts';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { DialogButton } from '../../../ui/layout/dialog-button.tsx';
import { FilterBar } from '../../../ui/layout/filter-bar.tsx';
import { usePages } from '../../../ui/layout/use-pages.tsx';
import { listOf } from '../../../ui/values/list-of.ts';

const PAGE = MAILING_LIMITS.recipientsPage;

const columnsIn = (zone: string): DataColumn<Suppression>[] => [
  { id: 'address', header: 'Address', width: 280, value: ({ address }) => address, hideable: false },
  { id: 'topic', header: 'Topic', width: 200, value: ({ topic }) => topicLabel(topic) },
  { id: 'reason', header: 'Reason', width: 200, value: ({ reason }) => SUPPRESSION_REASON_LABELS[reason] },
  timeColumn({ id: 'at', header: 'Since', width: 160, value: ({ at }) => at, zone }),
];

interface Values {
  address: string;
  topic: Suppression['topic'];
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const initial: Values = { address: '', topic: EVERY_TOPIC };
  const form = useCallForm(addSuppression, {
    initial,
    input: ({ address, topic }) => ({ body: { address: address.trim(), topic } }),
    refresh: [listSuppressions],
    said: (_, { address }) => `${address.trim()} gets no more of these e-mails.`,
    onDone: onClose,
  });
  const { topic } = form.values;
  return (
    <CallDialog form={form} title="Suppress an address" submitLabel="Suppress address" onClose={onClose}>
      <TextInput label="Address" type="email" {...form.field('address')} />
      <Choice
        label="Topic"
        {...form.field('topic')}
        options={SUPPRESSED_TOPICS.map((value) => ({ value, label: topicLabel(value) }))}
        onChange={(next) => form.set({ topic: memberOf(SUPPRESSED_TOPICS, next) ?? topic })}
      />
    </CallDialog>
  );
}

export function Suppressed() {
  const { timeZone } = useUser();
  const pages = usePages(PAGE, 'addresses');
  const [q, setQ] = useState('');
  const [text, setText] = useSearchText(q, (next) => {
    setQ(next.trim());
    pages.toFirst();
  });
  const { data, error, refetch } = useCallWithMeta(
    listSuppressions,
    { query: { q, offset: pages.offset } },
    { staleTime: 0, keepsPrevious: true },
  );
  const lift = useAction(({ personId, topic }: Suppression) => send(liftSuppression, { body: { personId, topic } }), {
    refresh: [listSuppressions],
    said: (_, { address }) => `${address} gets e-mails again.`,
  });
  const columns = useMemo(() => columnsIn(timeZone), [timeZone]);
  const { mutate } = lift;
  const rowActions = useCallback(
    (row: Suppression) =>
      listOf(
        row.mayLift && {
          id: 'lift',
          label: 'Send to it again',
          icon: <IconCircleCheck size={16} aria-hidden />,
          onClick: () => mutate(row),
        },
      ),
    [mutate],
  );
  if (error !== null && data === undefined) return <CallError error={error} onRetry={() => void refetch()} />;
  const total = data?.meta.total ?? 0;
  return (
    <>
      <FilterBar
        chips={[]}
        search={{ value: text, onChange: setText, placeholder: 'Search addresses' }}
        actions={
          <DialogButton icon={<IconPlus size={16} aria-hidden />} dialog={(close) => <AddDialog onClose={close} />}>
            Suppress an address
          </DialogButton>
        }
      />
      <DataTable
        label="Suppressed addresses"
        columns={columns}
        rows={data?.data ?? []}
        rowId={({ personId, topic }) => `${personId} ${topic}`}
        rowActions={rowActions}
        loading={data === undefined}
        totalRows={total}
        cardNumbers={['topic', 'reason']}
        empty={
          <EmptyState title="No suppressed addresses">
            People who unsubscribe, addresses that do not exist and people who report spam appear here by themselves.
          </EmptyState>
        }
      />
      {pages.renderPager(total)}
    </>
  );
}
