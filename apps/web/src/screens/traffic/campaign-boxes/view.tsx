import { campaignBox } from '@signpost/contract/entities/campaign-box.ts';
import { boxPath } from '@signpost/contract/traffic/clicks/link-settings.ts';
import { BoxView } from '../../../features/traffic/routing/box-view.tsx';
import { BoxOffers } from './box-offers.tsx';

const FACTS = [
  'status',
  'boxKind',
  'nativeBoxType',
  'websiteId',
  'placement',
  'trafficSourceId',
  'productId',
  'rules',
  'tags',
  'fallbackUrl',
  'passOn',
];

/** One campaign box. */
export default function CampaignBoxPage() {
  return <BoxView entity={campaignBox} linkOf={boxPath} facts={FACTS} beside={({ id }) => <BoxOffers boxId={id} />} />;
}
