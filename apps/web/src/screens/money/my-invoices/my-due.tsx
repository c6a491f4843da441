/** The amounts due to the viewer's publishers, and the form that makes an invoice of them. */
import { listMyDue } from '@signpost/contract/calls/my-invoices.ts';
import type { Due } from '@signpost/contract/money/views.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { IconFilePlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useGo } from '../../../address/use-go.ts';
import { CallError } from '../../../api/call-error.tsx';
import { useCall } from '../../../api/calls.ts';
import { useUser } from '../../../api/session.ts';
import classes from '../../../features/money/documents/documents.module.css';
import { dueColumns, dueKey } from '../../../features/money/documents/due-columns.tsx';
import { monthBefore, monthOptions } from '../../../features/money/documents/words.ts';
import { useToday } from '../../../fields/read.ts';
import { ClientTable } from '../../../ui/data-table/client-table.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import { useDialog } from '../../../ui/layout/use-dialog.tsx';
import { listOf } from '../../../ui/values/list-of.ts';
import { CreateInvoice } from './create-invoice.tsx';

export function MyDue() {
  const user = useUser();
  const today = useToday();
  const go = useGo();
  const [month, setMonth] = useState(monthBefore(today));
  const { open: create, dialog } = useDialog((due: Due, close) => (
    <CreateInvoice
      due={due}
      month={month}
      onClose={close}
      onMade={(document) => void go({ path: path.myInvoices(), search: { document } })}
    />
  ));
  const { data, error, isPending, refetch } = useCall(listMyDue, { query: { month } }, { staleTime: 0 });
  const hasProblems = data?.some(({ problem }) => problem !== '') ?? false;
  const columns = useMemo(() => dueColumns(user, month, hasProblems), [user, month, hasProblems]);
  if (error !== null) return <CallError error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <div className={classes.fields}>
        <Choice
          label="Up to month"
          options={monthOptions(today)}
          value={month}
          onChange={(value) => setMonth(value ?? month)}
        />
        <p className={classes.muted}>Open a row to create an invoice of everything that is due up to this month.</p>
      </div>
      <ClientTable
        noun="publishers"
        label="What is due"
        columns={columns}
        rows={data ?? []}
        rowId={dueKey}
        loading={isPending}
        defaultSort={{ id: 'base', direction: 'desc' }}
        cardNumbers={['exact', 'base']}
        onOpen={(due) => due.problem === '' && create(due)}
        rowActions={(due) =>
          listOf(
            due.problem === '' && {
              id: 'create',
              label: 'Create invoice',
              icon: <IconFilePlus size={16} aria-hidden />,
              onClick: () => create(due),
            },
          )
        }
        empty={
          <EmptyState title="Nothing is due">
            Everything up to this month is billed, or you look after no publisher. Your documents are under{' '}
            <a href={hashHref(path.myInvoices())}>Invoices</a>.
          </EmptyState>
        }
      />
      {dialog}
    </>
  );
}
