/** `/all-invoices`: documents of both sides, what is due, and everything that a manager's month needs. */

import { exportDocuments, listDocuments } from '@signpost/contract/calls/documents.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import type { ReactNode } from 'react';
import { viewHref } from '../../../address/view-href.ts';
import { INVOICE_COLUMNS } from '../../../features/money/documents/document-columns.tsx';
import { DocumentList } from '../../../features/money/documents/document-list.tsx';
import classes from '../../../features/money/documents/documents.module.css';
import { useDocumentFilters } from '../../../features/money/documents/use-document-list.ts';
import { RecordListPage } from '../../../records/list-page.tsx';
import { Button } from '../../../ui/button.tsx';
import { LinkTabs } from '../../../ui/layout/link-tabs.tsx';
import { Disputes } from './disputes.tsx';
import { DueList } from './due.tsx';
import { legalEntityScreen } from './entity-screen.ts';
import { Months } from './months.tsx';
import { Payments } from './payments.tsx';
import { Rules } from './rules.tsx';
import { Statements } from './statements.tsx';

const VIEWS = [
  { view: undefined, title: 'Documents' },
  { view: 'due', title: 'What is due' },
  { view: 'payments', title: 'Payments' },
  { view: 'disputes', title: 'Disputes' },
  { view: 'statements', title: 'Statements' },
  { view: 'months', title: 'Months' },
  { view: 'entities', title: 'Legal entities' },
  { view: 'rules', title: 'Rules' },
] as const;

const CONTENT: Readonly<Record<string, () => ReactNode>> = {
  due: () => <DueList />,
  payments: () => <Payments />,
  disputes: () => <Disputes />,
  statements: () => <Statements />,
  months: () => <Months />,
  entities: () => <RecordListPage screen={legalEntityScreen} />,
  rules: () => <Rules />,
};

function Documents() {
  const list = useDocumentFilters('allInvoices');
  const due = (
    <Button kind="primary" href={`${hashHref(path.allInvoices())}?view=due`}>
      Create drafts
    </Button>
  );
  return (
    <DocumentList
      list={list}
      call={listDocuments}
      fileCall={exportDocuments}
      viewsOf="all-invoices"
      columns={INVOICE_COLUMNS}
      filters={['side', 'kind', 'state', 'age', 'partner', 'publisher', 'entity', 'month']}
      label="Invoices"
      showsAges
      empty="Invoices to partners and self-billed invoices of publishers appear here. Create drafts from what is due."
      firstStep={due}
      actions={due}
    />
  );
}

export default function AllInvoicesPage() {
  const { view } = useDocumentFilters('allInvoices');
  const base = hashHref(path.allInvoices());
  const content = CONTENT[view ?? ''];
  return (
    <div className={classes.page}>
      <LinkTabs
        label="Views"
        tabs={VIEWS.map((one) => ({
          label: one.title,
          href: viewHref(base, one.view),
          current: one.view === view,
        }))}
      />
      {content === undefined ? <Documents /> : content()}
    </div>
  );
}
