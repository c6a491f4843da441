import { campaignBox } from '@signpost/contract/entities/campaign-box.ts';
import { seoCampaignBox } from '@signpost/contract/entities/seo-campaign-box.ts';
import { RelatedList } from '../../../records/related-list.tsx';
import { RecordViewPage } from '../../../records/view-page.tsx';
import { ruleScreen } from './screens.tsx';

/** A rule, and the boxes that use it. */
export default function RulePage() {
  return (
    <RecordViewPage
      screen={ruleScreen}
      below={({ id }) => (
        <>
          <RelatedList entity={campaignBox} field="rules" id={id} />
          <RelatedList entity={seoCampaignBox} field="rules" id={id} />
        </>
      )}
    />
  );
}
