import { campaignBox } from '@signpost/contract/entities/campaign-box.ts';
import { domain } from '@signpost/contract/entities/domain.ts';
import { seoCampaignBox } from '@signpost/contract/entities/seo-campaign-box.ts';
import { website } from '@signpost/contract/entities/website.ts';
import { HostHealth } from '../../features/hosts/host-health.tsx';
import { RelatedList } from '../../records/related-list.tsx';
import { recordScreen } from '../../records/screen.ts';
import { LeadKey } from './lead-key.tsx';

/** Websites: sites with boxes, banners and buttons. */
export const websiteScreen = recordScreen({
  entity: website,
  columns: ['name', 'websiteKind', 'publisherId', 'ownerId', 'fallbackUrl', 'tags', 'updatedAt', 'id'],
  hiddenColumns: ['fallbackUrl'],
  cardNumbers: ['websiteKind', 'publisherId'],
  filters: ['websiteKind', 'publisherId', 'ownerId', 'tags'],
  purpose: 'A website shows boxes, banners and buttons. Its kind decides in which statistics it counts.',
  below: (_values, record) =>
    record && (
      <>
        <HostHealth host={String(record.name)} mayCheck={record.may.edit} />
        {record.may.edit && <LeadKey websiteId={record.id} />}
        <RelatedList entity={campaignBox} field="websiteId" id={record.id} />
        <RelatedList entity={seoCampaignBox} field="websiteId" id={record.id} />
        <RelatedList entity={domain} field="websiteId" id={record.id} />
      </>
    ),
  sections: [
    {
      title: 'Website',
      columns: 2,
      fields: ['name', 'websiteKind', 'publisherId', 'ownerId', 'tags', 'fallbackUrl', 'notes'],
    },
  ],
});
