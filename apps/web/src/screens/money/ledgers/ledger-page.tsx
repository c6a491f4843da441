/** The list of a ledger: entries are opened, copied and reversed. */

import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { IconArrowBackUp } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { CallDialog } from '../../../api/call-dialog.tsx';
import { recordsKey } from '../../../api/calls.ts';
import { useCallForm } from '../../../api/use-call-form.ts';
import { RecordListPage } from '../../../records/list-page.tsx';
import type { RecordRow, RecordScreen } from '../../../records/screen.ts';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { useDialog } from '../../../ui/layout/use-dialog.tsx';
import classes from './ledgers.module.css';

interface ReverseProps {
  entity: RecordScreen['entity'];
  row: RecordRow;
  onClose: () => void;
}

function ReverseEntry({ entity, row, onClose }: ReverseProps) {
  const form = useCallForm(entityCalls(entity).reverse, {
    initial: { because: '' },
    input: (body) => ({ params: { id: row.id }, body }),
    refresh: [recordsKey(entity)],
    said: () => `${entity.one} reversed. The statistics are updated at once.`,
    onDone: onClose,
  });
  return (
    <CallDialog form={form} title={`Reverse ${String(row[entity.title])}`} submitLabel="Reverse" onClose={onClose}>
      <p>The entry stays in the list, marked as reversed, and no longer counts.</p>
      <TextInput label="Reason" {...form.field('because')} />
    </CallDialog>
  );
}

export function LedgerPage({ screen, children }: { screen: RecordScreen; children?: ReactNode }) {
  const { entity } = screen;
  const { open, dialog } = useDialog((row: RecordRow, close) => (
    <ReverseEntry entity={entity} row={row} onClose={close} />
  ));
  const withReversal = useMemo(
    (): RecordScreen => ({
      ...screen,
      above: (row) =>
        row.entryStatus === 'reversed' && (
          <p className={classes.notice} role="status">
            This entry is reversed and no longer counts. Reason: {String(row.reversedBecause)}
          </p>
        ),
      rowActions: (row) => {
        if (row.may.reverse)
          return [
            {
              id: 'reverse',
              label: 'Reverse',
              icon: <IconArrowBackUp size={16} aria-hidden />,
              onClick: () => open(row),
            },
          ];
        return [];
      },
    }),
    [screen, open],
  );
  return (
    <>
      <RecordListPage screen={withReversal}>{children}</RecordListPage>
      {dialog}
    </>
  );
}
