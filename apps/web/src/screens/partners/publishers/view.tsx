import { mayDo } from '@signpost/contract/access/access.ts';
import { account } from '@signpost/contract/entities/account.ts';
import { lead } from '@signpost/contract/entities/lead.ts';
import { referrer } from '@signpost/contract/entities/referrer.ts';
import { website } from '@signpost/contract/entities/website.ts';
import { useScreenSearch } from '../../../address/use-search.ts';
import { DocumentsOfRecord, mayListDocuments } from '../../../features/money/documents/documents-of-record.tsx';
import { leadScreen } from '../../../features/partners/leads/lead-screen.tsx';
import { ListOfRecord } from '../../../features/workplace/record-pages/record-list.tsx';
import { RecordPage, type RecordTab } from '../../../features/workplace/record-pages/record-page.tsx';
import { RelatedList } from '../../../records/related-list.tsx';
import { publisherScreen } from './publisher-screen.tsx';
import classes from './publishers.module.css';

const TABS: readonly RecordTab[] = [
  {
    view: 'sites',
    title: 'Websites and accounts',
    isOpenTo: (viewer) => [website, account, referrer].some((entity) => mayDo(viewer, entity, 'list')),
    content: ({ id }) => (
      <div className={classes.related}>
        <RelatedList entity={website} field="publisherId" id={id} />
        <RelatedList entity={account} field="publishers" id={id} />
        <RelatedList entity={referrer} field="publisherId" id={id} />
      </div>
    ),
  },
  {
    view: 'leads',
    title: 'Leads',
    isOpenTo: (viewer) => mayDo(viewer, lead, 'list'),
    content: ({ id }) => <ListOfRecord screen={leadScreen} field="publisherId" id={id} />,
  },
  {
    view: 'documents',
    title: 'Documents',
    isOpenTo: mayListDocuments,
    content: ({ id }) => <DocumentsOfRecord screen="publisherView" id={id} />,
  },
];

/** One publisher. */
export default function PublisherPage() {
  const { view } = useScreenSearch('publisherView');
  return <RecordPage screen={publisherScreen} tabs={TABS} view={view} />;
}
