import { campaign } from '@signpost/contract/entities/campaign.ts';
import { RelatedList } from '../../../records/related-list.tsx';
import { RecordViewPage } from '../../../records/view-page.tsx';
import { clientScreen } from './client-screen.ts';

export default function ClientViewPage() {
  return (
    <RecordViewPage
      screen={clientScreen}
      below={({ id }) => <RelatedList entity={campaign} field="clientId" id={id} />}
    />
  );
}
