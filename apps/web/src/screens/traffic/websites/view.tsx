import { mayDo } from '@signpost/contract/access/access.ts';
import { campaignBox } from '@signpost/contract/entities/campaign-box.ts';
import { domain } from '@signpost/contract/entities/domain.ts';
import { flatFee } from '@signpost/contract/entities/flat-fee.ts';
import { lead } from '@signpost/contract/entities/lead.ts';
import { referrer } from '@signpost/contract/entities/referrer.ts';
import { seoCampaignBox } from '@signpost/contract/entities/seo-campaign-box.ts';
import { useScreenSearch } from '../../../address/use-search.ts';
import { leadScreen } from '../../../features/partners/leads/lead-screen.tsx';
import { ListOfRecord } from '../../../features/workplace/record-pages/record-list.tsx';
import { RecordPage, type RecordTab } from '../../../features/workplace/record-pages/record-page.tsx';
import { RelatedList } from '../../../records/related-list.tsx';
import { websiteScreen } from './website-screen.tsx';
import classes from './websites.module.css';

const TABS: readonly RecordTab[] = [
  {
    view: 'boxes',
    title: 'Boxes',
    isOpenTo: (viewer) => [campaignBox, seoCampaignBox].some((entity) => mayDo(viewer, entity, 'list')),
    content: ({ id }) => (
      <div className={classes.related}>
        <RelatedList entity={campaignBox} field="websiteId" id={id} />
        <RelatedList entity={seoCampaignBox} field="websiteId" id={id} />
      </div>
    ),
  },
  {
    view: 'domains',
    title: 'Domains and referrers',
    isOpenTo: (viewer) => [domain, referrer].some((entity) => mayDo(viewer, entity, 'list')),
    content: ({ id }) => (
      <div className={classes.related}>
        <RelatedList entity={domain} field="websiteId" id={id} />
        <RelatedList entity={referrer} field="websiteId" id={id} />
      </div>
    ),
  },
  {
    view: 'fees',
    title: 'Flat fees',
    isOpenTo: (viewer) => mayDo(viewer, flatFee, 'list'),
    content: ({ id }) => (
      <div className={classes.related}>
        <RelatedList entity={flatFee} field="websiteId" id={id} />
      </div>
    ),
  },
  {
    view: 'leads',
    title: 'Leads',
    isOpenTo: (viewer) => mayDo(viewer, lead, 'list'),
    content: ({ id }) => <ListOfRecord screen={leadScreen} field="websiteId" id={id} />,
  },
];

/** One website. */
export default function WebsitePage() {
  const { view } = useScreenSearch('websitesView');
  return <RecordPage screen={websiteScreen} tabs={TABS} view={view} />;
}
