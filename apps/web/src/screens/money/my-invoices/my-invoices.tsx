/**
 * `/my-invoices`: documents of the viewer's own publisher or of the publishers they look after, amounts due, and
 * statements.
 */

import { exportMyDocuments, listMyDocuments } from '@signpost/contract/calls/my-invoices.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { viewHref } from '../../../address/view-href.ts';
import { INVOICE_COLUMNS } from '../../../features/money/documents/document-columns.tsx';
import { DocumentList } from '../../../features/money/documents/document-list.tsx';
import classes from '../../../features/money/documents/documents.module.css';
import { useDocumentFilters } from '../../../features/money/documents/use-document-list.ts';
import { Button } from '../../../ui/button.tsx';
import { LinkTabs } from '../../../ui/layout/link-tabs.tsx';
import { MyDue } from './my-due.tsx';
import { MyStatements } from './my-statements.tsx';

const VIEWS = [
  { view: undefined, title: 'Invoices' },
  { view: 'due', title: 'What is due' },
  { view: 'statements', title: 'Statements' },
] as const;

export default function MyInvoicesPage() {
  const list = useDocumentFilters('myInvoices');
  const base = hashHref(path.myInvoices());
  const due = (
    <Button kind="primary" href={`${base}?view=due`}>
      Create invoice
    </Button>
  );
  return (
    <div className={classes.page}>
      <LinkTabs
        label="Views"
        tabs={VIEWS.map((one) => ({
          label: one.title,
          href: viewHref(base, one.view),
          current: one.view === list.view,
        }))}
      />
      {list.view === 'due' && <MyDue />}
      {list.view === 'statements' && <MyStatements />}
      {list.view !== 'due' && list.view !== 'statements' && (
        <DocumentList
          list={list}
          call={listMyDocuments}
          fileCall={exportMyDocuments}
          viewsOf="my-invoices"
          columns={INVOICE_COLUMNS}
          filters={['kind', 'state', 'age', 'month']}
          label="My invoices"
          empty="Invoices of your publishers appear here with their state. Create one from what is due."
          firstStep={due}
          actions={due}
        />
      )}
    </div>
  );
}
