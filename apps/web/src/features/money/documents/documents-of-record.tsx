/** The documents of a partner or a publisher, on the page of that record. */
import { mayCall, type Viewer } from '@signpost/contract/access/access.ts';
import { exportDocuments, listDocuments } from '@signpost/contract/calls/documents.ts';
import { INVOICE_COLUMNS } from './document-columns.tsx';
import { DocumentList } from './document-list.tsx';
import { useDocumentFilters } from './use-document-list.ts';

/** Whether a person may list documents at all; the server refuses everybody else. */
export const mayListDocuments = (viewer: Viewer): boolean =>
  mayCall(viewer, listDocuments.access.routes, listDocuments.access.action);

interface Props {
  screen: 'partnersView' | 'publisherView';
  id: number;
}

export function DocumentsOfRecord({ screen, id }: Props) {
  const list = useDocumentFilters(screen);
  return (
    <DocumentList
      list={list}
      call={listDocuments}
      fileCall={exportDocuments}
      fixed={screen === 'partnersView' ? { partnerId: id } : { publisherId: id }}
      columns={INVOICE_COLUMNS}
      filters={['kind', 'state', 'age', 'entity', 'month']}
      label="Documents"
      empty="Invoices and credit notes appear here when drafts are made of what is due."
    />
  );
}
