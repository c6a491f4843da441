/** `/unassigned-status-form`: unassigned statuses, the most money at stake first. */

import { useSetState } from '@mantine/hooks';
import { assignStatus, listUnassignedStatuses } from '@signpost/contract/calls/conversions.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import {
  type MappingDraft,
  mappingDraft,
  type UnassignedStatus,
} from '@signpost/contract/partners/conversions/effect.ts';
import { isMeaning, MEANING_LABELS, MEANINGS, type Meaning } from '@signpost/contract/partners/conversions/postback.ts';
import type { Unread } from '@signpost/contract/reading/problems.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { useState } from 'react';
import { send, useCall } from '../../../api/calls.ts';
import { requestIdOf } from '../../../api/error-id.ts';
import { useUser } from '../../../api/session.ts';
import { useAction } from '../../../api/use-action.ts';
import classes from '../../../features/partners/conversions/conversions.module.css';
import { MappingEffectNote } from '../../../features/partners/mappings/effect-note.tsx';
import { DateField } from '../../../fields/date-field.tsx';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { timeColumn } from '../../../ui/data-table/time-column.tsx';
import type { DataColumn } from '../../../ui/data-table/types.ts';
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import { Drawer } from '../../../ui/layout/drawer.tsx';
import { formatMoney, formatNumber } from '../../../ui/values/format.ts';
import { Badge, IdText } from '../../../ui/values/values.tsx';

/** New statuses can appear at any time, and assigned ones disappear within seconds. */
const REFRESH_MS = 4_000;

const columnsFor = (zone: string): DataColumn<UnassignedStatus>[] => [
  {
    id: 'status',
    header: 'Status',
    width: 220,
    value: (row) => row.status,
    render: (row) => <IdText value={row.status} />,
  },
  { id: 'partner', header: 'Partner', width: 200, value: (row) => row.partner },
  {
    id: 'atStake',
    header: 'Could earn',
    hint: 'The most these transactions could earn under the current deals. What partners reported may be more or less.',
    kind: 'number',
    width: 140,
    value: (row) => Number(row.atStake),
    render: (row) => `${row.isEstimated ? '≈ ' : ''}${formatMoney(row.atStake, baseCurrency())}`,
  },
  { id: 'transactions', header: 'Transactions', kind: 'number', width: 120, value: (row) => row.transactions },
  {
    id: 'likely',
    header: 'Suggestion',
    width: 130,
    value: (row) => {
      if (row.likely === null) return null;
      return MEANING_LABELS[row.likely];
    },
    render: (row) => {
      if (row.likely === null) return '–';
      return <Badge>{MEANING_LABELS[row.likely]}</Badge>;
    },
  },
  timeColumn({ id: 'first', header: 'First', width: 130, value: (row) => row.first, zone, ago: true }),
  timeColumn({ id: 'last', header: 'Last', width: 130, value: (row) => row.last, zone, ago: true }),
];

interface Assignment {
  meaning: Meaning | null;
  validFrom: string | null;
  /** A day that cannot be read. */
  question: Unread | null;
}

function Assign({ row, onDone }: { row: UnassignedStatus; onDone: () => void }) {
  const [{ meaning, validFrom, question }, set] = useSetState<Assignment>({
    meaning: row.likely,
    validFrom: row.first.slice(0, 10),
    question: null,
  });
  const draft = { partnerId: row.partnerId, status: row.status, meaning, validFrom };
  const assign = useAction((body: MappingDraft) => send(assignStatus, { body }), {
    refresh: [listUnassignedStatuses],
    said: () => `“${row.status}” is assigned. Transactions are being counted.`,
    undo: 'change',
    onDone,
  });
  const complete = mappingDraft.safeParse(draft).data;
  return (
    <div className={classes.stack}>
      <p className={classes.lead}>
        {row.partner} has reported <IdText value={row.status} /> {formatNumber(row.transactions)} times. What does it
        mean?
      </p>
      <Choice
        label="Counts as"
        required
        value={meaning}
        onChange={(value) => set({ meaning: value !== null && isMeaning(value) ? value : null })}
        options={MEANINGS.map((value) => ({ value, label: MEANING_LABELS[value] }))}
        help={row.likely === null ? undefined : 'Suggested from the wording of the status and what the deals pay for.'}
      />
      <DateField
        label="Valid from"
        required
        value={validFrom}
        onChange={(day) => set({ validFrom: day, question: null })}
        unread={question?.unread}
        onUnread={(unread, problem) => set({ validFrom: null, question: { unread, problem } })}
        errors={question === null ? [] : [question.problem]}
        help="Earlier transactions stay unassigned."
      />
      <MappingEffectNote values={draft} record={null} />
      <div className={classes.buttons}>
        <Button
          kind="primary"
          loading={assign.isPending}
          disabled={complete === undefined}
          onClick={() => complete && assign.mutate(complete)}
        >
          Assign status
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </div>
  );
}

export default function UnassignedStatusPage() {
  const { timeZone } = useUser();
  const [opened, setOpened] = useState<UnassignedStatus | null>(null);
  const { data, error, refetch } = useCall(listUnassignedStatuses, {}, { refetchInterval: REFRESH_MS });
  if (error) return <ErrorState title={error.message} id={requestIdOf(error)} onRetry={() => void refetch()} />;
  return (
    <>
      <p className={classes.lead}>
        Partners reported these statuses, but their meaning is not set yet. Nothing is lost: the transactions wait and
        count as soon as the status is assigned.
      </p>
      <DataTable
        label="Unassigned statuses"
        columns={columnsFor(timeZone)}
        rows={data ?? []}
        rowId={(row) => `${row.partnerId} ${row.status}`}
        loading={!data}
        onOpen={setOpened}
        cardNumbers={['atStake', 'transactions']}
        empty={<EmptyState title={TEXT.nothingToShow}>Every reported status has a meaning.</EmptyState>}
      />
      <Drawer opened={opened !== null} onClose={() => setOpened(null)} title={opened?.status ?? ''}>
        {opened && <Assign key={`${opened.partnerId} ${opened.status}`} row={opened} onDone={() => setOpened(null)} />}
      </Drawer>
    </>
  );
}
