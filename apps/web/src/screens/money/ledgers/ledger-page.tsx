/** The list of a ledger: entries are opened, copied and reversed. */
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { IconArrowBackUp } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { recordsKey, send } from '../../../api/calls.ts';
import { ReasonDialog } from '../../../api/reason-dialog.tsx';
import { RecordListPage } from '../../../records/list-page.tsx';
import type { RecordRow, RecordScreen } from '../../../records/screen.ts';
import { useDialog } from '../../../ui/layout/use-dialog.tsx';
import { listOf } from '../../../ui/values/list-of.ts';
import classes from './ledgers.module.css';

export function LedgerPage({ screen, children }: { screen: RecordScreen; children?: ReactNode }) {
  const { entity } = screen;
  const calls = entityCalls(entity);
  const { open, dialog } = useDialog((row: RecordRow, close) => (
    <ReasonDialog
      call={calls.reverse}
      name="because"
      run={(because, key) => send(calls.reverse, { params: { id: row.id }, body: { because } }, key)}
      refresh={[recordsKey(entity)]}
      said={`${entity.one} reversed. The statistics are updated at once.`}
      title={`Reverse ${String(row[entity.title])}`}
      submitLabel="Reverse"
      onClose={close}
    >
      <p>The entry stays in the list, marked as reversed, and no longer counts.</p>
    </ReasonDialog>
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
      rowActions: (row) =>
        listOf(
          row.may.reverse && {
            id: 'reverse',
            label: 'Reverse',
            icon: <IconArrowBackUp size={16} aria-hidden />,
            onClick: () => open(row),
          },
        ),
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
