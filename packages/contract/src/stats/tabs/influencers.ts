import { defineTab } from '../define-tab.ts';

/** Traffic sources that are influencers. The spelling of the path is the specification's. */
export const influencersTab = defineTab({
  name: 'influencers',
  title: 'Influencers',
  longTitle: 'Influencers and what they brought',
  defaultKingStat: 19,
  defaultKingstatOptions: [19, 11, 24, 18, 1, 13, 7, 9],
  defaultVisibleColumns: [1, 13, 21, 7, 9, 11, 24, 19, 18],
  path: 'statistics/tabs/influensers',
  startLevels: [{ type: 'traffic_source' }, { type: 'campaign_box' }, { type: 'referral_code' }],
  scope: { kind: 'sourceKind', sourceKind: 'influencer' },
});
