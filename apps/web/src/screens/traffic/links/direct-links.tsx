/** `/direct-link/add`: links without a box, each with its QR code. */
import { mayOpen } from '@signpost/contract/access/access.ts';
import { directLink } from '@signpost/contract/entities/direct-link.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { directPath } from '@signpost/contract/traffic/clicks/link-settings.ts';
import { useUser } from '../../../api/session.ts';
import { END_COLUMNS, endsSection } from '../../../features/traffic/links/ends.ts';
import { LinkBar } from '../../../features/traffic/links/link-bar.tsx';
import { RecordListPage } from '../../../records/list-page.tsx';
import { recordScreen } from '../../../records/screen.ts';
import { Button } from '../../../ui/button.tsx';

const directLinkScreen = recordScreen({
  entity: directLink,
  columns: ['slug', 'status', 'targetUrl', 'trafficSourceId', 'campaignId', ...END_COLUMNS, 'tags', 'updatedAt', 'id'],
  hiddenColumns: [...END_COLUMNS, 'id'],
  cardNumbers: ['status', 'campaignId'],
  filters: ['status', 'trafficSourceId', 'campaignId', 'validFrom', 'validTo', 'tags'],
  drawer: true,
  purpose:
    'A direct link sends every visitor to one address and counts them. Add the first one; it comes with a QR code.',
  sections: [
    {
      title: 'Direct link',
      columns: 2,
      fields: ['slug', 'status', 'trafficSourceId', 'campaignId', 'tags', 'targetUrl', 'passOn'],
    },
    { title: 'App addresses', columns: 2, fields: ['androidUrl', 'iosUrl'] },
    endsSection('fallbackUrl'),
  ],
  above: (record) => <LinkBar path={directPath(String(record.slug))} />,
});

export default function DirectLinksPage() {
  const user = useUser();
  return (
    <RecordListPage screen={directLinkScreen}>
      {mayOpen(user, ROUTES.sheetsAdd) && (
        <div>
          <Button href={`${hashHref(path.sheetsAdd())}?kind=direct`}>Add many from a spreadsheet</Button>
        </div>
      )}
    </RecordListPage>
  );
}
