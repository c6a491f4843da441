/** Direct links: made on this screen, listed beside it, each with its QR code. */
import { directLink } from '@signpost/contract/entities/places.ts';
import { LinkBar } from '../../links/link-bar.tsx';
import { RecordListPage } from '../../records/list-page.tsx';
import { recordScreen } from '../../records/screen.ts';

const directLinkScreen = recordScreen({
  entity: directLink,
  columns: ['slug', 'targetUrl', 'trafficSourceId', 'campaignId', 'status', 'tags', 'updatedAt', 'id'],
  cardNumbers: ['trafficSourceId', 'status'],
  filters: ['trafficSourceId', 'campaignId', 'status', 'tags'],
  drawer: true,
  purpose: 'A direct link sends everybody to one address and counts them. Good for print and for posts.',
  sections: [
    { title: 'Direct link', fields: ['slug', 'targetUrl', 'trafficSourceId', 'campaignId', 'status', 'tags'] },
  ],
  above: (record) => <LinkBar path={`/d_${String(record.slug)}`} />,
});

export default function DirectLinkPage() {
  return <RecordListPage screen={directLinkScreen} />;
}
