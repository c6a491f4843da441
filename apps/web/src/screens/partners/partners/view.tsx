import { mayDo } from '@signpost/contract/access/access.ts';
import { affiliateTransaction } from '@signpost/contract/entities/affiliate-transaction.ts';
import { lead } from '@signpost/contract/entities/lead.ts';
import { useScreenSearch } from '../../../address/use-search.ts';
import { DocumentsOfRecord, mayListDocuments } from '../../../features/money/documents/documents-of-record.tsx';
import { transactionScreen } from '../../../features/partners/conversions/transaction-screen.tsx';
import { PartnerDeals } from '../../../features/partners/deals/partner-deals.tsx';
import { leadScreen } from '../../../features/partners/leads/lead-screen.tsx';
import { ListOfRecord } from '../../../features/workplace/record-pages/record-list.tsx';
import { RecordPage, type RecordTab } from '../../../features/workplace/record-pages/record-page.tsx';
import { partnerScreen } from './partner-screen.tsx';

const TABS: readonly RecordTab[] = [
  {
    view: 'deals',
    title: 'Deals and caps',
    content: ({ id, name, may }) => <PartnerDeals partnerId={id} name={String(name)} mayEdit={may.edit} />,
  },
  {
    view: 'transactions',
    title: 'Transactions',
    isOpenTo: (viewer) => mayDo(viewer, affiliateTransaction, 'list'),
    content: ({ id }) => <ListOfRecord screen={transactionScreen} field="partnerId" id={id} />,
  },
  {
    view: 'leads',
    title: 'Leads',
    isOpenTo: (viewer) => mayDo(viewer, lead, 'list'),
    content: ({ id }) => <ListOfRecord screen={leadScreen} field="partnerId" id={id} />,
  },
  {
    view: 'documents',
    title: 'Documents',
    isOpenTo: mayListDocuments,
    content: ({ id }) => <DocumentsOfRecord screen="partnersView" id={id} />,
  },
];

/** One partner. */
export default function PartnerPage() {
  const { view } = useScreenSearch('partnersView');
  return <RecordPage screen={partnerScreen} tabs={TABS} view={view} without={['Deals']} />;
}
