/** `/credit-notes`: credit notes of both sides, with the invoices that they reduce. */
import { exportDocuments, listDocuments } from '@signpost/contract/calls/documents.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { CREDIT_NOTE_COLUMNS } from '../../../features/money/documents/document-columns.tsx';
import { DocumentList } from '../../../features/money/documents/document-list.tsx';
import classes from '../../../features/money/documents/documents.module.css';
import { useDocumentFilters } from '../../../features/money/documents/use-document-list.ts';
import { Button } from '../../../ui/button.tsx';

const FIXED = { kind: 'creditNote', age: undefined } as const;

export default function CreditNotesPage() {
  const list = useDocumentFilters('creditNotes');
  return (
    <div className={classes.page}>
      <DocumentList
        list={list}
        call={listDocuments}
        fileCall={exportDocuments}
        viewsOf="credit-notes"
        fixed={FIXED}
        columns={CREDIT_NOTE_COLUMNS}
        filters={['side', 'state', 'partner', 'publisher', 'entity', 'month']}
        label="Credit notes"
        empty="A credit note reduces an issued invoice, which is never changed itself. Open the invoice and choose Credit."
        firstStep={<Button href={hashHref(path.allInvoices())}>Open invoices</Button>}
      />
    </div>
  );
}
