import { seoCampaignBox } from '@signpost/contract/entities/seo-campaign-box.ts';
import { seoBoxPath } from '@signpost/contract/traffic/clicks/link-settings.ts';
import { BoxView } from '../../../features/traffic/routing/box-view.tsx';

const FACTS = [
  'status',
  'websiteId',
  'page',
  'keyword',
  'position',
  'trafficSourceId',
  'productId',
  'rules',
  'tags',
  'fallbackUrl',
  'passOn',
];

export default function SeoCampaignBoxPage() {
  return <BoxView entity={seoCampaignBox} linkOf={seoBoxPath} facts={FACTS} />;
}
