/** The list of a ledger: entries are opened, copied and reversed. */
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { MESSAGE } from '@signpost/contract/define/validators.ts';
import { IconArrowBackUp } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { recordsKey, send } from '../../api/calls.ts';
import { useOnceKey } from '../../api/once-key.ts';
import { useAction } from '../../api/use-action.ts';
import { RecordListPage } from '../../records/list-page.tsx';
import type { RecordRow, RecordScreen } from '../../records/screen.ts';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { FormDialog } from '../../ui/layout/form-dialog.tsx';
import classes from './ledgers.module.css';

export function LedgerPage({ screen, children }: { screen: RecordScreen; children?: ReactNode }) {
  const { entity } = screen;
  const [chosen, setChosen] = useState<RecordRow | null>(null);
  const [because, setBecause] = useState('');
  const once = useOnceKey();
  const reverse = useAction(
    ({ id }: RecordRow) =>
      send(entityCalls(entity).reverse, { params: { id }, body: { because } }, { idempotencyKey: once.keyNow() }),
    {
      refresh: [recordsKey(entity)],
      said: () => `${entity.one} reversed. The statistics are updated at once.`,
      onDone: () => setChosen(null),
    },
  );
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
              onClick: () => {
                once.renew();
                setBecause('');
                setChosen(row);
              },
            },
          ];
        return [];
      },
    }),
    [screen, once.renew],
  );
  return (
    <>
      <RecordListPage screen={withReversal}>{children}</RecordListPage>
      <FormDialog
        opened={chosen !== null}
        title={`Reverse ${String(chosen?.[entity.title] ?? '')}`}
        submitLabel="Reverse"
        canSubmit={because.trim() !== ''}
        submitting={reverse.isPending}
        onSubmit={() => chosen && reverse.mutate(chosen)}
        onCancel={() => setChosen(null)}
      >
        <p>The entry stays in the list, marked as reversed, and no longer counts.</p>
        <TextInput
          label="Reason"
          required
          value={because}
          onChange={setBecause}
          maxLength={500}
          errors={because !== '' && because.trim() === '' ? [MESSAGE.filled] : []}
        />
      </FormDialog>
    </>
  );
}
